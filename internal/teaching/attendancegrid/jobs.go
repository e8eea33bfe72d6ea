package attendancegrid

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/participants"
)

// AttendanceLow is published when a member has attended less than 75 % of the sessions of a batch so far, once until it is more again.
type AttendanceLow struct {
	BatchID, UserID   string
	Attended, Counted int64
}

// EventName implements events.Event.
func (AttendanceLow) EventName() string { return "batch.attendance_low" }

const (
	lowPercent   = 75
	leastCounted = 3                // sessions: to miss one of two says little
	reviewAfter  = 30 * time.Minute // the end of a session, when its room closes
	reviewWithin = 3 * 24 * time.Hour
)

// Handlers include the periodic job that looks for low attendance.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"attendance.review": {Every: 10 * time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Review(ctx) }},
	}
}

// Review looks at the attendance of the members after each session. For the periodic job.
func (s *Service) Review(ctx context.Context) error {
	now := s.deps.Clock.Now()
	for {
		sessions, err := ended(ctx, s.deps.DB.Reader(), now.Add(-reviewWithin), now.Add(-reviewAfter))
		if err != nil || len(sessions) == 0 {
			return err
		}
		for _, session := range sessions {
			if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.reviewIn(ctx, tx, session, now) }); err != nil {
				return err
			}
		}
	}
}

func (s *Service) reviewIn(ctx context.Context, tx bun.IDB, session classsession.Session, now time.Time) error {
	isFirst, err := review(ctx, tx, session.ID, now)
	if err != nil || !isFirst {
		return err
	}
	learners, err := expectedIn(ctx, tx, session)
	if err != nil {
		return err
	}
	var members []batch.Member
	for _, l := range learners {
		if l.Status == batch.MemberActive {
			members = append(members, l.Member)
		}
	}
	rates, err := attendance.Rates(ctx, tx, session.BatchID, members, now)
	if err != nil {
		return err
	}
	for _, m := range members {
		if err := publishLow(ctx, tx, m, rates[m.UserID], now); err != nil {
			return err
		}
	}
	return nil
}

// publishLow publishes that the attendance of a member is low, unless that is known already.
func publishLow(ctx context.Context, tx bun.IDB, m batch.Member, r attendance.Rate, now time.Time) error {
	if r.Counted < leastCounted || 100*r.Attended >= lowPercent*r.Counted {
		return forgetLow(ctx, tx, m.BatchID, m.UserID)
	}
	isNew, err := noteLow(ctx, tx, m.BatchID, m.UserID, now)
	if err != nil || !isNew {
		return err
	}
	return events.Publish(ctx, tx, now, AttendanceLow{m.BatchID, m.UserID, r.Attended, r.Counted})
}

// Sweeps delete people in imported lists of whom nobody has said who they are.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"attendance_imports.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return participants.Sweep(ctx, tx, attendance.OfSession, s.deps.Clock.Now()) })
	}}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "attendance_imports", Column: "user_id", Export: []string{"session_id", "joined_at", "left_at"}},
		{Table: "attendance_imports", Column: "imported_by", Excuse: personaldata.Work},
		{Table: "low_attendance", Column: "user_id", Excuse: personaldata.Derived},
	}
}

// Erase deletes what imported lists say about a user, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return participants.Erase(ctx, tx, attendance.OfSession, user)
}
