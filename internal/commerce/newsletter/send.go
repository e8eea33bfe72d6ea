package newsletter

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const (
	sendJob = "newsletter.send"

	defaultRate  = 10               // emails a second
	batchSeconds = 15               // for which a job sends emails: other jobs take their turn between
	claimedFor   = 2 * time.Minute  // longer than an exchange with the mail server takes: who has a claim then is dead
	giveUpAfter  = 24 * time.Hour   // with a mail server that is unreachable
	fewest       = 20               // emails before refusals say something about a list
	mostRefused  = 20               // one in so many
	slowestRetry = 30 * time.Minute // of a mail server that is unreachable
)

// sendPayload is the payload of the job that sends a campaign.
type sendPayload struct{ CampaignID string }

// Handlers are the jobs that send emails.
func (s *Service) Handlers() map[string]jobs.Handler {
	if s.deps.Address == "" {
		return nil
	}
	return map[string]jobs.Handler{
		emailJob: {Do: jobs.One(s.sendEmail)},
		testJob:  {Do: jobs.One(s.sendTest)},
		sendJob:  {Do: jobs.One(s.sendSome)},
	}
}

// sendSome sends the next emails of a campaign, and leaves the others to another job. Each email is claimed for two minutes before it is sent and recorded after, so that none is sent by two
// workers, and a worker that is killed in between repeats that one, with the same Message-ID.
func (s *Service) sendSome(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[sendPayload](j)
	if err != nil {
		return err
	}
	c, batch, err := s.take(ctx, p.CampaignID)
	if err != nil || c.Status != Sending {
		return err
	}
	for _, d := range batch {
		isOpen, err := s.sendOne(ctx, j, c, d)
		if err != nil || !isOpen {
			return err
		}
		if ctx.Err() != nil { // the worker is being stopped or has lost the job
			return ctx.Err()
		}
	}
	return s.goOn(ctx, j, c.ID)
}

// take returns the campaign, which it starts if its time has come, and the deliveries that are next: those that a worker has left behind, then new ones.
func (s *Service) take(ctx context.Context, id string) (c Campaign, batch []delivery, err error) {
	now, most := s.deps.Clock.Now(), s.deps.Rate*batchSeconds
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if c.Status == Scheduled && !c.SendAt.After(now) {
			c.Status, c.StartedAt = Sending, &now
			if c.Recipients, err = countRecipients(ctx, tx, c.ListID); err != nil {
				return err
			}
		}
		if c.Status != Sending {
			return nil
		}
		if batch, err = leftDeliveries(ctx, tx, id, now, most); err != nil {
			return err
		}
		next, err := nextRecipients(ctx, tx, c, most-int64(len(batch)))
		if err != nil {
			return err
		}
		for _, subscriber := range next {
			d := delivery{ID: db.NewID(), CampaignID: id, SubscriberID: subscriber, State: queued}
			batch, c.Position = append(batch, d), subscriber
			if err := insertDelivery(ctx, tx, d); err != nil {
				return err
			}
		}
		return updateCampaign(ctx, tx, c)
	})
	return c, batch, err
}

// sendOne sends a delivery, unless another worker has it, or the subscriber has unsubscribed. It reports false when the campaign is not being sent any more.
func (s *Service) sendOne(ctx context.Context, j jobs.Job, c Campaign, d delivery) (isOpen bool, err error) {
	var to *Subscriber
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		is, err := claim(ctx, tx, d.ID, c.ID, s.deps.Clock.Now())
		if err != nil || !is {
			return err
		}
		if to, err = recipient(ctx, tx, d.SubscriberID, c.ListID); err != nil || to != nil {
			return err
		}
		return setDelivery(ctx, tx, d.ID, skipped, s.deps.Clock.Now())
	})
	if err != nil {
		return false, err
	}
	if to != nil {
		failed := s.deps.Mail.Send(ctx, s.campaignEmail(c, *to, d.ID))
		if failed != nil && !errors.Is(failed, mail.ErrRefused) {
			return false, s.retryLater(ctx, j, c, d, failed)
		}
		return s.record(context.WithoutCancel(ctx), c.ID, d, failed) // it has been sent, even if this worker is being stopped
	}
	return isSending(ctx, s.deps.DB.Reader(), c.ID)
}

// record stores that a delivery was sent or refused, and pauses a campaign of which the mail server refuses too many.
func (s *Service) record(ctx context.Context, id string, d delivery, failed error) (isOpen bool, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lockCampaign(ctx, tx, id)
		if err != nil {
			return err
		}
		state := sent
		switch {
		case errors.Is(failed, mail.ErrNoMailbox):
			state = bounced
			err = setStatus(ctx, tx, d.SubscriberID, Bounced, now)
		case failed != nil:
			state = refused
		}
		if err != nil {
			return err
		}
		if state == sent {
			c.Sent++
		} else {
			c.Refused++
		}
		if n, bad := c.Sent-c.SentBefore+c.Refused-c.RefusedBefore, c.Refused-c.RefusedBefore; c.Status == Sending && n >= fewest && bad*mostRefused > n {
			c.Status, c.PauseReason = Paused, byRefusals
		}
		isOpen = c.Status == Sending
		if err := setDelivery(ctx, tx, d.ID, state, now); err != nil {
			return err
		}
		return updateCampaign(ctx, tx, c)
	})
	return isOpen, err
}

// retryLater gives a delivery back while the mail server is unreachable, and pauses the campaign after a day.
func (s *Service) retryLater(ctx context.Context, j jobs.Job, c Campaign, d delivery, failed error) error {
	waited := s.deps.Clock.Now().Sub(j.CreatedAt)
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := release(ctx, tx, d.ID); err != nil || waited < giveUpAfter {
			return err
		}
		c, err := lockCampaign(ctx, tx, c.ID)
		if err != nil || c.Status != Sending {
			return err
		}
		c.Status, c.PauseReason = Paused, byServer
		return updateCampaign(ctx, tx, c)
	})
	if err != nil || waited >= giveUpAfter {
		return err
	}
	return jobs.Postpone(failed, min(max(waited, 10*time.Second), slowestRetry))
}

// goOn ends a campaign that all have got, or leaves what is left to another job.
func (s *Service) goOn(ctx context.Context, j jobs.Job, id string) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lockCampaign(ctx, tx, id)
		if err != nil || c.Status != Sending {
			return err
		}
		if err := s.deps.Queue.Complete(ctx, tx, j); err != nil {
			return err
		}
		due := now.Add(batchSeconds * time.Second)
		next, err := nextRecipients(ctx, tx, c, 1)
		if err != nil {
			return err
		}
		if len(next) == 0 {
			left, err := hasQueued(ctx, tx, id)
			if err != nil {
				return err
			}
			if !left {
				c.Status, c.FinishedAt = Sent, &now
				return updateCampaign(ctx, tx, c)
			}
			due = now.Add(claimedFor)
		}
		return s.queue(ctx, tx, id, due)
	})
}
