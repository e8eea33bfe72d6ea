package rest

import (
	"encoding/base64"
	"encoding/json"

	"lectern/internal/platform/fault"
)

// Scroll is embedded, beside or instead of Page, in the input of a list that may grow long: a page by cursor costs the
// same at any depth.
type Scroll struct {
	Cursor string `query:"cursor" maxLength:"1000" msg:"This is not a cursor of this list" doc:"next_cursor of the page before; page is ignored then."`
}

// Mark is the cursor behind an item: what the list is sorted by, and the id.
func Mark(values ...string) string {
	text, _ := json.Marshal(values) // strings always can be
	return base64.RawURLEncoding.EncodeToString(text)
}

// Behind reads a cursor of so many values; nil for the first page. fault.Invalid when it is none of this list.
func (s Scroll) Behind(values int) ([]string, error) {
	if s.Cursor == "" {
		return nil, nil
	}
	var read []string
	text, err := base64.RawURLEncoding.DecodeString(s.Cursor)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil || len(read) != values {
		return nil, NotACursor()
	}
	return read, nil
}

// NotACursor is the answer to a cursor that is none of the list.
func NotACursor() error {
	return fault.Fields{{Name: "cursor", Code: "invalid_format", Message: "This is not a cursor of this list"}}.Err()
}

// Counted is how many items a list has, as far as somebody has counted.
type Counted struct {
	Total   int64
	AtLeast bool // there are more
}

// MostCounted is how far lists that may grow long are counted.
const MostCounted = 10_000

// CountedTo is the count of a query that stops at MostCounted + 1.
func CountedTo(n int64) Counted { return Counted{min(n, MostCounted), n > MostCounted} }

// Scrolled answers with one page and the cursor of the next, or passes err on.
func Scrolled[T any](p Page, items []T, count Counted, next string, err error) (List[T], error) {
	list, err := Many(p, items, count.Total, err)
	list.NextCursor, list.Pagination.AtLeast = next, count.AtLeast
	list.Pagination.HasNextPage = next != ""
	return list, err
}
