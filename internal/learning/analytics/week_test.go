package analytics

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/clock"
)

// In every zone, a week holds what was done in it by the calendar there, and no second is lost or counted twice.
func TestWeeksHoldEverything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe",
			"America/Havana", "Africa/Cairo"}).Draw(t, "zone")) // the clocks of the last two go forward at midnight
		if err != nil {
			t.Fatal(err)
		}
		c, now := clock.Calendar{Zone: zone}, time.Unix(rapid.Int64Range(1_600_000_000, 1_900_000_000).Draw(t, "now"), 0)
		today, count := c.Day(now), rapid.Int64Range(1, 53).Draw(t, "weeks")
		since := c.Start(clock.Monday(today) - 7*(count-1))
		var quarters []quarter
		want := map[string]int64{}
		for range rapid.IntRange(0, 60).Draw(t, "quarters") {
			at := time.Unix(rapid.Int64Range(since.Unix(), now.Unix()).Draw(t, "at"), 0).Truncate(15 * time.Minute)
			quarters = append(quarters, quarter{StartsAt: at, Acts: 1, Seconds: 1})
			local := at.In(zone)
			starts := local.AddDate(0, 0, -(int(local.Weekday())+6)%7).Format(time.DateOnly)
			want[starts]++
		}
		weeks := weeksOf(quarters, c, today, count)
		if int64(len(weeks)) != count || weeks[count-1].StartsOn != clock.FormatDay(clock.Monday(today)) {
			t.Fatalf("%d weeks up to %s", len(weeks), weeks[len(weeks)-1].StartsOn)
		}
		for i, w := range weeks {
			if w.TimeSpent != want[w.StartsOn] || w.Days > 7 || (w.Days == 0) != (w.TimeSpent == 0) {
				t.Fatalf("%+v, want %d s", w, want[w.StartsOn])
			}
			if i > 0 && w.StartsOn != clock.FormatDay(clock.Monday(today)-7*(count-1-int64(i))) {
				t.Fatalf("%s is no Monday of a row", w.StartsOn)
			}
		}
	})
}

// begins is never after the first instant of its day.
func TestDaysBegin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom([]string{"Europe/Berlin", "America/Havana", "Africa/Cairo", "Pacific/Apia"}).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		c, at := clock.Calendar{Zone: zone}, time.Unix(rapid.Int64Range(1_300_000_000, 1_900_000_000).Draw(t, "at"), 0)
		if from := c.Start(c.Day(at)); at.Before(from) || at.Sub(from) > 26*time.Hour || c.Day(from.Add(-1)) == c.Day(at) {
			t.Fatalf("%s begins %s", at.In(zone), from.In(zone))
		}
	})
}
