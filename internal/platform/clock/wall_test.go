package clock_test

import (
	"testing"
	"time"

	"lectern/internal/platform/clock"
)

func TestWallTimeBecomesAnInstant(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wall  clock.WallTime
		at    string
		wrong bool
	}{
		"summer":           {clock.WallTime{Date: "2026-07-01", Time: "18:00", Timezone: "Europe/Berlin"}, "2026-07-01T16:00:00Z", false},
		"the first of two": {clock.WallTime{Date: "2026-10-25", Time: "02:30", Timezone: "Europe/Berlin"}, "2026-10-25T00:30:00Z", false},
		"skipped":          {clock.WallTime{Date: "2026-03-29", Time: "02:30", Timezone: "Europe/Berlin"}, "", true},
		"no zone":          {clock.WallTime{Date: "2026-07-01", Time: "18:00"}, "", true},
		"the machine's":    {clock.WallTime{Date: "2026-07-01", Time: "18:00", Timezone: "Local"}, "", true},
		"no date":          {clock.WallTime{Date: "2026-02-30", Time: "18:00", Timezone: "UTC"}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			got, wrong := c.wall.Resolve()
			if (wrong != "") != c.wrong {
				t.Fatal(wrong)
			}
			if !c.wrong && got.At.Format(time.RFC3339) != c.at {
				t.Error(got.At)
			}
		})
	}
}
