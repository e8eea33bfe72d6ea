package rest

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// CursorParam is embedded, beside or instead of Page, in the input of a list that may grow long: a page by cursor costs the
// same at any depth.
type CursorParam struct {
	Cursor string `query:"cursor" maxLength:"1000" msg:"This is not a cursor of this list" doc:"next_cursor of the page before; page is ignored then."`
}

// EncodeCursor encodes the position after an item: its sort values and its id.
func EncodeCursor(values ...string) string {
	encoded, _ := json.Marshal(values) // strings always can be encoded
	return base64.RawURLEncoding.EncodeToString(encoded)
}

// Decode reads a cursor with the given number of values; nil for the first page. fault.Invalid for a cursor of another
// list.
func (s CursorParam) Decode(values int) ([]string, error) {
	if s.Cursor == "" {
		return nil, nil
	}
	var read []string
	decoded, err := base64.RawURLEncoding.DecodeString(s.Cursor)
	if err == nil {
		err = json.Unmarshal(decoded, &read)
	}
	if err != nil || len(read) != values || !text.IsStorable(strings.Join(read, "")) {
		return nil, InvalidCursor()
	}
	return read, nil
}

// DecodeTime reads a cursor of a time and an id, for a list with the newest first. Without a cursor it returns a time after
// every item's: 100 years from now. fault.Invalid.
func (s CursorParam) DecodeTime(now time.Time) (before time.Time, id string, err error) {
	before = afterAll(now)
	values, err := s.Decode(2)
	if err != nil || values == nil {
		return before, "", err
	}
	if before, err = time.Parse(time.RFC3339Nano, values[0]); err != nil {
		err = InvalidCursor()
	}
	return before, values[1], err
}

// afterAll is a time after every item's.
func afterAll(now time.Time) time.Time { return now.AddDate(100, 0, 0) }

// EncodeTimeCursor encodes a cursor for DecodeTime.
func EncodeTimeCursor(at time.Time, id string) string {
	return EncodeCursor(at.Format(time.RFC3339Nano), id)
}

// CutAtTime cuts rows, of which one more than limit was asked for, to a page, and returns the cursor of the next one; "" after the last. position is a
// row's time and id, by which the rows are in order.
func CutAtTime[T any](rows []T, limit int64, position func(T) (time.Time, string)) (page []T, next string) {
	if int64(len(rows)) <= limit {
		return rows, ""
	}
	return rows[:limit], EncodeTimeCursor(position(rows[limit-1]))
}

// TimePosition is where a page of a list with the newest first begins: after the row of a time and an id, and how many rows further.
type TimePosition struct {
	Before time.Time
	ID     string
	Offset int64
	Limit  int64 // rows that are wanted
}

// NewestFirst returns a page of a list with the newest first, the number of its rows, and the cursor of the next page; a cursor goes before a
// page. position is a row's time and id, by which the rows are in order. fault.Invalid for a cursor of another list.
func NewestFirst[T any](now time.Time, p Page, c CursorParam, count func() (Count, error), list func(TimePosition) ([]T, error), position func(T) (time.Time, string)) (page []T, n Count, next string, err error) {
	limit, offset := p.LimitOffset()
	at := TimePosition{Offset: offset, Limit: limit + 1}
	if at.Before, at.ID, err = c.DecodeTime(now); err != nil {
		return nil, n, "", err
	}
	if c.Cursor != "" {
		at.Offset = 0
	}
	if n, err = count(); err != nil {
		return nil, n, "", err
	}
	if page, err = list(at); err != nil {
		return nil, n, "", err
	}
	page, next = CutAtTime(page, limit, position)
	return page, n, next, nil
}

// Batches returns a function that returns the next rows of a list with the newest first, at most so many, until there are none. For exports.
func Batches[T any](now time.Time, size int64, list func(TimePosition) ([]T, error), position func(T) (time.Time, string)) func() ([]T, error) {
	at := TimePosition{Before: afterAll(now), Limit: size}
	return func() ([]T, error) {
		rows, err := list(at)
		if err == nil && len(rows) > 0 {
			at.Before, at.ID = position(rows[len(rows)-1])
		}
		return rows, err
	}
}

// InvalidCursor answers an invalid cursor.
func InvalidCursor() error {
	return fault.Fields{{Name: "cursor", Code: "invalid_format", Message: "This is not a cursor of this list"}}.Err()
}

// Count is the number of items of a list, as far as it was counted.
type Count struct {
	Total   int64
	AtLeast bool // there are more
}

// MaxCount limits counting of lists that may grow long.
const MaxCount = 10_000

// CountUpTo is the count of a query that stops at MaxCount + 1.
func CountUpTo(n int64) Count { return Count{min(n, MaxCount), n > MaxCount} }

// Counted answers with one page of a list that may be longer than it was counted, or returns err.
func Counted[T any](p Page, items []T, count Count, err error) (List[T], error) {
	list, err := Many(p, items, count.Total, err)
	if count.AtLeast {
		list.Pagination.IsExact = new(false)
	}
	return list, err
}

// CursorPage answers with one page and the cursor of the next, or returns err.
func CursorPage[T any](p Page, items []T, count Count, next string, err error) (List[T], error) {
	list, err := Counted(p, items, count, err)
	list.NextCursor = next
	list.Pagination.HasNextPage = next != ""
	return list, err
}
