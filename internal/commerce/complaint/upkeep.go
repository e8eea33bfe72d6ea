package complaint

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// unsentFor is how long files are kept that were never sent.
const unsentFor = 24 * time.Hour

// Sweeps announce what is due or late, close what was resolved long ago, and delete files that were never sent.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{
		"complaints.alarms": s.ringAlarms,
		"complaints.close":  s.closeResolved,
		"complaints.files": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
				files, err := deleteUnsent(ctx, tx, s.deps.Clock.Now().Add(-unsentFor))
				for _, f := range files {
					if err := s.drop(ctx, tx, dropWork{f.ComplaintID, f.ID}); err != nil {
						return err
					}
				}
				return err
			})
		},
	}
}

func (s *Service) ringAlarms(ctx context.Context) error {
	ids, err := withAlarm(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
	for _, id := range ids {
		if _, err := s.change(ctx, id, func(tx bun.IDB, k clocks, c *Complaint) error {
			for _, turn := range k.ring(c) {
				if err := s.turn(ctx, tx, *c, turn, ""); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return err
}

func (s *Service) closeResolved(ctx context.Context) error {
	before := s.deps.Clock.Now().Add(-closesAfter)
	ids, err := resolvedBefore(ctx, s.deps.DB.Reader(), before)
	for _, id := range ids {
		if _, err := s.change(ctx, id, func(tx bun.IDB, k clocks, c *Complaint) error {
			if c.Status != Resolved || !c.ResolvedAt.Before(before) {
				return nil // answered since the query
			}
			k.move(c, Closed)
			return s.record(ctx, tx, access.Caller{}, c.ID, &ComplaintEntry{Kind: kindStatus, Before: Resolved, After: Closed})
		}); err != nil {
			return err
		}
	}
	return err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "complaints", Column: "user_id", Export: []string{"number", "category", "subject", "status", "full_name", "email", "stars", "rating_comment", "created_at", "resolved_at"}},
		{Table: "complaints", Column: "assigned_to", Excuse: personaldata.Record},
		{Table: "complaint_entries", Column: "user_id", Export: []string{"kind", "body", "created_at"}},
	}
}

// Erase deletes what a user has complained about, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := personaldata.DeleteSent(ctx, tx, "complaints", user)
	for _, id := range ids {
		if err := s.drop(ctx, tx, dropWork{Complaint: id}); err != nil {
			return err
		}
	}
	return err
}
