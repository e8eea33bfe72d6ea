package officehours_test

import (
	"testing"
	"time"

	"lectern/internal/platform/officehours"
)

func TestOfficeHours(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		hours    float64
	}{
		{"2026-11-23T09:00", "2026-11-23T17:00", 8},
		{"2026-11-23T16:00", "2026-11-24T10:00", 2},
		{"2026-11-20T16:30", "2026-11-23T09:30", 1},  // over a weekend
		{"2026-11-21T12:00", "2026-11-23T10:00", 1},  // from a Saturday
		{"2026-11-23T20:00", "2026-11-24T17:00", 8},  // from an evening
		{"2026-03-27T13:00", "2026-03-30T13:00", 8},  // the clock goes forward in between
		{"2026-11-23T10:00", "2026-11-27T17:00", 39}, // a week
	} {
		from, err1 := time.ParseInLocation("2006-01-02T15:04", c.from, zone)
		to, err2 := time.ParseInLocation("2006-01-02T15:04", c.to, zone)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		d := time.Duration(c.hours * float64(time.Hour))
		if got := officehours.Between(from, to, zone); got != d {
			t.Errorf("from %s to %s it is open for %s in place of %s", c.from, c.to, got, d)
		}
		if got := officehours.Add(from, d, zone); !got.Equal(to) {
			t.Errorf("%s after %s is %s in place of %s", d, c.from, got.In(zone), c.to)
		}
	}
}
