package announcement

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// SetStatus changes the status of announcements, in one transaction, and says what became of each. For administrators. fault.Invalid.
func (s *Service) SetStatus(ctx context.Context, who access.Caller, c AnnouncementStatusChange) (outcomes []StatusOutcome, err error) {
	now := s.deps.Clock.Now()
	if err := c.check(now); err != nil {
		return nil, err
	}
	return outcomes, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		outcomes = nil
		for _, id := range ids(c.IDs) { // in the order of their ids, so that two changes do not wait for each other
			outcome, err := s.setStatus(ctx, tx, who, id, c, now)
			if err != nil {
				return err
			}
			outcomes = append(outcomes, outcome)
		}
		return nil
	})
}

func (s *Service) setStatus(ctx context.Context, tx bun.IDB, who access.Caller, id string, c AnnouncementStatusChange, now time.Time) (o StatusOutcome, err error) {
	o = StatusOutcome{ID: id, Outcome: "refused"}
	before, err := lock(ctx, tx, id)
	if fault.Is(err, fault.NotFound) {
		o.Message = errNotFound.Message
		return o, nil
	}
	if err != nil {
		return o, err
	}
	r := before
	if r.put(c, now); r.ExpiresAt != nil && r.State == released && (!r.ExpiresAt.After(now) || !r.ExpiresAt.After(r.PublishAt)) {
		o.Status, o.Message = before.statusAt(now), "It would have expired by then. Change its expiry date first."
		return o, nil
	}
	if o.Outcome, o.Status = "unchanged", r.statusAt(now); r.State == before.State && r.PublishAt.Equal(before.PublishAt) {
		return o, nil
	}
	r.Version++
	if err := s.plan(ctx, tx, &r); err != nil {
		return o, err
	}
	if err := update(ctx, tx, r); err != nil {
		return o, err
	}
	if err := putWindow(ctx, tx, r); err != nil {
		return o, err
	}
	o.Outcome = "changed"
	return o, s.audit(ctx, tx, who, "announcement.status_changed", id, map[string]any{"status": before.statusAt(now)}, map[string]any{"status": o.Status})
}

// put gives an announcement a status.
func (r *row) put(c AnnouncementStatusChange, now time.Time) {
	switch c.Status {
	case draft, archived:
		r.State = c.Status
	case scheduled:
		r.State, r.PublishAt = released, c.PublishDate.UTC().Truncate(time.Microsecond)
	case published:
		if r.State == draft || r.PublishAt.After(now) {
			r.PublishAt = now
		}
		r.State = released
	}
}
