package newsletter

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// position is where a row stands in a list with the newest first.
func (c Campaign) position() (time.Time, string) { return c.CreatedAt, c.ID }

// Campaigns returns campaigns, newest first, and the cursor of the next page. For administrators. fault.Invalid.
func (s *Service) Campaigns(ctx context.Context, p rest.Page, c rest.CursorParam) (found []Campaign, n rest.Count, next string, err error) {
	q := s.deps.DB.Reader()
	return rest.NewestFirst(s.deps.Clock.Now(), p, c, func() (rest.Count, error) { return countCampaigns(ctx, q) },
		func(at rest.TimePosition) ([]Campaign, error) { return listCampaigns(ctx, q, at) }, Campaign.position)
}

// Campaign returns a campaign. For administrators. fault.NotFound.
func (s *Service) Campaign(ctx context.Context, id string) (Campaign, error) {
	return s.read(ctx, s.deps.DB.Reader(), id)
}

// read returns a campaign; one that has not started with the subscribers that its list has now.
func (s *Service) read(ctx context.Context, q bun.IDB, id string) (Campaign, error) {
	c, err := campaignByID(ctx, q, id)
	if err == nil && c.StartedAt == nil {
		c.Recipients, err = countRecipients(ctx, q, c.ListID)
	}
	return c, err
}

// clean checks and cleans what an administrator has written.
func (s *Service) clean(ctx context.Context, q bun.IDB, n CampaignEdit) (CampaignEdit, error) {
	n.Subject, n.Body = text.Printable(text.OneLine(n.Subject), 150), s.deps.Cleaner.Message(text.HTMLFormat, n.Body)
	if text.Length(text.HTMLFormat, n.Body) > longestBody {
		return n, fault.InvalidField("body", "too_long", "The text must be at most 20000 characters")
	}
	return n, requireList(ctx, q, n.ListID)
}

// Write adds a draft. For administrators. fault.Invalid.
func (s *Service) Write(ctx context.Context, who access.Caller, n CampaignEdit) (c Campaign, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		n, err := s.clean(ctx, tx, n)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		c = Campaign{ID: db.NewID(), ListID: n.ListID, Subject: n.Subject, Body: n.Body, Status: Draft, CreatedBy: who.ID, Version: 1, CreatedAt: now, UpdatedAt: now}
		if err := insertCampaign(ctx, tx, c); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, who, "newsletter.campaign_added", c, nil); err != nil {
			return err
		}
		c, err = s.read(ctx, tx, c.ID)
		return err
	})
	return c, err
}

func (s *Service) audit(ctx context.Context, tx bun.IDB, who access.Caller, action string, c Campaign, before map[string]any) error {
	e := audit.Entry{Action: action, TargetKind: "campaign", TargetID: c.ID, After: audited(c)}
	if before != nil {
		e.Before = before
	}
	return s.deps.Audit.Write(ctx, tx, who, e)
}

func audited(c Campaign) map[string]any {
	return map[string]any{"subject": c.Subject, "list_id": c.ListID, "status": c.Status, "send_at": c.SendAt}
}

// Rewrite changes a draft. For administrators. fault.NotFound, fault.Invalid, fault.Conflict for one that is no draft, fault.Precondition with the campaign as it is if it was changed since.
func (s *Service) Rewrite(ctx context.Context, who access.Caller, id string, n CampaignEdit, version rest.IfMatch) (Campaign, error) {
	return s.change(ctx, who, id, "newsletter.campaign_changed", func(tx bun.IDB, c *Campaign) error {
		if !version.Matches(c.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this campaign. Your change is not saved yet.").WithDetails(*c)
		}
		if c.Status != Draft {
			return errNotNow
		}
		n, err := s.clean(ctx, tx, n)
		c.ListID, c.Subject, c.Body = n.ListID, n.Subject, n.Body
		return err
	})
}

// errNotNow answers what the status of a campaign does not allow.
var errNotNow = fault.New(fault.Conflict, "campaign_status", "The status of this campaign doesn't allow this any more. Reload the page.")

// change locks a campaign, changes it, and returns it.
func (s *Service) change(ctx context.Context, who access.Caller, id, action string, to func(tx bun.IDB, c *Campaign) error) (c Campaign, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		before := audited(c)
		if err := to(tx, &c); err != nil {
			return err
		}
		c.Version, c.UpdatedAt = c.Version+1, s.deps.Clock.Now()
		if err := updateCampaign(ctx, tx, c); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, who, action, c, before); err != nil {
			return err
		}
		c, err = s.read(ctx, tx, id)
		return err
	})
	return c, err
}

// CampaignSchedule says when a campaign is sent.
type CampaignSchedule struct {
	At *time.Time `json:"at,omitempty" doc:"Absent: now."`
}

// longestAhead is how far ahead a campaign is scheduled.
const longestAhead = 366 * 24 * time.Hour

