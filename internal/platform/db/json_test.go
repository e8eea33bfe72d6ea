package db_test

import (
	"testing"

	"lectern/internal/platform/db"
)

// Texts of files, captions and foreign packages reach JSON columns too: U+0000 in them may not reach one database and fail on the other.
func TestJSONColumnsHoldNoNUL(t *testing.T) {
	t.Parallel()
	stored, err := db.JSON[[]string]{V: []string{"a\x00b", `\u0000`}}.Value()
	if want := `["a\ufffdb","\\u0000"]`; err != nil || stored != want {
		t.Errorf("%v, %v", stored, err)
	}
}
