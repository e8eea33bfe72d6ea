package rest_test

import (
	"math"
	"testing"

	"lectern/internal/platform/rest"
)

// No page number makes an offset, or the end of a page, overflow: lists kept in memory are sliced by them.
func TestPageNumbersDoNotOverflow(t *testing.T) {
	t.Parallel()
	for _, number := range []int64{1, 2, math.MaxInt64/rest.MaxLimit - 1, math.MaxInt64 / rest.MaxLimit, math.MaxInt64 - 1, math.MaxInt64} {
		for _, size := range []int64{1, 20, rest.MaxLimit, math.MaxInt64} {
			limit, offset := rest.Page{Number: number, Limit: size}.LimitOffset()
			if offset < 0 || offset+limit < offset {
				t.Errorf("page %d of %d: limit %d, offset %d", number, size, limit, offset)
			}
		}
	}
	if limit, offset := (rest.Page{Number: 3, Limit: 20}).LimitOffset(); limit != 20 || offset != 40 {
		t.Errorf("page 3 of 20: limit %d, offset %d", limit, offset)
	}
}
