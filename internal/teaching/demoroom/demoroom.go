// Package demoroom has where instructors give demo classes.
package demoroom

import (
	"context"
	"net/url"
	"strings"

	"github.com/uptrace/bun"

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
	Provider string `json:"provider" enum:"none,link,bigbluebutton,jitsi" doc:"Of one who has not chosen: Jitsi or BigBlueButton, if the school has it."`
	URL      string `json:"url" doc:"Of a link; otherwise empty."`
	Version  int64  `json:"-"`
}

// EditVersion implements rest.Versioned.
func (r DemoRoom) EditVersion() int64 { return r.Version }

// NewDemoRoom replaces the room of an instructor.
type NewDemoRoom struct {
	Provider string `json:"provider" enum:"none,link,bigbluebutton,jitsi" msg:"provider must be none, link, bigbluebutton or jitsi"`
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