// Schedule has a draft sent, now or later. For administrators. fault.NotFound, fault.Invalid for a time that has passed and for an empty text, fault.Conflict for one that is no draft.
func (s *Service) Schedule(ctx context.Context, who access.Caller, id string, n CampaignSchedule) (Campaign, error) {
	return s.change(ctx, who, id, "newsletter.campaign_scheduled", func(tx bun.IDB, c *Campaign) error {
		if c.Status != Draft {
			return errNotNow
		}
		at, now := s.deps.Clock.Now(), s.deps.Clock.Now()
		if n.At != nil {
			at = n.At.UTC().Truncate(time.Second)
		}
		var broken fault.Fields
		broken.Require(n.At == nil || at.After(now), "at", "in_past", "Choose a time in the future")
		broken.Require(at.Before(now.Add(longestAhead)), "at", "too_late", "Choose a time within a year")
		broken.Require(c.Body != "", "body", "required", "Write a text")
		if err := broken.Err(); err != nil {
			return err
		}
		if err := requireList(ctx, tx, c.ListID); err != nil {
			return err
		}
		c.Status, c.SendAt = Scheduled, &at
		return s.queue(ctx, tx, id, at)
	})
}

// queue adds the job that sends the next emails of a campaign.
func (s *Service) queue(ctx context.Context, tx bun.IDB, id string, due time.Time) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: sendJob, Ref: jobRef(id), Due: due, Payload: sendPayload{id}})
	return err
}

func jobRef(id string) string { return "campaign:" + id }

// Pause stops the sending of a campaign. For administrators. fault.NotFound, fault.Conflict for one that is not being sent.
func (s *Service) Pause(ctx context.Context, who access.Caller, id string) (Campaign, error) {
	return s.change(ctx, who, id, "newsletter.campaign_paused", func(tx bun.IDB, c *Campaign) error {
		if c.Status != Sending {
			return errNotNow
		}
		c.Status, c.PauseReason = Paused, byAdministrator
		return s.deps.Queue.Cancel(ctx, tx, jobRef(id))
	})
}

// Resume continues the sending of a campaign. For administrators. fault.NotFound, fault.Conflict for one that is not paused.
func (s *Service) Resume(ctx context.Context, who access.Caller, id string) (Campaign, error) {
	return s.change(ctx, who, id, "newsletter.campaign_resumed", func(tx bun.IDB, c *Campaign) error {
		if c.Status != Paused {
			return errNotNow
		}
		c.Status, c.PauseReason, c.SentBefore, c.RefusedBefore = Sending, "", c.Sent, c.Refused
		return s.queue(ctx, tx, id, s.deps.Clock.Now())
	})
}

// Cancel ends a campaign before all have got it; one that has not started becomes a draft again. For administrators. fault.NotFound, fault.Conflict.
func (s *Service) Cancel(ctx context.Context, who access.Caller, id string) (Campaign, error) {
	return s.change(ctx, who, id, "newsletter.campaign_cancelled", func(tx bun.IDB, c *Campaign) error {
		now := s.deps.Clock.Now()
		switch c.Status {
		case Scheduled:
			c.Status, c.SendAt = Draft, nil
		case Sending, Paused:
			c.Status, c.PauseReason, c.FinishedAt = Cancelled, "", &now
		default:
			return errNotNow
		}
		return s.deps.Queue.Cancel(ctx, tx, jobRef(id))
	})
}

// Delete deletes a campaign that nobody has got. For administrators. fault.NotFound, fault.Conflict.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lockCampaign(ctx, tx, id)
		if err != nil {
			return err
		}
		if c.Status != Draft {
			return errNotNow
		}
		if err := removeCampaign(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "newsletter.campaign_deleted", TargetKind: "campaign", TargetID: id, Before: audited(c)})
	})
}

// DeliveryFilter narrows the deliveries of a campaign.
type DeliveryFilter struct {
	State string `query:"state" enum:",queued,sent,refused,bounced,skipped" msg:"This state doesn't exist"`
}

// Deliveries returns what has become of a campaign for each subscriber, and the cursor of the next page. For administrators. fault.NotFound, fault.Invalid.
func (s *Service) Deliveries(ctx context.Context, id string, f DeliveryFilter, p rest.Page, c rest.CursorParam) (found []NewsletterDelivery, n rest.Count, next string, err error) {
	q := s.deps.DB.Reader()
	if _, err := campaignByID(ctx, q, id); err != nil {
		return nil, n, "", err
	}
	limit, offset := p.LimitOffset()
	after := ""
	values, err := c.Decode(1)
	if err != nil {
		return nil, n, "", err
	}
	if values != nil {
		after, offset = values[0], 0
	}
	if n, err = countDeliveries(ctx, q, id, f); err != nil {
		return nil, n, "", err
	}
	if found, err = listDeliveries(ctx, q, id, f, after, limit+1, offset); err != nil {
		return nil, n, "", err
	}
	if int64(len(found)) > limit {
		found, next = found[:limit], rest.EncodeCursor(found[limit-1].ID)
	}
	return found, n, next, nil
}
