package ics_test

import (
	"strings"
	"testing"
	"time"

	ical "github.com/arran4/golang-ical"

	"lectern/internal/platform/ics"
)

// What users type cannot add properties, and every line ends as RFC 5545 requires.
func TestInvitation(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 9, 7, 7, 0, 0, 0, time.UTC)
	for method, status := range map[ics.Method]string{ics.Request: "CONFIRMED", ics.Cancel: "CANCELLED"} {
		text := ics.Invitation(method, ics.Event{UID: "demo-1@lectern.test", Sequence: 3, Summary: "Demo\r\nATTENDEE:mailto:eve@lectern.test", Description: "a;b,c\nd", URL: "https://lectern.test/demo",
			StartsAt: at, EndsAt: at.Add(time.Hour), UpdatedAt: at.AddDate(0, 0, -1), Attendee: "ann@lectern.test"})
		if strings.Count(text, "\n") != strings.Count(text, "\r\n") {
			t.Error("a line does not end with CRLF")
		}
		back, err := ical.ParseCalendar(strings.NewReader(text))
		if err != nil || len(back.Events()) != 1 {
			t.Fatal(err, text)
		}
		e := back.Events()[0]
		start, err := e.GetStartAt()
		if err != nil || !start.Equal(at) || len(e.Attendees()) != 1 || e.GetProperty(ical.ComponentPropertySequence).Value != "3" || e.GetProperty(ical.ComponentPropertyStatus).Value != status {
			t.Error(err, text)
		}
		if !strings.Contains(text, "METHOD:"+string(method)+"\r\n") || strings.Index(text, "METHOD:") > strings.Index(text, "BEGIN:VEVENT") {
			t.Error("the method does not stand before the event:", text)
		}
	}
}
