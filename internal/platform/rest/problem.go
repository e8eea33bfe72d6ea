package rest

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var statuses = map[fault.Kind]int{
	fault.Invalid:              http.StatusBadRequest,
	fault.Unauthenticated:      http.StatusUnauthorized,
	fault.Forbidden:            http.StatusForbidden,
	fault.NotFound:             http.StatusNotFound,
	fault.Conflict:             http.StatusConflict,
	fault.Gone:                 http.StatusGone,
	fault.Precondition:         http.StatusPreconditionFailed,
	fault.PreconditionRequired: http.StatusPreconditionRequired,
	fault.TooLarge:             http.StatusRequestEntityTooLarge,
	fault.UnsupportedType:      http.StatusUnsupportedMediaType,
	fault.Locked:               http.StatusLocked,
	fault.TooMany:              http.StatusTooManyRequests,
	fault.BadGateway:           http.StatusBadGateway,
	fault.Unavailable:          http.StatusServiceUnavailable,
	fault.NoSpace:              http.StatusInsufficientStorage,
}

// Problem is the body of every error.
type Problem struct {
	Success    bool          `json:"success" enum:"false"`
	Outcome    string        `json:"status" enum:"error"`
	Code       string        `json:"code" doc:"Stable; switch on this."`
	Message    string        `json:"message" doc:"Safe to show; of an invalid request, the first of errors."`
	Errors     []fault.Field `json:"errors,omitempty"`
	Details    any           `json:"error,omitempty" doc:"What a program may want to know beside the code."`
	RequestID  string        `json:"request_id"`
	status     int
	retryAfter time.Duration
	promoted   any // whose members stand beside those above
}

// Promoter is implemented by details of which clients expect some members at the top level of the answer too.
type Promoter interface {
	// Promoted returns a struct of those members.
	Promoted() any
}

// MarshalJSON adds the promoted members.
func (p *Problem) MarshalJSON() ([]byte, error) {
	type plain Problem
	text, err := json.Marshal((*plain)(p))
	if err != nil || p.promoted == nil {
		return text, err
	}
	more, err := json.Marshal(p.promoted)
	if err != nil || len(more) <= len("{}") {
		return text, err
	}
	return append(append(text[:len(text)-1], ','), more[1:]...), nil
}

func (p *Problem) Error() string             { return p.Message }
func (p *Problem) GetStatus() int            { return p.status }
func (p *Problem) ContentType(string) string { return "application/json" }

func newProblem(ctx context.Context, status int, code, message string, fields ...fault.Field) *Problem {
	return &Problem{Outcome: "error", Code: code, Message: message, Errors: fields, RequestID: requestOf(ctx).id, status: status}
}

// GetHeaders tells Huma about Retry-After.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.FormatInt(int64((p.retryAfter+time.Second-1)/time.Second), 10))
	}
	return h
}

// problemOf turns errors into answers, and is the only place that does. An error that is not a fault reveals nothing to the
// client.
func problemOf(ctx context.Context, err error) *Problem {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		p := newProblem(ctx, statuses[f.Kind], f.Code, f.Message, f.Fields...)
		p.Details, p.retryAfter = f.Details, f.RetryAfter
		if details, ok := f.Details.(Promoter); ok {
			p.promoted = details.Promoted()
		}
		if p.status >= http.StatusInternalServerError {
			requestOf(ctx).log.WarnContext(ctx, "request refused", "code", f.Code, "cause", f.Cause, "request_id", p.RequestID)
		}
		return p
	}
	switch {
	case db.IsUnavailable(err):
		err = fault.New(fault.Unavailable, "database_away", "The service is busy. Try again in a moment.").WithRetryAfter(2 * time.Second).WithCause(err)
		return problemOf(ctx, err)
	case db.IsDiskFull(err):
		err = fault.New(fault.NoSpace, "no_space", "The server has no space left. What you have sent is kept. Contact your administrator.").WithCause(err)
		return problemOf(ctx, err)
	case ctx.Err() != nil: // the client has gone; nobody reads this
		return newProblem(ctx, http.StatusServiceUnavailable, "cancelled", "The request was cancelled.")
	}
	p := newProblem(ctx, http.StatusInternalServerError, "internal", "Something went wrong on our side. Try again; if it keeps happening, contact your administrator.")
	requestOf(ctx).log.ErrorContext(ctx, "request failed", "err", err, "request_id", p.RequestID)
	return p
}

func writeHumaProblem(ctx huma.Context, p *Problem) {
	ctx.SetHeader("Cache-Control", "no-store")
	ctx.SetHeader("Content-Type", "application/json")
	for name, values := range p.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetStatus(p.status)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(p) // a failed write means that the client has gone
}

func writeProblem(w http.ResponseWriter, p *Problem) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	for name, values := range p.GetHeaders() {
		h.Set(name, values[0])
	}
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p) // a failed write means that the client has gone
}

// problemHandler answers requests that reach no operation.
func problemHandler(status int, code, message string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, newProblem(r.Context(), status, code, message))
	}
}

// request is stored in the context of every request.
type request struct {
	id  string
	log *slog.Logger
}

type requestKey struct{}

func requestOf(ctx context.Context) request {
	r, _ := ctx.Value(requestKey{}).(request)
	return r
}
