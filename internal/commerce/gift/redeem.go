package gift

import (
	"context"
	"errors"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// opened returns the id and the number of the link of a token, or errGone.
func (s *Service) opened(token string) (id string, link int64, err error) {
	fields, err := s.signer().Read(token, s.deps.Clock.Now(), 2)
	if err != nil {
		return "", 0, errGone
	}
	if link, err = strconv.ParseInt(fields[1], 10, 64); err != nil {
		return "", 0, errGone
	}
	return fields[0], link, nil
}

// requireOpen returns errGone for a gift that can't be redeemed by a user with this link; one that they have redeemed stays theirs.
func (s *Service) requireOpen(g Gift, link int64, user string) error {
	if g.Link != link || g.SentAt == nil || g.RevokedAt != nil || g.CourseID == nil {
		return errGone
	}
	if g.taken() {
		if *g.RedeemedBy != user {
			return errGone
		}
		return nil
	}
	if g.ReturnedAt != nil || !s.deps.Clock.Now().Before(*g.ExpiresAt) {
		return errGone
	}
	return nil
}

// Preview returns the gift of a link. For everybody who has it. fault.Gone.
func (s *Service) Preview(ctx context.Context, who access.Caller, token string) (p GiftPreview, err error) {
	id, link, err := s.opened(token)
	if err != nil {
		return p, err
	}
	q := s.deps.DB.Reader()
	g, err := find(ctx, q, "id", id)
	if fault.Is(err, fault.NotFound) {
		return p, errGone
	}
	if err == nil {
		err = s.requireOpen(g, link, who.ID)
	}
	if err != nil {
		return p, err
	}
	p = GiftPreview{CourseID: *g.CourseID, Title: g.Title, RecipientName: g.RecipientName, SenderName: g.SenderName, Message: g.Message, ExpiresAt: *g.ExpiresAt}
	if who.ID == "" {
		return p, nil
	}
	if p.IsYours = g.RedeemedBy != nil && *g.RedeemedBy == who.ID; p.IsYours {
		return p, nil
	}
	err = s.deps.Courses.MayTake(ctx, q, who.ID, *g.CourseID)
	if refused := (*fault.Error)(nil); fault.Is(err, fault.Conflict) && errors.As(err, &refused) {
		p.WhyNot, err = refused.Code, nil
	}
	return p, err
}

// lockOpen returns the gift of a link with its row locked.
func (s *Service) lockOpen(ctx context.Context, tx bun.IDB, token, user string) (Gift, error) {
	id, link, err := s.opened(token)
	if err != nil {
		return Gift{}, err
	}
	g, err := lock(ctx, tx, "id", id)
	if fault.Is(err, fault.NotFound) {
		return g, errGone
	}
	if err != nil {
		return g, err
	}
	return g, s.requireOpen(g, link, user)
}

// Redeem gives the caller the course of a gift. Nothing but the link is checked, as addresses change: one that the account of its address has got, but has not
// opened, goes over to them. Doing so again changes nothing. For signed-in callers. fault.Gone, fault.Conflict for who learns in the course already.
func (s *Service) Redeem(ctx context.Context, who access.Caller, token string) (r RedeemedGift, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		g, err := s.lockOpen(ctx, tx, token, who.ID)
		if err != nil {
			return err
		}
		r = RedeemedGift{*g.CourseID, g.Title}
		if g.OpenedAt != nil {
			return nil
		}
		now := s.deps.Clock.Now()
		if g.RedeemedBy == nil || *g.RedeemedBy != who.ID {
			if err := s.deps.Courses.MayTake(ctx, tx, who.ID, *g.CourseID); err != nil {
				return err
			}
			if err := s.deps.Courses.Revoke(ctx, tx, g.ID); err != nil {
				return err
			}
			if err := s.deps.Courses.Grant(ctx, tx, who.ID, *g.CourseID, g.ID); err != nil {
				return err
			}
			g.RedeemedBy, g.RedeemedAt = &who.ID, &now
		}
		g.OpenedAt = &now
		if err := update(ctx, tx, g); err != nil {
			return err
		}
		return s.publish(ctx, tx, g.ID, redeemed)
	})
	return r, err
}

// Return gives a gift back that nobody has accepted, and lets its buyer know, who can send it to another address. Doing so again changes nothing. For everybody who has
// its link. fault.Gone, also for one that was accepted.
func (s *Service) Return(ctx context.Context, token string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		id, link, err := s.opened(token)
		if err != nil {
			return err
		}
		g, err := lock(ctx, tx, "id", id)
		if fault.Is(err, fault.NotFound) || err == nil && g.taken() {
			return errGone
		}
		if err != nil || g.ReturnedAt != nil && g.Link == link {
			return err
		}
		if err := s.requireOpen(g, link, ""); err != nil {
			return err
		}
		if err := s.deps.Courses.Revoke(ctx, tx, g.ID); err != nil {
			return err
		}
		g.RedeemedBy, g.RedeemedAt, g.ReturnedAt = nil, nil, new(s.deps.Clock.Now())
		if err := update(ctx, tx, g); err != nil {
			return err
		}
		return s.publish(ctx, tx, g.ID, returned)
	})
}
