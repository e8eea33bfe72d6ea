// Package ics writes invitations for the calendars of mail programs, and calendars to which programs subscribe (RFC 5545, RFC 5546).
package ics

import (
	"net/url"
	"strings"
	"time"
	"unicode"

	ical "github.com/arran4/golang-ical"
)

// Method says what an invitation does. It stands in the object and in the Content-Type of its part of the email, which must be equal.
type Method string

const (
	Request Method = "REQUEST" // adds the event, or changes it
	Cancel  Method = "CANCEL"
)

// Event is what an invitation is for, or an entry of a feed.
type Event struct {
	UID         string // the same in all emails about it
	Sequence    int64  // grows with every change
	Summary     string
	Description string
	Location    string // empty: none
	URL         string
	StartsAt    time.Time
	EndsAt      time.Time
	Zone        *time.Location // absent: UTC
	UpdatedAt   time.Time
	Cancelled   bool
	Attendee    string // of an invitation: address of the recipient
}

// Invitation returns the object for one event, with the description of its time zone.
func Invitation(method Method, e Event) string {
	c := ical.NewCalendarFor("Lectern")
	c.SetMethod(ical.Method(method))
	for _, s := range spansOf([]Event{e}) {
		addTimezone(c, s.zone, s.from, s.to)
	}
	e.Cancelled = method == Cancel
	add(c, e).AddAttendee(e.Attendee)
	return c.Serialize(ical.WithNewLine("\r\n"))
}

// UID returns the name of a thing of a site in all calendars. The address of the site may be empty.
func UID(kind, id, address string) string {
	host := "lectern"
	if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return kind + "-" + id + "@" + host
}

// line leaves no control characters, which could begin another property, and none that turn the direction of what follows.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' && r != '\n' || r == 0x7f:
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}
