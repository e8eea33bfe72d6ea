package rest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
	"github.com/go-chi/chi/v5"

	"lectern/internal/platform/fault"
)

// messages holds the texts of a request's msg tags, so that an invalid request is refused with the exact messages of the
// specification, in the order of its fields:
//
//	Title string `json:"title" minLength:"1" maxLength:"200" msg:"Title is required;maxLength=Title is too long"`
//
// A text without a tag name is for every tag of the field that has no text of its own.
type messages struct {
	order []string          // the fields in declaration order: "title", "schedule.date"
	texts map[string]string // by "field" and by "field|tag"

	failure     string // as of Op
	code        string
	failsAsList bool
}

const messagesKey = "wording"

func messagesOf(input reflect.Type) messages {
	w := messages{texts: map[string]string{}}
	w.read(input, "", nil)
	return w
}

// maxNesting limits how often a type may contain itself: weeks hold sections, which are sections as well.
const maxNesting = 2

// read adds the fields of t; within are the types that contain it.
func (w *messages) read(t reflect.Type, prefix string, within []reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	if m, ok := reflect.Zero(t).Interface().(interface{ document() reflect.Type }); ok {
		t = m.document()
	}
	nesting := 0
	for _, outer := range within {
		if outer == t {
			nesting++
		}
	}
	if nesting == maxNesting {
		return
	}
	within = append(within, t)
	for f := range t.Fields() {
		if f.Anonymous || f.Name == "Body" {
			w.read(f.Type, prefix, within)
			continue
		}
		name := prefix
		for _, tag := range []string{"json", "query", "path", "header"} {
			word, _, _ := strings.Cut(f.Tag.Get(tag), ",")
			name += word
		}
		w.order = append(w.order, name)
		for text := range strings.SplitSeq(f.Tag.Get("msg"), ";") {
			if tag, own, ok := strings.Cut(text, "="); ok {
				w.texts[name+"|"+tag] = own
			} else if text != "" {
				w.texts[name] = text
			}
		}
		w.read(f.Type, name+".", within)
	}
}

// codes are the stable names of violated tags.
var codes = map[string]string{
	"required": "required", "type": "invalid_type", "format": "invalid_format", "pattern": "invalid_format",
	"enum": "unknown_value", "minLength": "too_short", "maxLength": "too_long", "minItems": "too_few",
	"maxItems": "too_many", "minimum": "out_of_range", "maximum": "out_of_range",
}

// Huma keeps its messages and its error constructor in package variables; this is the only place that sets them. Each
// message is prefixed with the name of its tag, by which field finds ours.
func init() {
	huma.DefaultArrayNullable = false // our lists are [] and never null
	validation.MsgExpectedRequiredProperty = "required|%s is required"
	for wording, tag := range map[*string]string{
		&validation.MsgExpectedString: "type", &validation.MsgExpectedNumber: "type", &validation.MsgExpectedInteger: "type",
		&validation.MsgExpectedBoolean: "type", &validation.MsgExpectedArray: "type", &validation.MsgExpectedObject: "type",
		&validation.MsgExpectedRFC3339DateTime: "format", &validation.MsgExpectedMatchPattern: "pattern",
		&validation.MsgExpectedOneOf: "enum", &validation.MsgExpectedMinLength: "minLength",
		&validation.MsgExpectedMaxLength: "maxLength", &validation.MsgExpectedMinItems: "minItems",
		&validation.MsgExpectedMaxItems: "maxItems", &validation.MsgExpectedMinimumNumber: "minimum",
		&validation.MsgExpectedMaximumNumber: "maximum",
	} {
		*wording = tag + "|" + *wording
	}
	huma.NewErrorWithContext = validationProblem
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return validationProblem(nil, status, message, errs...)
	}
}

// validationProblem turns Huma's validation errors into a Problem.
func validationProblem(hc huma.Context, status int, message string, errs ...error) huma.StatusError {
	ctx, words := context.Background(), messages{}
	if hc != nil {
		ctx = hc.Context()
		if own, ok := hc.Operation().Metadata[messagesKey].(messages); ok {
			words = own
		}
	}
	return words.problem(ctx, status, message, errs).reword(words.failure).recode(words.code, words.failsAsList)
}

func (w messages) problem(ctx context.Context, status int, message string, errs []error) *Problem {
	switch {
	case status >= http.StatusInternalServerError:
		return problemOf(ctx, errors.Join(append(errs, errors.New(message))...))
	case status == http.StatusRequestEntityTooLarge:
		return newProblem(ctx, status, "too_large", "The request is too large.")
	case status == http.StatusUnsupportedMediaType:
		return newProblem(ctx, status, "unsupported_type", "Send JSON, with the header Content-Type: application/json.")
	}
	var fields []fault.Field
	for _, err := range errs {
		if d, ok := err.(huma.ErrorDetailer); ok {
			fields = append(fields, w.field(d.ErrorDetail()))
		}
	}
	if len(fields) == 1 && strings.HasSuffix(fields[0].Message, errNUL.Error()) {
		return newProblem(ctx, http.StatusBadRequest, "malformed", notStorable)
	}
	if len(fields) == 0 || fields[0].Name == "" {
		return newProblem(ctx, http.StatusBadRequest, "malformed", notJSON)
	}
	w.sort(fields)
	return newProblem(ctx, http.StatusBadRequest, "validation_failed", fields[0].Message, fields...)
}

