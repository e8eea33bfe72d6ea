package demoroom

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoomprogress"
)

// A demo class is open to its learner from 10 minutes before it begins until 30 minutes after its end, as sessions are.
const (
	opensBefore = 10 * time.Minute
	closesAfter = 30 * time.Minute
)

// Class is what a room has to know of a demo class.
type Class struct {
	ID, InstructorID string
	FullName         string // of who has booked it
	StartsAt, EndsAt time.Time
}

// OpensAt is when its learner can enter.
func (c Class) OpensAt() time.Time { return c.StartsAt.Add(-opensBefore) }

// ClosesAt is when its learner can't enter any more.
func (c Class) ClosesAt() time.Time { return c.EndsAt.Add(closesAfter) }

// DemoEntrance is the way into a demo class.
type DemoEntrance struct {
	Provider string    `json:"provider" enum:"none,link,bigbluebutton,jitsi,zoom"`
	Host     string    `json:"host" doc:"The name of the site to which it leads; empty for none."`
	Instead  string    `json:"instead,omitempty" enum:",jitsi" doc:"Where both sides meet because the meeting at Zoom couldn't be made; absent for nowhere else."`
	OpensAt  time.Time `json:"opensAt" doc:"For the learner; the instructor enters at any time."`
	ClosesAt time.Time `json:"closesAt"`

	Meeting *zoomprogress.MeetingProgress `json:"meeting,omitempty" doc:"At Zoom; absent for another room."`
}

// EntranceOf returns the way into a demo class; why its meeting at Zoom isn't ready is for staff.
func EntranceOf(ctx context.Context, q bun.IDB, servers meeting.Servers, c Class, isStaff bool) (*DemoEntrance, error) {
	r, err := Of(ctx, q, servers, c.InstructorID)
	if err != nil {
		return nil, err
	}
	e := &DemoEntrance{Provider: r.Provider, Host: r.Host(servers), OpensAt: c.OpensAt(), ClosesAt: c.ClosesAt()}
	if e.Meeting, e.Instead, err = r.atZoom(ctx, q, servers, c.ID); err == nil && !isStaff {
		e.Meeting = e.Meeting.ForLearners()
	}
	return e, err
}

// atZoom returns how far the meeting at Zoom is of a demo class that takes place there, and where both sides meet instead if it can't be made; nil for another room.
func (r DemoRoom) atZoom(ctx context.Context, q bun.IDB, servers meeting.Servers, id string) (p *zoomprogress.MeetingProgress, instead string, err error) {
	if r.Provider != meeting.Zoom {
		return nil, "", nil
	}
	if p, err = zoomprogress.Of(ctx, q, id); err != nil {
		return nil, "", err
	}
	return p, p.Instead(servers), nil
}

var errNoRoom = fault.New(fault.Unavailable, "meeting_not_ready", "This demo class has no room yet. Its instructor sets one up. Try again in a few minutes.")

// Place is where a demo class meets, for one who wants to enter.
type Place struct {
	address string // of a link; otherwise "", and the server makes one
	server  meeting.Configured
	room    meeting.Room
	person  meeting.Person
}

// PlaceOf returns where a person enters a demo class; back is the address of the site, to which they return. fault.Unavailable without a room.
func PlaceOf(ctx context.Context, q bun.IDB, servers meeting.Servers, c Class, person meeting.Person, back string) (p Place, err error) {
	room, err := Of(ctx, q, servers, c.InstructorID)
	if err != nil || room.Provider == Link {
		return Place{address: room.URL}, err
	}
	_, instead, err := room.atZoom(ctx, q, servers, c.ID)
	if err != nil {
		return p, err
	}
	server, known := servers.Named(cmp.Or(instead, room.Provider))
	if !known {
		return p, errNoRoom
	}
	p = Place{server: server, person: person, room: meeting.Room{SessionID: "demo-" + c.ID, Title: "Demo: " + c.FullName, OpensAt: c.OpensAt(), ClosesAt: c.ClosesAt(), Back: back}}
	if server.Name == meeting.Zoom {
		p.room.SessionID = c.ID // where it was made before
	}
	return p, nil
}

// Open opens the room, if it is on a server. Faults as meeting.Server.
func (p Place) Open(ctx context.Context) error {
	if p.address != "" {
		return nil
	}
	return p.server.Open(ctx, p.room, p.person)
}

// Address returns the address at which the person enters now. Faults as meeting.Server.
func (p Place) Address(ctx context.Context, now time.Time) (string, error) {
	if p.address != "" {
		return p.address, nil
	}
	return p.server.Address(ctx, p.room, p.person, now)
}
