package stripe

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"lectern/internal/commerce/provider"
)

type refund struct {
	ID       string
	Amount   int64
	Status   string // pending, requires_action, succeeded, failed or canceled
	Metadata struct {
		RefundID string `json:"refund_id"`
	}
}

// Refund sends money back. Stripe forgets keys after a day, so it is asked first which refunds of the payment there are.
func (s *Stripe) Refund(ctx context.Context, r provider.Refund) (string, error) {
	amount, err := toStripe(r.Currency, r.Amount)
	if err != nil {
		return "", err
	}
	made, err := s.refunds(ctx, r.PaymentRef, r.Currency)
	if err != nil {
		return "", err
	}
	for _, before := range made {
		if before.ID == r.ID {
			return before.Status, nil
		}
	}
	var sent refund
	err = s.post(ctx, "/v1/refunds", url.Values{"payment_intent": {r.PaymentRef}, "amount": {strconv.FormatInt(amount, 10)}, "metadata[refund_id]": {r.ID}}, "refund "+r.ID, &sent)
	if refused, ok := errors.AsType[*refusedError](err); ok && refused.forGood() {
		return "", errRefused.WithCause(err)
	}
	return sent.status(), err
}

// refunds returns the refunds of a payment, those that were made in Stripe's dashboard among them.
func (s *Stripe) refunds(ctx context.Context, payment, currency string) (all []provider.RefundState, err error) {
	var made struct{ Data []refund }
	err = s.get(ctx, "/v1/refunds", url.Values{"payment_intent": {payment}, "limit": {"100"}}, &made)
	for _, r := range made.Data {
		all = append(all, provider.RefundState{Ref: r.ID, ID: r.Metadata.RefundID, Amount: fromStripe(currency, r.Amount), Status: r.status()})
	}
	return all, err
}

func (r refund) status() string {
	switch r.Status {
	case "succeeded":
		return provider.Succeeded
	case "failed", "canceled":
		return provider.Failed
	}
	return provider.Processing
}
