package announcement

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

const sendJob = "announcement.send"

// sending is the payload of the job that notifies the audience of an announcement.
type sending struct {
	ID     string
	Number int64 // of the plan: a job of an earlier one does nothing
}

const (
	notifiedAtATime = 100 // users notified in one transaction
	stepsEach       = 50  // transactions of one claim: other light work gets its turn after 5,000 users
)

// retention is how long an announcement without an end is shown.
const retention = 365 * 24 * time.Hour

// plan plans the notifications of an announcement anew, and gives up those that were planned before: they are sent when it is published.
func (s *Service) plan(ctx context.Context, tx bun.IDB, r *row) error {
	if err := s.deps.Queue.Cancel(ctx, tx, r.ID); err != nil {
		return err
	}
	r.SendNumber++
	r.SendAfter = ""
	if r.State != released || r.Notify == notifyNone || r.SentAt != nil {
		return nil
	}
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: sendJob, Ref: r.ID, Due: r.PublishAt, Payload: sending{r.ID, r.SendNumber}})
	return err
}

// Handlers notify the audiences of announcements that are published, and remind those who have not read them.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		sendJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[sending](claim[0])
			if err != nil {
				return err
			}
			return s.deps.Queue.TakeSteps(ctx, claim[0], stepsEach, func(tx bun.IDB) error { return s.sendNext(ctx, tx, w) })
		}},
		remindJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[reminding](claim[0])
			if err != nil {
				return err
			}
			return s.deps.Queue.TakeSteps(ctx, claim[0], stepsEach, func(tx bun.IDB) error { return s.remindNext(ctx, tx, w) })
		}},
	}
}

// sendNext notifies the next users of an audience and notes up to whom, in one transaction: a worker that is killed leaves nothing half
// done, and the next one goes on there. Users who leave the audience before it is their turn are not notified. The lock of the announcement
// keeps two workers from notifying the same users, and its author from changing it in the middle.
func (s *Service) sendNext(ctx context.Context, tx bun.IDB, w sending) error {
	r, err := lock(ctx, tx, w.ID)
	if fault.Is(err, fault.NotFound) {
		return jobs.ErrNoStepsLeft
	}
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if r.SendNumber != w.Number || r.SentAt != nil || r.statusAt(now) != published {
		return jobs.ErrNoStepsLeft
	}
	of, err := targetsOf(ctx, tx, []string{r.ID})
	if err != nil {
		return err
	}
	next, err := nextPeople(ctx, tx, of[r.ID], r.SendAfter, notifiedAtATime)
	if err != nil {
		return err
	}
	if len(next) == 0 {
		r.SentAt = &now
		return update(ctx, tx, r)
	}
	if err := s.deps.Notices.Announce(ctx, tx, Notice{ID: r.ID, Title: r.Title, Key: fmt.Sprintf("%s %d", r.ID, r.Round), Mail: r.Notify == notifyMail, To: next}); err != nil {
		return err
	}
	r.SendAfter = next[len(next)-1]
	r.Sent += int64(len(next))
	return update(ctx, tx, r)
}

// Sweeps archive announcements without an end after a year.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"announcement.archive": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return archiveOld(ctx, tx, s.deps.Clock.Now().Add(-retention)) })
	}}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "announcements", Column: "created_by", Export: []string{"title", "content", "type", "priority", "publish_at", "expires_at", "created_at"}},
		{Table: "announcement_receipts", Column: "user_id", Export: []string{"announcement_id", "seen_at", "read_at", "acknowledged_at"}},
	}
}

// Erase deletes what a user has read, and that they are addressed alone, in the transaction that erases the user. What they announced stays.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return eraseReader(ctx, tx, user)
}
