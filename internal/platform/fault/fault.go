// Package fault defines the error type that crosses package boundaries. A fault has two readers: the user gets the message
// and the stable code, the log gets the cause. Any other error becomes a blank 500.
package fault

import (
	"errors"
	"time"
)

// Kind classifies a fault; only package rest knows the corresponding HTTP status.
type Kind int

const (
	Invalid Kind = iota + 1
	Unauthenticated
	Forbidden
	NotFound
	Conflict
	Gone
	Precondition
	PreconditionRequired
	TooLarge
	UnsupportedType
	Locked
	TooMany
	BadGateway
	Unavailable
	NoSpace
)

// Field is one invalid member of a request. Code is stable, Message is for people.
type Field struct {
	Name    string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

type Error struct {
	Kind       Kind
	Code       string
	Message    string // safe to show to anybody
	Fields     []Field
	Details    any           // machine-readable data beside the code; safe to show
	RetryAfter time.Duration // when a retry makes sense; 0: unknown
	Cause      error         // for the log
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.Cause }

func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// WithCause returns a copy with the underlying error, for the log. The fault itself may be shared by all requests.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.Cause = cause
	return &c
}

// WithDetails returns a copy with machine-readable data: the member "error" of the answer.
func (e *Error) WithDetails(info any) *Error {
	c := *e
	c.Details = info
	return &c
}

// WithRetryAfter returns a copy that says when a retry makes sense: the header Retry-After.
func (e *Error) WithRetryAfter(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Is reports whether err is a fault of this kind.
func Is(err error, kind Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == kind
}

// Fields collects the invalid members of a request, in the order in which they are reported.
type Fields []Field

// Require adds a field whose rule does not hold.
func (f *Fields) Require(holds bool, name, code, message string) {
	if !holds {
		*f = append(*f, Field{name, code, message})
	}
}

// Err returns nil when every rule held, otherwise a fault with the message of the first field.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "validation_failed", Message: f[0].Message, Fields: f}
}

// InvalidField returns fault.Invalid for one field.
func InvalidField(name, code, message string) error {
	return Fields{{name, code, message}}.Err()
}
