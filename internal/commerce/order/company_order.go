package order

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// Kinds of lines.
const (
	courseLine = "course"
	seatsLine  = "seats"
	otherLine  = "other"
)

const (
	paymentTerm    = 30 * 24 * time.Hour  // within which an invoice is to be paid
	invoicePayable = 365 * 24 * time.Hour // how long a transfer for it can be begun
)

// NewSeatLine is seats in a course that a company buys for its people.
type NewSeatLine struct {
	CourseID string `json:"course_id" minLength:"1" maxLength:"36" msg:"Please choose a course"`
	Quantity int64  `json:"quantity" minimum:"1" maximum:"10000" msg:"The number of seats must be from 1 to 10,000"`
}

// SeatCart is what a company has chosen for its people.
type SeatCart struct {
	Lines    []NewSeatLine `json:"lines" minItems:"1" maxItems:"20" msg:"Please choose a course;maxItems=An order can have at most 20 courses"`
	Currency string        `json:"currency" pattern:"^[A-Za-z]{3}$" msg:"Currency is required, as a three-letter code such as EUR" doc:"ISO 4217. All lines are in it."`
}

// NewCompanyOrder is seats that a company orders by invoice.
type NewCompanyOrder struct {
	SeatCart
	CartKey  string `json:"cart_key" minLength:"16" maxLength:"64" msg:"cart_key must have 16 to 64 characters" doc:"Chosen by the client, a UUID. The same cart is ordered once: sent again, the answer is the same order."`
	Digest   string `json:"digest" minLength:"1" maxLength:"64" msg:"digest is required" doc:"Of the quote that the buyer has seen."`
	PONumber string `json:"po_number,omitempty" maxLength:"60" msg:"The order number must be at most 60 characters" doc:"Of the company's own order. Invoice and receipt name it."`
}

// OrderDocument is an invoice, a receipt or a credit note of an order.
type OrderDocument struct {
	Label   string `json:"label"`
	Kind    string `json:"kind" enum:"receipt,credit_note,invoice,credit_note_reversal"`
	FileURL string `json:"file_url" doc:"Signed URL of the document as a PDF."`
}

// CompanyOrder is an order with its documents.
type CompanyOrder struct {
	Order
	Documents []OrderDocument `json:"documents"`
}

// Companies is what this package needs of companies.
type Companies interface {
	// BilledTo returns to whom the orders of a company are billed, for its managers and those who look after its bills. fault.NotFound for strangers, fault.Forbidden,
	// fault.Conflict unless it is active.
	BilledTo(ctx context.Context, q bun.IDB, who access.Caller, id string) (Billing, error)
	// ReadBills returns a fault unless the caller may read what a company has ordered.
	ReadBills(ctx context.Context, q bun.IDB, who access.Caller, id string) error
	// Provide gives a company the seats of a line, once.
	Provide(ctx context.Context, tx bun.IDB, company string, l Line, note string) error
	// EndSeats ends the seats of a line.
	EndSeats(ctx context.Context, tx bun.IDB, lineID string) error
}

// Invoices is what this package needs of documents and payments.
type Invoices interface {
	// Issue issues the invoice for an order.
	Issue(ctx context.Context, tx bun.IDB, orderID string) error
	// Credit issues the credit note for the invoice of an order that was not paid.
	Credit(ctx context.Context, tx bun.IDB, orderID string, total int64) error
	// Await lets an order wait for a transfer to the account of the school.
	Await(ctx context.Context, who access.Caller, orderID string) error
	// Documents returns the documents of orders.
	Documents(ctx context.Context, q bun.IDB, orderIDs []string) (map[string][]OrderDocument, error)
}

var (
	errNoInvoices = fault.New(fault.Conflict, "no_invoices", "The school takes no orders by invoice at the moment. Ask the school for seats.")
	errFreeSeats  = fault.New(fault.Conflict, "course_is_free", "A free course can't be ordered by invoice. Ask the school for seats in it.")
)

// QuoteSeats returns what seats cost a company now. For its managers, those who look after its bills, and administrators. fault.NotFound, fault.Forbidden, fault.Conflict,
// fault.Invalid.
func (s *Service) QuoteSeats(ctx context.Context, who access.Caller, company string, c SeatCart) (Quote, error) {
	q := s.deps.DB.Reader()
	billing, err := s.deps.Companies.BilledTo(ctx, q, who, company)
	if err != nil {
		return Quote{}, err
	}
	return s.quoteSeats(ctx, q, who, c, billing)
}

