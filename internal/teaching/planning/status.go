package planning

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// SetStatus changes the status of a batch. The status that it has is accepted and changes nothing. For its instructors. fault.NotFound,
// fault.Conflict for a status that cannot follow, or if the instructor of one that is no longer cancelled is not free.
func (s *Service) SetStatus(ctx context.Context, who access.Caller, id string, n StatusChange, noEmails bool) (changed Batch, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if f.Status != n.Status {
			if err := s.putStatus(ctx, tx, who, f.Row, n, noEmails, now); err != nil {
				return err
			}
		}
		changed, err = s.read(ctx, tx, who, id)
		return err
	})
	return changed, err
}

// putStatus changes the status of a batch: a cancelled one gives up the time of its sessions, and one that is no longer cancelled takes it
// again.
func (s *Service) putStatus(ctx context.Context, tx bun.IDB, who access.Caller, row batch.Row, n StatusChange, noEmails bool, now time.Time) error {
	if err := row.CheckTransition(n.Status); err != nil {
		return err
	}
	if n.Status == batch.Cancelled && n.Reason == "" {
		return fault.InvalidField("reason", "required", "Say why the batch is cancelled. Its members see it")
	}
	row.Status, row.Reason = n.Status, n.Reason
	if err := batch.Update(ctx, tx, &row, now); err != nil {
		return err
	}
	if err := batch.CloseWaiting(ctx, tx, now); err != nil {
		return err
	}
	if n.Status == batch.Cancelled {
		if err := events.Publish(ctx, tx, now, BatchCancelled{row.ID, who.ID, noEmails}); err != nil {
			return err
		}
	}
	sessions, err := classsession.Of(ctx, tx, row.ID)
	if err != nil {
		return err
	}
	return classsession.Book(ctx, tx, s.deps.Calendars, who, row, sessions, now)
}

// Archive archives a batch, or takes it out of the archive: archived ones are out of lists and closed to new members. For its instructors.
func (s *Service) Archive(ctx context.Context, who access.Caller, id string, archived bool) (changed Batch, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if row := f.Row; row.Archived != archived {
			row.Archived = archived
			if err := batch.Update(ctx, tx, &row, s.deps.Clock.Now()); err != nil {
				return err
			}
		}
		changed, err = s.read(ctx, tx, who, id)
		return err
	})
	return changed, err
}

// Delete deletes a batch that never had members. For its instructors. fault.NotFound, fault.Conflict for one that had.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		used, err := batch.HasMembers(ctx, tx, id)
		if err == nil && used {
			err = fault.New(fault.Conflict, "batch_in_use", "This batch has or had members. Cancel or archive it instead.")
		}
		if err != nil {
			return err
		}
		sessions, err := classsession.Of(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := classsession.Release(ctx, tx, s.deps.Calendars, sessions); err != nil {
			return err
		}
		return batch.Remove(ctx, tx, f.ID)
	})
}
