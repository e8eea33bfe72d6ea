package rest

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// detailType describes the member "error" of a refusal, which carries data beyond its code.
type detailType struct {
	kind    fault.Kind
	code    string
	details reflect.Type
}

// WithDetails declares that a fault of this kind and code carries info of this type (fault.Error.With). The OpenAPI
// document then has its schema, and the client its type.
func (op Op) WithDetails(kind fault.Kind, code string, info any) Op {
	op.details = append(slices.Clip(op.details), detailType{kind, code, reflect.TypeOf(info)})
	if !slices.Contains(op.fails, kind) {
		op.fails = append(slices.Clip(op.fails), kind)
	}
	return op
}

// UndocumentedDetails is logged when a fault carries info that its operation does not declare: the document is then wrong.
const UndocumentedDetails = "a refusal tells what its operation does not announce"

// logUndocumentedDetails logs when an operation returns details that its document lacks.
func (op Op) logUndocumentedDetails(ctx context.Context, err error) {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Details == nil || slices.Contains(op.details, detailType{f.Kind, f.Code, reflect.TypeOf(f.Details)}) {
		return
	}
	requestOf(ctx).log.ErrorContext(ctx, UndocumentedDetails, "operation", op.method+" "+op.path, "code", f.Code, "info", reflect.TypeOf(f.Details).String())
}

// documentDetails adds an operation's error details to the document, and to the possible schemas of the member "error" of
// any problem.
func (d *Description) documentDetails(registered *huma.Operation, op Op) {
	schemas := d.document.Components.Schemas
	for _, t := range op.details {
		form := schemas.Schema(t.details, true, t.code)
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
		if p, ok := reflect.Zero(t.details).Interface().(Promoter); ok {
			top := schemas.Schema(reflect.TypeOf(p.Promoted()), false, t.code+" promoted")
			maps.Copy(media.Schema.AllOf[1].Properties, top.Properties)
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
