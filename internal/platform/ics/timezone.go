package ics

import (
	"fmt"
	"slices"
	"time"

	ical "github.com/arran4/golang-ical"
)

// wall is how RFC 5545 §3.3.5 writes a local time.
const wall = "20060102T150405"

// addTimezone describes a time zone for the time between two instants (RFC 5545 §3.6.5). Where its clock changes by the same rules every year these are written, else
// each change: programs that know the zone by its IANA name do not read this, the others understand yearly rules best.
func addTimezone(c *ical.Calendar, zone *time.Location, from, to time.Time) {
	z := c.AddTimezone(zone.String())
	first, last := from.AddDate(-1, 0, 0), to.AddDate(1, 0, 0)
	changes := changesIn(zone, first, last)
	_, offset := first.In(zone).Zone()
	observe(z, change{at: first, before: offset, zone: zone}, "")
	if yearly, ok := yearlyRules(changes); ok {
		for _, y := range yearly {
			observe(z, y.first, y.rule)
		}
		return
	}
	for _, each := range changes {
		observe(z, each, "")
	}
}

// change is an instant at which the clock of a zone changes.
type change struct {
	at     time.Time
	before int // offset from UTC in seconds
	zone   *time.Location
}

// local is the time that the clock shows when it is changed.
func (c change) local() time.Time { return c.at.In(time.FixedZone("", c.before)) }

func changesIn(zone *time.Location, from, to time.Time) (found []change) {
	for at := from; ; {
		_, next := at.In(zone).ZoneBounds()
		if next.IsZero() || next.After(to) {
			return found
		}
		_, before := next.Add(-time.Second).In(zone).Zone()
		found = append(found, change{next, before, zone})
		at = next
	}
}

// yearly is a rule by which a clock changes every year, with the first change.
type yearly struct {
	first change
	rule  string // RRULE
}

// yearlyRules returns the rules that say the same as some changes; false if there are none.
func yearlyRules(changes []change) (rules []yearly, ok bool) {
	months := map[time.Month][]change{}
	for _, c := range changes {
		m := c.local().Month()
		months[m] = append(months[m], c)
	}
	for month, same := range months {
		rule := ruleOf(month, same)
		if rule == "" {
			return nil, false
		}
		rules = append(rules, yearly{same[0], rule})
	}
	slices.SortFunc(rules, func(a, b yearly) int { return a.first.at.Compare(b.first.at) })
	return rules, len(rules) > 0
}

// ruleOf returns the rule of the changes in a month of at least two years in a row: on the nth or the last of a weekday, at the same time of day; "" if there is none.
func ruleOf(month time.Month, same []change) string {
	nth, last := (same[0].local().Day()-1)/7+1, true
	for i, c := range same {
		at, before := c.local(), same[max(i-1, 0)].local()
		if at.Year() != before.Year()+min(i, 1) || at.Weekday() != before.Weekday() || at.Format("150405") != before.Format("150405") || c.before != same[0].before {
			return ""
		}
		if (at.Day()-1)/7+1 != nth {
			nth = 0
		}
		last = last && at.AddDate(0, 0, 7).Month() != month
	}
	if last {
		nth = -1
	}
	if len(same) < 2 || nth == 0 {
		return ""
	}
	days := [...]string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}
	return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=%d%s", month, nth, days[same[0].local().Weekday()])
}

// observe writes which time is observed from a change on.
func observe(z *ical.VTimezone, c change, rule string) {
	at := c.at.In(c.zone)
	name, offset := at.Zone()
	var properties ical.ComponentBase
	properties.AddProperty(ical.ComponentPropertyDtStart, c.local().Format(wall))
	properties.AddProperty(ical.ComponentProperty(ical.PropertyTzoffsetfrom), written(c.before))
	properties.AddProperty(ical.ComponentProperty(ical.PropertyTzoffsetto), written(offset))
	properties.AddProperty(ical.ComponentProperty(ical.PropertyTzname), name)
	if rule != "" {
		properties.AddRrule(rule)
	}
	if at.IsDST() {
		z.Components = append(z.Components, &ical.Daylight{ComponentBase: properties})
		return
	}
	z.Components = append(z.Components, &ical.Standard{ComponentBase: properties})
}

// written is an offset from UTC in seconds as RFC 5545 §3.3.14 writes it: +0530.
func written(offset int) string {
	sign := "+"
	if offset < 0 {
		sign, offset = "-", -offset
	}
	text := fmt.Sprintf("%s%02d%02d", sign, offset/3600, offset/60%60)
	if offset%60 != 0 {
		text += fmt.Sprintf("%02d", offset%60)
	}
	return text
}
