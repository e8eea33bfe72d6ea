package workinghours_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/teaching/workinghours"
	"lectern/internal/testapp/soak"
)

// open returns hours on every day of the week, such as "09:00-12:00".
func open(zone string, windows ...string) workinghours.Row {
	r := workinghours.NewRow("ann", zone)
	for weekday := range int64(7) {
		for _, w := range windows {
			from, until, _ := strings.Cut(w, "-")
			r.Hours.V = append(r.Hours.V, workinghours.WeeklyWindow{Weekday: weekday + 1, Window: workinghours.Window{From: from, Until: until}})
		}
	}
	return r
}

// on asks for the slots of one day of the instructor's, long before it.
func on(t *testing.T, r workinghours.Row, date string) workinghours.Query {
	t.Helper()
	day, err := time.ParseInLocation(time.DateOnly, date, r.Zone())
	if err != nil {
		t.Fatal(err)
	}
	year, month, n := day.Add(12 * time.Hour).Date() // noon is never skipped
	return workinghours.Query{From: day.UTC(), Until: time.Date(year, month, n+1, 0, 0, 0, 0, day.Location()).UTC(), Now: day.AddDate(0, 0, -30).UTC(), Length: time.Hour}
}

func utc(starts []time.Time) string {
	texts := make([]string, len(starts))
	for i, s := range starts {
		texts[i] = s.UTC().Format("02T15:04")
	}
	return strings.Join(texts, " ")
}

