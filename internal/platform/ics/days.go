package ics

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"time"
)

// Limits of a calendar that is read.
const (
	MostBytes  = 5 << 20
	mostEvents = 10_000
	mostDays   = 100      // of one event: the longest school holidays have fewer
	mostLine   = 64 << 10 // bytes
)

var (
	ErrNotCalendar = errors.New("the file is not an iCalendar file")
	ErrTooMany     = errors.New("the calendar has more than 10,000 events")
)

// Day is a whole day of an event.
type Day struct {
	Date time.Time // in UTC
	Name string
}

// Days are the whole days of a calendar, with the number of events that were left out.
type Days struct {
	Found     []Day
	Timed     int64 // of hours
	Repeating int64 // by a rule: only the days that stand in the file are read
	Unread    int64 // cancelled, or without a valid date or with more than 100 days
}

// ReadDays reads the events of whole days. ErrNotCalendar, ErrTooMany, or the error of the reader.
func ReadDays(r io.Reader) (days Days, err error) {
	events, _, err := readEvents(r)
	for _, e := range events {
		start := e.value("DTSTART")
		switch {
		case e.value("STATUS") == "CANCELLED":
			days.Unread++
		case e.value("RRULE") != "":
			days.Repeating++
		case len(start) != len("20261225"):
			days.Timed++
		default:
			days.add(start, e.value("DTEND"), e.value("SUMMARY"))
		}
	}
	return days, err
}

const date = "20060102"

func (d *Days) add(start, end, name string) {
	from, err := time.Parse(date, start)
	until := from.AddDate(0, 0, 1)
	if end != "" && err == nil {
		until, err = time.Parse(date, end) // not included
	}
	if n := until.Sub(from) / (24 * time.Hour); err != nil || n < 0 || n > mostDays {
		d.Unread++
		return
	}
	if !until.After(from) {
		until = from.AddDate(0, 0, 1)
	}
	for day := from; day.Before(until); day = day.AddDate(0, 0, 1) {
		d.Found = append(d.Found, Day{day, name})
	}
}

// property is a property of an event, with its parameters.
type property struct {
	params, value string
	namesZone     bool
	zone          *time.Location // that it names; nil for none, and for one that is not known
}

// param returns a parameter.
func (p property) param(name string) (string, bool) {
	for part := range strings.SplitSeq(p.params, ";") {
		key, value, _ := strings.Cut(part, "=")
		if strings.EqualFold(key, name) {
			return value, true
		}
	}
	return "", false
}

// event has the properties of an event by name.
type event map[string][]property

// value returns the last value of a property; empty for none.
func (e event) value(name string) string {
	if p := e[name]; len(p) > 0 {
		return p[len(p)-1].value
	}
	return ""
}

// readEvents reads the events of a calendar, without what stands inside them, such as alarms, and the name of the calendar's time zone.
func readEvents(r io.Reader) (events []event, zone string, err error) {
	var inside []string // components
	var current event
	isCalendar := false
	err = unfold(r, func(l string) error {
		name, p := parse(l)
		value := p.value
		switch name {
		case "BEGIN":
			inside = append(inside, value)
			isCalendar = isCalendar || value == "VCALENDAR"
			if !isCalendar || len(inside) > 10 {
				return ErrNotCalendar
			}
			if value == "VEVENT" && len(inside) == 2 {
				current = event{}
			}
		case "END":
			if len(inside) == 0 {
				return ErrNotCalendar
			}
			if inside = inside[:len(inside)-1]; len(inside) == 1 && current != nil {
				events, current = append(events, current), nil
			}
			if len(events) > mostEvents {
				return ErrTooMany
			}
		default:
			if !isCalendar {
				return ErrNotCalendar
			}
			if current != nil && len(inside) == 2 && wanted[name] {
				current[name] = append(current[name], p)
			}
			if name == "X-WR-TIMEZONE" && len(inside) == 1 {
				zone = value
			}
		}
		return nil
	})
	if err == nil && !isCalendar {
		err = ErrNotCalendar
	}
	return events, zone, err
}

var wanted = map[string]bool{"UID": true, "DTSTART": true, "DTEND": true, "DURATION": true, "SUMMARY": true, "STATUS": true, "TRANSP": true, "RRULE": true, "RDATE": true, "EXDATE": true,
	"RECURRENCE-ID": true}

// unfold gives each content line, joined from its parts (RFC 5545, 3.1).
func unfold(r io.Reader, do func(string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	var whole []byte
	flush := func() error {
		l := strings.TrimPrefix(strings.ToValidUTF8(string(whole), "�"), "\ufeff")
		whole = whole[:0]
		if strings.TrimSpace(l) == "" {
			return nil
		}
		return do(l)
	}
	for lines.Scan() {
		part := lines.Bytes()
		if len(part) > 0 && (part[0] == ' ' || part[0] == '\t') {
			if len(whole)+len(part) > mostLine {
				continue // of a text that is longer than any that is used
			}
			whole = append(whole, part[1:]...)
			continue
		}
		if err := flush(); err != nil {
			return err
		}
		whole = append(whole, part...)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return ErrNotCalendar
	} else if err != nil {
		return err
	}
	return flush()
}

var texts = strings.NewReplacer(`\n`, " ", `\N`, " ", `\,`, ",", `\;`, ";", `\\`, `\`)

// parse divides a line into the name of a property and the property. Colons in quoted parameters are not the end of the name.
func parse(l string) (name string, p property) {
	quoted := false
	for i, c := range l {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			name, p.params, _ = strings.Cut(l[:i], ";")
			p.value = texts.Replace(strings.TrimSpace(l[i+1:]))
			return strings.ToUpper(name), p
		}
	}
	return "", p
}
