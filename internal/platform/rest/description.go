package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"lectern/internal/platform/missing"
)

// Description is the OpenAPI document of an API with what Huma has compiled from each operation's types to parse requests.
// Compiling takes most of the time of building an application and is the same for all: the first API of a process compiles
// its operations as it registers them, and others may share its description.
type Description struct {
	document *huma.OpenAPI
	huma     huma.API
	compiled compilation
	complete bool          // read-only from now on, so several APIs may share it
	encoded  func() []byte // the document as JSON, made when it is first read: after the last operation has been registered
}

// compiled is an operation as Huma serves it; empty for raw operations, which are described by hand (raw.go).
type compiled struct {
	operation *huma.Operation
	serve     func(huma.Context)
}

// compilation holds what Huma has compiled, by "METHOD /path". Huma sees it as a router; each API routes by itself.
type compilation map[string]compiled

// Handle and ServeHTTP implement huma.Adapter.
func (c compilation) Handle(op *huma.Operation, serve func(huma.Context)) {
	c[op.Method+" "+op.Path] = compiled{op, serve}
}

func (c compilation) ServeHTTP(http.ResponseWriter, *http.Request) {
	panic("rest: a description serves nothing")
}

// bearerScheme is the document's name for authentication by an access token.
const bearerScheme = "bearer"

func newDescription() *Description {
	cfg := huma.DefaultConfig("Lectern", "1")
	cfg.CreateHooks = nil // no $schema member in bodies
	cfg.AllowAdditionalPropertiesByDefault = true
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.Servers = []*huma.Server{{URL: base}}
	cfg.Info.Description = "Operations of an online course platform. Every answer but media has the member success; errors have a stable code and a message for people."
	cfg.Info.License = &huma.License{Name: "Apache 2.0", Identifier: "Apache-2.0"}
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{bearerScheme: {Type: "http", Scheme: "bearer"}}
	d := &Description{compiled: compilation{}}
	d.huma = huma.NewAPI(cfg, d.compiled)
	d.document = d.huma.OpenAPI()
	d.encoded = sync.OnceValue(func() []byte {
		text, err := json.Marshal(d.document)
		if err != nil {
			panic(err) // of our own types
		}
		return text
	})
	return d
}

// Description completes the description of this API, so that New can share it with others that register the same
// operations.
func (a *API) Description() *Description {
	a.description.complete = true
	return a.description
}

// known looks up an operation in a completed description.
func (d *Description) known(op Op) (c compiled, ok bool) {
	c, ok = d.compiled[op.method+" "+op.path]
	if d.complete && !ok {
		panic(op.method + " " + op.path + " is not in the description that this API shares with others")
	}
	return c, d.complete
}

// answerKey is the context key of the function that answers a request, an answerer.
type answerKey struct{}

// answerer answers a request whose input, a *I, Huma has parsed and validated.
type answerer func(ctx context.Context, in any) (*output, error)

// types are the input I and the answer B of an operation. They are passed as values: the compiler repeats generic code for
// each operation, and there are hundreds.
type types struct {
	input, answer reflect.Type
	register      func(api huma.API, doc huma.Operation) // with Huma, which needs I at compile time
}

func typesOf[I, B any]() types {
	return types{reflect.TypeFor[I](), reflect.TypeFor[B](), func(api huma.API, doc huma.Operation) {
		huma.Register(api, doc, func(ctx context.Context, in *I) (*output, error) {
			return ctx.Value(answerKey{}).(answerer)(ctx, in)
		})
	}}
}

// compile describes an operation, unless another API has done so.
func (d *Description) compile(t types, gate Gate, op Op) compiled {
	if c, ok := d.known(op); ok {
		return c
	}
	doc := op.document(gate)
	texts := messagesOf(t.input)
	texts.failure, texts.code, texts.failsAsList = op.failure, op.code, op.failsAsList
	doc.Metadata = map[string]any{messagesKey: texts}
	schema := d.document.Components.Schemas.Schema(t.answer, true, doc.OperationID)
	doc.Responses = map[string]*huma.Response{strconv.Itoa(op.status): {
		Description: "Done", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
	if data, ok := t.answer.FieldByName("Data"); ok && data.Type.Implements(reflect.TypeFor[Pending]()) {
		doc.Responses[strconv.Itoa(http.StatusAccepted)] = &huma.Response{Description: "Begun", Content: doc.Responses[strconv.Itoa(op.status)].Content}
	}
	t.register(d.huma, doc)
	d.declareTag(doc.Tags[0])
	d.requireInDocument(t.input, nil)
	d.clean(op, texts)
	return d.compiled[op.method+" "+op.path]
}

// requireInDocument marks the members of bodies as required that have the tag document:"required": Huma does not refuse their absence, but
// the use case, because something else comes first or the specification has words for it. within are the types that contain t.
func (d *Description) requireInDocument(t reflect.Type, within []reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || slices.Contains(within, t) {
		return
	}
	within = append(within, t)
	schema := d.document.Components.Schemas.Map()[huma.DefaultSchemaNamer(t, "")]
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if schema != nil && f.Tag.Get("document") == "required" && !slices.Contains(schema.Required, name) {
			schema.Required = append(schema.Required, name)
		}
		d.requireInDocument(f.Type, within)
	}
}

// declareTag adds the tag of an operation to the document's list, which is in alphabetical order.
func (d *Description) declareTag(name string) {
	at, found := slices.BinarySearchFunc(d.document.Tags, name, func(t *huma.Tag, name string) int { return strings.Compare(t.Name, name) })
	if !found {
		d.document.Tags = slices.Insert(d.document.Tags, at, &huma.Tag{Name: name})
	}
}

// serve answers a request of the operation.
func serve(c compiled, w http.ResponseWriter, r *http.Request, answer answerer) {
	c.serve(huma.WithValue(humachi.NewContext(c.operation, r, w), answerKey{}, answer))
}

// clean removes Huma's additions from the document and adds what Huma does not know.
func (d *Description) clean(op Op, texts messages) {
	for _, schema := range d.document.Components.Schemas.Map() {
		schema.AdditionalProperties = nil // unknown members are ignored, but the TypeScript types should not offer them
	}
	item := d.document.Paths[op.path]
	for _, registered := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
		if registered != nil {
			delete(registered.Responses, "422") // Huma's status for an invalid request; ours is 400
			if registered.Method == op.method {
				d.documentDetails(registered, op)
				requireIfMatch(registered, op)
				retryAfter(registered.Responses)
				missing.Rules{Schemas: d.document.Components.Schemas, Refuse: texts.field, Place: texts.place}.Describe(registered)
			}
		}
	}
}
