package certificate

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// CorrectName asks for another name on a certificate; an administrator issues it anew or declines. Once, for its holder. fault.NotFound, fault.Conflict for the
// second time or one that is no longer valid, fault.Invalid.
func (s *Service) CorrectName(ctx context.Context, who access.Caller, id string, n NameCorrection) (c Certificate, err error) {
	name, err := s.printableName(oneLine(n.Name))
	if err != nil {
		return c, err
	}
	if name == "" {
		return c, fault.InvalidField("name", "required", "Please enter the name")
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		switch s.complete(&found); {
		case found.UserID != who.ID:
			return errNone
		case found.Status != issued:
			return errNotLive
		case found.AskedAt != nil:
			return errAsked
		}
		now := s.deps.Clock.Now()
		c = found
		c.AskedAt, c.AskedName, c.AskedReason = &now, name, n.Reason
		if err := setAsked(ctx, tx, c); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, AskedEvent{id, who.ID})
	})
	return c.forHolder(), err
}

// Show says what the public page of a certificate shows. For its holder. fault.NotFound.
func (s *Service) Show(ctx context.Context, who access.Caller, id string, shown ShownFigures) (c Certificate, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if c.UserID != who.ID {
			return errNone
		}
		s.complete(&c)
		c.HidesScore, c.HidesHours = shown.HidesScore, shown.HidesHours
		return setShown(ctx, tx, c)
	})
	return c.forHolder(), err
}

// Propose proposes that a certificate is revoked; an administrator decides. A second proposal replaces the first. For the instructors of its course. fault.NotFound,
// fault.Conflict for one that is no longer valid.
func (s *Service) Propose(ctx context.Context, who access.Caller, id string, r Revocation) (c Certificate, err error) {
	if _, err := s.Get(ctx, who, id); err != nil {
		return c, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = s.lockLive(ctx, tx, id); err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		c.ProposedAt, c.ProposedBy, c.Proposed = &now, &who.ID, ProposedRevocation(r)
		if err := setProposed(ctx, tx, c); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, AskedEvent{id, who.ID})
	})
	return c, err
}

// Decline refuses the name for which a holder asks, or the revocation that an instructor proposes; who asked is notified. For administrators. fault.NotFound,
// fault.Conflict if there is nothing to decide.
func (s *Service) Decline(ctx context.Context, who access.Caller, id string, d CertificateDecline) (c Certificate, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = s.lockLive(ctx, tx, id); err != nil {
			return err
		}
		to, set := c.UserID, setAsked
		switch {
		case d.Request == anotherName && c.AskedName != "":
			c.AskedName, c.AskedReason, c.AskedAnswer = "", "", d.Reason
		case d.Request == revocation && c.ProposedBy != nil:
			to, set = *c.ProposedBy, setProposed
			c.ProposedAt, c.ProposedBy, c.Proposed = nil, nil, ProposedRevocation{}
		default:
			return errNothing
		}
		if err := set(ctx, tx, c); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, s.deps.Clock.Now(), DeclinedEvent{id, d.Request, to, d.Reason}); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "certificate." + d.Request + "_declined", TargetKind: "certificate", TargetID: id,
			After: map[string]any{"code": c.ShownCode, "reason": d.Reason}})
	})
	return c, err
}
