// Package receipt issues receipts and credit notes. Their numbers have no gaps, each document holds the digest of the one before it, and none is
// ever changed: what was wrong is corrected by another document.
package receipt

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/money"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/typeset"
)

// Line is what was sold.
type Line struct {
	Title   string `json:"title"`
	Plan    string `json:"plan"`
	List    int64  `json:"list"`
	Charged int64  `json:"charged"`
}

// Tax is one component of the taxes.
type Tax struct {
	Name    string `json:"name"`
	RatePPM int64  `json:"rate_ppm"`
	Base    int64  `json:"base"`
	Amount  int64  `json:"amount"`
}

// Buyer is to whom a document was issued.
type Buyer struct {
	Name    string `json:"name"`
	Company string `json:"company,omitempty"`
	Address string `json:"address,omitempty"`
	Country string `json:"country,omitempty"`
	Region  string `json:"region,omitempty"`
	TaxID   string `json:"tax_id,omitempty"`
}

// Seller is who has issued it.
type Seller struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	Country string `json:"country,omitempty"`
	TaxID   string `json:"tax_id,omitempty"`
}

// Document is a receipt or a credit note as it was issued: of a credit note all amounts are what is sent back. Nothing in it is read from
// today's courses, users or settings.
type Document struct {
	Label            string    `json:"label"`
	Kind             string    `json:"kind" enum:"receipt,credit_note"`
	Language         string    `json:"language,omitempty"` // of its texts: mail.English unless given
	Test             bool      `json:"test,omitempty"`
	OrderNumber      string    `json:"order_number"`
	Corrects         string    `json:"corrects,omitempty"`
	Reason           string    `json:"reason,omitempty"`
	Coupon           string    `json:"coupon,omitempty"`
	IssuedAt         time.Time `json:"issued_at"`
	IssuedOn         string    `json:"issued_on"`
	Seller           Seller    `json:"seller"`
	BuyerDigest      string    `json:"buyer_digest"`
	Currency         string    `json:"currency"`
	PricesIncludeTax bool      `json:"prices_include_tax"`
	Lines            []Line    `json:"lines"`
	Taxes            []Tax     `json:"taxes"`
	Net              int64     `json:"net"`
	Tax              int64     `json:"tax"`
	Rounding         int64     `json:"rounding"`
	Total            int64     `json:"total"`
}

// record is the row of a document.
type record struct {
	bun.BaseModel `bun:"table:receipts,alias:r"`

	ID       string `bun:",pk"`
	Series   string
	Number   int64
	Label    string
	Kind     string
	OrderID  string
	BuyerID  string
	SourceID string
	IssuedAt time.Time
	Currency string
	Total    int64
	Snapshot string
	Digest   string
}

// Receipt is a document in a list.
type Receipt struct {
	ID          string    `json:"id"`
	Label       string    `json:"label"`
	Kind        string    `json:"kind" enum:"receipt,credit_note"`
	OrderID     string    `json:"order_id"`
	IssuedAt    time.Time `json:"issued_at"`
	Currency    string    `json:"currency"`
	MinorDigits int       `json:"minor_digits"`
	Total       int64     `json:"total" doc:"Of a credit note what was sent back."`
	FileURL     string    `json:"file_url" doc:"Signed URL of the document as a PDF."`
}

// Order is what this package needs to know of an order.
type Order struct {
	ID, Number, BuyerID, Currency string
	Coupon                        string // its code
	PricesIncludeTax              bool
	Lines                         []Line
	Taxes                         []Tax
	Net, Tax, Rounding, Total     int64
	Buyer                         Buyer
}

// Orders is what this package needs of orders.
type Orders interface {
	ForReceipt(ctx context.Context, q bun.IDB, id string) (Order, error)
}

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Settings    *settings.Store
	Orders      Orders
	Files       attachment.Signer
	Fonts       *typeset.Fonts
	Preferences mail.Preferences
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Kinds of documents.
const (
	receiptKind = "receipt"
	creditKind  = "credit_note"
)

var errNoReceipt = fault.New(fault.NotFound, "receipt_not_found", "This receipt doesn't exist.")

// IssueReceipt issues the receipt for a payment, with the transaction of the payment. Once for each payment.
func (s *Service) IssueReceipt(ctx context.Context, tx bun.IDB, orderID, paymentID string, test bool) error {
	o, err := s.deps.Orders.ForReceipt(ctx, tx, orderID)
	if err != nil {
		return err
	}
	return s.issue(ctx, tx, o, Document{Kind: receiptKind, Test: test, Coupon: o.Coupon, Lines: o.Lines, Taxes: o.Taxes, Net: o.Net, Tax: o.Tax, Rounding: o.Rounding, Total: o.Total}, paymentID)
}

// IssueCreditNote issues the credit note for a refund, with the transaction of the refund. Taxes are credited by the share of the total that
// is sent back; the last refund credits exactly what is left of each.
func (s *Service) IssueCreditNote(ctx context.Context, tx bun.IDB, orderID, refundID string, amount int64, reason string, test bool) error {
	o, err := s.deps.Orders.ForReceipt(ctx, tx, orderID)
	if err != nil {
		return err
	}
	before, err := documentsOf(ctx, tx, orderID)
	if err != nil {
		return err
	}
	d := credit(o, before, amount)
	d.Reason, d.Test = reason, test
	return s.issue(ctx, tx, o, d, refundID)
}

