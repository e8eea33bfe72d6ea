package membership

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/teaching/batch"
)

// Events of enrollments: copies with the fields that are used here.
type (
	studentEnrolled   struct{ UserID, CourseID string }
	enrollmentChanged struct{ UserID, CourseID string }
)

func (studentEnrolled) EventName() string   { return "course.enrolled" }
func (enrollmentChanged) EventName() string { return "course.enrollment_changed" }

// Listeners let members follow their enrollments in the course.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		events.On("membership", func(ctx context.Context, d events.Delivery[studentEnrolled]) error {
			return s.follow(ctx, d.Event.UserID, d.Event.CourseID)
		}),
		events.On("membership", func(ctx context.Context, d events.Delivery[enrollmentChanged]) error {
			return s.follow(ctx, d.Event.UserID, d.Event.CourseID)
		}),
	}
}

// follow brings the memberships of a user in batches of a course to what follows from their enrollment.
func (s *Service) follow(ctx context.Context, userID, courseID string) error {
	ids, err := batchesOf(ctx, s.deps.DB.Reader(), courseID, userID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.followIn(ctx, tx, id, userID, courseID) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) followIn(ctx context.Context, tx bun.IDB, id, userID, courseID string) error {
	if err := batch.Lock(ctx, tx, id); err != nil {
		return err
	}
	enrollment, err := enrollmentStatus(ctx, tx, courseID, userID)
	if err != nil {
		return err
	}
	if slices.Contains([]string{"suspended", "expired", "withdrawn"}, enrollment) {
		if err := s.stopWaiting(ctx, tx, id, userID); err != nil {
			return err
		}
	}
	m, err := batch.MemberOf(ctx, tx, id, userID)
	if err != nil || m == nil {
		return err
	}
	b, err := batch.RowOf(ctx, tx, id)
	if err != nil {
		return err
	}
	to := stateFor(m.MemberState, enrollment, b.CheckOpen() == nil && b.FreeSeats() > 0)
	if to == m.MemberState {
		return nil
	}
	return s.store(ctx, tx, *m, to, "")
}

// stopWaiting ends a user's place on the waiting list of a batch, and offers what was reserved for them to the next.
func (s *Service) stopWaiting(ctx context.Context, tx bun.IDB, id, userID string) error {
	entry, err := batch.OpenEntry(ctx, tx, id, userID)
	if err != nil || entry == nil {
		return err
	}
	now := s.deps.Clock.Now()
	if err := batch.EndEntry(ctx, tx, *entry, batch.EntryExpired, now); err != nil {
		return err
	}
	return batch.OfferSeats(ctx, tx, id, now)
}

// stateFor returns the state of a member that follows from their enrollment: who is suspended keeps the seat, who has withdrawn or whose
// enrollment has expired loses it, and what was taken by suspension or expiry comes back with the enrollment. Who has completed the batch
// has.
func stateFor(m batch.MemberState, enrollment string, hasRoom bool) batch.MemberState {
	isIn := m.Status == batch.MemberActive || m.Status == batch.MemberOnHold
	switch {
	case enrollment == "suspended" && m.Status == batch.MemberActive:
		return batch.MemberState{Status: batch.MemberOnHold, ByEnrollment: true}
	case enrollment == "expired" && isIn:
		return batch.MemberState{Status: batch.MemberDropped, ByEnrollment: true}
	case enrollment == "withdrawn" && isIn:
		return batch.MemberState{Status: batch.MemberDropped}
	case enrollment == "enrolled" && m.ByEnrollment && (m.HasSeat() || hasRoom):
		return batch.MemberState{Status: batch.MemberActive}
	}
	return m
}
