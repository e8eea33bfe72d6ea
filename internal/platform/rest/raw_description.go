package rest

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// body is one form of what a raw operation reads or writes: its media type, and the Go type of JSON and forms. Without a Go
// type it is text or bytes.
type body struct {
	mediaType string
	value     reflect.Type
}

const (
	jsonType      = "application/json"
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
)

func bodies(value any, types []string) (all []body) {
	if value != nil {
		all = append(all, body{jsonType, reflect.TypeOf(value)})
	}
	for _, t := range types {
		all = append(all, body{t, nil})
	}
	return all
}

// Accepts describes the body of a raw operation: the Go type of its JSON form (nil for none), and other media types.
func (op Op) Accepts(value any, types ...string) Op { op.accepts = bodies(value, types); return op }

// AcceptsForms adds the two kinds of forms to the bodies of a raw operation, each with a struct of its fields; nil for none.
// A field of format binary is a file.
func (op Op) AcceptsForms(urlEncoded, multipart any) Op {
	for _, form := range []struct {
		mediaType string
		value     any
	}{{formType, urlEncoded}, {multipartType, multipart}} {
		if form.value != nil {
			op.accepts = append(op.accepts[:len(op.accepts):len(op.accepts)], body{form.mediaType, reflect.TypeOf(form.value)})
		}
	}
	return op
}

// Produces describes the answer of a raw operation.
func (op Op) Produces(value any, types ...string) Op { op.produces = bodies(value, types); return op }

// Ranges describes an answer of which a client may request a part (RFC 9110, section 14).
func (op Op) Ranges() Op { op.ranges = true; return op }

// Redirects describes an operation that sends the browser to another page.
func (op Op) Redirects() Op { op.status = http.StatusSeeOther; return op }

// Parameters describes the parameters of a raw operation by a struct with the tags that the input of any other has. What its
// path names and the struct does not is a text.
func (op Op) Parameters(of any) Op { op.parameters = reflect.TypeOf(of); return op }

var parameter = regexp.MustCompile(`\{(\w+)(?::[^}]*)?\}`)

// add describes a raw operation, unless another API has done so.
func (d *Description) add(gate Gate, op Op) {
	if _, ok := d.known(op); ok {
		return
	}
	doc := op.document(gate)
	d.describe(&doc, op)
	d.document.AddOperation(&doc)
	d.declareTag(doc.Tags[0])
	d.compiled[op.method+" "+op.path] = compiled{}
}

// describe adds what Huma cannot know about a raw operation: its parameters, bodies and errors.
func (d *Description) describe(doc *huma.Operation, op Op) {
	doc.Path = parameter.ReplaceAllString(op.path, "{$1}")
	doc.Parameters = append(doc.Parameters, d.rawParameters(op)...)
	if forms := d.mediaTypes(op.accepts, doc.OperationID+"-request"); len(forms) > 0 {
		doc.RequestBody = &huma.RequestBody{Required: true, Content: forms}
	}
	done := &huma.Response{Description: "Done", Content: d.mediaTypes(op.produces, doc.OperationID+"-answer")}
	doc.Responses = map[string]*huma.Response{strconv.Itoa(op.status): done}
	if op.status == http.StatusSeeOther {
		done.Description, done.Headers = "Another page", map[string]*huma.Header{"Location": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uri-reference"}}}
	}
	if op.ranges {
		d.describeRanges(doc, done)
	}
	problem := d.document.Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	for _, status := range doc.Errors {
		doc.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{jsonType: {Schema: problem}},
		}
	}
	d.documentDetails(doc, op)
	requireIfMatch(doc, op)
	retryAfter(doc.Responses)
}

func (d *Description) describeRanges(doc *huma.Operation, whole *huma.Response) {
	text := &huma.Schema{Type: huma.TypeString}
	doc.Parameters = append(doc.Parameters, &huma.Param{Name: "Range", In: "header", Description: "Bytes to send, such as bytes=0-1023.", Schema: text})
	doc.Responses[strconv.Itoa(http.StatusPartialContent)] = &huma.Response{Description: "The requested bytes", Content: whole.Content,
		Headers: map[string]*huma.Header{"Content-Range": {Schema: text}}}
	doc.Responses[strconv.Itoa(http.StatusRequestedRangeNotSatisfiable)] = &huma.Response{Description: "There are no such bytes"}
}

// rawParameters describes the parameters of a raw operation: those of its path in their order, then the others as they stand
// in the struct.
func (d *Description) rawParameters(op Op) (all []*huma.Param) {
	described := map[string]*huma.Param{}
	var others []*huma.Param
	if op.parameters != nil {
		for _, f := range reflect.VisibleFields(op.parameters) {
			p := d.parameter(f)
			switch {
			case p == nil:
			case p.In == "path":
				described[p.Name] = p
			default:
				others = append(others, p)
			}
		}
	}
	for _, m := range parameter.FindAllStringSubmatch(op.path, -1) {
		text := &huma.Param{Name: m[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
		all = append(all, cmp.Or(described[m[1]], text))
		delete(described, m[1])
	}
	for name := range described {
		panic(op.method + " " + op.path + " has no {" + name + "}")
	}
	return append(all, others...)
}

// parameter describes the parameter that a field's tags name; nil for a field without one.
func (d *Description) parameter(f reflect.StructField) *huma.Param {
	for _, in := range []string{"path", "query", "header"} {
		name, ok := f.Tag.Lookup(in)
		if !ok {
			continue
		}
		schema := *huma.SchemaFromField(d.document.Components.Schemas, f, "")
		p := &huma.Param{Name: name, In: in, Required: in == "path" || f.Tag.Get("required") == "true", Description: schema.Description, Schema: &schema}
		schema.Description = ""
		return p
	}
	return nil
}

func (d *Description) mediaTypes(of []body, hint string) map[string]*huma.MediaType {
	forms := map[string]*huma.MediaType{}
	for _, b := range of {
		schema := &huma.Schema{Type: huma.TypeString}
		switch {
		case b.value != nil:
			schema = d.document.Components.Schemas.Schema(b.value, true, hint)
		case !isText(b.mediaType):
			schema.Format = "binary"
		}
		forms[b.mediaType] = &huma.MediaType{Schema: schema}
	}
	return forms
}

// isText reports whether clients read a body of the media type as text: text itself, XML and playlists.
func isText(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "+xml") || strings.HasSuffix(mediaType, "mpegurl")
}

// requireIfMatch marks If-Match as required in the document. Huma, if told by a tag, would answer 400 without it and not 428.
func requireIfMatch(doc *huma.Operation, op Op) {
	for _, p := range doc.Parameters {
		if p.Name == "If-Match" && op.ifMatchRequired {
			p.Required = true
		}
	}
}

// retryAfter adds the header Retry-After to the responses that may have it.
func retryAfter(responses map[string]*huma.Response) {
	for _, kind := range []fault.Kind{fault.Locked, fault.TooMany, fault.Unavailable} {
		if response := responses[strconv.Itoa(statuses[kind])]; response != nil {
			response.Headers = maps.Clone(response.Headers)
			if response.Headers == nil {
				response.Headers = map[string]*huma.Header{}
			}
			response.Headers["Retry-After"] = &huma.Header{Description: "Seconds to wait.", Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"}}
		}
	}
}
