package complaint

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
)

// PersonMessage is a message of who complained.
type PersonMessage struct {
	Body  string   `json:"body" pattern:"\\S" maxLength:"5000" msg:"Write your message;maxLength=The message must be at most 5000 characters"`
	Files []string `json:"files,omitempty" maxItems:"5" msg:"A message can have at most 5 files" doc:"Ids of files that were uploaded for it."`
}

// ComplaintRating is how content who complained is with the resolution.
type ComplaintRating struct {
	Stars   int64  `json:"stars" minimum:"1" maximum:"5" msg:"Choose 1 to 5 stars"`
	Comment string `json:"comment,omitempty" maxLength:"2000" msg:"The comment must be at most 2000 characters"`
}

// Own lists the caller's complaints, newest first. For users who are signed in.
func (s *Service) Own(ctx context.Context, who access.Caller, p rest.Page) ([]OwnComplaint, rest.Count, error) {
	limit, offset := p.LimitOffset()
	q := s.deps.DB.Reader()
	n, err := countOwn(ctx, q, who.ID)
	if err != nil {
		return nil, n, err
	}
	found, err := own(ctx, q, who.ID, limit, offset)
	return found, n, err
}

// resolve returns the id of the complaint of a private link, or of one of the caller's by its id. fault.NotFound.
func (s *Service) resolve(ctx context.Context, who access.Caller, key string) (string, error) {
	if fields, err := s.links.Read(key, s.deps.Clock.Now(), 1); err == nil {
		return fields[0], nil
	}
	c, err := find(ctx, s.deps.DB.Reader(), key)
	if err == nil && (who.ID == "" || deref(c.UserID) != who.ID) {
		err = errNoComplaint
	}
	return key, err
}

// Track returns a complaint to who complained. For who has the private link, and for the user whose it is. fault.NotFound.
func (s *Service) Track(ctx context.Context, who access.Caller, key string) (t ComplaintThread, err error) {
	id, err := s.resolve(ctx, who, key)
	if err != nil {
		return t, err
	}
	d, err := s.Get(ctx, id)
	return d.thread(s.deps.Clock.Now()), err
}

// onTrack changes a complaint for who complained.
func (s *Service) onTrack(ctx context.Context, who access.Caller, key string, to func(tx bun.IDB, k clocks, c *Complaint) error) (t ComplaintThread, err error) {
	id, err := s.resolve(ctx, who, key)
	if err != nil {
		return t, err
	}
	d, err := s.change(ctx, id, to)
	return d.thread(s.deps.Clock.Now()), err
}

// Reply adds a message of who complained: one that waits for them, or was resolved at most 14 days ago, is open again. Callers as of Track. fault.NotFound, fault.Invalid, fault.TooMany, fault.Conflict for one
// that was resolved longer ago.
func (s *Service) Reply(ctx context.Context, who access.Caller, key string, m PersonMessage) (t ComplaintThread, err error) {
	id, err := s.resolve(ctx, who, key)
	if err != nil {
		return t, err
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: writeRule, Subject: id}); err != nil { // outside the transaction: the limiter has its own
		return t, err
	}
	return s.onTrack(ctx, who, key, func(tx bun.IDB, k clocks, c *Complaint) error {
		if !c.takesAnswers(k.now) {
			return fault.New(fault.Conflict, "complaint_closed", "This complaint was closed more than 14 days ago. Open a new one.")
		}
		sender := access.Caller{ID: deref(c.UserID)}
		if err := s.say(ctx, tx, sender, c.ID, &ComplaintEntry{Kind: kindMessage, Body: strings.TrimSpace(m.Body)}, m.Files, false); err != nil {
			return err
		}
		if before := c.Status; before == Waiting || c.isOver() {
			k.move(c, Open)
			if err := s.record(ctx, tx, sender, c.ID, &ComplaintEntry{Kind: kindStatus, Before: before, After: Open}); err != nil {
				return err
			}
		}
		k.oweAnswer(c)
		return s.turn(ctx, tx, *c, turnReplied, "")
	})
}

// Rate rates the resolution, again and again if they like. Callers as of Track. fault.NotFound, fault.Conflict for one that is not resolved.
func (s *Service) Rate(ctx context.Context, who access.Caller, key string, r ComplaintRating) (t ComplaintThread, err error) {
	return s.onTrack(ctx, who, key, func(_ bun.IDB, _ clocks, c *Complaint) error {
		if !c.isOver() {
			return fault.New(fault.Conflict, "not_resolved", "You can rate a complaint once it is resolved.")
		}
		c.Stars, c.RatingComment = &r.Stars, strings.TrimSpace(r.Comment)
		return nil
	})
}