// credit shares an amount over net and taxes of an order by what earlier credit notes have left of them.
func credit(o Order, before []Document, amount int64) Document {
	d := Document{Kind: creditKind, Total: amount, Lines: []Line{}, Taxes: make([]Tax, len(o.Taxes))}
	left := make([]int64, len(o.Taxes)+1)
	left[0] = o.Net + o.Rounding
	for i, t := range o.Taxes {
		left[i+1] = t.Amount
	}
	for _, b := range before {
		switch b.Kind {
		case receiptKind:
			d.Corrects = b.Label
		case creditKind:
			left[0] -= b.Net
			for i, t := range b.Taxes {
				left[i+1] -= t.Amount
			}
		}
	}
	parts := money.Share(amount, left)
	d.Net = parts[0]
	for i, t := range o.Taxes {
		d.Taxes[i] = Tax{Name: t.Name, RatePPM: t.RatePPM, Base: parts[0], Amount: parts[i+1]}
		d.Tax += parts[i+1]
	}
	return d
}

// issue numbers, chains and stores a document. The row of its series is locked until the transaction ends; a rollback gives the number back.
func (s *Service) issue(ctx context.Context, tx bun.IDB, o Order, d Document, sourceID string) error {
	current, err := s.deps.Settings.Current(ctx, tx)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(current.School.TimeZone)
	if err != nil {
		return err
	}
	salt := make([]byte, 16)
	rand.Read(salt) // never fails: crypto/rand ends the process instead
	buyer, err := json.Marshal(o.Buyer)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	series := seriesOf(d, now.In(zone))
	last, err := take(ctx, tx, series, now)
	if err != nil {
		return err
	}
	d.Label, d.OrderNumber, d.Currency, d.PricesIncludeTax = fmt.Sprintf("%s/%d", series, last.Last), o.Number, o.Currency, o.PricesIncludeTax
	d.IssuedAt, d.IssuedOn = last.LastIssuedAt, last.LastIssuedAt.In(zone).Format(time.DateOnly)
	d.BuyerDigest = digest(hex.EncodeToString(salt), string(buyer))
	d.Seller = sellerOf(current)
	locale, _, err := s.deps.Preferences.LanguageAndZone(ctx, tx, o.BuyerID)
	if err != nil {
		return err
	}
	d.Language = mail.Language(locale)
	snapshot, err := json.Marshal(d)
	if err != nil {
		return err
	}
	r := record{ID: db.NewID(), Series: series, Number: last.Last, Label: d.Label, Kind: d.Kind, OrderID: o.ID, BuyerID: o.BuyerID, SourceID: sourceID,
		IssuedAt: d.IssuedAt, Currency: d.Currency, Total: d.Total, Snapshot: string(snapshot), Digest: digest(last.LastDigest, string(snapshot))}
	if err := insert(ctx, tx, r, hex.EncodeToString(salt), string(buyer)); err != nil {
		return err
	}
	return setDigest(ctx, tx, series, r.Digest)
}

func sellerOf(current settings.Settings) Seller {
	s := Seller{Name: current.Sales.SellerName, Address: current.Sales.SellerAddress, Country: current.Sales.Country, TaxID: current.Sales.TaxID}
	if s.Name == "" {
		s.Name = current.School.Name
	}
	return s
}

// seriesOf names the series of a document by its kind and year: RC/2026. Tests of payments have their own, so that the books have no gaps.
func seriesOf(d Document, at time.Time) string {
	name := map[string]string{receiptKind: "RC", creditKind: "CN"}[d.Kind]
	if d.Test {
		name = "T" + name
	}
	return fmt.Sprintf("%s/%d", name, at.Year())
}

// digest chains two texts.
func digest(before, text string) string {
	sum := sha256.Sum256([]byte(before + "\n" + text))
	return hex.EncodeToString(sum[:])
}

// Mine lists the caller's documents, newest first, and their number. For signed-in callers.
func (s *Service) Mine(ctx context.Context, who access.Caller, orderID string, limit, offset int64) ([]Receipt, int64, error) {
	rows, total, err := list(ctx, s.deps.DB.Reader(), who, orderID, limit, offset)
	found := make([]Receipt, len(rows))
	for i, r := range rows {
		found[i] = Receipt{r.ID, r.Label, r.Kind, r.OrderID, r.IssuedAt, r.Currency, money.MinorDigits(r.Currency), r.Total, s.deps.Files.Address(r.ID)}
	}
	return found, total, err
}

// FilePath is the prefix of the signed URLs of documents; the id of the document follows.
const FilePath = "/api/v1/receipts/files"

// PDF writes a document as a PDF, for whoever has a signed URL. fault.NotFound, fault.Unauthenticated for a URL that has expired.
func (s *Service) PDF(ctx context.Context, id, until, signature string) (content []byte, name string, err error) {
	if err := s.deps.Files.Check(id, until, signature); err != nil {
		return nil, "", err
	}
	r, buyer, err := find(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return nil, "", err
	}
	var d Document
	var b Buyer
	if err := json.Unmarshal([]byte(r.Snapshot), &d); err != nil {
		return nil, "", err
	}
	if err := json.Unmarshal([]byte(buyer), &b); err != nil {
		return nil, "", err
	}
	content, err = render(d, b, s.deps.Fonts)
	return content, d.fileName(), err
}
