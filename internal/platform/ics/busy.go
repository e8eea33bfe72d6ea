package ics

import (
	"io"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/clock"
)

// Limits of repeating events.
const (
	mostInstances = 10_000
	mostTriedDays = 2_000_000            // that are tried for instances
	longest       = 366 * 24 * time.Hour // that an event may last
)

// Formats of RFC 5545.
const (
	wallFormat    = "20060102T150405"
	instantFormat = "20060102T150405Z"
)

// BusyTimes are when the events of a calendar take time.
type BusyTimes struct {
	Spans  []clock.Span // by time, without overlaps
	Unread int64        // events of a zone, a rule or a time that is not understood
}

// ReadBusy reads when the events of a calendar take time within [from, until): without those that are cancelled or marked as free, each repeated by its rule at its
// wall-clock time. Times without a zone are those of the calendar, or else of the given zone. ErrNotCalendar, ErrTooMany, or the error of the reader.
func ReadBusy(r io.Reader, zone *time.Location, from, until time.Time) (b BusyTimes, err error) {
	events, calendarZone, err := readEvents(r)
	if err != nil {
		return b, err
	}
	if named := zoneNamed(calendarZone); named != nil {
		zone = named
	}
	findZones(events)
	moved := map[string]instants{} // by id of the event: instances that another event replaces
	for _, e := range events {
		if at, ok := e.time("RECURRENCE-ID", zone); ok {
			id := e.value("UID")
			if moved[id] == nil {
				moved[id] = instants{}
			}
			moved[id][at.instant().Unix()] = true
		}
	}
	budget, instances := mostTriedDays, 0
	for _, e := range events {
		if e.value("STATUS") == "CANCELLED" || e.value("TRANSP") == "TRANSPARENT" {
			continue
		}
		replaced := moved[e.value("UID")]
		if _, isMoved := e.time("RECURRENCE-ID", zone); isMoved {
			replaced = nil
		}
		spans, err := e.spans(zone, replaced, clock.Span{FromAt: from, UntilAt: until}, &budget)
		if err == errRule {
			b.Unread++
			continue
		}
		if instances += len(spans); err != nil || instances > mostInstances {
			return BusyTimes{}, ErrTooMany
		}
		b.Spans = append(b.Spans, spans...)
	}
	b.Spans = clock.Union(b.Spans)
	return b, nil
}

// instants are times by their seconds since 1970: a file can have so many that they are not compared one by one.
type instants map[int64]bool

// findZones finds the time zones that properties name, each once: to load one takes a while.
func findZones(events []event) {
	found := map[string]*time.Location{}
	for _, e := range events {
		for _, properties := range e {
			for i := range properties {
				p := &properties[i]
				name := ""
				if name, p.namesZone = p.param("TZID"); !p.namesZone {
					continue
				}
				zone, ok := found[name]
				if !ok {
					zone = zoneNamed(name)
					found[name] = zone
				}
				p.zone = zone
			}
		}
	}
}

// moment is a time of an event.
type moment struct {
	wall  time.Time // as if it were UTC
	zone  *time.Location
	isDay bool
}

// instant returns when a moment is: the next time that there is for one that the clocks skip.
func (m moment) instant() time.Time {
	for at := m.wall; ; at = at.Add(15 * time.Minute) {
		if instant, err := clock.Resolve(at.Format(time.DateOnly), at.Format("15:04"), m.zone); err == nil {
			return instant.Add(time.Duration(m.wall.Second()) * time.Second)
		}
	}
}

// time reads a property that is a time; false if it is absent or not understood.
func (e event) time(name string, zone *time.Location) (m moment, ok bool) {
	p := e[name]
	if len(p) == 0 {
		return m, false
	}
	return p[0].moment(p[0].value, zone)
}

// moment reads a value of a property, of a year in which calendars are kept.
func (p property) moment(value string, zone *time.Location) (m moment, ok bool) {
	at, err := time.Parse(date, value)
	if m = (moment{at, zone, true}); err != nil {
		at, err = time.Parse(instantFormat, value)
		m = moment{at, time.UTC, false}
	}
	if err != nil {
		if p.namesZone {
			zone = p.zone
		}
		at, err = time.Parse(wallFormat, value)
		m = moment{at, zone, false}
	}
	return m, err == nil && m.zone != nil && at.Year() > 1900 && at.Year() < 2200
}

