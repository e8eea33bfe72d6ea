package rest

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// told is what a program learns from a refusal beside its code: the member "error".
type told struct {
	kind fault.Kind
	code string
	info reflect.Type
}

// Tells announces that a fault of this kind and code carries info of this type (fault.Error.With). The OpenAPI document
// then has its form, and the client its type.
func (op Op) Tells(kind fault.Kind, code string, info any) Op {
	op.tells = append(slices.Clip(op.tells), told{kind, code, reflect.TypeOf(info)})
	if !slices.Contains(op.fails, kind) {
		op.fails = append(slices.Clip(op.fails), kind)
	}
	return op
}

// Unannounced is what the log says of a fault whose info its operation does not announce: the document is wrong then.
const Unannounced = "a refusal tells what its operation does not announce"

// announced notes in the log when an operation tells more than its document says.
func (op Op) announced(ctx context.Context, err error) {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Info == nil || slices.Contains(op.tells, told{f.Kind, f.Code, reflect.TypeOf(f.Info)}) {
		return
	}
	requestOf(ctx).log.ErrorContext(ctx, Unannounced, "operation", op.method+" "+op.path, "code", f.Code, "info", reflect.TypeOf(f.Info).String())
}

// tell writes into the document what an operation tells when it refuses, and makes it one of the forms that the member
// "error" of any problem may have.
func (a *API) tell(registered *huma.Operation, op Op) {
	schemas := a.Document.Components.Schemas
	for _, t := range op.tells {
		form := schemas.Schema(t.info, true, t.code)
		whole := schemas.Map()["Problem"].Properties["error"]
		if !slices.ContainsFunc(whole.AnyOf, func(s *huma.Schema) bool { return s.Ref == form.Ref }) {
			whole.AnyOf = append(whole.AnyOf, form)
		}
		status := statuses[t.kind]
		response := registered.Responses[strconv.Itoa(status)]
		media := response.Content["application/json"]
		if media.Schema.AllOf == nil {
			body := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"error": {}}}
			media = &huma.MediaType{Schema: &huma.Schema{AllOf: []*huma.Schema{media.Schema, body}}}
			*response = huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/json": media}}
		}
		mine := media.Schema.AllOf[1].Properties["error"]
		mine.Description = join(mine.Description, "With the code "+t.code+".")
		if !slices.ContainsFunc(mine.AnyOf, func(s *huma.Schema) bool { return s.Ref == form.Ref }) {
			mine.AnyOf = append(mine.AnyOf, form)
		}
	}
}

func join(before, more string) string {
	if before == "" {
		return more
	}
	return before + " " + more
}
