package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// Op describes an operation. Fails lists the faults that do not already follow from its path and gate.
type Op struct {
	method, path, summary string
	status                int
	fails                 []fault.Kind
	accepts, produces     body
	impersonation         impersonation
	queries, headers      []string
	details               []detailType
	idempotent            bool
	failure               string // the message of every failure but fault.Locked; "" for that of each
}

// body describes what a raw operation reads or writes: a Go type for its JSON form, and other media types.
type body struct {
	value any
	types []string
}

func Get(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodGet, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Create creates something and answers 201.
func Create(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPost, path: path, summary: summary, status: http.StatusCreated, fails: fails}
}

// Post answers 200.
func Post(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPost, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Put replaces something as a whole.
func Put(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPut, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Patch changes the given members.
func Patch(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPatch, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

func Delete(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodDelete, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// FailsWith gives every failure but fault.Locked the same message, where the specification has one. The reason stands in its errors.
func (op Op) FailsWith(message string) Op { op.failure = message; return op }

// reword gives a problem the message of the operation, if it has one.
func (op Op) reword(p *Problem) *Problem { return p.reword(op.failure) }

func (p *Problem) reword(message string) *Problem {
	if message == "" || p.status == http.StatusLocked {
		return p
	}
	if len(p.Errors) == 0 {
		p.Errors = []fault.Field{{Code: p.Code, Message: p.Message}}
	}
	p.Message = message
	return p
}

// Accepts describes the body of a raw operation: the Go type of its JSON form (nil for none), and other media types.
func (op Op) Accepts(value any, types ...string) Op { op.accepts = body{value, types}; return op }

// Produces describes the answer of a raw operation.
func (op Op) Produces(value any, types ...string) Op { op.produces = body{value, types}; return op }

// Queries names the optional query parameters of a raw operation.
func (op Op) Queries(names ...string) Op { op.queries = names; return op }

// Headers names the optional request headers that a raw operation reads.
func (op Op) Headers(names ...string) Op { op.headers = names; return op }

// document returns the operation for the OpenAPI document.
func (op Op) document(gate Gate) huma.Operation {
	words := strings.Fields(strings.NewReplacer("/", " ", "{", "", "}", "", "*", "").Replace(op.path))
	doc := huma.Operation{
		Method: op.method, Path: op.path, Summary: op.summary, DefaultStatus: op.status,
		Description: "Who may call: " + gate.Name + ".",
		OperationID: strings.ToLower(op.method) + "-" + strings.Join(words, "-"), Tags: words[:1],
		Errors: []int{http.StatusBadRequest}, Extensions: map[string]any{"x-gate": gate.Name},
	}
	if op.idempotent {
		doc.Parameters = append(doc.Parameters, idempotencyParameter)
	}
	if gate.needsToken() {
		doc.Security = []map[string][]string{{"bearer": {}}}
	}
	for _, kind := range slices.Concat(gate.fails, op.fails) {
		if status := statuses[kind]; !slices.Contains(doc.Errors, status) {
			doc.Errors = append(doc.Errors, status)
		}
	}
	return doc
}
