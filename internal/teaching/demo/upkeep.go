package demo

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/demoroom"
)

// mostAdopters is how many users get what they booked as visitors in one sweep.
const mostAdopters = 1000

// Sweeps delete expired holds, what locks addresses and links into demo classes that have expired, and give users what they booked before they had an account.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{
		"demo_holds.sweep": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteExpiredHolds(ctx, tx, s.deps.Clock.Now()) })
		},
		"demo_links.sweep": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return demoroom.DeleteExpiredEntries(ctx, tx, s.deps.Clock.Now()) })
		},
		"demo_addresses.sweep": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteAddresses(ctx, tx, s.deps.Clock.Now().Add(-jobs.SweepEvery)) })
		},
		"demo_bookings.adopt":    s.adopt,
		"demo_bookings.complete": s.completeJoined,
	}
}

// adopt gives users who have confirmed their address what they booked with it without an account.
func (s *Service) adopt(ctx context.Context) error {
	ids, err := adopters(ctx, s.deps.DB.Reader(), mostAdopters)
	for _, id := range ids {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.convertFor(ctx, tx, id, s.deps.Clock.Now().Add(-convertedWithin)) }); err != nil {
			return err
		}
	}
	return err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "demo_links", Column: "user_id", Excuse: personaldata.Passing},
		{Table: "demo_bookings", Column: "user_id", Export: []string{"email", "full_name", "phone_number", "starts_at", "ends_at", "timezone", "demo_type", "source", "course_interest", "experience_level",
			"requirements", "notes", "utm", "status", "cancellation_reason", "learner_joined_at", "created_at"}},
		{Table: "demo_bookings", Column: "instructor_id", Export: []string{"starts_at", "ends_at", "demo_type", "status", "completion_notes", "rating", "feedback"}},
		{Table: "demo_history", Column: "user_id", Export: []string{"action", "side", "starts_at", "reason", "created_at"}},
		{Table: "demo_rooms", Column: "instructor_id", Export: []string{"provider", "url", "updated_at"}},
		{Table: "demo_holds", Column: "instructor_id", Excuse: personaldata.Passing},
	}
}

// Erase removes what identifies a user from the demos that they booked, and cancels those ahead, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := eraseVisitor(ctx, tx, user, s.deps.Clock.Now())
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = s.deps.Calendars.Replace(ctx, tx, busy.Demo, ids, nil)
	return err
}
