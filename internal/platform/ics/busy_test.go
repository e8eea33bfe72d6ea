package ics

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// busyOf reads events within October and November 2026, in Berlin unless they say otherwise.
func busyOf(t *testing.T, events string) (spans string, unread int64, err error) {
	t.Helper()
	zone, _ := time.LoadLocation("Europe/Berlin")
	text := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
	for i, e := range strings.Split(events, "|") {
		uid := fmt.Sprintf("UID:%d\r\n", i)
		if strings.Contains(e, "UID:") {
			uid = ""
		}
		text += "BEGIN:VEVENT\r\n" + uid + strings.ReplaceAll(e, " ", "\r\n") + "\r\nEND:VEVENT\r\n"
	}
	b, err := ReadBusy(strings.NewReader(text+"END:VCALENDAR\r\n"), zone, time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
	var found []string
	for _, s := range b.Spans {
		found = append(found, s.FromAt.Format("0102T1504")+"-"+s.UntilAt.Format("0102T1504"))
	}
	return strings.Join(found, " "), b.Unread, err
}

// Events take their time at their wall-clock hour, whatever the clocks do; what is free or cancelled takes none.
func TestReadBusy(t *testing.T) {
	t.Parallel()
	for events, want := range map[string]string{
		"DTSTART:20261005T090000 DTEND:20261005T100000":                                                                                                        "1005T0700-1005T0800", // floating: of the calendar
		"DTSTART:20261005T090000Z DURATION:PT1H30M":                                                                                                            "1005T0900-1005T1030",
		"DTSTART;TZID=America/New_York:20261005T090000 DTEND;TZID=America/New_York:20261005T100000":                                                            "1005T1300-1005T1400",
		`DTSTART;TZID="Eastern_Standard":20261005T090000`:                                                                                                      "unread 1",
		"DTSTART;TZID=/mozilla.org/2005/Europe/Lisbon:20261005T090000 DURATION:PT1H":                                                                           "1005T0800-1005T0900",
		"DTSTART;VALUE=DATE:20261024 DTEND;VALUE=DATE:20261026":                                                                                                "1023T2200-1025T2300", // the clocks go back
		"DTSTART:20261005T090000Z":                                                                                                                             "",
		"DTSTART:20261005T090000Z DURATION:PT1H STATUS:CANCELLED":                                                                                              "",
		"DTSTART:20261005T090000Z DURATION:PT1H TRANSP:TRANSPARENT":                                                                                            "",
		"DTSTART:20261005T090000Z DURATION:PT1H|DTSTART:20261005T093000Z DURATION:PT1H":                                                                        "1005T0900-1005T1030",
		"DTSTART:20250105T090000 DURATION:PT1H RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20261101T080000Z":                                                              "1004T0700-1004T0800 1011T0700-1011T0800 1018T0700-1018T0800 1025T0800-1025T0900 1101T0800-1101T0900",
		"DTSTART:20261012T090000Z DURATION:PT1H RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3;BYDAY=MO,WE":                                                              "1012T0900-1012T1000 1014T0900-1014T1000 1026T0900-1026T1000",
		"DTSTART:20260130T090000Z DURATION:PT1H RRULE:FREQ=MONTHLY;BYDAY=-1FR":                                                                                 "1030T0900-1030T1000 1127T0900-1127T1000",
		"DTSTART:20260131T090000Z DURATION:PT1H RRULE:FREQ=MONTHLY":                                                                                            "1031T0900-1031T1000", // November has no 31st
		"DTSTART:20260101T090000Z DURATION:PT1H RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1":                                                           "1030T0900-1030T1000 1130T0900-1130T1000",
		"DTSTART:20001123T090000Z DURATION:PT1H RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH":                                                                        "1126T0900-1126T1000",
		"DTSTART:20261005T090000Z DURATION:PT1H RRULE:FREQ=DAILY;COUNT=4 EXDATE:20261006T090000Z EXDATE:20261007":                                              "1005T0900-1005T1000 1008T0900-1008T1000",
		"UID:x DTSTART:20261005T090000Z DURATION:PT1H RRULE:FREQ=DAILY;COUNT=2|UID:x RECURRENCE-ID:20261006T090000Z DTSTART:20261006T150000Z DURATION:PT1H":    "1005T0900-1005T1000 1006T1500-1006T1600",
		"UID:x DTSTART:20261005T090000Z DURATION:PT1H RRULE:FREQ=DAILY;COUNT=2|UID:x RECURRENCE-ID:20261006T090000Z DTSTART:20261006T090000Z STATUS:CANCELLED": "1005T0900-1005T1000",
		"DTSTART:20261005T090000Z DURATION:PT1H RRULE:FREQ=SECONDLY":                                                                                           "unread 1",
		"DTSTART:20261005T090000Z DURATION:PT1H RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;UNTIL=99990101":                                                       "",
	} {
		got, unread, err := busyOf(t, events)
		if unread > 0 {
			got = fmt.Sprint("unread ", unread)
		}
		if err != nil || got != want {
			t.Errorf("%s:\n%s, wanted\n%s (%v)", events, got, want, err)
		}
	}
}

// A small file cannot keep a server busy: rules are tried a bounded number of times.
func TestRulesAreBounded(t *testing.T) {
	t.Parallel()
	forever := strings.TrimSuffix(strings.Repeat("DTSTART:19010101T090000Z DURATION:PT1H RRULE:FREQ=YEARLY;BYMONTHDAY=1;COUNT=100000|", 90), "|")
	if _, _, err := busyOf(t, forever); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
	day := "DTSTART;VALUE=DATE:20261005 "
	for events, want := range map[string]string{
		day + "RDATE;VALUE=DATE:99991231": "1004T2200-1005T2200", // the day after it has five digits
		day + "DURATION:P9999W":           "unread 1",
		day + "RRULE:FREQ=YEARLY;BYMONTHDAY=" + strings.Repeat("1,", 200) + "1": "unread 1",
	} {
		got, unread, err := busyOf(t, events)
		if unread > 0 {
			got = fmt.Sprint("unread ", unread)
		}
		if err != nil || got != want {
			t.Errorf("%s: %s (%v)", events, got, err)
		}
	}
	many := strings.TrimSuffix(strings.Repeat("DTSTART:20261001T090000Z DURATION:PT1H RRULE:FREQ=DAILY|", 200), "|")
	if _, _, err := busyOf(t, many); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
	if _, err := ReadBusy(strings.NewReader("<html>"), time.UTC, time.Time{}, time.Time{}); err == nil {
		t.Error("a page was read as a calendar")
	}
}
