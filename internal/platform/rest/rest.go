// Package rest is the only package that knows HTTP: operations, gates, the envelope, and which fault is which status.
package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/platform/access"
	"lectern/internal/platform/idempotency"
)

const base = "/api/v1"

// API is the application's HTTP side. Features add operations with Handle, HandleRaw and HandleEvents.
type API struct {
	http.Handler
	Document             *huma.OpenAPI
	Gates                map[string]Gate // of every route, by "METHOD /full/path"
	Router               chi.Router
	apiRouter            chi.Router
	requests             *prometheus.HistogramVec
	onImpersonatedChange func(ctx context.Context, who access.Caller, operation string) error // nil: nobody listens
	tls                  bool
	policy               string        // Content-Security-Policy
	storage              string        // origin that pages send parts of uploads to
	frames               []string      // origins whose pages may be shown in a frame
	operations           map[string]Op // by the same
	proxies              []netip.Prefix
	idempotencyStore     *idempotency.Store // nil: nobody keeps answers
	huma                 huma.API
	parseToken           func(token string) (access.Caller, error)
	refreshCaller        func(ctx context.Context, who access.Caller) (access.Caller, error)

	streamsCtx context.Context // ends with EndStreams
	endStreams context.CancelFunc
}

// New makes an API without operations; log hears of what becomes a 500. The function read says whose access token one
// is, without asking anybody; renew says what they may do by now.
func New(log *slog.Logger, read func(token string) (access.Caller, error), renew func(ctx context.Context, who access.Caller) (access.Caller, error)) *API {
	cfg := huma.DefaultConfig("Lectern", "1")
	cfg.CreateHooks = nil // no $schema member in bodies
	cfg.AllowAdditionalPropertiesByDefault = true
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.Servers = []*huma.Server{{URL: base}}
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer"}}

	router, under := chi.NewMux(), chi.NewRouter()
	a := &API{policy: contentSecurityPolicy("", nil), Router: router, apiRouter: under, requests: newRequestHistogram(), Gates: map[string]Gate{}, operations: map[string]Op{}, parseToken: read, refreshCaller: renew}
	a.streamsCtx, a.endStreams = context.WithCancel(context.Background())
	a.Handler = a.baseMiddleware(log, router)
	router.Use(a.measure)
	a.huma = humachi.New(under, cfg)
	a.Document = a.huma.OpenAPI()
	for _, r := range []chi.Router{router, under} {
		r.NotFound(problemHandler(http.StatusNotFound, "not_found", "There is nothing at this address."))
		r.MethodNotAllowed(problemHandler(http.StatusMethodNotAllowed, "method_not_allowed", "This address does not answer that method."))
	}
	router.Mount(base, under)
	a.Plain(http.MethodGet, "/api/docs", a.docs)
	a.Plain(http.MethodGet, "/api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(a.Document) // a failed write is the client gone
	})
	return a
}

// RequireTLS says that people reach the site over TLS, which somebody before this server may speak for it.
func (a *API) RequireTLS() { a.tls = true }

// AllowUploadOrigin lets pages send parts of uploads straight to this origin (scheme://host:port).
func (a *API) AllowUploadOrigin(origin string) {
	a.storage, a.policy = origin, contentSecurityPolicy(origin, a.frames)
}

// AllowFrameOrigins lets pages show those of these origins in a frame.
func (a *API) AllowFrameOrigins(origins ...string) {
	a.frames, a.policy = origins, contentSecurityPolicy(a.storage, origins)
}

// Plain mounts what is no operation of the API and is for everybody: health, documents, the web app.
func (a *API) Plain(method, path string, h http.HandlerFunc) {
	a.Gates[method+" "+path] = Public
	a.Router.Method(method, path, h)
}

// output is an answer as it goes out: marshalled here, so that its ETag costs no second pass.
type output struct {
	Status      int
	ContentType string `header:"Content-Type"`
	ETag        string `header:"ETag"`
	Body        []byte
}

type callerKey struct{}

