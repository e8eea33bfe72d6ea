package proposal

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/text"
)

// Open returns the proposal of a private link, and notes that it was seen. The link authorises it. fault.NotFound.
func (s *Service) Open(ctx context.Context, token string) (o OpenProposal, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		p, err := s.lockSent(ctx, tx, token)
		if err != nil {
			return err
		}
		if p.Status == Sent {
			now := s.deps.Clock.Now()
			p.Status, p.ViewedAt, p.Revision = Viewed, &now, p.Revision+1
			if err := update(ctx, tx, p); err != nil {
				return err
			}
		}
		o = p.Offer()
		return nil
	})
	return o, err
}

// lockSent returns the proposal of a private link as it is today. fault.NotFound.
func (s *Service) lockSent(ctx context.Context, tx bun.IDB, token string) (Proposal, error) {
	fields, err := s.links.Read(token, s.deps.Clock.Now(), 1)
	if err != nil {
		return Proposal{}, errNoProposal
	}
	p, err := lock(ctx, tx, fields[0])
	if err == nil && p.isOpen() && s.requireValid(ctx, tx, p) != nil {
		p.Status = Expired // the sweep has not come by yet
	}
	return p, err
}

func (p Proposal) isOpen() bool { return p.Status == Sent || p.Status == Viewed }

// OpenPDF returns the proposal of a private link as a file. The link authorises it. fault.NotFound.
func (s *Service) OpenPDF(ctx context.Context, token string) (name string, file []byte, err error) {
	fields, err := s.links.Read(token, s.deps.Clock.Now(), 1)
	if err != nil {
		return "", nil, errNoProposal
	}
	p, err := find(ctx, s.deps.DB.Reader(), fields[0])
	if err != nil {
		return "", nil, err
	}
	file, err = render(p, s.deps.Fonts)
	return p.fileName(), file, err
}

// Accept accepts the proposal of a private link, and wins its lead. The link authorises it. fault.NotFound, fault.Conflict for one that is decided, fault.Gone for one that is no longer valid.
func (s *Service) Accept(ctx context.Context, token string, n ProposalAcceptance) (OpenProposal, error) {
	return s.decide(ctx, token, func(p *Proposal) {
		p.Status, p.DecidedName, p.PONumber = Accepted, n.Name, text.Printable(text.OneLine(n.PONumber), 60)
	})
}

// Decline declines the proposal of a private link; its lead stays as it is, for the school may make another one. The link authorises it. fault.NotFound, fault.Conflict, fault.Gone.
func (s *Service) Decline(ctx context.Context, token string, n ProposalRefusal) (OpenProposal, error) {
	return s.decide(ctx, token, func(p *Proposal) {
		p.Status, p.DecidedName, p.DeclineReason = Declined, n.Name, strings.TrimSpace(n.Reason)
	})
}

func (s *Service) decide(ctx context.Context, token string, change func(p *Proposal)) (o OpenProposal, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		p, err := s.lockSent(ctx, tx, token)
		if err != nil {
			return err
		}
		if p.Status == Expired {
			return errExpired
		}
		if !p.isOpen() {
			return errDecided
		}
		now := s.deps.Clock.Now()
		change(&p)
		p.DecidedName, p.DecidedAt, p.DecidedFrom, p.Revision = text.Printable(text.OneLine(p.DecidedName), 120), &now, access.ClientOf(ctx).Network(), p.Revision+1
		if err := update(ctx, tx, p); err != nil {
			return err
		}
		status, note := "won", p.name()+" accepted by "+p.DecidedName
		if p.Status == Declined {
			status, note = "", p.name()+" declined by "+p.DecidedName+"\n"+p.DeclineReason
		}
		if err := s.deps.Leads.Move(ctx, tx, access.Caller{}, p.LeadID, status, strings.TrimSpace(note)); err != nil {
			return err
		}
		if p.Status == Accepted {
			if err := s.queue(ctx, tx, p.ID, acceptedEmail); err != nil {
				return err
			}
		}
		o = p.Offer()
		return events.Publish(ctx, tx, now, ProposalDecided{p.LeadID, p.Status == Accepted})
	})
	return o, err
}

// today is the day in the school's zone.
func (s *Service) today(ctx context.Context, q bun.IDB) (string, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return "", err
	}
	zone, err := time.LoadLocation(current.School.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return s.deps.Clock.Now().In(zone).Format(time.DateOnly), nil
}

// Sweeps let proposals expire.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"proposals.expire": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			today, err := s.today(ctx, tx)
			if err != nil {
				return err
			}
			return expire(ctx, tx, today)
		})
	}}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "proposals", Column: "created_by", Excuse: personaldata.Record}}
}
