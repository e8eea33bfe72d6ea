package timetable_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
)

// dates are those of a rule, as "MM-DD", after its defaults.
func dates(t *testing.T, r timetable.Recurrence, holidays timetable.Holidays) (found []string) {
	t.Helper()
	var broken fault.Fields
	r.StartTime, r.EndTime = "18:00", "19:00"
	entries, _ := r.From("", "").Expand("", holidays, &broken)
	if err := broken.Err(); err != nil {
		t.Fatal(err, broken)
	}
	for _, e := range entries {
		found = append(found, e.Date[5:])
	}
	return found
}

func TestRecurrence(t *testing.T) {
	t.Parallel()
	tuesdays := timetable.Recurrence{Freq: "weekly", StartDate: "2026-09-01", Count: 3} // a Tuesday
	with := func(change func(*timetable.Recurrence)) timetable.Recurrence {
		r := tuesdays
		change(&r)
		return r
	}
	holidays := timetable.Holidays{"2026-09-08": "Bees' day"}
	for name, c := range map[string]struct {
		rule timetable.Recurrence
		want string
	}{
		"the weekday of the first day":       {tuesdays, "09-01 09-15 09-22"},
		"holidays are skipped":               {with(func(r *timetable.Recurrence) { r.OnHoliday = "skip" }), "09-01 09-15"},
		"exceptions are added at the end":    {with(func(r *timetable.Recurrence) { r.Exdates = []string{"2026-09-15"} }), "09-01 09-22 09-29"},
		"until ends on its day":              {with(func(r *timetable.Recurrence) { r.Count, r.Until = 0, "2026-09-15" }), "09-01 09-15"},
		"days of a week are in order":        {with(func(r *timetable.Recurrence) { r.Weekdays, r.Count = []string{"thursday", "monday"}, 4 }), "09-03 09-07 09-10 09-14"},
		"every second week counts its weeks": {with(func(r *timetable.Recurrence) { r.Weekdays, r.Interval = []string{"monday", "sunday"}, 2 }), "09-06 09-14 09-20"},
		"daily":                              {with(func(r *timetable.Recurrence) { r.Freq, r.Interval = "daily", 3 }), "09-01 09-04 09-07"},
		"working days":                       {with(func(r *timetable.Recurrence) { r.Freq, r.Weekdays, r.Count = "daily", []string{"monday", "friday"}, 2 }), "09-04 09-07"},
		"months without the day have none":   {timetable.Recurrence{Freq: "monthly", StartDate: "2026-10-31", Count: 3}, "10-31 12-31 01-31"},
	} {
		if got := strings.Join(dates(t, c.rule, holidays), " "); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
}

func TestInvalidRecurrencesAreRefused(t *testing.T) {
	t.Parallel()
	for sentence, r := range map[string]timetable.Recurrence{
		"Say either how many":                           {Freq: "weekly", StartDate: "2026-09-01"},
		"start_date must be a date such as 2026-11-20":  {Freq: "weekly", StartDate: "1.9.2026", Count: 3},
		"until must be a date such as 2026-11-20":       {Freq: "weekly", StartDate: "2026-09-01", Until: "soon"},
		"A schedule ends within 2 years. Choose an ear": {Freq: "weekly", StartDate: "2026-09-01", Until: "2028-09-02"},
		"A schedule ends within 2 years. Choose fewer":  {Freq: "monthly", StartDate: "2026-09-01", Count: 26},
		"A schedule has at most 500 sessions":           {Freq: "daily", StartDate: "2026-09-01", Until: "2028-09-01"},
		"There is no session in this time":              {Freq: "weekly", StartDate: "2026-09-01", Weekdays: []string{"monday"}, Until: "2026-09-06"},
		"A monthly schedule has no weekdays":            {Freq: "monthly", StartDate: "2026-09-01", Count: 2, Weekdays: []string{"monday"}},
		"Days that are left out must be dates":          {Freq: "weekly", StartDate: "2026-09-01", Count: 2, Exdates: []string{"x"}},
	} {
		var broken fault.Fields
		if _, _ = r.From("", "").Expand("recurrence.", nil, &broken); !strings.Contains(fmt.Sprint(broken), sentence) {
			t.Errorf("%s: %v", sentence, broken)
		}
	}
}

// Against a walk over every single day of two years: a rule's days are exactly those that its words name, in order, none of them a holiday, and
// as many as were asked for.
func TestRecurrenceAgreesWithEveryDay(t *testing.T) {
	t.Parallel()
	names := []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	rapid.Check(t, func(r *rapid.T) {
		first := time.Date(2026, 1, 1+rapid.IntRange(0, 800).Draw(r, "first"), 0, 0, 0, 0, time.UTC)
		days := rapid.SliceOfDistinct(rapid.IntRange(0, 6), func(d int) int { return d }).Draw(r, "weekdays")
		rule := timetable.Recurrence{Freq: "weekly", Interval: rapid.Int64Range(1, 3).Draw(r, "interval"), StartDate: first.Format(time.DateOnly),
			Count: rapid.Int64Range(1, 30).Draw(r, "count"), OnHoliday: rapid.SampledFrom([]string{"skip", "shift_to_end"}).Draw(r, "on holiday")}
		for _, d := range days {
			rule.Weekdays = append(rule.Weekdays, names[d])
		}
		if len(days) == 0 {
			days = []int{int(first.Weekday())}
		}
		holidays := timetable.Holidays{}
		for range rapid.IntRange(0, 20).Draw(r, "holidays") {
			holidays[first.AddDate(0, 0, rapid.IntRange(0, 100).Draw(r, "holiday")).Format(time.DateOnly)] = "Holiday"
		}
		var want []string
		monday := first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
		for day, n := first, int64(0); n < rule.Count && day.Before(first.AddDate(2, 0, 1)); day = day.AddDate(0, 0, 1) {
			week := int64(day.Sub(monday).Hours()) / 24 / 7
			if week%rule.Interval != 0 || !slices.Contains(days, int(day.Weekday())) {
				continue
			}
			date := day.Format(time.DateOnly)
			if holidays[date] == "" {
				want = append(want, date)
				n++
			} else if rule.OnHoliday == "skip" {
				n++
			}
		}
		var broken fault.Fields
		entries, _ := rule.From("", "").Expand("", holidays, &broken)
		got := make([]string, len(entries))
		for i, e := range entries {
			got[i] = e.Date
		}
		if !slices.Equal(got, want) {
			r.Fatalf("%+v: %v, not %v", rule, got, want)
		}
	})
}

// Sessions stay at their hour of the day when the clocks change, also by half an hour and by two hours; a time that a change skips is refused
// with its date.
func TestSessionsStayAtTheirHour(t *testing.T) {
	t.Parallel()
	for zone, c := range map[string]struct{ start, at, instants, gap string }{
		"Europe/Berlin":       {"2026-10-18", "18:00", "16:00 17:00 17:00", ""},
		"Australia/Lord_Howe": {"2026-09-27", "02:15", "15:45", "2026-10-04"},
		"Antarctica/Troll":    {"2026-10-18", "01:30", "23:30 23:30 01:30", ""}, // the first of two on the 25th
		"Pacific/Apia":        {"2011-12-23", "10:00", "20:00", "2011-12-30"},
		"America/New_York":    {"2026-10-25", "01:30", "05:30 05:30 06:30", ""},
	} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		end, _ := time.Parse("15:04", c.at)
		rule := timetable.Recurrence{Freq: "weekly", StartDate: c.start, Count: 3, StartTime: c.at, EndTime: end.Add(3 * time.Hour).Format("15:04")}
		var broken fault.Fields
		entries, _ := rule.From("", "").Expand("", nil, &broken)
		planned := timetable.Plan("recurrence.sessions", entries, location, func(timetable.NewScheduleEntry) bool { return true }, time.Time{}, &broken)
		var got []string
		for _, e := range planned {
			if !e.StartsAt.IsZero() {
				got = append(got, e.StartsAt.Format("15:04"))
			}
		}
		if instants := strings.Join(got, " "); !strings.HasPrefix(instants, c.instants) {
			t.Errorf("%s: %s, not %s", zone, instants, c.instants)
		}
		if said := fmt.Sprint(broken); c.gap == "" && len(broken) > 0 || !strings.Contains(said, c.gap) {
			t.Errorf("%s: %s", zone, said)
		}
	}
}

// 24 sessions over a change of the clocks with two holidays: all 24 take place, two weeks later, at the same hour.
func TestTwentyFourSessionsKeepTheirNumber(t *testing.T) {
	t.Parallel()
	var broken fault.Fields
	rule := timetable.Recurrence{Freq: "weekly", StartDate: "2026-09-02", Count: 24, StartTime: "18:00", EndTime: "19:30"}
	entries, leftOut := rule.From("", "").Expand("", timetable.Holidays{"2026-12-23": "Closed", "2026-12-30": "Closed", "2026-12-25": "Christmas"}, &broken)
	berlin, _ := time.LoadLocation("Europe/Berlin")
	planned := timetable.Plan("", entries, berlin, func(timetable.NewScheduleEntry) bool { return false }, time.Time{}, &broken)
	if len(broken) > 0 || len(planned) != 24 || len(leftOut) != 2 || planned[23].Date != "2027-02-24" {
		t.Fatal(broken, len(planned), leftOut, planned)
	}
	for _, e := range planned {
		if local := e.StartsAt.In(berlin).Format("15:04"); local != "18:00" || e.EndsAt.Sub(e.StartsAt) != 90*time.Minute {
			t.Error(e.Date, local)
		}
	}
}
