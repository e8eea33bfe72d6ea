package ics

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const calendarOfDays = "\ufeffBEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n" +
	"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\nSUMMARY;X-A=\"a:b\":Christmas\\, both\r\n  days\r\nBEGIN:VALARM\r\nSUMMARY:Wake up\r\nEND:VALARM\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101\r\nSUMMARY:New Year\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nDTSTART:20270102T100000Z\r\nSUMMARY:Breakfast\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270103\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Each year\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270104\r\nSTATUS:CANCELLED\r\nSUMMARY:Not\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270105\r\nDTEND;VALUE=DATE:20290105\r\nSUMMARY:Too long\r\nEND:VEVENT\r\n" +
	"END:VCALENDAR\r\n"

func TestReadDays(t *testing.T) {
	days, err := ReadDays(strings.NewReader(calendarOfDays))
	got := ""
	for _, d := range days.Found {
		got += d.Date.Format("2006-01-02 ") + d.Name + "\n"
	}
	if want := "2026-12-25 Christmas, both days\n2026-12-26 Christmas, both days\n2027-01-01 New Year\n"; err != nil || got != want || days.Timed != 1 || days.Repeating != 1 || days.Unread != 2 {
		t.Errorf("%v %+v\n%s", err, days, got)
	}
}

func TestHostileCalendars(t *testing.T) {
	const event = "BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261225\nEND:VEVENT\n"
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"nothing":       {"", ErrNotCalendar},
		"a page":        {"<html>", ErrNotCalendar},
		"bytes":         {"\x00\xff\xfe", ErrNotCalendar},
		"only an event": {event, ErrNotCalendar},
		"nested":        {"BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:VEVENT\n", 1000), ErrNotCalendar},
		"ends first":    {"BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\n", ErrNotCalendar},
		"one long line": {"BEGIN:VCALENDAR\nSUMMARY:" + strings.Repeat("x", mostLine), ErrNotCalendar},
		"too many":      {"BEGIN:VCALENDAR\n" + strings.Repeat(event, mostEvents+1), ErrTooMany},
		"folds":         {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\n" + strings.Repeat(" y\n", 100_000) + "END:VEVENT\nEND:VCALENDAR", nil},
		"latin 1":       {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261225\nSUMMARY:W\xe4hrend\nEND:VEVENT\nEND:VCALENDAR", nil},
	} {
		if days, err := ReadDays(strings.NewReader(c.text)); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v %s", name, err, fmt.Sprint(days)[:20])
		}
	}
}
