package proposal

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
	"lectern/internal/platform/typeset"
)

// Inquirer is who has asked for training.
type Inquirer struct{ FullName, Email, Company, Languages string }

// Leads are the requests for training.
type Leads interface {
	// Inquirer returns who has sent a lead. fault.NotFound.
	Inquirer(ctx context.Context, q bun.IDB, leadID string) (Inquirer, error)
	// Move gives a lead another status, with a note in its history; who is nobody for its sender. An empty status leaves it as it is.
	Move(ctx context.Context, tx bun.IDB, who access.Caller, leadID, status, note string) error
}

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Audit    *audit.Log
	Queue    *jobs.Queue
	Mail     mail.Sender
	Leads    Leads
	Fonts    *typeset.Fonts
	Key      []byte // for the private links
	Address  string `optional:"a worker that does not know it leaves emails to others"`
}

// Service makes proposals.
type Service struct {
	deps  Deps
	links sign.Signer
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, sign.New(d.Key, "proposal links")}
}

// Of returns all versions of the proposals to a lead, newest first. For administrators. fault.NotFound.
func (s *Service) Of(ctx context.Context, leadID string) ([]Proposal, error) {
	q := s.deps.DB.Reader()
	if _, err := s.deps.Leads.Inquirer(ctx, q, leadID); err != nil {
		return nil, err
	}
	return ofLead(ctx, q, leadID)
}

// mostVersions of a lead are kept.
const mostVersions = 50

// Write adds a draft: the first version of a proposal to a lead, or the next one. For administrators. fault.NotFound, fault.Invalid, fault.Conflict while there is a draft.
func (s *Service) Write(ctx context.Context, who access.Caller, leadID string, n ProposalEdit) (p Proposal, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Leads.Move(ctx, tx, who, leadID, "", ""); err != nil { // locks it
			return err
		}
		before, err := ofLead(ctx, tx, leadID)
		if err != nil {
			return err
		}
		p = Proposal{ID: db.NewID(), LeadID: leadID, Number: newNumber(), Version: 1, Status: Draft, CreatedBy: who.ID, Revision: 1, CreatedAt: s.deps.Clock.Now()}
		if len(before) > 0 {
			if before[0].Status == Draft || len(before) >= mostVersions {
				return fault.New(fault.Conflict, "proposal_draft_exists", "There is a draft of a proposal already. Change that one.")
			}
			p.Number, p.Version = before[0].Number, before[0].Version+1
		}
		if err := s.fill(&p, n); err != nil {
			return err
		}
		if err := insert(ctx, tx, p); err != nil {
			return err
		}
		return s.audit(ctx, tx, who, "proposal.added", p)
	})
	return p, err
}

// fill takes what an administrator has written, and computes what it comes to. fault.Invalid.
func (s *Service) fill(p *Proposal, n ProposalEdit) error {
	var broken fault.Fields
	n.Currency = strings.ToUpper(n.Currency)
	broken.Require(money.Known(n.Currency), "currency", "unknown", "Choose a currency")
	last, err := time.Parse(time.DateOnly, n.ValidUntil)
	broken.Require(err == nil && last.After(s.deps.Clock.Now().AddDate(0, 0, -1)), "valid_until", "in_past", "Choose a day in the future")
	p.Net = 0
	for i := range n.Lines {
		n.Lines[i].Text = text.Printable(text.OneLine(n.Lines[i].Text), 300)
		p.Net += n.Lines[i].Quantity * n.Lines[i].UnitPrice
		broken.Require(p.Net <= mostMoney, "lines", "too_high", "The proposal is too large")
		p.Net = min(p.Net, mostMoney)
	}
	if err := broken.Err(); err != nil {
		return err
	}
	p.Tax = money.Tax(p.Net, false, []money.Component{{Name: n.TaxName, Rate: n.TaxPPM}}).Taxes[0]
	p.Total = p.Net + p.Tax
	p.Lines, p.LinesRow.V, p.Currency, p.TaxName, p.TaxPPM = n.Lines, n.Lines, n.Currency, text.OneLine(n.TaxName), n.TaxPPM
	p.ValidUntil, p.Terms = n.ValidUntil, strings.TrimSpace(n.Terms)
	return nil
}

// mostMoney keeps sums far from the end of 64 bits: a line is at most 10^16.
const mostMoney = 1_000_000_000_000

// Rewrite changes a draft. For administrators. fault.NotFound, fault.Invalid, fault.Conflict for one that has been sent, fault.Precondition with the proposal as it is if it was changed since.
func (s *Service) Rewrite(ctx context.Context, who access.Caller, leadID, id string, n ProposalEdit, version rest.IfMatch) (p Proposal, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if p, err = s.lockDraft(ctx, tx, leadID, id); err != nil {
			return err
		}
		if !version.Matches(p.Revision) {
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this proposal. Your change is not saved yet.").WithDetails(p)
		}
		if err := s.fill(&p, n); err != nil {
			return err
		}
		p.Revision++
		if err := update(ctx, tx, p); err != nil {
			return err
		}
		return s.audit(ctx, tx, who, "proposal.changed", p)
	})
	return p, err
}

