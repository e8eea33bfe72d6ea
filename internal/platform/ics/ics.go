// Package ics writes invitations for the calendars of mail programs (RFC 5545, RFC 5546).
package ics

import (
	"strings"
	"time"

	ical "github.com/arran4/golang-ical"
)

// Method says what an invitation does. It stands in the object and in the Content-Type of its part of the email, which must be equal.
type Method string

const (
	Request Method = "REQUEST" // adds the event, or changes it
	Cancel  Method = "CANCEL"
)

// Event is what an invitation is for.
type Event struct {
	UID         string // the same in all emails about it
	Sequence    int64  // grows with every change
	Summary     string
	Description string
	URL         string
	StartsAt    time.Time
	EndsAt      time.Time
	UpdatedAt   time.Time
	Attendee    string // address of the recipient
}

// Invitation returns the object for one event.
func Invitation(method Method, e Event) string {
	c := ical.NewCalendarFor("Lectern")
	c.SetMethod(ical.Method(method))
	v := c.AddEvent(e.UID)
	v.SetDtStampTime(e.UpdatedAt.UTC())
	v.SetModifiedAt(e.UpdatedAt.UTC())
	v.SetStartAt(e.StartsAt.UTC())
	v.SetEndAt(e.EndsAt.UTC())
	v.SetSequence(int(e.Sequence))
	v.SetSummary(line(e.Summary))
	v.SetDescription(line(e.Description))
	if e.URL != "" {
		v.SetURL(e.URL)
	}
	v.AddAttendee(e.Attendee)
	v.SetStatus(ical.ObjectStatusConfirmed)
	if method == Cancel {
		v.SetStatus(ical.ObjectStatusCancelled)
	}
	return c.Serialize(ical.WithNewLine("\r\n"))
}

// line leaves no control characters, which could begin another property.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}
