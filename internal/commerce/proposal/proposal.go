// Package proposal makes companies that have asked for training a proposal: lines with prices, sent as a private link, which they accept or decline online.
package proposal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Statuses of proposals.
const (
	Draft    = "draft"
	Sent     = "sent"
	Viewed   = "viewed"
	Accepted = "accepted"
	Declined = "declined"
	Expired  = "expired"
)

// ProposalLine is one position of a proposal.
type ProposalLine struct {
	Text      string `json:"text" pattern:"\\S" maxLength:"300" msg:"Enter what you offer;maxLength=A line must be at most 300 characters"`
	Quantity  int64  `json:"quantity" minimum:"1" maximum:"100000" msg:"The quantity must be 1 to 100000"`
	UnitPrice int64  `json:"unit_price" minimum:"0" maximum:"100000000000" msg:"Enter a price" doc:"Minor units, without tax."`
}

// ProposalParty is the school or the company of a proposal, as its PDF names it.
type ProposalParty struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	TaxID   string `json:"tax_id"`
}

// Proposal is a version of a proposal, as administrators see it.
type Proposal struct {
	bun.BaseModel `bun:"table:proposals,alias:p" json:"-"`

	ID            string                  `bun:",pk" json:"id"`
	LeadID        string                  `json:"lead_id"`
	Number        string                  `json:"number" doc:"The same for all versions."`
	Version       int64                   `json:"version"`
	LinesRow      db.JSON[[]ProposalLine] `bun:"lines" json:"-"`
	Lines         []ProposalLine          `bun:"-" json:"lines"`
	Currency      string                  `json:"currency"`
	TaxName       string                  `json:"tax_name"`
	TaxPPM        int64                   `json:"tax_ppm" doc:"Parts per million."`
	Net           int64                   `json:"net"`
	Tax           int64                   `json:"tax"`
	Total         int64                   `json:"total"`
	ValidUntil    string                  `json:"valid_until" doc:"The last day, YYYY-MM-DD."`
	Terms         string                  `json:"terms"`
	Status        string                  `json:"status" enum:"draft,sent,viewed,accepted,declined,expired"`
	SellerRow     db.JSON[ProposalParty]  `bun:"seller" json:"-"`
	BuyerRow      db.JSON[ProposalParty]  `bun:"buyer" json:"-"`
	Digest        string                  `json:"digest" doc:"SHA-256 of what was offered: of the JSON of an open proposal without its status, times and decision; empty for a draft."`
	DecidedName   string                  `json:"decided_name" doc:"Who accepted or declined it."`
	DecidedFrom   string                  `json:"-"`
	PONumber      string                  `json:"po_number"`
	DeclineReason string                  `json:"decline_reason"`
	CreatedBy     string                  `json:"-"`
	Revision      int64                   `json:"-"`
	CreatedAt     time.Time               `json:"created_at"`
	SentAt        *time.Time              `json:"sent_at"`
	ViewedAt      *time.Time              `json:"viewed_at" doc:"When its link was first opened."`
	DecidedAt     *time.Time              `json:"decided_at"`
}

// EditVersion implements rest.Versioned.
func (p Proposal) EditVersion() int64 { return p.Revision }

// ProposalEdit is what administrators write of a proposal.
type ProposalEdit struct {
	Lines      []ProposalLine `json:"lines" minItems:"1" maxItems:"50" msg:"Add a line;maxItems=A proposal has at most 50 lines"`
	Currency   string         `json:"currency" minLength:"3" maxLength:"3" msg:"Choose a currency"`
	TaxName    string         `json:"tax_name" maxLength:"40" msg:"The name of the tax must be at most 40 characters"`
	TaxPPM     int64          `json:"tax_ppm" minimum:"0" maximum:"1000000" msg:"The tax must be 0% to 100%"`
	ValidUntil string         `json:"valid_until" minLength:"10" maxLength:"10" msg:"Choose the last day" doc:"YYYY-MM-DD."`
	Terms      string         `json:"terms" maxLength:"5000" msg:"The terms must be at most 5000 characters"`
}

// OpenProposal is a proposal as who has its private link sees it.
type OpenProposal struct {
	Number      string         `json:"number"`
	Version     int64          `json:"version"`
	Seller      ProposalParty  `json:"seller"`
	Buyer       ProposalParty  `json:"buyer"`
	Lines       []ProposalLine `json:"lines"`
	Currency    string         `json:"currency"`
	TaxName     string         `json:"tax_name"`
	TaxPPM      int64          `json:"tax_ppm"`
	Net         int64          `json:"net"`
	Tax         int64          `json:"tax"`
	Total       int64          `json:"total"`
	ValidUntil  string         `json:"valid_until"`
	Terms       string         `json:"terms"`
	Status      string         `json:"status" enum:"sent,viewed,accepted,declined,expired"`
	SentAt      *time.Time     `json:"sent_at"`
	DecidedName string         `json:"decided_name"`
	DecidedAt   *time.Time     `json:"decided_at"`
}

// Digest stands for what is offered, and stays the same when it is decided. A PDF would not do: another release may draw other bytes.
func (o OpenProposal) Digest() (string, error) {
	o.Status, o.SentAt, o.DecidedName, o.DecidedAt = "", nil, "", nil
	text, err := json.Marshal(o)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// Offer is a proposal as who has its private link sees it.
func (p Proposal) Offer() OpenProposal {
	return OpenProposal{p.Number, p.Version, p.SellerRow.V, p.BuyerRow.V, p.Lines, p.Currency, p.TaxName, p.TaxPPM, p.Net, p.Tax, p.Total, p.ValidUntil, p.Terms, p.Status, p.SentAt, p.DecidedName, p.DecidedAt}
}

// ProposalAcceptance accepts a proposal in the name of a company.
type ProposalAcceptance struct {
	Name     string `json:"name" pattern:"\\S" maxLength:"120" msg:"Enter your name;maxLength=The name must be at most 120 characters"`
	PONumber string `json:"po_number,omitempty" maxLength:"60" msg:"The order number must be at most 60 characters" doc:"Of the company's own order."`
}

// ProposalRefusal declines a proposal.
type ProposalRefusal struct {
	Name   string `json:"name" pattern:"\\S" maxLength:"120" msg:"Enter your name;maxLength=The name must be at most 120 characters"`
	Reason string `json:"reason,omitempty" maxLength:"1000" msg:"The reason must be at most 1000 characters"`
}

// ProposalDecided is published when a company has accepted or declined a proposal.
type ProposalDecided struct {
	LeadID   string
	Accepted bool
}

// EventName is the name under which the event is published.
func (ProposalDecided) EventName() string { return "proposal.decided" }

var (
	errNoProposal = fault.New(fault.NotFound, "proposal_not_found", "This proposal doesn't exist.")
	errNoDraft    = fault.New(fault.Conflict, "proposal_sent", "This proposal has been sent. Write a new version to change it.")
	errDecided    = fault.New(fault.Conflict, "proposal_decided", "This proposal has been decided already. Reload the page.")
	errExpired    = fault.New(fault.Gone, "proposal_expired", "This proposal is no longer valid. Ask us for a new one.")
)
