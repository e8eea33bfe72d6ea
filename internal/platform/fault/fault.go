// Package fault is the one error type that crosses package borders. A fault has two readers: the person who asked
// gets the message and the stable code, the log gets the cause. An error that is no fault becomes a blank 500.
package fault

import (
	"errors"
	"time"
)

// Kind says what sort of trouble it is; only package rest knows which HTTP status that is.
type Kind int

const (
	Invalid Kind = iota + 1
	Unauthenticated
	Forbidden
	NotFound
	Conflict
	Gone
	Precondition
	TooLarge
	UnsupportedType
	Locked
	TooMany
	BadGateway
	Unavailable
	NoSpace
)

// Field is one thing that is wrong with a request. Code is stable, Message is for people.
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
	Details    any           // what a program may want to know beside the code; safe to show
	RetryAfter time.Duration // when asking again makes sense; 0 says nothing
	Cause      error         // for the log
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.Cause }

func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// WithCause keeps what really happened, for the log.
func (e *Error) WithCause(cause error) *Error { e.Cause = cause; return e }

// WithDetails adds what a program may want to know beside the code: the member "error" of the answer.
func (e *Error) WithDetails(info any) *Error { e.Details = info; return e }

// WithRetryAfter says when asking again makes sense: the header Retry-After.
func (e *Error) WithRetryAfter(d time.Duration) *Error { e.RetryAfter = d; return e }

// Is says whether err is a fault of this kind.
func Is(err error, kind Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == kind
}

// Fields collects what is wrong with a request, in the order in which it is to be told.
type Fields []Field

// Require notes a field whose rule does not hold.
func (f *Fields) Require(holds bool, name, code, message string) {
	if !holds {
		*f = append(*f, Field{name, code, message})
	}
}

// Err is nil when every rule held; otherwise its message is that of the first field.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "validation_failed", Message: f[0].Message, Fields: f}
}

// InvalidField is Invalid for one field.
func InvalidField(name, code, message string) error {
	return Fields{{name, code, message}}.Err()
}
