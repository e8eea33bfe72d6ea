package participants

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/sheet"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/classsession"
)

// List is who was in a session or a meeting by its provider.
type List struct {
	Report sheet.Report
	people []participant
}

// participant is a row of a list.
type participant struct {
	email, emailKey, name string
	from, to              time.Time
}

// Parse reads a list of the participants of a session or a meeting, with its day on the clock in its time zone, and when it takes place. emailKey returns the key that all spellings of an
// email address share. Faults as sheet.Parse, with which the list has its report.
func Parse(of classsession.Session, upload sheet.Upload, emailKey func(email string) string) (l List, err error) {
	zone, err := time.LoadLocation(of.Timezone)
	if err != nil {
		return l, err
	}
	l.people, l.Report, err = sheet.Parse(importSheet(), upload, parser{of, zone, emailKey}.row)
	return l, err
}

// importSheet knows what Zoom, Teams, Meet, Webex and BigBlueButton call their columns.
func importSheet() sheet.Import {
	email := sheet.EmailColumn()
	email.Aliases = append(email.Aliases, "user email", "participant email", "attendee email", "email (upn)", "participant id (upn)", "upn")
	email.Optional = true
	return sheet.Import{Subject: "participants", Megabytes: 2, Rows: 5_000, OneOf: []string{"leave_time", "duration_minutes"}, Columns: []sheet.Column{
		email,
		{Name: "name", Aliases: []string{"name (original name)", "full name", "user name", "display name", "participant", "participant name", "attendee name"}, Optional: true},
		{Name: "join_time", Aliases: []string{"join time", "joined at", "time joined", "first join", "first join time", "joined", "start time"}},
		{Name: "leave_time", Aliases: []string{"leave time", "left at", "time exited", "last leave", "last leave time", "left", "end time"}, Optional: true},
		{Name: "duration_minutes", Aliases: []string{"duration (minutes)", "total duration (minutes)", "in-meeting duration (minutes)", "duration"}, Optional: true},
	}}
}

// parser reads the rows of a list of the participants of a session or a meeting.
type parser struct {
	of       classsession.Session
	zone     *time.Location
	emailKey func(email string) string
}

// row reads a row: its times are those of the clock there, unless they have a zone of their own.
func (p parser) row(r *sheet.Record) (of participant) {
	of.email, of.name = strings.ToLower(r.Cell("email")), text.Truncate(text.OneLine(r.Cell("name")), 200)
	of.emailKey = p.emailKey(of.email)
	if of.email == "" && of.name == "" {
		r.Fault("email", "required", "An email address or a name is required")
	}
	var ok bool
	if of.from, ok = p.instant(r.Cell("join_time")); !ok {
		r.Fault("join_time", "invalid_format", "This is not a time near the planned one")
		return of
	}
	if left := r.Cell("leave_time"); left != "" {
		of.to, ok = p.instant(left)
	} else {
		var minutes int64
		minutes, ok = wholeMinutes(r.Cell("duration_minutes"))
		of.to = of.from.Add(time.Duration(minutes) * time.Minute)
	}
	if !ok || of.to.Before(of.from) {
		r.Fault(cmp.Or(named(r, "leave_time"), "duration_minutes"), "invalid_format", "This is not a time after they joined, nor a number of minutes")
	}
	return of
}

// named returns a column if the row has something in it.
func named(r *sheet.Record, column string) string {
	if r.Cell(column) == "" {
		return ""
	}
	return column
}

func wholeMinutes(cell string) (int64, bool) {
	n, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
	return int64(n), err == nil && n >= 0 && n <= 24*60
}

// layouts are how providers write times; of those that fit, the one near the planned time counts: 04/03 may be either day.
var layouts = [...]string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"1/2/2006 3:04:05 PM", "1/2/2006, 3:04:05 PM", "1/2/2006 3:04 PM", "1/2/06, 3:04:05 PM", "1/2/2006 15:04:05", "1/2/2006 15:04",
	"2/1/2006 15:04:05", "2/1/2006 15:04", "2/1/2006, 15:04:05", "2/1/2006 3:04:05 PM", "2.1.2006 15:04:05", "2.1.2006, 15:04:05", "2.1.2006 15:04",
	"Jan 2, 2006 3:04:05 PM", "Jan 2, 2006, 3:04:05 PM", "Jan 2, 2006 3:04 PM",
}

// clockLayouts are times without a day: the planned one.
var clockLayouts = [...]string{"15:04:05", "15:04", "3:04:05 PM", "3:04 PM"}

// nearness is how far from a session or a meeting the times of its list are at most.
const nearness = 12 * time.Hour

func (p parser) instant(cell string) (time.Time, bool) {
	cell = strings.ToUpper(strings.TrimSpace(cell))
	for _, layout := range layouts {
		if at, err := time.ParseInLocation(layout, canonical(cell, layout), p.zone); err == nil && p.isNear(at) {
			return at.UTC(), true
		}
	}
	for _, layout := range clockLayouts {
		if at, err := time.ParseInLocation(time.DateOnly+" "+layout, p.of.Date+" "+cell, p.zone); err == nil && p.isNear(at) {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// canonical writes the names of months as a layout has them.
func canonical(cell, layout string) string {
	if strings.HasPrefix(layout, "Jan") && len(cell) > 3 {
		return cell[:1] + strings.ToLower(cell[1:3]) + cell[3:]
	}
	return cell
}

func (p parser) isNear(at time.Time) bool {
	return at.After(p.of.StartsAt.Add(-nearness)) && at.Before(p.of.EndsAt.Add(nearness))
}
