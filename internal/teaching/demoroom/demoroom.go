// Package demoroom has where instructors give demo classes.
package demoroom

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
)

// Rooms besides those on meeting servers.
const (
	None = "none"
	Link = "link" // the address of a meeting elsewhere
)

// DemoRoom is where an instructor gives demo classes.
type DemoRoom struct {
	Provider string `json:"provider" enum:"none,link,bigbluebutton,jitsi,zoom" doc:"Of one who has not chosen: Jitsi or BigBlueButton, if the school has it."`
	URL      string `json:"url" doc:"Of a link; otherwise empty."`
	Version  int64  `json:"-"`
}

// EditVersion implements rest.Versioned.
func (r DemoRoom) EditVersion() int64 { return r.Version }

// NewDemoRoom replaces the room of an instructor.
type NewDemoRoom struct {
	Provider string `json:"provider" enum:"none,link,bigbluebutton,jitsi,zoom" msg:"provider must be none, link, bigbluebutton, jitsi or zoom"`
	URL      string `json:"url,omitempty" maxLength:"2000" msg:"The address must be at most 2000 characters" doc:"Of a link: https only."`
}

// Room returns the room that is asked for, or fault.Invalid.
func (n NewDemoRoom) Room(servers meeting.Servers) (DemoRoom, error) {
	r := DemoRoom{Provider: n.Provider}
	if n.Provider == Link {
		var broken fault.Fields
		r.URL = strings.TrimSpace(n.URL)
		meeting.CheckLink(r.URL, &broken)
		return r, broken.Err()
	}
	if _, known := servers.Named(n.Provider); n.Provider != None && !known {
		return r, fault.InvalidField("provider", "not_available", "This school has no such meeting server")
	}
	return r, nil
}

// Host is the name of the site to which a room leads; "" for none.
func (r DemoRoom) Host(servers meeting.Servers) string {
	if server, known := servers.Named(r.Provider); known {
		return server.Host
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// Of returns the room of an instructor; one who has not chosen meets on the first server of the school that makes rooms as they are entered.
func Of(ctx context.Context, q bun.IDB, servers meeting.Servers, instructorID string) (DemoRoom, error) {
	r, err := byInstructor(ctx, q, instructorID)
	if err != nil || r.Version > 0 {
		return r, err
	}
	r.Provider = None
	for _, name := range []string{meeting.Jitsi, meeting.BigBlueButton} {
		if _, known := servers.Named(name); known {
			r.Provider = name
			break
		}
	}
	return r, nil
}

// Read returns where an instructor gives demo classes. For the instructor, "me", and administrators; fault.NotFound.
func Read(ctx context.Context, q bun.IDB, servers meeting.Servers, who access.Caller, instructorID string) (DemoRoom, error) {
	id, err := ownRoom(who, instructorID)
	if err != nil {
		return DemoRoom{}, err
	}
	return Of(ctx, q, servers, id)
}

// Change replaces the room of an instructor, under the lock of their calendar, if isSeen reports that the caller has seen its version. For the instructor, "me", and administrators. fault.NotFound, fault.Invalid, fault.Precondition with the room.
func Change(ctx context.Context, calendars *busy.Calendars, servers meeting.Servers, who access.Caller, instructorID string, n NewDemoRoom, isSeen func(version int64) bool, at time.Time) (saved DemoRoom, err error) {
	id, err := ownRoom(who, instructorID)
	if err == nil {
		saved, err = n.Room(servers)
	}
	if err != nil {
		return saved, err
	}
	return saved, calendars.InTx(ctx, func(tx bun.IDB) error {
		if err := calendars.Lock(ctx, tx, []string{id}); err != nil {
			return err
		}
		now, err := Of(ctx, tx, servers, id)
		if err != nil {
			return err
		}
		if !isSeen(now.Version) {
			return fault.New(fault.Precondition, "stale_version", "This room was changed elsewhere. Your change is not saved yet.").WithDetails(now)
		}
		saved.Version = now.Version + 1
		return Put(ctx, tx, id, saved, at)
	})
}

// ownRoom returns the id of the instructor whose room is meant.
func ownRoom(who access.Caller, instructorID string) (string, error) {
	if instructorID == "me" {
		return who.ID, nil
	}
	if instructorID != who.ID && !who.HasRole(access.Admin) {
		return "", fault.New(fault.NotFound, "instructor_not_found", "This instructor doesn't exist.")
	}
	return instructorID, nil
}
