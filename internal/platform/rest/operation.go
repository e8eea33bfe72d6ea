package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// Op is an operation as data. Fails lists the faults that the path and the gate do not already announce.
type Op struct {
	method, path, summary string
	status                int
	fails                 []fault.Kind
	accepts, produces     body
	impersonation         impersonation
	queries               []string
	details               []detailType
	idempotent            bool
}

// body describes what a raw operation reads or writes: a Go type for its JSON form, and the other forms by name.
type body struct {
	value any
	types []string
}

// Get reads.
func Get(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodGet, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Create makes a new thing and answers 201.
func Create(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPost, path: path, summary: summary, status: http.StatusCreated, fails: fails}
}

// Post does something and answers 200.
func Post(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPost, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Put writes the whole of a thing.
func Put(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPut, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Patch changes what is named of a thing.
func Patch(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodPatch, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Delete removes a thing.
func Delete(path, summary string, fails ...fault.Kind) Op {
	return Op{method: http.MethodDelete, path: path, summary: summary, status: http.StatusOK, fails: fails}
}

// Accepts describes the body that a raw operation reads: value's type is its JSON form (nil for none), types are the
// other forms that it accepts.
func (op Op) Accepts(value any, types ...string) Op { op.accepts = body{value, types}; return op }

// Produces describes what a raw operation answers with.
func (op Op) Produces(value any, types ...string) Op { op.produces = body{value, types}; return op }

// Queries names the optional query parameters of a raw operation.
func (op Op) Queries(names ...string) Op { op.queries = names; return op }

// document is the operation as the OpenAPI document has it.
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
