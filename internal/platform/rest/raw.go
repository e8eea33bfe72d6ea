package rest

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// Request is the input of a raw operation, with an unbuffered body.
type Request struct {
	Body io.Reader
	Size int64 // of the body as declared, -1 if it was not
	http *http.Request
}

func (r *Request) Path(name string) string   { return chi.URLParam(r.http, name) }
func (r *Request) Query(name string) string  { return r.http.URL.Query().Get(name) }
func (r *Request) RawQuery() string          { return r.http.URL.RawQuery }
func (r *Request) IsHead() bool              { return r.http.Method == http.MethodHead }
func (r *Request) Header(name string) string { return r.http.Header.Get(name) }

// ContentType returns the media type and its parameters.
func (r *Request) ContentType() (string, map[string]string) {
	kind, parameters, err := mime.ParseMediaType(r.Header("Content-Type"))
	if err != nil {
		return "", nil
	}
	return kind, parameters
}

// SheetParameters are the parameters of an import.
type SheetParameters struct {
	DryRun bool `query:"dry_run" doc:"true: report what the import would do, and change nothing."`
}

// SheetUpload is the body of an import; the query dry_run=true asks what it would do. fault.Invalid for another value of dry_run.
func (r *Request) SheetUpload() (sheet.Upload, error) {
	kind, _ := r.ContentType()
	u := sheet.Upload{Type: kind, Body: r.Body, DryRun: r.Query("dry_run") == "true"}
	if dry := r.Query("dry_run"); dry != "" && dry != "true" && dry != "false" {
		return u, fault.Fields{{Name: "dry_run", Code: "invalid_type", Message: "dry_run must be true or false"}}.Err()
	}
	return u, nil
}

// stallTimeout limits how long a body may make no progress.
const stallTimeout = 30 * time.Second

// stallGuard cuts off a body that makes no progress, however slow or long it may be otherwise.
type stallGuard struct {
	body          io.Reader
	controller    *http.ResponseController
	deadlineSetAt time.Time
}

func (m *stallGuard) Read(p []byte) (int, error) {
	if now := time.Now(); now.Sub(m.deadlineSetAt) > stallTimeout/30 { // setting the deadline costs a call into the runtime's poller: once a second, not on each read
		m.deadlineSetAt = now
		_ = m.controller.SetReadDeadline(now.Add(stallTimeout)) // fails in tests without a connection
	}
	n, err := m.body.Read(p)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return n, fault.New(fault.TooLarge, "too_large", "The request is too large.").WithCause(large)
	}
	return n, err
}

// HandleRaw registers an operation whose request or answer is bytes. The gate is checked before the body is read.
func HandleRaw(a *API, gate Gate, op Op, h func(ctx context.Context, who access.Caller, r *Request) (Reply, error)) {
	op = op.versioned(op.parameters)
	a.serve(gate, op, func(w http.ResponseWriter, r *http.Request, who access.Caller) error {
		if op.ifMatchRequired && r.Header.Get("If-Match") == "" {
			return ErrNoVersion
		}
		control := http.NewResponseController(w)
		defer func() { _ = control.SetReadDeadline(time.Time{}) }()
		body := http.MaxBytesReader(w, r.Body, cmp.Or(op.maxBody, maxRawBody))
		asked, answer := &Request{&stallGuard{body: body, controller: control}, r.ContentLength, r}, h
		if op.idempotent {
			answer = func(ctx context.Context, who access.Caller, r *Request) (Reply, error) {
				return a.idempotentRaw(ctx, who, r, h)
			}
		}
		reply, err := answer(r.Context(), who, asked)
		if err != nil {
			return err
		}
		return reply.write(w, r)
	})
	if op.method == http.MethodGet { // players ask for the size with HEAD
		head := op
		head.method = http.MethodHead
		a.Gates[http.MethodHead+" "+base+op.path], a.operations[http.MethodHead+" "+base+op.path] = gate, head
		a.apiRouter.Head(op.path, a.handler(gate, head, func(w http.ResponseWriter, r *http.Request, who access.Caller) error {
			reply, err := h(r.Context(), who, &Request{http.NoBody, 0, r})
			if err != nil {
				return err
			}
			return reply.write(w, r)
		}))
	}
}

// maxRawBody limits a streamed body: a chunk of 50 MB as base64 in a form with every character percent-encoded (4/3 of the
// bytes, times 3), with room for the other members.
const maxRawBody = 50<<20*4 + 1<<20

func (a *API) serve(gate Gate, op Op, h func(http.ResponseWriter, *http.Request, access.Caller) error) {
	a.registerGate(gate, op)
	a.apiRouter.Method(op.method, op.path, a.handler(gate, op, h))
	a.description.add(gate, op)
}

func (a *API) handler(gate Gate, op Op, h func(http.ResponseWriter, *http.Request, access.Caller) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		forbidCaching(w.Header(), gate, r)
		who, err := a.authorize(r.Context(), gate, op, r.Header.Get("Authorization"))
		if err == nil {
			err = a.requireIDs(r, op.path)
		}
		if err == nil {
			err = a.inSlot(r.Context(), op, who, func() error { return h(w, r, who) })
		}
		if err != nil {
			op.logUndocumentedDetails(r.Context(), err)
			writeProblem(w, op.reword(problemOf(r.Context(), err)))
		}
	}
}
