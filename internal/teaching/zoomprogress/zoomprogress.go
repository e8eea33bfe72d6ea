// Package zoomprogress has how far the meeting at Zoom of a session, of a meeting outside of batches or of a demo class is.
package zoomprogress

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/meeting"
)

// States of a meeting at Zoom, for its people.
const (
	Later     = "later"
	Preparing = "preparing"
	Ready     = "ready"
	Failed    = "failed"
)

// MeetingProgress says how far a meeting at Zoom is.
type MeetingProgress struct {
	State  string `json:"state" enum:"later,preparing,ready,failed" doc:"later: it is made two days before it begins. failed: it can't be made, and its people meet in the room that is named instead, if there is one."`
	Error  string `json:"error,omitempty" enum:",no_host,no_budget,too_many_calls,unreachable,provider_fault,not_authorized,refused" doc:"Of one that isn't ready: why not. For instructors."`
	Detail string `json:"detail,omitempty" doc:"What Zoom says about it, in English. For instructors."`
}

// ForLearners leaves out what only instructors need to know.
func (p *MeetingProgress) ForLearners() *MeetingProgress {
	if p == nil {
		return nil
	}
	return &MeetingProgress{State: p.State}
}

// Instead returns the server on which its people meet if it can't be made: Jitsi, if the school has that; otherwise "".
func (p MeetingProgress) Instead(servers meeting.Servers) string {
	if _, known := servers.Named(meeting.Jitsi); known && p.State == Failed {
		return meeting.Jitsi
	}
	return ""
}

// Of returns how far the meeting of a session, of a meeting outside of batches or of a demo class is.
func Of(ctx context.Context, q bun.IDB, ownerID string) (*MeetingProgress, error) {
	p, err := current(ctx, q, ownerID)
	if db.One(err, nil) != nil {
		return nil, err
	}
	p.State = StateOf(p.State)
	return &p, nil
}

// StateOf returns the state of a meeting as people see it; "" is stored for one that is not made yet.
func StateOf(stored string) string {
	switch stored {
	case "":
		return Later
	case "ready", "updating":
		return Ready
	case "wanted", "creating":
		return Preparing
	}
	return stored
}
