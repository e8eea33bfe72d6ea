package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/demoroom"
)

// DemoOpening says when the room opens.
type DemoOpening struct {
	OpensAt time.Time `json:"opensAt"`
}

var errDemoOver = fault.New(fault.Gone, "demo_over", "This demo class is over.")

// class is a booking as its room knows it.
func (b DemoBooking) class() demoroom.Class {
	return demoroom.Class{ID: b.ID, InstructorID: b.InstructorID, FullName: b.FullName, StartsAt: b.StartsAt, EndsAt: b.EndsAt}
}

// checkEntry returns a fault unless a reader of a booking can enter its room now.
func (b DemoBooking) checkEntry(as reader, now time.Time) error {
	switch {
	case b.Status != Confirmed && b.Status != Completed:
		return errNotDecided
	case as.isStaff:
		return nil
	case now.Before(b.class().OpensAt()):
		return fault.New(fault.Conflict, "not_open_yet", "This demo class isn't open yet. You can join 10 minutes before it begins.").WithDetails(DemoOpening{b.class().OpensAt()})
	case !now.Before(b.class().ClosesAt()):
		return errDemoOver
	}
	return nil
}

// RetryZoom tries again at once to make the meeting at Zoom of a demo class. For its instructor and administrators; errNoBooking for others, and
// fault.NotFound if it is not to take place there.
func (s *Service) RetryZoom(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := bookingByID(ctx, tx, id)
		if err != nil {
			return err
		}
		as, err := readerOf(who, b)
		if err != nil {
			return err
		}
		if !as.isStaff {
			return errNoBooking
		}
		return s.deps.Zoom.MakeAgain(ctx, tx, id)
	})
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
