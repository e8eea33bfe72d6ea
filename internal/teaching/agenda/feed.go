package agenda

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ics"
	"lectern/internal/teaching/classsession"
)

const (
	mostFeeds     = 10                  // of a user
	past          = 30 * 24 * time.Hour // how long sessions stay after they are over, and cancelled ones after that
	ahead         = 365 * 24 * time.Hour
	useResolution = time.Hour // how exact the last use is: programs read often
	contentType   = "text/calendar; charset=utf-8"
)

var (
	errNoFeed  = fault.New(fault.NotFound, "feed_not_found", "This calendar address doesn't exist.")
	errTooMany = fault.New(fault.Conflict, "too_many_feeds", "You have 10 calendar addresses. Remove one that you don't use any more.")
)

// Feed is an address under which a user subscribes to their calendar. The address itself is only known when it is made.
type Feed struct {
	bun.BaseModel `bun:"table:calendar_feeds,alias:f" json:"-"`

	ID         string     `bun:",pk" json:"id"`
	UserID     string     `json:"-"`
	Name       string     `json:"name"`
	Digest     string     `json:"-"` // SHA-256 of the token in the address
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at" doc:"When a program has last read it, to the hour; null: not yet."`
}

// NewFeed asks for an address.
type NewFeed struct {
	Name string `json:"name" pattern:"\\S" maxLength:"60" msg:"Say where you will use this calendar;maxLength=The name must be at most 60 characters" doc:"Where it is used, so that the user knows it again: Phone."`
}

// FeedAddress is a feed with its address, which is never shown again.
type FeedAddress struct {
	Feed
	URL string `json:"url" doc:"Path on this server. Anyone with this address can read the calendar."`
}

// digestOf is what is stored of a token.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// tagOf is the entity tag of a feed: it changes with what programs would read.
func tagOf(events []ics.Event) string {
	hash := sha256.New()
	for _, e := range events {
		fmt.Fprintf(hash, "%q %d %q %q %q %d %d %q %d %v\n", e.UID, e.Sequence, e.Summary, e.Description, e.Location, e.StartsAt.Unix(), e.EndsAt.Unix(), e.Zone, e.UpdatedAt.UnixNano(), e.Cancelled)
	}
	return `"` + hex.EncodeToString(hash.Sum(nil)[:16]) + `"`
}

// eventsOf returns the sessions that a feed shows.
func eventsOf(entries []Entry, site string, now time.Time) []ics.Event {
	events := []ics.Event{}
	for _, e := range entries {
		cancelled := e.Status == classsession.Cancelled
		if cancelled && now.Sub(e.UpdatedAt) > past {
			continue
		}
		zone, err := time.LoadLocation(e.Timezone)
		if err != nil {
			zone = time.UTC
		}
		events = append(events, ics.Event{UID: ics.UID(e.Kind, e.ID, site), Sequence: e.Sequence, Summary: summaryOf(e), Description: e.CourseTitle, Location: classsession.SessionClassroom{Name: e.RoomName, Place: e.RoomPlace}.Location(), URL: addressOf(site, e),
			StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: zone, UpdatedAt: e.UpdatedAt, Cancelled: cancelled})
	}
	return events
}

// sited completes the events of due dates by the address of the site, which may be empty.
func sited(due []ics.Event, site string) []ics.Event {
	for i := range due {
		due[i].UID = ics.UID("assignment", due[i].UID, site)
		if site == "" {
			due[i].URL = ""
		} else {
			due[i].URL = site + due[i].URL
		}
	}
	return due
}

func summaryOf(e Entry) string {
	if e.BatchID == "" {
		return cmp.Or(e.Title, e.CourseTitle)
	}
	if e.Title == "" {
		return e.BatchName
	}
	return e.BatchName + ": " + e.Title
}

// addressOf is the page of a session, a meeting or a Q&A session, from which its people enter; "" if the address of the site is not known.
func addressOf(site string, e Entry) string {
	if site == "" {
		return ""
	}
	if busy.Kind(e.Kind) == busy.Session {
		return site + "/sessions/" + e.ID
	}
	return site + "/meetings/" + e.ID
}