// The zones of the design: half-hour zones, days on which clocks are changed, edges of windows in gaps, a day that is missing.
func TestSlotsOfZones(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ zone, date, windows, want string }{
		"a plain day":                             {"Europe/Berlin", "2026-09-07", "09:00-11:00", "07T07:00 07T07:30 07T08:00"},
		"a half-hour zone":                        {"Asia/Kolkata", "2026-09-07", "09:00-10:30", "07T03:30 07T04:00"},
		"a zone of 45 minutes":                    {"Asia/Kathmandu", "2026-09-07", "09:00-10:00", "07T03:15"},
		"over a gap":                              {"Europe/Berlin", "2026-03-29", "01:00-04:00", "29T00:00 29T00:30 29T01:00"},
		"from within a gap":                       {"Europe/Berlin", "2026-03-29", "02:15-04:15", "29T01:00"}, // which is 03:00
		"until within a gap":                      {"Europe/Berlin", "2026-03-29", "00:30-02:30", "28T23:30 29T00:00"},
		"within a gap":                            {"Europe/Berlin", "2026-03-29", "02:00-03:00", ""},
		"over a repeated hour":                    {"Europe/Berlin", "2026-10-25", "01:30-04:00", "24T23:30 25T00:00 25T00:30 25T02:00"},
		"in a repeated hour":                      {"Europe/Berlin", "2026-10-25", "02:00-03:00", "25T00:00 25T00:30"},
		"clocks set back by 30 minutes":           {"Australia/Lord_Howe", "2026-04-05", "01:00-03:00", "04T14:00 04T14:30 04T15:30"},
		"clocks set forward by 30 minutes":        {"Australia/Lord_Howe", "2026-10-04", "01:00-04:00", "03T14:30 03T15:00 03T15:30 03T16:00"},
		"clocks set back by 2 hours":              {"Antarctica/Troll", "2026-10-25", "00:30-03:30", "24T22:30 24T23:00 24T23:30 25T00:00 25T00:30"},
		"a day that is missing":                   {"Pacific/Apia", "2011-12-30", "09:00-12:00", ""},
		"until the end of the day":                {"Europe/Berlin", "2026-09-07", "22:30-24:00", "07T20:30 07T21:00"},
		"a midnight that is skipped":              {"Africa/Cairo", "2026-04-24", "00:00-02:00", "23T22:00"},
		"a zone whose day is yesterday elsewhere": {"Pacific/Kiritimati", "2026-09-07", "00:00-01:00", "06T10:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(c.zone, c.windows)
			if got := utc(r.Slots(on(t, r, c.date))); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestSlotsKeepToTheRules(t *testing.T) {
	t.Parallel()
	at := func(clock string) time.Time {
		instant, err := time.Parse("2006-01-02 15:04", "2026-09-07 "+clock)
		if err != nil {
			t.Fatal(err)
		}
		return instant
	}
	for name, c := range map[string]struct {
		change func(r *workinghours.Row, q *workinghours.Query)
		want   string
	}{
		"as it is": {func(*workinghours.Row, *workinghours.Query) {}, "07T09:00 07T09:30 07T10:00 07T10:30 07T11:00"},
		"taken, with a break": {func(_ *workinghours.Row, q *workinghours.Query) {
			q.Taken = []clock.Span{{FromAt: at("10:05"), UntilAt: at("10:25")}}
		}, "07T10:30 07T11:00"},
		"a break before": {func(r *workinghours.Row, q *workinghours.Query) {
			r.BufferBeforeMinutes, r.BufferAfterMinutes = 15, 0
			q.Taken = []clock.Span{{FromAt: at("10:05"), UntilAt: at("10:25")}}
		}, "07T09:00 07T11:00"},
		"an override": {func(r *workinghours.Row, _ *workinghours.Query) {
			r.Overrides.V = []workinghours.Override{{Date: "2026-09-07", Windows: []workinghours.Window{{"20:00", "21:00"}}}}
		}, "07T20:00"},
		"a closed day": {func(r *workinghours.Row, _ *workinghours.Query) {
			r.Overrides.V = []workinghours.Override{{Date: "2026-09-07"}}
		}, ""},
		"a full day":     {func(_ *workinghours.Row, q *workinghours.Query) { q.Demos = map[string]int64{"2026-09-07": 6} }, ""},
		"one place left": {func(_ *workinghours.Row, q *workinghours.Query) { q.Demos = map[string]int64{"2026-09-07": 5} }, "07T09:00 07T09:30 07T10:00 07T10:30 07T11:00"},
		"the notice":     {func(_ *workinghours.Row, q *workinghours.Query) { q.Now = at("08:30") }, "07T10:30 07T11:00"},
		"too far ahead":  {func(_ *workinghours.Row, q *workinghours.Query) { q.Now = at("09:30").AddDate(0, 0, -60) }, "07T09:00 07T09:30"},
		"quarters": {func(r *workinghours.Row, q *workinghours.Query) {
			r.StepMinutes, q.From, q.Until = 15, at("09:20"), at("10:00")
		}, "07T09:30 07T09:45"},
		"30-minute slots": {func(_ *workinghours.Row, q *workinghours.Query) { q.Length, q.From = 30*time.Minute, at("11:00") }, "07T11:00 07T11:30"},
		"its end is taken": {func(_ *workinghours.Row, q *workinghours.Query) {
			q.Taken = []clock.Span{{FromAt: at("12:10"), UntilAt: at("13:00")}}
		}, "07T09:00 07T09:30 07T10:00 07T10:30 07T11:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open("UTC", "09:00-12:00")
			q := on(t, r, "2026-09-07")
			c.change(&r, &q)
			if got := utc(r.Slots(q)); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestFree(t *testing.T) {
	t.Parallel()
	r := open("UTC", "09:00-12:00", "14:00-15:00")
	q := on(t, r, "2026-09-07")
	taken := []clock.Span{
		{FromAt: q.From, UntilAt: q.From.Add(9*time.Hour + 10*time.Minute)},
		{FromAt: q.From.Add(10 * time.Hour), UntilAt: q.From.Add(11 * time.Hour)},
		{FromAt: q.From.Add(14*time.Hour + 40*time.Minute), UntilAt: q.Until},
	}
	said := ""
	for _, s := range r.Free(q.From, q.Until, taken, 45*time.Minute) {
		said += s.FromAt.Format("15:04-") + s.UntilAt.Format("15:04 ")
	}
	if said != "09:10-10:00 11:00-12:00 " {
		t.Error(said)
	}
}

// bruteForce tries every minute of the range: one is the start of a slot if the instructor's clock shows a time of the grid for the first time.
func bruteForce(r workinghours.Row, q workinghours.Query, windows []workinghours.Window) (starts []time.Time) {
	zone := r.Zone()
	show := func(at time.Time) string { return at.In(zone).Format("15:04") }
	for at := q.From; at.Before(q.Until); at = at.Add(time.Minute) {
		local := at.In(zone)
		if first, err := clock.Resolve(local.Format(time.DateOnly), show(at), zone); err != nil || !first.Equal(at) {
			continue
		}
		for _, w := range windows {
			minute := func(text string) int {
				d, _ := time.ParseDuration(text[:2] + "h" + text[3:] + "m")
				return int(d.Minutes())
			}
			inside := show(at) >= w.From && show(at) < w.Until
			begin := minute(w.From)
			for inside && !exists(local, begin, zone) {
				begin++
			}
			if !inside || (minute(show(at))-begin)%int(r.StepMinutes) != 0 || minute(show(at)) < begin {
				continue
			}
			end := at
			for n := 0; n < int(q.Length.Minutes()) && (show(end) < w.Until && sameDay(end, at, zone)); n++ {
				end = end.Add(time.Minute)
				if first, err := clock.Resolve(local.Format(time.DateOnly), w.Until, zone); err == nil && !first.After(end) {
					break
				}
			}
			busy := slices.ContainsFunc(q.Taken, func(s clock.Span) bool {
				p := r.Padded(at, q.Length)
				return s.FromAt.Before(p.UntilAt) && p.FromAt.Before(s.UntilAt)
			})
			if end.Sub(at) == q.Length && !busy {
				starts = append(starts, at)
			}
		}
	}
	return starts
}

func sameDay(a, b time.Time, zone *time.Location) bool {
	return a.In(zone).Format(time.DateOnly) == b.In(zone).Format(time.DateOnly)
}

func exists(day time.Time, minute int, zone *time.Location) bool {
	_, err := clock.Resolve(day.Format(time.DateOnly), fmt.Sprintf("%02d:%02d", minute/60, minute%60), zone)
	return err == nil
}

// Slots are those that trying every minute finds, in every zone, on plain days and on days on which clocks are changed.
func TestSlotsAreThoseOfBruteForce(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Antarctica/Troll", "Africa/Cairo", "Pacific/Apia", "America/St_Johns"}
	changes := []string{"2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04", "2026-04-24", "2026-10-30"}
	found := 0
	for range soak.Rounds(150, 20_000) {
		from := 30 * rng.IntN(40)
		w := workinghours.Window{From: fmt.Sprintf("%02d:%02d", from/60, from%60)}
		until := from + 30*(1+rng.IntN(min(12, (23*60+30-from)/30)))
		w.Until = fmt.Sprintf("%02d:%02d", until/60, until%60)
		r := open(zones[rng.IntN(len(zones))], w.From+"-"+w.Until)
		r.StepMinutes, r.BufferBeforeMinutes, r.BufferAfterMinutes = []int64{15, 20, 30, 60}[rng.IntN(4)], int64(5*rng.IntN(4)), int64(5*rng.IntN(4))
		q := on(t, r, changes[rng.IntN(len(changes))])
		q.Length = time.Duration(15*(1+rng.IntN(5))) * time.Minute
		for at := q.From; rng.IntN(3) > 0 && at.Before(q.Until); {
			begin := at.Add(time.Duration(rng.IntN(300)) * time.Minute)
			at = begin.Add(time.Duration(5+rng.IntN(120)) * time.Minute)
			q.Taken = append(q.Taken, clock.Span{FromAt: begin, UntilAt: at})
		}
		got, want := utc(r.Slots(q)), utc(bruteForce(r, q, []workinghours.Window{w}))
		if got != want {
			t.Fatalf("%s, %+v, %s, step %d, taken %v: %q, not %q", r.Timezone, w, q.From, r.StepMinutes, q.Taken, got, want)
		}
		found += strings.Count(got, "T")
	}
	if found == 0 {
		t.Error("no slot was found at all")
	}
}