// Delete deletes a draft. For administrators. fault.NotFound, fault.Conflict for one that has been sent.
func (s *Service) Delete(ctx context.Context, who access.Caller, leadID, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		p, err := s.lockDraft(ctx, tx, leadID, id)
		if err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.audit(ctx, tx, who, "proposal.deleted", p)
	})
}

func (s *Service) lockDraft(ctx context.Context, tx bun.IDB, leadID, id string) (Proposal, error) {
	p, err := lock(ctx, tx, id)
	if err == nil && p.LeadID != leadID {
		err = errNoProposal
	}
	if err == nil && p.Status != Draft {
		err = errNoDraft
	}
	return p, err
}

// Send emails a draft as a private link; versions that were sent before are no longer valid. The lead becomes one with a proposal. For administrators. fault.NotFound, fault.Conflict for one that has
// been sent, fault.Gone for one whose last day has passed.
func (s *Service) Send(ctx context.Context, who access.Caller, leadID, id string) (p Proposal, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if p, err = s.lockDraft(ctx, tx, leadID, id); err != nil {
			return err
		}
		if err := s.requireValid(ctx, tx, p); err != nil {
			return err
		}
		to, err := s.deps.Leads.Inquirer(ctx, tx, leadID)
		if err != nil {
			return err
		}
		if p.SellerRow.V, err = s.seller(ctx, tx); err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		p.Status, p.SentAt, p.BuyerRow.V = Sent, &now, buyer(to)
		if p.Digest, err = p.Offer().Digest(); err != nil {
			return err
		}
		p.Revision++
		if err := replaceOlder(ctx, tx, p); err != nil {
			return err
		}
		if err := update(ctx, tx, p); err != nil {
			return err
		}
		if err := s.deps.Leads.Move(ctx, tx, who, leadID, "proposal", p.name()+" sent"); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, who, "proposal.sent", p); err != nil {
			return err
		}
		return s.queue(ctx, tx, id, offerEmail)
	})
	return p, err
}

func (p Proposal) name() string { return fmt.Sprintf("Proposal %s, version %d", p.Number, p.Version) }

func (s *Service) seller(ctx context.Context, q bun.IDB) (ProposalParty, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	party := ProposalParty{Name: current.Sales.SellerName, Address: current.Sales.SellerAddress, TaxID: current.Sales.TaxID}
	if party.Name == "" {
		party.Name = current.School.Name
	}
	return party, err
}

func buyer(to Inquirer) ProposalParty {
	if to.Company == "" {
		return ProposalParty{Name: to.FullName}
	}
	return ProposalParty{Name: to.Company, Address: to.FullName}
}

// requireValid returns fault.Gone once the last day has passed in the school's zone.
func (s *Service) requireValid(ctx context.Context, q bun.IDB, p Proposal) error {
	today, err := s.today(ctx, q)
	if err == nil && p.ValidUntil < today {
		err = errExpired
	}
	return err
}

// PDF returns a proposal as a file. For administrators. fault.NotFound.
func (s *Service) PDF(ctx context.Context, leadID, id string) (name string, file []byte, err error) {
	q := s.deps.DB.Reader()
	p, err := find(ctx, q, id)
	if err == nil && p.LeadID != leadID {
		err = errNoProposal
	}
	if err != nil {
		return "", nil, err
	}
	if p.Status == Draft {
		to, err := s.deps.Leads.Inquirer(ctx, q, leadID)
		if err != nil {
			return "", nil, err
		}
		if p.SellerRow.V, err = s.seller(ctx, q); err != nil {
			return "", nil, err
		}
		p.BuyerRow.V = buyer(to)
	}
	file, err = render(p, s.deps.Fonts)
	return p.fileName(), file, err
}

func (p Proposal) fileName() string { return fmt.Sprintf("%s-%d.pdf", p.Number, p.Version) }

func (s *Service) audit(ctx context.Context, tx bun.IDB, who access.Caller, action string, p Proposal) error {
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "proposal", TargetID: p.ID,
		After: map[string]any{"lead_id": p.LeadID, "number": p.Number, "version": p.Version, "status": p.Status, "currency": p.Currency, "total": p.Total}})
}

// newNumber is PR- and eight characters of Crockford's alphabet, in which nothing is mistaken for something else.
func newNumber() string {
	const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	random := make([]byte, 8)
	rand.Read(random) // never fails: crypto/rand ends the process instead
	for i, b := range random {
		random[i] = characters[b%32]
	}
	return "PR-" + string(random)
}