func (s *Service) quoteSeats(ctx context.Context, q bun.IDB, who access.Caller, c SeatCart, billing Billing) (Quote, error) {
	currency, chosen := strings.ToUpper(c.Currency), map[string]bool{}
	lines := make([]Line, len(c.Lines))
	for i, n := range c.Lines {
		if chosen[n.CourseID] {
			return Quote{}, fault.InvalidField("lines", "duplicate", "Choose each course once")
		}
		chosen[n.CourseID] = true
		offer, err := s.deps.Courses.OfferSeats(ctx, q, who, n, currency)
		if refused := (*fault.Error)(nil); errors.As(err, &refused) && refused.Code == errFreeSeats.Code {
			return Quote{}, errFreeSeats // without the advice for a single learner
		}
		if err != nil {
			return Quote{}, err
		}
		lines[i] = Line{Position: int64(i + 1), Kind: seatsLine, Quantity: n.Quantity, CourseID: &n.CourseID, Title: offer.Title, Plan: "batch", List: offer.List, EarlyBird: offer.EarlyBird,
			Charged: offer.List - offer.EarlyBird}
	}
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return Quote{}, err
	}
	if current.Sales.BankAccount == "" {
		return Quote{}, errNoInvoices
	}
	now := s.deps.Clock.Now()
	sales, err := current.SalesAt(now)
	if err != nil {
		return Quote{}, err
	}
	found := compute(lines, currency, sales, place{strings.ToUpper(billing.Country), billing.Region, strings.ToUpper(billing.TaxID)}, now)
	found.Digest = found.digest()
	return found, nil
}

// PlaceForCompany orders seats by invoice, at the price that was seen. The company gets them when it has paid, or when an administrator approves the order. Callers and faults
// as of QuoteSeats; fault.Conflict, with the price as it is now, if that has changed.
func (s *Service) PlaceForCompany(ctx context.Context, who access.Caller, company string, n NewCompanyOrder) (o Order, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		billing, err := s.deps.Companies.BilledTo(ctx, tx, who, company)
		if err != nil {
			return err
		}
		var isPlaced bool
		if o, isPlaced, err = s.placed(ctx, tx, who, n.CartKey); err != nil || isPlaced {
			return err
		}
		q, err := s.quoteSeats(ctx, tx, who, n.SeatCart, billing)
		if err != nil {
			return err
		}
		if q.Digest != n.Digest {
			return errPriceChanged.WithDetails(PriceChanged{q})
		}
		if q.Total == 0 {
			return errFreeSeats
		}
		o = s.byInvoice(s.pending(who.ID, n.CartKey, billing, q), company, n.PONumber)
		if err := s.insertInvoiced(ctx, tx, o); err != nil {
			return err
		}
		o, err = s.read(ctx, tx, who, o.ID)
		return err
	})
	if err != nil || o.Status != Pending {
		return o, err
	}
	return o, s.deps.Invoices.Await(ctx, who, o.ID)
}

// byInvoice lets a company pay an order later.
func (s *Service) byInvoice(o Order, company, poNumber string) Order {
	due := o.CreatedAt.Add(paymentTerm)
	o.CompanyID, o.PONumber, o.DueAt, o.ExpiresAt = &company, text.Printable(text.OneLine(poNumber), 60), &due, o.CreatedAt.Add(invoicePayable)
	return o
}

func (s *Service) insertInvoiced(ctx context.Context, tx bun.IDB, o Order) error {
	if err := insert(ctx, tx, o); err != nil {
		return err
	}
	return s.deps.Invoices.Issue(ctx, tx, o.ID)
}

// OfCompany lists the orders of a company with their documents, newest first, and their number. For its managers, those who look after its bills, and administrators.
// fault.NotFound, fault.Forbidden.
func (s *Service) OfCompany(ctx context.Context, who access.Caller, company string, limit, offset int64) ([]CompanyOrder, rest.Count, error) {
	q := s.deps.DB.Reader()
	if err := s.deps.Companies.ReadBills(ctx, q, who, company); err != nil {
		return nil, rest.Count{}, err
	}
	found, n, err := s.list(ctx, who, AdminFilter{company: company}, "", limit, offset)
	if err != nil {
		return nil, n, err
	}
	ids, orders := make([]string, len(found)), make([]CompanyOrder, len(found))
	for i, o := range found {
		ids[i] = o.ID
	}
	documents, err := s.deps.Invoices.Documents(ctx, q, ids)
	for i, o := range found {
		orders[i] = CompanyOrder{o, append([]OrderDocument{}, documents[o.ID]...)}
	}
	return orders, n, err
}