// sort puts invalid fields in the order in which the request declares them.
func (w messages) sort(fields []fault.Field) {
	slices.SortStableFunc(fields, func(a, b fault.Field) int {
		return w.place(a.Name) - w.place(b.Name)
	})
}

func (w messages) place(field string) int { return slices.Index(w.order, withoutIndex(field)) }

var arrayIndex = regexp.MustCompile(`\[\d+\]`)

func withoutIndex(field string) string { return arrayIndex.ReplaceAllString(field, "") }

func (w messages) field(d *huma.ErrorDetail) fault.Field {
	_, name, _ := strings.Cut(d.Location, ".") // without "body." or "query."
	tag, text, ok := strings.Cut(d.Message, "|")
	if !ok {
		tag, text = "type", d.Message // for example a parameter that is not a number
	}
	if missing, _, _ := strings.Cut(text, " "); tag == "required" { // reported for the object that lacks the member
		name = strings.TrimPrefix(name+"."+missing, ".")
	}
	code := codes[tag]
	if blank, ok := d.Value.(string); ok && strings.TrimSpace(blank) == "" {
		code = "required" // whichever tag caught it
	}
	for _, own := range []string{withoutIndex(name), withoutIndex(name) + "|" + tag} {
		if t, ok := w.texts[own]; ok {
			text = t
		}
	}
	return fault.Field{Name: name, Code: code, Message: text}
}

// NameIDs says what an id in a path is called in messages, by its parameter ("sourceId", "Course"), the two segments before it
// ("online-meetings/update", "Meeting") or the one before it ("courses", "Course").
func (a *API) NameIDs(names map[string]string) { a.idNames = names }

// requireIDs returns fault.Invalid for a path with nothing, or only spaces, where an id belongs, in the words of the
// specification: "Course ID cannot be empty".
func (a *API) requireIDs(r *http.Request, pattern string) error {
	segments := strings.Split(pattern, "/")
	for i, segment := range segments {
		name := strings.Trim(segment, "{}")
		if name == segment || name != "id" && !strings.HasSuffix(name, "Id") {
			continue
		}
		if id, err := url.PathUnescape(chi.URLParam(r, name)); err == nil && strings.TrimSpace(id) == "" {
			return a.emptyID(name, segments[:i])
		}
	}
	return nil
}

func (a *API) emptyID(parameter string, before []string) error {
	noun, ok := a.idNames[parameter]
	for n := 2; n > 0 && !ok; n-- {
		noun, ok = a.idNames[strings.Join(before[max(0, len(before)-n):], "/")]
	}
	if !ok {
		noun = strings.ToUpper(parameter[:1]) + strings.TrimSuffix(parameter[1:], "Id")
	}
	if noun == "Id" {
		return fault.InvalidField(parameter, "required", "ID cannot be empty")
	}
	return fault.InvalidField(parameter, "required", noun+" ID cannot be empty")
}

// notFound answers for addresses that no operation has. One that ends where its id belongs says so.
func (a *API) notFound(w http.ResponseWriter, r *http.Request) {
	path, ends := strings.CutSuffix(strings.TrimPrefix(r.URL.EscapedPath(), base), "/")
	found := chi.NewRouteContext()
	if ends && a.apiRouter.Match(found, r.Method, path+"/-") {
		pattern := found.RoutePattern()
		before, parameter := pattern[:strings.LastIndex(pattern, "/")], strings.Trim(pattern[strings.LastIndex(pattern, "/")+1:], "{}")
		if parameter == "id" || strings.HasSuffix(parameter, "Id") {
			writeProblem(w, problemOf(r.Context(), a.emptyID(parameter, strings.Split(before, "/"))))
			return
		}
	}
	for named, why := range a.notOffered {
		if path == named || strings.HasPrefix(path, named+"/") {
			problemHandler(http.StatusNotImplemented, "not_offered", why)(w, r)
			return
		}
	}
	problemHandler(http.StatusNotFound, "not_found", "There is nothing at this address.")(w, r)
}

// Integer is a whole number in a request. The document describes it as one of 64 bits; it is read as any number, so that one that is too large
// is refused by the rule about its size and not as one that cannot be read. Check its bounds before converting it.
type Integer float64

// Schema describes it.
func (Integer) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
}
