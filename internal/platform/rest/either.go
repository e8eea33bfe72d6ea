package rest

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Either is the data of an operation that answers with one of two things. Exactly one is set.
type Either[A, B any] struct {
	First  *A
	Second *B
}

// MarshalJSON writes the one that is there.
func (e Either[A, B]) MarshalJSON() ([]byte, error) {
	if e.Second != nil {
		return json.Marshal(e.Second)
	}
	return json.Marshal(e.First)
}

// Schema describes both to the OpenAPI document.
func (Either[A, B]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[A](), true, ""), r.Schema(reflect.TypeFor[B](), true, ""),
	}}
}
