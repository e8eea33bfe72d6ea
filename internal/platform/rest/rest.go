// Package rest is the only package that knows HTTP: operations, gates, envelopes, and the mapping of faults to statuses.
package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/platform/access"
	"lectern/internal/platform/apidocs"
	"lectern/internal/platform/compression"
	"lectern/internal/platform/idempotency"
	"lectern/internal/platform/slots"
)

const base = "/api/v1"

// API is the HTTP side of the application. Features add operations with Handle, HandleRaw and HandleEvents.
type API struct {
	http.Handler
	Document             *huma.OpenAPI
	Gates                map[string]Gate // of every route, by "METHOD /full/path"
	Router               chi.Router
	apiRouter            chi.Router
	requests             *prometheus.HistogramVec
	onImpersonatedChange func(ctx context.Context, who access.Caller, operation string) error // may be nil
	tls                  bool
	policy               string        // Content-Security-Policy
	storage              string        // origin that pages send parts of uploads to
	frames               []string      // origins whose pages may be shown in a frame
	operations           map[string]Op // by "METHOD /full/path"
	proxies              []netip.Prefix
	idempotencyStore     *idempotency.Store // nil: answers are not stored
	slots                map[exchange]*slots.Slots
	description          *Description
	compressed           func(http.Handler) http.HandlerFunc
	idNames              map[string]string
	notOffered           map[string]string // why, by path
	parseToken           func(token string) (access.Caller, error)
	refreshCaller        func(ctx context.Context, who access.Caller) (access.Caller, error)

	streamsCtx context.Context // ends with EndStreams
	endStreams context.CancelFunc
}

// New returns an API without operations; log records errors that become a 500. read returns the caller of an access token
// without a lookup, and renew the caller's current permissions. A description completed by another API is shared; with nil
// the API makes its own.
func New(log *slog.Logger, read func(token string) (access.Caller, error),
	renew func(ctx context.Context, who access.Caller) (access.Caller, error), described *Description) *API {
	if described == nil {
		described = newDescription()
	}
	router, under := chi.NewMux(), chi.NewRouter()
	a := &API{policy: contentSecurityPolicy("", nil), Router: router, apiRouter: under, requests: newRequestHistogram(), Gates: map[string]Gate{}, operations: map[string]Op{}, notOffered: map[string]string{}, parseToken: read, refreshCaller: renew, compressed: compression.New()}
	a.streamsCtx, a.endStreams = context.WithCancel(context.Background())
	a.Handler = a.baseMiddleware(log, router)
	router.Use(a.measure)
	a.description, a.Document = described, described.document
	for _, r := range []chi.Router{router, under} {
		r.NotFound(a.notFound)
		r.MethodNotAllowed(problemHandler(http.StatusMethodNotAllowed, "method_not_allowed", "This address doesn't support that method."))
	}
	router.Mount(base, under)
	a.HandlePlain(http.MethodGet, "/api/docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = apidocs.Write(w, a.Document) // a failed write means that the client has gone
	})
	a.HandlePlain(http.MethodGet, "/api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(a.description.encoded()) // a failed write means that the client has gone
	})
	return a
}

// RequireTLS declares that users reach the site over TLS, which a proxy may terminate.
func (a *API) RequireTLS() { a.tls = true }

// AllowUploadOrigin lets pages send parts of uploads straight to this origin (scheme://host:port).
func (a *API) AllowUploadOrigin(origin string) {
	a.storage, a.policy = origin, contentSecurityPolicy(origin, a.frames)
}

// AllowFrameOrigins lets pages show pages of these origins in frames.
func (a *API) AllowFrameOrigins(origins ...string) {
	a.frames, a.policy = origins, contentSecurityPolicy(a.storage, origins)
}

// HandlePlain mounts a public handler that is not an operation of the API: health, documents, the web app.
func (a *API) HandlePlain(method, path string, h http.HandlerFunc) {
	a.Gates[method+" "+path] = Public
	a.Router.Method(method, path, a.compressed(h))
}

// NotOffered lets requests at paths below the API, and below these, be answered with 501 and a reason instead of 404: the specification has names for what is
// there, and there is deliberately nothing.
func (a *API) NotOffered(why string, paths ...string) {
	for _, path := range paths {
		a.notOffered[path] = why
	}
}

