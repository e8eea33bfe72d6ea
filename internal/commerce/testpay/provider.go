package testpay

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/sign"
)

// Name is the provider's in addresses and rows.
const Name = "test"

// SignatureHeader is where a message has its signature.
const SignatureHeader = "X-Lectern-Signature"

// Provider is what payments see of it.
type Provider struct{ pages *Service }

// Provider returns the provider whose pages these are.
func (s *Service) Provider() Provider { return Provider{s} }

// Name is the provider's in addresses and rows.
func (Provider) Name() string { return Name }

// IsTest is always true.
func (Provider) IsTest() bool { return true }

// IsOffered is true as long as it is configured.
func (Provider) IsOffered(context.Context) (bool, error) { return true, nil }

// Validity is that of the price.
func (Provider) Validity() time.Duration { return 0 }

// Offers takes every amount.
func (Provider) Offers(string, int64) error { return nil }

// Start creates a payment page; with the id of one that there is it returns that one.
func (p Provider) Start(ctx context.Context, n provider.Start) (provider.Started, error) {
	c := Checkout{ID: n.AttemptID, Amount: n.Amount, Currency: n.Currency, Title: n.Title, ReturnURL: n.ReturnURL, State: "open", ExpiresAt: n.ExpiresAt}
	err := p.pages.deps.DB.InTx(ctx, func(tx bun.IDB) error { return insert(ctx, tx, c) })
	return provider.Started{Ref: c.ID, RedirectURL: p.pages.deps.Address + "/pay/test/" + c.ID}, err
}

// FetchState returns a payment page as it is now. fault.NotFound.
func (p Provider) FetchState(ctx context.Context, ref string) (provider.State, error) {
	return p.pages.state(ctx, p.pages.deps.DB.Reader(), ref)
}

// Cancel closes an open payment page. What was paid stays so: see the state.
func (p Provider) Cancel(ctx context.Context, ref string) (provider.State, error) {
	var state provider.State
	err := p.pages.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := p.pages.read(ctx, tx, ref)
		if err == nil && c.State == "open" {
			c.State = "cancelled"
			err = update(ctx, tx, c)
		}
		if err != nil {
			return err
		}
		state, err = p.pages.state(ctx, tx, ref)
		return err
	})
	return state, err
}

// Refund sends money back; with the id of a refund that was made it makes no other. It returns fault.Conflict for more than was paid.
func (p Provider) Refund(ctx context.Context, r provider.Refund) (string, error) {
	err := p.pages.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		fresh, err := insertRefund(ctx, tx, r.ID, r.PaymentRef, r.Amount)
		if err != nil || !fresh {
			return err
		}
		return addRefund(ctx, tx, r.PaymentRef, r.Amount)
	})
	return provider.Succeeded, err
}

// Hints checks the signature of a message and returns what it is about. fault.Invalid.
func (p Provider) Hints(m provider.Message) ([]provider.Hint, error) {
	var said message
	if !sign.New(p.pages.deps.Key, "testpay").IsText(m.Header(SignatureHeader), string(m.Body)) || json.Unmarshal(m.Body, &said) != nil {
		return nil, provider.ErrSignature
	}
	return []provider.Hint{{EventID: said.EventID, Kind: said.Kind, AttemptID: said.CheckoutID}}, nil
}

// Missed returns nothing: what gets lost is found by asking, as the demo shows.
func (Provider) Missed(context.Context, time.Time) ([]provider.Hint, error) { return nil, nil }

// statuses are the states of a payment page, as those of a payment.
var statuses = map[string]string{"open": provider.Open, "processing": provider.Processing, "paid": provider.Succeeded, "failed": provider.Failed, "cancelled": provider.Cancelled}

// state returns a payment with its refunds and its dispute, as they are now. fault.NotFound.
func (s *Service) state(ctx context.Context, q bun.IDB, id string) (provider.State, error) {
	c, err := s.read(ctx, q, id)
	if err != nil {
		return provider.State{}, err
	}
	state := provider.State{Status: statuses[c.State], Failure: c.Failure, PaymentRef: c.ID, Amount: c.Amount, Currency: c.Currency, Method: "card"}
	refunds, err := refundsOf(ctx, q, id)
	if err != nil {
		return state, err
	}
	for _, r := range refunds {
		status := provider.Succeeded
		if r.FailedAt != nil {
			status = provider.Failed
		}
		state.Refunds = append(state.Refunds, provider.RefundState{Ref: r.ID, ID: r.ID, Amount: r.Amount, Status: status})
	}
	d, err := disputeOf(ctx, q, id)
	if d != nil {
		state.Disputes = []provider.DisputeState{{Ref: d.ID, Reason: "fraudulent", Status: d.Status, Amount: d.Amount, Withdrawn: true, RespondBy: &d.RespondBy}}
	}
	return state, err
}
