// Package receipt issues receipts and credit notes. Their numbers have no gaps, each document holds the digest of the one before it, and none is
// ever changed: what was wrong is corrected by another document.
package receipt

import (
	"context"
	"encoding/json"
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
	Count   int64  `json:"count,omitempty"` // of seats; 0 for a place
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

// Document is a receipt or a credit note as it was issued: of a credit note all amounts are what is sent back, and of its reversal what was not. Nothing in it is read from
// today's courses, users or settings.
type Document struct {
	Label            string    `json:"label"`
	Kind             string    `json:"kind" enum:"receipt,credit_note,invoice,credit_note_reversal"`
	Language         string    `json:"language,omitempty"` // of its texts: mail.English unless given
	Test             bool      `json:"test,omitempty"`
	OrderNumber      string    `json:"order_number"`
	Corrects         string    `json:"corrects,omitempty"`
	Reason           string    `json:"reason,omitempty"`
	Coupon           string    `json:"coupon,omitempty"`
	PONumber         string    `json:"po_number,omitempty"`
	Invoice          string    `json:"invoice,omitempty"` // of a receipt: which invoice was paid
	DueOn            string    `json:"due_on,omitempty"`  // of an invoice, as its account and reference
	Account          string    `json:"account,omitempty"`
	Reference        string    `json:"reference,omitempty"`
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
	Kind        string    `json:"kind" enum:"receipt,credit_note,invoice,credit_note_reversal" doc:"credit_note_reversal: the refund of a credit note has failed after all."`
	OrderID     string    `json:"order_id"`
	IssuedAt    time.Time `json:"issued_at"`
	Currency    string    `json:"currency"`
	MinorDigits int       `json:"minor_digits"`
	Total       int64     `json:"total" doc:"Of a credit note what was sent back, and of its reversal what did not arrive."`
	FileURL     string    `json:"file_url" doc:"Signed URL of the document as a PDF."`
}

// Order is what this package needs to know of an order.
type Order struct {
	ID, Number, BuyerID, Currency string
	Coupon                        string // its code
	PONumber                      string
	Reference                     string     // by which a transfer for it is known
	DueAt                         *time.Time // of an order by invoice
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
	receiptKind  = "receipt"
	creditKind   = "credit_note"
	invoiceKind  = "invoice"
	reversalKind = "credit_note_reversal"
)

var errNoReceipt = fault.New(fault.NotFound, "receipt_not_found", "This receipt doesn't exist.")

// OfOrders returns the documents of orders, oldest first, for a caller who may see these.
func (s *Service) OfOrders(ctx context.Context, q bun.IDB, orderIDs []string) (map[string][]Receipt, error) {
	rows, err := ofOrders(ctx, q, orderIDs)
	by := map[string][]Receipt{}
	for _, r := range rows {
		by[r.OrderID] = append(by[r.OrderID], s.listed(r))
	}
	return by, err
}

func (s *Service) listed(r record) Receipt {
	return Receipt{r.ID, r.Label, r.Kind, r.OrderID, r.IssuedAt, r.Currency, money.MinorDigits(r.Currency), r.Total, s.deps.Files.Address(r.ID)}
}

// Mine lists the caller's documents, newest first, and their number. For signed-in callers.
func (s *Service) Mine(ctx context.Context, who access.Caller, orderID string, limit, offset int64) ([]Receipt, int64, error) {
	rows, total, err := list(ctx, s.deps.DB.Reader(), who, orderID, limit, offset)
	found := make([]Receipt, len(rows))
	for i, r := range rows {
		found[i] = s.listed(r)
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
