package certificate

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Revoke ends a certificate. Its holder is notified. For administrators. fault.NotFound, fault.Conflict for one that is no longer valid.
func (s *Service) Revoke(ctx context.Context, who access.Caller, id string, r Revocation) (c Certificate, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = s.lockLive(ctx, tx, id); err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		c.Status, c.Cause, c.Reason, c.EndedAt = revoked, r.Cause, r.Reason, &now
		if err := setEnd(ctx, tx, c); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, RevokedEvent{c.ID}); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "certificate.revoked", TargetKind: "certificate", TargetID: id,
			After: map[string]any{"code": c.ShownCode, "cause": r.Cause, "reason": r.Reason}})
	})
	return c, err
}

// lockLive returns a certificate that is valid; nobody changes it until the transaction ends.
func (s *Service) lockLive(ctx context.Context, tx bun.IDB, id string) (Certificate, error) {
	c, err := lock(ctx, tx, id)
	if err != nil {
		return c, err
	}
	if s.complete(&c); c.Status != issued {
		return Certificate{}, errNotLive
	}
	return c, nil
}

// Reissue issues another certificate in place of one, which is superseded: with another name, or another code. For administrators. fault.NotFound, fault.Conflict for
// one that is no longer valid, fault.Invalid for a name that cannot be printed.
func (s *Service) Reissue(ctx context.Context, who access.Caller, id string, r Reissue) (Certificate, error) {
	q := s.deps.DB.Reader()
	old, err := find(ctx, q, id)
	if err != nil {
		return old, err
	}
	_, zone, err := s.school(ctx, q)
	if err != nil {
		return Certificate{}, err
	}
	next := old
	if name := oneLine(r.Name); name != "" {
		if next.Name, err = s.printableName(name); err != nil {
			return Certificate{}, err
		}
	}
	next.StoredFacts.V.IssuedOn = s.deps.Clock.Now().In(zone).Format(time.DateOnly)
	next.ReplacesID, next.Reason, next.AskedName, next.AskedReason, next.AskedAnswer = &old.ID, r.Reason, "", "", ""
	next.ProposedAt, next.ProposedBy, next.Proposed = nil, nil, ProposedRevocation{}
	on, err := paperByID(ctx, q, old.PaperID)
	if err != nil {
		return Certificate{}, err
	}
	err = s.store(ctx, next, on, func(tx bun.IDB) (bool, error) {
		current, err := s.lockLive(ctx, tx, id)
		if err != nil {
			return false, err
		}
		now := s.deps.Clock.Now()
		current.Status, current.EndedAt = superseded, &now
		if err := setEnd(ctx, tx, current); err != nil {
			return false, err
		}
		return true, s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "certificate.reissued", TargetKind: "certificate", TargetID: id,
			After: map[string]any{"code": current.ShownCode, "reason": r.Reason}})
	})
	if err != nil {
		return Certificate{}, err
	}
	c, err := successorOf(ctx, q, id)
	if err == nil {
		s.complete(&c)
	}
	return c, err
}

// printableName refuses a name that certificates cannot show.
func (s *Service) printableName(name string) (string, error) {
	if r := s.deps.Fonts.Missing(name); r != 0 {
		return "", fault.InvalidField("name", "not_printable", "The certificate can't show this character: "+string(r))
	}
	return name, nil
}

const dropJob = "certificate.drop"

// dropWork is the payload of the job that deletes a file.
type dropWork struct{ Certificate string }

// Erase withdraws the certificates of a user in the transaction that erases the account: nothing of the person stays but that there was a certificate.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := withdraw(ctx, tx, user, s.deps.Clock.Now())
	for _, id := range ids {
		if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: dropJob, Payload: dropWork{id}}); err != nil {
			return err
		}
	}
	return err
}
