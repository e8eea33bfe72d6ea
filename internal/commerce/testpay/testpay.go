// Package testpay is the payment provider of the demo: a payment page with cards that move nobody's money. It treats the rest of the program
// as a real provider would, worse than most: it signs its messages, sends each twice and in any order, and loses some.
package testpay

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/sign"
)

// Cards whose payments end otherwise than all others.
const (
	declinedCard = "4000000000000002"
	slowCard     = "4000000000000077" // is confirmed after a minute, as bank transfers are
)

const confirmAfter = time.Minute

// Checkout is a payment page.
type Checkout struct {
	bun.BaseModel `bun:"table:test_checkouts,alias:c" json:"-"`

	ID        string     `bun:",pk" json:"id"`
	Amount    int64      `json:"amount"`
	Currency  string     `json:"currency"`
	Title     string     `json:"title"`
	ReturnURL string     `json:"return_url" doc:"Where the browser goes afterwards."`
	State     string     `json:"state" enum:"open,processing,paid,failed,cancelled"`
	Failure   string     `json:"failure" doc:"Why the last card was refused: declined or empty."`
	PaidAt    *time.Time `json:"-"`
	Refunded  int64      `json:"refunded" doc:"What has gone back of it."`
	ExpiresAt time.Time  `json:"expires_at"`
}

// Card is what a buyer types on the payment page.
type Card struct {
	Number string `json:"number" pattern:"^[0-9 ]{12,23}$" msg:"Please enter the 16 digits of a card"`
}

// Receiver takes the messages, as a webhook does.
type Receiver interface {
	Receive(ctx context.Context, name string, m provider.Message) error
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Receiver Receiver
	Key      []byte // signs messages
	Enabled  bool   `optional:"no test payments: its pages don't exist"`
	Address  string `optional:"of the site; pages are paths without it"`
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// IsEnabled reports whether its pages exist.
func (s *Service) IsEnabled() bool { return s.deps.Enabled }

var errNoCheckout = fault.New(fault.NotFound, "checkout_not_found", "This payment page doesn't exist.")

// Get returns a payment page. For everybody who has its address, as with real providers. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (Checkout, error) {
	if !s.deps.Enabled {
		return Checkout{}, errNoCheckout
	}
	return s.read(ctx, s.deps.DB.Reader(), id)
}

// read returns a checkout as it is now: a slow payment is confirmed once its time has come.
func (s *Service) read(ctx context.Context, q bun.IDB, id string) (Checkout, error) {
	c, err := find(ctx, q, id)
	if err == nil && c.State == "processing" && !s.deps.Clock.Now().Before(*c.PaidAt) {
		c.State = "paid"
	}
	return c, err
}

// Pay pays with a card. For everybody who has the address. It returns fault.NotFound, or fault.Conflict for a page that is over.
func (s *Service) Pay(ctx context.Context, id string, card Card) (c Checkout, err error) {
	if !s.deps.Enabled {
		return c, errNoCheckout
	}
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = s.read(ctx, tx, id); err != nil {
			return err
		}
		if c.State != "open" || !now.Before(c.ExpiresAt) {
			return fault.New(fault.Conflict, "checkout_over", "This payment is over. Go back to the shop.")
		}
		c.Failure = ""
		switch digits(card.Number) {
		case declinedCard:
			c.Failure = "declined"
		case slowCard:
			c.State, c.PaidAt = "processing", new(now.Add(confirmAfter))
		default:
			c.State, c.PaidAt = "paid", new(now)
		}
		if err := update(ctx, tx, c); err != nil {
			return err
		}
		return s.announce(ctx, tx, c, now)
	})
	return c, err
}

func digits(number string) string {
	kept := make([]rune, 0, len(number))
	for _, r := range number {
		if r >= '0' && r <= '9' {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

type message struct {
	EventID, Kind, CheckoutID string
}

// announce sends what has happened as two copies, in any order with those of other payments, and one in ten not at all. What is lost
// and when copies arrive follows from the id, so that a demo repeats itself.
func (s *Service) announce(ctx context.Context, tx bun.IDB, c Checkout, now time.Time) error {
	chance := fnv.New32a()
	_, _ = chance.Write([]byte(c.ID + c.State + c.Failure)) // never fails
	luck := chance.Sum32()
	if luck%10 == 0 {
		return nil
	}
	if c.State == "processing" {
		now = *c.PaidAt
	}
	return s.deliver(ctx, tx, c.ID, "checkout."+c.State, now, luck)
}

// deliver sends a message twice, each copy within seconds by what luck says.
func (s *Service) deliver(ctx context.Context, tx bun.IDB, checkout, kind string, at time.Time, luck uint32) error {
	m := message{EventID: db.NewID(), Kind: kind, CheckoutID: checkout}
	for n := range uint32(2) {
		wait := time.Duration(luck>>(n*8)%5) * time.Second
		if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: deliverKind, Ref: checkout, Due: at.Add(wait), Payload: m}); err != nil {
			return err
		}
	}
	return nil
}

const deliverKind = "testpay.deliver"

// Handlers deliver the messages.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{deliverKind: {Do: func(ctx context.Context, js []jobs.Job) error {
		m, err := jobs.Payload[message](js[0])
		if err != nil {
			return err
		}
		body, err := json.Marshal(m)
		if err != nil {
			return err
		}
		return s.deps.Receiver.Receive(ctx, Name, s.Message(body))
	}}}
}

// Message signs a message.
func (s *Service) Message(body []byte) provider.Message {
	return provider.Message{Body: body, Header: func(name string) string {
		if name != SignatureHeader {
			return ""
		}
		return sign.New(s.deps.Key, "testpay").Text(string(body))
	}}
}
