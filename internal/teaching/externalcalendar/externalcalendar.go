// Package externalcalendar reads calendars that instructors keep elsewhere. What these hold makes them busy for demo classes and for proposed times; of its events nothing
// but their time is kept.
package externalcalendar

import (
	"cmp"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// ExternalCalendar is a calendar that an instructor keeps elsewhere.
type ExternalCalendar struct {
	bun.BaseModel `bun:"table:external_calendars,alias:c" json:"-"`

	ID           string     `bun:",pk" json:"id"`
	InstructorID string     `json:"-"`
	Name         string     `json:"name"`
	Host         string     `json:"host" doc:"Of its address, which is not shown again: who has it can read the calendar."`
	Address      string     `json:"-"`
	Timezone     string     `json:"-"`
	Etag         string     `json:"-"`
	NextAt       time.Time  `json:"-"`
	ReadAt       *time.Time `json:"read_at" doc:"When it was last read. null: not yet."`
	FailedSince  *time.Time `json:"failed_since" doc:"Since when it can't be read; its busy times are those of read_at. null: it can."`
	LastError    string     `json:"last_error" doc:"Why it can't be read; empty if it can."`
	Unread       int64      `json:"unread_count" doc:"Events whose time zone, rule or time is not understood: they block nothing."`
	BusyCount    int64      `bun:",scanonly" json:"busy_count" doc:"How many busy times are ahead."`
	CreatedAt    time.Time  `json:"created_at"`
}

// NewExternalCalendar is the calendar that an instructor adds.
type NewExternalCalendar struct {
	Name string `json:"name" minLength:"1" maxLength:"60" msg:"Give the calendar a name of at most 60 characters"`
	URL  string `json:"url" minLength:"1" maxLength:"2000" msg:"Enter the secret iCal address of the calendar, which begins with https:// or webcal://"`
}

// Limits of what is read.
const (
	mostCalendars = 5 // of an instructor
	readEvery     = time.Hour
	firstRetry    = 15 * time.Minute
	lastRetry     = 6 * time.Hour
	past          = 24 * time.Hour
	ahead         = 366 * 24 * time.Hour // as far ahead as slots can be offered
)

var (
	errNotFound = fault.New(fault.NotFound, "calendar_not_found", "This calendar doesn't exist.")
	errTooMany  = fault.New(fault.Conflict, "too_many_calendars", "You can add at most 5 calendars. Delete one first.")
)

// row returns the calendar with its address unsealed, or fault.Invalid. Addresses in private networks are refused when they are read, whatever their names resolve to.
func (n NewExternalCalendar) row(known []string) (c ExternalCalendar, err error) {
	var broken fault.Fields
	c.Name = text.OneLine(n.Name)
	broken.Require(c.Name != "", "name", "required", "Give the calendar a name of at most 60 characters")
	address := strings.TrimSpace(n.URL)
	if rest, ok := strings.CutPrefix(address, "webcal://"); ok {
		address = "https://" + rest
	}
	u, parseErr := url.Parse(address)
	isAddress := parseErr == nil && u.Host != "" && u.User == nil && (u.Scheme == "https" || u.Scheme == "http" && isKnown(known, u))
	broken.Require(isAddress, "url", "invalid_format", "Enter the secret iCal address of the calendar, which begins with https:// or webcal://")
	if isAddress {
		c.Host, c.Address = u.Host, address
	}
	return c, broken.Err()
}

// isKnown reports whether the operator has named the server of an address.
func isKnown(known []string, u *url.URL) bool {
	return slices.Contains(known, net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "80")))
}
