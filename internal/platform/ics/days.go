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
	events, err := readEvents(r)
	for _, e := range events {
		start := e["DTSTART"]
		switch {
		case e["STATUS"] == "CANCELLED":
			days.Unread++
		case e["RRULE"] != "":
			days.Repeating++
		case len(start) != len("20261225"):
			days.Timed++
		default:
			days.add(start, e["DTEND"], e["SUMMARY"])
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

// event has the properties of an event by name.
type event map[string]string

// readEvents reads the events of a calendar, without what stands inside them, such as alarms.
func readEvents(r io.Reader) (events []event, err error) {
	var inside []string // components
	var current event
	isCalendar := false
	err = unfold(r, func(l string) error {
		name, value := parse(l)
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
				current[name] = value
			}
		}
		return nil
	})
	if err == nil && !isCalendar {
		err = ErrNotCalendar
	}
	return events, err
}

var wanted = map[string]bool{"DTSTART": true, "DTEND": true, "SUMMARY": true, "STATUS": true, "RRULE": true}

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

// parse divides a line into the name of its property and its value. Colons in quoted parameters are not the end of the name.
func parse(l string) (name, value string) {
	quoted := false
	for i, c := range l {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			name, _, _ = strings.Cut(l[:i], ";")
			return strings.ToUpper(name), texts.Replace(strings.TrimSpace(l[i+1:]))
		}
	}
	return "", ""
}
