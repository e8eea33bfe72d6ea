package ics

import (
	"time"

	ical "github.com/arran4/golang-ical"
)

// Feed returns the object of a calendar to which programs subscribe: events in their own time zones, which may be cancelled.
func Feed(name string, events []Event) string {
	c := ical.NewCalendarFor("Lectern")
	c.SetMethod(ical.MethodPublish)
	c.SetName(line(name))
	c.SetXWRCalName(line(name))
	c.SetRefreshInterval("PT1H")
	c.SetXPublishedTTL("PT1H")
	for _, s := range spansOf(events) {
		addTimezone(c, s.zone, s.from, s.to)
	}
	for _, e := range events {
		add(c, e)
	}
	return c.Serialize(ical.WithNewLine("\r\n"))
}

// span is the time in which events of a time zone take place.
type span struct {
	zone     *time.Location
	from, to time.Time
}

// spansOf returns a span for each time zone, in the order of its first event.
func spansOf(events []Event) (spans []*span) {
	byName := map[string]*span{}
	for _, e := range events {
		if e.Zone == nil || e.Zone == time.UTC {
			continue
		}
		s := byName[e.Zone.String()]
		if s == nil {
			s = &span{e.Zone, e.StartsAt, e.EndsAt}
			byName[e.Zone.String()], spans = s, append(spans, s)
		}
		if e.StartsAt.Before(s.from) {
			s.from = e.StartsAt
		}
		if e.EndsAt.After(s.to) {
			s.to = e.EndsAt
		}
	}
	return spans
}

// add writes an event.
func add(c *ical.Calendar, e Event) *ical.VEvent {
	v := c.AddEvent(e.UID)
	v.SetDtStampTime(e.UpdatedAt.UTC())
	v.SetModifiedAt(e.UpdatedAt.UTC())
	setTime(v, ical.ComponentPropertyDtStart, e.StartsAt, e.Zone)
	setTime(v, ical.ComponentPropertyDtEnd, e.EndsAt, e.Zone)
	v.SetSequence(int(e.Sequence))
	v.SetSummary(line(e.Summary))
	if e.Description != "" {
		v.SetDescription(line(e.Description))
	}
	if e.Location != "" {
		v.SetLocation(line(e.Location))
	}
	if e.URL != "" {
		v.SetURL(e.URL)
	}
	v.SetStatus(ical.ObjectStatusConfirmed)
	if e.Cancelled {
		v.SetStatus(ical.ObjectStatusCancelled)
	}
	return v
}

func setTime(v *ical.VEvent, property ical.ComponentProperty, at time.Time, zone *time.Location) {
	if zone == nil || zone == time.UTC {
		v.SetProperty(property, at.UTC().Format(wall+"Z"))
		return
	}
	v.SetProperty(property, at.In(zone).Format(wall), ical.WithTZID(zone.String()))
}