// Handle registers an operation. The gate is asked before the body is read, and h is handed the caller it admitted.
// A GET carries an ETag and honours If-None-Match.
func Handle[I, B any](a *API, gate Gate, op Op, h func(ctx context.Context, who access.Caller, in *I) (B, error)) {
	a.registerGate(gate, op)
	doc := op.document(gate)
	doc.Metadata = map[string]any{messagesKey: messagesOf[I]()}
	schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[B](), true, doc.OperationID)
	doc.Responses = map[string]*huma.Response{strconv.Itoa(op.status): {
		Description: "Done", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
	doc.Middlewares = huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		who, err := a.authorize(ctx.Context(), gate, op, ctx.Header("Authorization"))
		if err != nil {
			writeHumaProblem(ctx, err)
			return
		}
		ctx = huma.WithValue(ctx, callerKey{}, who)
		ctx = huma.WithValue(ctx, idempotencyContextKey{}, ctx.Header(idempotencyHeader))
		next(huma.WithValue(ctx, conditionKey{}, ctx.Header("If-None-Match")))
	}}
	huma.Register(a.huma, doc, func(ctx context.Context, in *I) (*output, error) {
		who, _ := ctx.Value(callerKey{}).(access.Caller)
		answer := func() (*output, error) {
			body, err := h(ctx, who, in)
			if err != nil {
				return nil, err
			}
			return encode(ctx, op, body)
		}
		if op.idempotent {
			answer = a.idempotentAnswer(ctx, op, who, in, answer)
		}
		out, err := answer()
		if err != nil {
			op.logUndocumentedDetails(ctx, err)
			return nil, problemOf(ctx, err)
		}
		return out, nil
	})
	a.cleanDocument(op)
}

type (
	conditionKey          struct{}
	idempotencyContextKey struct{}
)

func encode(ctx context.Context, op Op, body any) (*output, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	out := &output{Status: op.status, ContentType: "application/json", Body: text}
	version, edited := "", false
	if v, ok := body.(interface{ version() (string, bool) }); ok {
		version, edited = v.version()
	}
	if op.method != http.MethodGet && !edited {
		return out, nil
	}
	sum := fnv.New64a()
	sum.Write(text)
	out.ETag = fmt.Sprintf(`W/"%s%x"`, version, sum.Sum64())
	if op.method != http.MethodGet {
		return out, nil
	}
	if condition, _ := ctx.Value(conditionKey{}).(string); condition != "" && strings.Contains(condition, out.ETag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out, nil
}

// registerGate notes the gate of an operation before anything can call it.
func (a *API) registerGate(gate Gate, op Op) {
	if gate.admit == nil {
		panic(op.method + " " + op.path + " has no gate: say who may call it with rest.Public, rest.SignedIn or rest.Roles")
	}
	a.Gates[op.method+" "+base+op.path], a.operations[op.method+" "+base+op.path] = gate, op
}

// authorize reads the access token, if there is one, and asks the gate. Behind signed addresses are media, whose every segment
// would cost a query: there a token counts as it was signed.
func (a *API) authorize(ctx context.Context, gate Gate, op Op, authorization string) (who access.Caller, err error) {
	if token, ok := strings.CutPrefix(authorization, "Bearer "); ok {
		who, err = a.parseToken(token)
		if err == nil && gate.Name != Signed.Name {
			who, err = a.refreshCaller(ctx, who)
		}
		if err != nil && gate.needsToken() {
			return access.Caller{}, err
		}
	}
	who.Client = ClientOf(ctx)
	if err := gate.admit(who); err != nil || who.Actor == "" {
		return who, err
	}
	return who, a.authorizeImpersonation(ctx, who, op)
}

// cleanDocument takes out of the document what Huma puts in and we do not mean, and writes what it does not know.
func (a *API) cleanDocument(op Op) {
	for _, schema := range a.Document.Components.Schemas.Map() {
		schema.AdditionalProperties = nil // an unknown member is ignored, but the TypeScript types do not offer any
	}
	item := a.Document.Paths[op.path]
	for _, registered := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
		if registered != nil {
			delete(registered.Responses, "422") // Huma's own status for an invalid request; ours is 400
			if registered.Method == op.method {
				a.documentDetails(registered, op)
			}
		}
	}
}
