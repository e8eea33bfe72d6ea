package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demoroom"
	"lectern/internal/teaching/meeting"
)

// A demo class is open to its learner from 10 minutes before it begins until 30 minutes after its end, as sessions are.
const (
	opensBefore = 10 * time.Minute
	closesAfter = 30 * time.Minute
)

// DemoEntrance is the way into a demo class.
type DemoEntrance struct {
	Provider string    `json:"provider" enum:"none,link,bigbluebutton,jitsi"`
	Host     string    `json:"host" doc:"The name of the site to which it leads; empty for none."`
	OpensAt  time.Time `json:"opensAt" doc:"For the learner; the instructor enters at any time."`
	ClosesAt time.Time `json:"closesAt"`
}

// DemoJoin leads into the room of a demo class.
type DemoJoin struct {
	URL string `json:"url" doc:"For the caller alone, to be opened now."`
}

// DemoOpening says when the room opens.
type DemoOpening struct {
	OpensAt time.Time `json:"opensAt"`
}

var (
	errNoRoom   = fault.New(fault.Unavailable, "meeting_not_ready", "This demo class has no room yet. Its instructor sets one up. Try again in a few minutes.")
	errDemoOver = fault.New(fault.Gone, "demo_over", "This demo class is over.")
)

// checkEntry returns a fault unless a reader of a booking can enter its room now.
func (b DemoBooking) checkEntry(as reader, now time.Time) error {
	switch {
	case b.Status != Confirmed && b.Status != Completed:
		return errNotDecided
	case as.isStaff:
		return nil
	case now.Before(b.StartsAt.Add(-opensBefore)):
		return fault.New(fault.Conflict, "not_open_yet", "This demo class isn't open yet. You can join 10 minutes before it begins.").WithDetails(DemoOpening{b.StartsAt.Add(-opensBefore)})
	case !now.Before(b.EndsAt.Add(closesAfter)):
		return errDemoOver
	}
	return nil
}

// Room returns where an instructor gives demo classes. For the instructor, "me", and administrators; fault.NotFound.
func (s *Service) Room(ctx context.Context, who access.Caller, instructorID string) (demoroom.DemoRoom, error) {
	id, err := ownRoom(who, instructorID)
	if err != nil {
		return demoroom.DemoRoom{}, err
	}
	return demoroom.Of(ctx, s.deps.DB.Reader(), s.deps.Servers, id)
}

// PutRoom replaces the room of an instructor. For the instructor, "me", and administrators. fault.NotFound, fault.Invalid, fault.Precondition with the room.
func (s *Service) PutRoom(ctx context.Context, who access.Caller, instructorID string, n demoroom.NewDemoRoom, version rest.IfMatch) (saved demoroom.DemoRoom, err error) {
	id, err := ownRoom(who, instructorID)
	if err == nil {
		saved, err = n.Room(s.deps.Servers)
	}
	if err != nil {
		return saved, err
	}
	return saved, s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Calendars.Lock(ctx, tx, []string{id}); err != nil {
			return err
		}
		now, err := demoroom.Of(ctx, tx, s.deps.Servers, id)
		if err != nil {
			return err
		}
		if !version.Matches(now.Version) {
			return fault.New(fault.Precondition, "stale_version", "This room was changed elsewhere. Your change is not saved yet.").WithDetails(now)
		}
		saved.Version = now.Version + 1
		return demoroom.Put(ctx, tx, id, saved, s.deps.Clock.Now())
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

// entrance returns the way into a booking.
func (s *Service) entrance(ctx context.Context, q bun.IDB, b DemoBooking) (*DemoEntrance, error) {
	r, err := demoroom.Of(ctx, q, s.deps.Servers, b.InstructorID)
	e := &DemoEntrance{Provider: r.Provider, Host: r.Host(s.deps.Servers), OpensAt: b.StartsAt.Add(-opensBefore), ClosesAt: b.EndsAt.Add(closesAfter)}
	return e, err
}

// Join returns the address of the room of a demo class. For its learner, from 10 minutes before it begins until 30 minutes after its end, and for its instructor
// and administrators at any time. Others get errNoBooking; fault.Conflict, fault.Gone, fault.Unavailable.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (DemoJoin, error) {
	b, err := bookingByID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return DemoJoin{}, err
	}
	as, err := readerOf(who, b)
	if err != nil {
		return DemoJoin{}, err
	}
	return s.join(ctx, as, b)
}

// JoinByLink is Join for who has the link of a booking, its learner.
func (s *Service) JoinByLink(ctx context.Context, token string) (DemoJoin, error) {
	b, err := s.byLink(ctx, token)
	if err != nil {
		return DemoJoin{}, err
	}
	return s.join(ctx, reader{byLink: true}, b)
}

func (s *Service) join(ctx context.Context, as reader, b DemoBooking) (j DemoJoin, err error) {
	now, q := s.deps.Clock.Now(), s.deps.DB.Reader()
	if err := b.checkEntry(as, now); err != nil {
		return j, err
	}
	room, err := demoroom.Of(ctx, q, s.deps.Servers, b.InstructorID)
	if err != nil {
		return j, err
	}
	if j.URL, err = s.roomAddress(ctx, as, b, room, now); err != nil {
		return j, err
	}
	return j, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return markJoined(ctx, tx, b.ID, as, now) })
}

// roomAddress asks the server of a room for the address at which a reader enters.
func (s *Service) roomAddress(ctx context.Context, as reader, b DemoBooking, room demoroom.DemoRoom, now time.Time) (string, error) {
	if room.Provider == demoroom.Link {
		return room.URL, nil
	}
	server, known := s.deps.Servers.Named(room.Provider)
	if !known {
		return "", errNoRoom
	}
	p := meeting.Person{ID: "learner-" + b.ID, Name: b.FullName, Moderates: as.isStaff}
	if as.isStaff {
		staff, err := instructorByID(ctx, s.deps.DB.Reader(), as.userID)
		if err != nil {
			return "", err
		}
		p.ID, p.Name = as.userID, staff.FullName
	}
	r := meeting.Room{SessionID: "demo-" + b.ID, Title: "Demo: " + b.FullName, OpensAt: b.StartsAt.Add(-opensBefore), ClosesAt: b.EndsAt.Add(closesAfter), Back: s.deps.Address}
	if err := server.Open(ctx, r, p); err != nil {
		return "", err
	}
	return server.Address(ctx, r, p, now)
}

// completeJoined completes the demo classes that ended three days ago and have no recorded outcome, where both sides have entered the room.
func (s *Service) completeJoined(ctx context.Context) error {
	due, err := joinedBookings(ctx, s.deps.DB.Reader(), s.deps.Clock.Now().Add(-outcomeDueAfter))
	if err != nil {
		return err
	}
	for _, b := range due {
		_, err := s.decide(ctx, reader{isStaff: true}, b, func(b *DemoBooking, now time.Time) error { return b.complete(BookingUpdate{}, now) })
		if err != nil && !fault.Is(err, fault.Conflict) { // staff have recorded the outcome since
			return err
		}
	}
	return nil
}
