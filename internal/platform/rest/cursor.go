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
	before = now.AddDate(100, 0, 0)
	values, err := s.Decode(2)
	if err != nil || values == nil {
		return before, "", err
	}
	if before, err = time.Parse(time.RFC3339Nano, values[0]); err != nil {
		err = InvalidCursor()
	}
	return before, values[1], err
}

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
