package announcement

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

const remindJob = "announcement.remind"

// reminding is the payload of the job that reminds those who have not read or confirmed an announcement.
type reminding struct {
	ID string
	At time.Time // of the reminder: a job of an earlier one does nothing
}

// betweenReminders is how long the author waits before they can remind again.
const betweenReminders = 24 * time.Hour

var (
	errNotShown     = fault.New(fault.Conflict, "announcement_not_shown", "Readers don't see this announcement now. Publish it first.")
	errNobodyLeft   = fault.New(fault.Conflict, "nobody_to_remind", "Everyone has read this announcement, and confirmed it where that is asked for.")
	errJustReminded = fault.New(fault.Conflict, "just_reminded", "You can remind once in 24 hours. The last reminder was sent less than 24 hours ago.")
)

// AnnouncementReminder is what became of a reminder.
type AnnouncementReminder struct {
	Count      int64     `json:"count" doc:"Users who are reminded."`
	RemindedAt time.Time `json:"remindedAt"`
}

// Remind notifies those of the audience who have not confirmed an announcement, or not read one that asks for no confirmation. Those who do
// so before their turn are left out. For its author and administrators; errNotFound, errNotOwn, errNotShown, errJustReminded, errNobodyLeft.
func (s *Service) Remind(ctx context.Context, who access.Caller, id string) (sent AnnouncementReminder, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, to, err := s.lockOwned(ctx, tx, who, id)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		switch {
		case r.statusAt(now) != published:
			return errNotShown
		case r.RemindedAt != nil && now.Sub(*r.RemindedAt) < betweenReminders:
			return errJustReminded
		}
		if sent.Count, err = countMissing(ctx, tx, r, to); err != nil {
			return err
		}
		if sent.Count == 0 {
			return errNobodyLeft
		}
		sent.RemindedAt = now
		r.RemindedAt, r.RemindAfter = &now, ""
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: remindJob, Payload: reminding{id, now}}); err != nil {
			return err
		}
		return s.audit(ctx, tx, who, "announcement.reminded", id, nil, map[string]any{"title": r.Title, "users": sent.Count})
	})
	return sent, err
}

// remindNext reminds the next users and notes up to whom, in one transaction, as sendNext does.
func (s *Service) remindNext(ctx context.Context, tx bun.IDB, w reminding) error {
	r, err := lock(ctx, tx, w.ID)
	if fault.Is(err, fault.NotFound) {
		return jobs.ErrNoStepsLeft
	}
	if err != nil {
		return err
	}
	if r.RemindedAt == nil || !r.RemindedAt.Equal(w.At) || r.statusAt(s.deps.Clock.Now()) != published {
		return jobs.ErrNoStepsLeft
	}
	of, err := targetsOf(ctx, tx, []string{r.ID})
	if err != nil {
		return err
	}
	next, err := nextMissing(ctx, tx, r, of[r.ID], r.RemindAfter, notifiedAtATime)
	if err != nil {
		return err
	}
	if len(next) == 0 {
		return jobs.ErrNoStepsLeft
	}
	key := fmt.Sprintf("%s %d reminder %d", r.ID, r.Round, w.At.Unix())
	if err := s.deps.Notices.Announce(ctx, tx, Notice{ID: r.ID, Title: r.Title, Key: key, Reminder: true, To: next}); err != nil {
		return err
	}
	r.RemindAfter = next[len(next)-1]
	return update(ctx, tx, r)
}