func (o Order) canBeApproved() bool {
	return o.Status == Pending && o.DueAt != nil && o.ApprovedAt == nil
}

// Approve gives a company the seats of an order by invoice before it is paid; doing so again changes nothing. For administrators. fault.NotFound, fault.Conflict for an order that is
// not by invoice, or is not open any more.
func (s *Service) Approve(ctx context.Context, who access.Caller, id string) (o Order, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if o, err = s.Lock(ctx, tx, who, id); err != nil || o.Status == Pending && o.ApprovedAt != nil {
			return err
		}
		if !o.canBeApproved() {
			return fault.New(fault.Conflict, "not_approvable", "Only an unpaid order by invoice can be approved.")
		}
		if _, err := approve(ctx, tx, id, s.deps.Clock.Now()); err != nil {
			return err
		}
		for _, l := range o.Lines {
			if err := s.give(ctx, tx, o, l); err != nil {
				return err
			}
		}
		if o, err = s.read(ctx, tx, who, id); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, s.deps.Clock.Now(), ApprovedEvent{id}); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "order.approved", TargetKind: "order", TargetID: id, After: map[string]any{"number": o.Number}})
	})
	return o, err
}

const (
	remindEvery = 7 * 24 * time.Hour  // of an order that is overdue
	remindUntil = 35 * 24 * time.Hour // after it was due; then people call
)

// Remind has companies reminded of the orders by invoice that are overdue: at once, then each week.
func (s *Service) Remind(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		ids, err := takeOverdue(ctx, tx, now)
		for _, id := range ids {
			if err := events.Publish(ctx, tx, now, OverdueEvent{id}); err != nil {
				return err
			}
		}
		return err
	})
}

// give gives what a line is for.
func (s *Service) give(ctx context.Context, tx bun.IDB, o Order, l Line) error {
	switch {
	case l.Kind == otherLine:
		return nil
	case l.CourseID == nil:
		return fault.New(fault.Conflict, "course_deleted", "A course of this order doesn't exist any more. Cancel the order.")
	case l.Kind == seatsLine:
		return s.deps.Companies.Provide(ctx, tx, *o.CompanyID, l, o.Number)
	case l.Gift:
		return s.deps.Gifts.Provide(ctx, tx, l.ID)
	case l.DueID != nil:
		return s.settleDue(ctx, tx, *l.DueID)
	}
	return s.deps.Courses.Grant(ctx, tx, l.BeneficiaryID, *l.CourseID, l.ID)
}

func (s *Service) takeBack(ctx context.Context, tx bun.IDB, l Line) error {
	if l.Kind == seatsLine {
		return s.deps.Companies.EndSeats(ctx, tx, l.ID)
	}
	if l.Gift {
		return s.deps.Gifts.TakeBack(ctx, tx, l.ID)
	}
	if l.DueID != nil {
		return s.followDue(ctx, tx, *l.DueID)
	}
	return s.deps.Courses.Revoke(ctx, tx, l.ID)
}

// takeBackInvoice credits the invoice of an order that was cancelled, and ends the seats that were given before it was paid.
func (s *Service) takeBackInvoice(ctx context.Context, tx bun.IDB, o Order) error {
	if o.DueAt == nil {
		return nil
	}
	for _, l := range o.Lines {
		if err := s.takeBack(ctx, tx, l); err != nil {
			return err
		}
	}
	return s.deps.Invoices.Credit(ctx, tx, o.ID, o.Total)
}

// maySee returns errNoOrder unless a caller is the buyer, looks after the bills of the company of the order, or is an administrator.
func (s *Service) maySee(ctx context.Context, q bun.IDB, who access.Caller, o Order) error {
	if o.BuyerID == who.ID || who.HasRole(access.Admin) {
		return nil
	}
	if o.CompanyID == nil {
		return errNoOrder
	}
	err := s.deps.Companies.ReadBills(ctx, q, who, *o.CompanyID)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Forbidden) {
		return errNoOrder
	}
	return err
}
