package rest

import (
	"encoding/json"
	"math"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Answer is a body with one item.
type Answer[T any] struct {
	Success bool   `json:"success" enum:"true"`
	Status  string `json:"status" enum:"success"`
	Message string `json:"message" doc:"A sentence to show, may be empty."`
	Data    T      `json:"data"`
}

// Pending is data of which something may still have to be made: then the operation answers 202.
type Pending interface{ IsPending() bool }

func (a Answer[T]) pending() bool {
	p, ok := any(a.Data).(Pending)
	return ok && p.IsPending()
}

// One answers with v, or returns err.
func One[T any](message string, v T, err error) (Answer[T], error) {
	return Answer[T]{true, "success", message, v}, err
}

// List is a body with one page of a list.
type List[T any] struct {
	Success    bool       `json:"success" enum:"true"`
	Status     string     `json:"status" enum:"success"`
	Data       []T        `json:"data"`
	Pagination Pagination `json:"pagination"`
	NextCursor string     `json:"next_cursor,omitempty" doc:"Of a list that may grow long: what cursor takes for the next page. Absent on the last one."`
}

type Pagination struct {
	CurrentPage  int64 `json:"current_page"`
	TotalPages   int64 `json:"total_pages"`
	TotalItems   int64 `json:"total_items"`
	ItemsPerPage int64 `json:"items_per_page"`
	HasNextPage  bool  `json:"has_next_page"`
	HasPrevPage  bool  `json:"has_prev_page"`
	IsExact      *bool `json:"total_is_exact,omitempty" doc:"false: there are more than total_items, and nobody has counted how many. Absent: there are so many."`
}

// MaxLimit caps the limit of every list: a higher limit is capped, not refused.
const MaxLimit = 100

// Page is embedded in the input of a list.
type Page struct {
	Number int64 `query:"page" default:"1" minimum:"1" msg:"page must be 1 or more"`
	Limit  int64 `query:"limit" default:"20" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
}

// LimitOffset returns the page in SQL's terms.
func (p Page) LimitOffset() (limit, offset int64) {
	limit = min(p.Limit, MaxLimit)
	return limit, (min(p.Number, math.MaxInt64/MaxLimit) - 1) * limit // the end of no page exceeds an int64
}

// Many answers with one page of the total items, or returns err.
func Many[T any](p Page, items []T, total int64, err error) (List[T], error) {
	if items == nil {
		items = []T{}
	}
	limit, offset := p.LimitOffset()
	return List[T]{Success: true, Status: "success", Data: items, Pagination: Pagination{
		CurrentPage: p.Number, TotalPages: (total + limit - 1) / limit, TotalItems: total, ItemsPerPage: limit,
		HasNextPage: offset+int64(len(items)) < total, HasPrevPage: p.Number > 1,
	}}, err
}

// Nothing is the data of an answer without data.
type Nothing struct{}

// Done answers that something was done, or returns err.
func Done(message string, err error) (Answer[Nothing], error) { return One(message, Nothing{}, err) }

// Either is the data of an operation with two kinds of answer. Exactly one is set.
type Either[A, B any] struct {
	First  *A
	Second *B
}

// MarshalJSON encodes the one that is set.
func (e Either[A, B]) MarshalJSON() ([]byte, error) {
	if e.Second != nil {
		return json.Marshal(e.Second)
	}
	return json.Marshal(e.First)
}

// Schema describes both in the OpenAPI document.
func (Either[A, B]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[A](), true, ""), r.Schema(reflect.TypeFor[B](), true, ""),
	}}
}
