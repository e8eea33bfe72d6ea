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
	var made struct{ Data []refund }
	if err := s.get(ctx, "/v1/refunds", url.Values{"payment_intent": {r.PaymentRef}, "limit": {"100"}}, &made); err != nil {
		return "", err
	}
	for _, before := range made.Data {
		if before.Metadata.RefundID == r.ID {
			return before.status(), nil
		}
	}
	var sent refund
	err = s.post(ctx, "/v1/refunds", url.Values{"payment_intent": {r.PaymentRef}, "amount": {strconv.FormatInt(amount, 10)}, "metadata[refund_id]": {r.ID}}, "refund "+r.ID, &sent)
	if refused, ok := errors.AsType[*refusedError](err); ok && refused.forGood() {
		return "", errRefused.WithCause(err)
	}
	return sent.status(), err
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
