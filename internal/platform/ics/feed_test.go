package ics_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	ical "github.com/arran4/golang-ical"

	"lectern/internal/platform/ics"
)

// What a program computes from the description of a time zone is what Go's database says: with yearly rules, with changes that follow none (Cairo has had them since
// 2023, Casablanca follows the moon), without any, and with half hours.
func TestTimezones(t *testing.T) {
	t.Parallel()
	rules := map[string]int{"Europe/Berlin": 2, "America/New_York": 2, "America/Santiago": 2, "Australia/Lord_Howe": 2, "Asia/Kolkata": 0, "Africa/Casablanca": 0, "Asia/Kathmandu": 0, "Europe/Dublin": 2}
	for name, want := range rules {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		from := time.Date(2026, 8, 8, 12, 0, 0, 0, time.UTC)
		to := from.AddDate(1, 1, 0)
		text := ics.Feed("Lectern", []ics.Event{{UID: "a", StartsAt: from, EndsAt: from.Add(time.Hour), Zone: zone, UpdatedAt: from}, {UID: "b", StartsAt: to.Add(-time.Hour), EndsAt: to, Zone: zone, UpdatedAt: from}})
		back, err := ical.ParseCalendar(strings.NewReader(text))
		if err != nil || len(back.Timezones()) != 1 {
			t.Fatal(name, err, text)
		}
		if got := strings.Count(text, "RRULE:"); got != want {
			t.Errorf("%s has %d yearly rules, not %d", name, got, want)
		}
		changes := observances(t, back.Timezones()[0])
		for at := from; at.Before(to); at = at.Add(30 * time.Minute) {
			if _, offset := at.In(zone).Zone(); offsetAt(changes, at) != offset {
				t.Fatalf("%s: %d seconds from UTC at %s, not %d\n%s", name, offsetAt(changes, at), at, offset, text)
			}
		}
	}
}

// observance is a change of the clock, read back.
type observance struct {
	at     time.Time
	offset int
}

// observances expands the components of a time zone for some years, by RFC 5545 §3.6.5.
func observances(t *testing.T, zone *ical.VTimezone) (all []observance) {
	t.Helper()
	for _, component := range zone.SubComponents() {
		value := func(name string) (found string) {
			for _, p := range component.UnknownPropertiesIANAProperties() {
				if p.IANAToken == name {
					found = p.Value
				}
			}
			return found
		}
		before, after := seconds(t, value("TZOFFSETFROM")), seconds(t, value("TZOFFSETTO"))
		first, err := time.Parse("20060102T150405", value("DTSTART"))
		if err != nil {
			t.Fatal(err)
		}
		locals := []time.Time{first}
		if rule := value("RRULE"); rule != "" {
			locals = nil
			for year := first.Year(); year < first.Year()+5; year++ {
				locals = append(locals, inYear(t, rule, year, first))
			}
			if !locals[0].Equal(first) {
				t.Errorf("%s begins at %s, which it does not name", rule, first)
			}
		}
		for _, local := range locals {
			all = append(all, observance{local.Add(-time.Duration(before) * time.Second), after})
		}
	}
	return all
}

// inYear returns the day that a rule names in a year, at the time of day of the first one.
func inYear(t *testing.T, rule string, year int, first time.Time) time.Time {
	t.Helper()
	var nth int
	for _, part := range strings.Split(rule, ";") {
		if day, ok := strings.CutPrefix(part, "BYDAY="); ok {
			n, err := strconv.Atoi(day[:len(day)-2])
			if err != nil || !strings.EqualFold(first.Weekday().String()[:2], day[len(day)-2:]) {
				t.Fatal(rule, err)
			}
			nth = n
		}
	}
	var days []time.Time
	for day := time.Date(year, first.Month(), 1, first.Hour(), first.Minute(), first.Second(), 0, time.UTC); day.Month() == first.Month(); day = day.AddDate(0, 0, 1) {
		if day.Weekday() == first.Weekday() {
			days = append(days, day)
		}
	}
	if nth < 0 {
		return days[len(days)+nth]
	}
	return days[nth-1]
}

func seconds(t *testing.T, offset string) int {
	t.Helper()
	at, err := time.Parse("-0700", offset)
	if err != nil {
		t.Fatal(err)
	}
	_, s := at.Zone()
	return s
}

// offsetAt returns what the latest change before an instant has set.
func offsetAt(changes []observance, at time.Time) (offset int) {
	var latest time.Time
	for _, c := range changes {
		if !c.at.After(at) && c.at.After(latest) {
			latest, offset = c.at, c.offset
		}
	}
	return offset
}

// Whatever users type is read back as the summary of one event: line ends, marks that turn the direction of text, and what is folded in the middle of a character.
func TestFeedOfHostileTitles(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 9, 7, 7, 0, 0, 0, time.UTC)
	for title, want := range map[string]string{
		"Bees\r\nEND:VEVENT\r\nBEGIN:VEVENT": "Bees \nEND:VEVENT \nBEGIN:VEVENT",
		"a;b,c\\d":                           "a;b,c\\d",
		"safe\u202egnp.exe":                  "safegnp.exe",
		strings.Repeat("🐝", 250):             strings.Repeat("🐝", 250),
		strings.Repeat("x", 1000):            strings.Repeat("x", 1000),
	} {
		text := ics.Feed("Lectern", []ics.Event{{UID: "session-1@lectern.test", Sequence: 4, Summary: title, URL: "https://lectern.test/sessions/1", StartsAt: at, EndsAt: at.Add(time.Hour),
			Zone: zone, UpdatedAt: at, Cancelled: true}})
		for l := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
			if len(l) > 75 || strings.ContainsAny(l, "\r\n") || !strings.HasPrefix(text, "BEGIN:VCALENDAR\r\n") {
				t.Errorf("a line of %d bytes: %q", len(l), l)
			}
		}
		back, err := ical.ParseCalendar(strings.NewReader(text))
		if err != nil || len(back.Events()) != 1 {
			t.Fatal(err, text)
		}
		e := back.Events()[0]
		if got := e.GetProperty(ical.ComponentPropertySummary).Value; got != want {
			t.Errorf("%q is read as %q", title, got)
		}
		start, err := e.GetStartAt()
		if err != nil || !start.Equal(at) || e.GetProperty(ical.ComponentPropertyStatus).Value != "CANCELLED" || !strings.Contains(text, "DTSTART;TZID=Europe/Berlin:20260907T090000") ||
			!strings.Contains(text, "METHOD:PUBLISH\r\n") || !strings.Contains(text, "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n") {
			t.Error(err, text)
		}
	}
}
