package rest

import (
	"net/http"
	"reflect"
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
	accepts, produces     []body
	parameters            reflect.Type // of a raw operation
	ranges                bool
	impersonation         impersonation
	details               []detailType
	idempotent            bool
	ifMatchRequired       bool // for the document: no other way to name the version of what was edited
	beforeAcceptance      bool
	maxBody               int64 // bytes of a raw body; 0 for maxRawBody
	exchange              exchange
	code                  string // of every refusal; "" for that of each
	failsAsList           bool
	failure               string // the message of every failure but fault.Locked; "" for that of each
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

// versioned adds what an operation answers that refuses edits without a version.
func (op Op) versioned(input reflect.Type) Op {
	demands, byHeader := demandsVersion(input)
	if demands {
		op.fails = append(slices.Clip(op.fails), fault.PreconditionRequired)
		op.ifMatchRequired = byHeader
	}
	return op
}

// FailsWith gives every failure but fault.Locked the same message, where the specification has one. The reason stands in its errors.
func (op Op) FailsWith(message string) Op { op.failure = message; return op }

// FailsAs gives every refusal the same code, where the specification has one; the reason is the code of its first error. A refused list
// has empty data. The codes of what concerns the session and the terms of use stay, because clients act on them, and so does another of these codes
// (X_ERROR) that the use case has chosen.
func (op Op) FailsAs(code string, isList bool) Op { op.code, op.failsAsList = code, isList; return op }

// reword gives a problem the message and the code of the operation, if it has some.
func (op Op) reword(p *Problem) *Problem { return p.reword(op.failure).recode(op.code, op.failsAsList) }

// emptyList stands in the refusal of a list.
type emptyList struct {
	Data []struct{} `json:"data"`
}

func (p *Problem) recode(code string, isList bool) *Problem {
	const terms = "terms_not_accepted" // whoever gets it is asked to read them
	if code == "" || p.Code == terms || p.status == http.StatusUnauthorized || p.status >= http.StatusInternalServerError || strings.HasSuffix(p.Code, "_ERROR") {
		return p
	}
	if len(p.Errors) == 0 {
		p.Errors = []fault.Field{{Code: p.Code, Message: p.Message}}
	}
	if p.Code = code; isList {
		p.promoted = emptyList{[]struct{}{}}
	}
	return p
}

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

// MaxBody limits the body of a raw operation that takes more than others, in bytes.
func (op Op) MaxBody(bytes int64) Op { op.maxBody = bytes; return op }

// exchange is the direction in which an operation moves a whole course, a bank of questions or a list of users.
type exchange int

const (
	noExchange exchange = iota
	importing
	exporting
)

// Imports limits how many requests of this and all other imports are worked on at once, of all users and of each.
func (op Op) Imports() Op { return op.exchanges(importing, fault.TooLarge, fault.NoSpace) }

// Exports is Imports for exports, which have slots of their own: they take less memory, and as long as the client that fetches them.
func (op Op) Exports() Op { return op.exchanges(exporting, fault.NoSpace) }

func (op Op) exchanges(direction exchange, fails ...fault.Kind) Op {
	op.exchange = direction
	op.fails = slices.Concat(op.fails, fails, []fault.Kind{fault.TooMany, fault.Unavailable})
	return op
}

// document returns the operation for the OpenAPI document.
func (op Op) document(gate Gate) huma.Operation {
	words := strings.Fields(strings.NewReplacer("/", " ", "{", "", "}", "", "*", "").Replace(op.path))
	doc := huma.Operation{
		Method: op.method, Path: op.path, Summary: op.summary, DefaultStatus: op.status,
		Description: "Who may call: " + gate.Name + ".",
		OperationID: strings.ToLower(op.method) + "-" + strings.Join(words, "-"), Tags: words[:1],
		Errors: []int{http.StatusBadRequest}, Security: gate.security(), Extensions: map[string]any{"x-gate": gate.Name},
	}
	if op.idempotent {
		doc.Parameters = append(doc.Parameters, idempotencyParameter)
	}
	if gate.needsToken() && !op.beforeAcceptance {
		doc.Errors = append(doc.Errors, http.StatusForbidden) // terms_not_accepted
	}
	for _, kind := range slices.Concat(gate.fails, op.fails) {
		if status := statuses[kind]; !slices.Contains(doc.Errors, status) {
			doc.Errors = append(doc.Errors, status)
		}
	}
	return doc
}