// zoneNamed finds a time zone by its IANA name, also behind a prefix as some programs write it, or its name in Windows; nil for an unknown one.
func zoneNamed(name string) *time.Location {
	name = strings.Trim(name, `"`)
	if iana, ok := windowsZones[name]; ok {
		name = iana
	}
	parts := strings.Split(name, "/")
	for from := max(0, len(parts)-3); name != "" && from < len(parts); from++ {
		zone, err := time.LoadLocation(strings.Join(parts[from:], "/"))
		if err == nil && parts[from] != "" && parts[from] != "Local" {
			return zone
		}
	}
	return nil
}

func asWall(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
}

// spans returns when an event takes time within a stretch, or errRule, or ErrTooMany.
func (e event) spans(zone *time.Location, replaced instants, within clock.Span, budget *int) (spans []clock.Span, err error) {
	start, ok := e.time("DTSTART", zone)
	if !ok {
		return nil, errRule
	}
	length, err := e.length(start, zone)
	if err != nil || length > longest {
		return nil, errRule
	}
	if length <= 0 {
		return nil, nil
	}
	const margin = 48 * time.Hour // more than any zone is from UTC
	walls := []time.Time{start.wall}
	if text := e.value("RRULE"); text != "" {
		r, err := readRule(text, start.zone)
		if err != nil {
			return nil, err
		}
		if walls, err = r.starts(start.wall, within.FromAt.Add(-length-margin), within.UntilAt.Add(margin), budget); err != nil {
			return nil, err
		}
	}
	walls = append(walls, e.walls("RDATE", start)...)
	without := instants{}
	for _, wall := range e.walls("EXDATE", start) {
		without[wall.Unix()] = true
	}
	for _, wall := range walls {
		m := moment{wall, start.zone, start.isDay}
		from := m.instant()
		until := from.Add(length)
		if start.isDay {
			until = moment{wall.Add(length), start.zone, true}.instant()
		}
		isOut := without[wall.Unix()] || replaced[from.Unix()]
		if !isOut && from.Before(until) && from.Before(within.UntilAt) && until.After(within.FromAt) {
			spans = append(spans, clock.Span{FromAt: from, UntilAt: until})
		}
	}
	return spans, nil
}

// walls are the values of a property with times, in the wall-clock time of the start of the event.
func (e event) walls(name string, start moment) (walls []time.Time) {
	for _, p := range e[name] {
		for value := range strings.SplitSeq(p.value, ",") {
			m, ok := p.moment(value, start.zone)
			switch {
			case !ok:
			case m.isDay && !start.isDay: // all of the day
				walls = append(walls, m.wall.Add(start.wall.Sub(start.wall.Truncate(24*time.Hour))))
			case m.isDay:
				walls = append(walls, m.wall)
			default:
				walls = append(walls, asWall(m.instant().In(start.zone)))
			}
		}
	}
	return walls
}

// length is how long an event lasts; of days in multiples of 24 hours.
func (e event) length(start moment, zone *time.Location) (time.Duration, error) {
	if text := e.value("DURATION"); text != "" {
		return readDuration(text)
	}
	end, ok := e.time("DTEND", zone)
	switch {
	case !ok && len(e["DTEND"]) > 0:
		return 0, errRule
	case !ok && start.isDay:
		return 24 * time.Hour, nil
	case !ok:
		return 0, nil
	case start.isDay && end.isDay:
		return end.wall.Sub(start.wall), nil
	}
	return end.instant().Sub(start.instant()), nil
}

// readDuration reads a duration such as P1DT2H30M (RFC 5545, 3.3.6).
func readDuration(text string) (d time.Duration, err error) {
	units := map[byte]time.Duration{'W': 7 * 24 * time.Hour, 'D': 24 * time.Hour, 'H': time.Hour, 'M': time.Minute, 'S': time.Second}
	rest, isDuration := strings.CutPrefix(strings.TrimPrefix(text, "+"), "P")
	number := ""
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == 'T':
		case c >= '0' && c <= '9':
			number += string(c)
		default:
			n, err := strconv.Atoi(number)
			if err != nil || units[c] == 0 || n > 100_000 || d > longest {
				return 0, errRule
			}
			d, number = d+time.Duration(n)*units[c], ""
		}
	}
	if !isDuration {
		return 0, errRule
	}
	return d, nil
}
