package workinghours

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/platform/busy"
)

// The cache holds at most mostKept times, counts those it replaces no longer, and then still keeps the newest calendar.
func TestCacheIsBounded(t *testing.T) {
	c := &Cache{kept: map[string]kept{}}
	now := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	taken := make([]busy.Time, mostKept/2)
	for n := range 7 {
		id := fmt.Sprint("instructor ", n/2) // each twice
		v := version{InstructorID: id, Version: int64(n)}
		c.keep([]Calendar{{Row: Row{InstructorID: id}, Taken: taken}}, []version{v}, now, now.Add(time.Hour))
		size := 0
		for _, k := range c.kept {
			size += len(k.Taken)
		}
		if size != c.size || size > mostKept {
			t.Errorf("after %d calendars: %d times are kept and %d counted, at most %d are allowed", n+1, size, c.size, mostKept)
		}
		if found, stale := c.current([]version{v}, now, now.Add(time.Hour)); len(found) != 1 || len(stale) != 0 {
			t.Errorf("calendar %d is not kept", n+1)
		}
	}
}