// output is an encoded answer: marshalled here, so that its ETag needs no second pass.
type output struct {
	Status      int
	ContentType string `header:"Content-Type"`
	ETag        string `header:"ETag"`
	Body        []byte
}

// Handle registers an operation. The gate is checked before the body is read, and h receives the caller whom it admitted. A
// GET has an ETag and supports If-None-Match.
func Handle[I, B any](a *API, gate Gate, op Op, h func(ctx context.Context, who access.Caller, in *I) (B, error)) {
	a.handle(gate, op, typesOf[I, B](), func(ctx context.Context, who access.Caller, in any) (any, error) {
		return h(ctx, who, in.(*I))
	})
}

func (a *API) handle(gate Gate, op Op, t types, h func(ctx context.Context, who access.Caller, in any) (any, error)) {
	op = op.versioned(t.input)
	a.registerGate(gate, op)
	c := a.description.compile(t, gate, op)
	a.apiRouter.Method(op.method, op.path, a.compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		forbidCaching(w.Header(), gate, r)
		who, err := a.authorize(r.Context(), gate, op, r.Header.Get("Authorization"))
		if err == nil {
			err = a.requireIDs(r, op.path)
		}
		release := func() {}
		if err == nil {
			release, err = a.slot(r.Context(), op, who)
		}
		if err != nil {
			writeHumaProblem(humachi.NewContext(c.operation, r, w), op.reword(problemOf(r.Context(), err)))
			return
		}
		defer release()
		serve(c, w, r, func(ctx context.Context, in any) (*output, error) {
			answer := func() (*output, error) {
				if err := requireVersion(in); err != nil {
					return nil, err
				}
				body, err := h(ctx, who, in)
				if err != nil {
					return nil, err
				}
				return encode(op, body, r.Header.Get("If-None-Match"))
			}
			if op.idempotent {
				answer = a.idempotentAnswer(ctx, op, who, r.Header.Get(idempotencyHeader), in, answer)
			}
			out, err := answer()
			if err != nil {
				op.logUndocumentedDetails(ctx, err)
				return nil, op.reword(problemOf(ctx, err))
			}
			return out, nil
		})
	})))
}

// encode encodes the body, or a 304 for a GET whose client already has this version (condition is its If-None-Match).
func encode(op Op, body any, condition string) (*output, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	out := &output{Status: op.status, ContentType: "application/json", Body: text}
	if p, ok := body.(interface{ pending() bool }); ok && p.pending() {
		out.Status = http.StatusAccepted
	}
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
	if condition != "" && strings.Contains(condition, out.ETag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out, nil
}

// registerGate records the gate of an operation before it can be called.
func (a *API) registerGate(gate Gate, op Op) {
	if gate.admit == nil {
		panic(op.method + " " + op.path + " has no gate: say who may call it with rest.Public, rest.SignedIn or rest.Roles")
	}
	a.Gates[op.method+" "+base+op.path], a.operations[op.method+" "+base+op.path] = gate, op
}

// authorize reads the access token, if any, and checks the gate. Behind signed URLs are media, where a query for every
// segment would be too expensive: there a token counts as it was signed.
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
	if who, err = op.requireAcceptance(who, gate); err != nil {
		return who, err
	}
	if err := gate.admit(who); err != nil || who.Actor == "" {
		return who, err
	}
	return who, a.authorizeImpersonation(ctx, who, op)
}

// UseSlots sets the slots for imports and exports. Without any, none of them waits.
func (a *API) UseSlots(imports, exports *slots.Slots) {
	a.slots = map[exchange]*slots.Slots{importing: imports, exporting: exports}
}

// slot waits for the slot that the operation needs, if any. release frees it.
func (a *API) slot(ctx context.Context, op Op, who access.Caller) (release func(), err error) {
	if s := a.slots[op.exchange]; s != nil {
		return s.Take(ctx, who.ID)
	}
	return func() {}, nil
}

func (a *API) inSlot(ctx context.Context, op Op, who access.Caller, do func() error) error {
	release, err := a.slot(ctx, op, who)
	if err != nil {
		return err
	}
	defer release()
	return do()
}
