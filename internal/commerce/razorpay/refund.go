package razorpay

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"lectern/internal/commerce/provider"
)

// notes are what we have written on an object. Without any Razorpay sends an empty list instead of an object.
type notes map[string]string

// UnmarshalJSON takes what has no members for empty.
func (n *notes) UnmarshalJSON(text []byte) error {
	var all map[string]string
	if json.Unmarshal(text, &all) == nil {
		*n = all
	}
	return nil
}

type refund struct {
	ID        string
	PaymentID string `json:"payment_id"`
	Amount    int64
	Status    string // pending, processed or failed
	Notes     notes
}

type newRefund struct {
	Amount int64 `json:"amount"`
	Notes  notes `json:"notes"`
}

// refundNote is the note with our id of a refund.
const refundNote = "refund_id"

// Refund sends money back. Besides the key, Razorpay is asked first which refunds of the payment there are: its documentation does not say how long it remembers keys.
func (r *Razorpay) Refund(ctx context.Context, n provider.Refund) (string, error) {
	made, err := r.refunds(ctx, n.PaymentRef, time.Unix(0, 0))
	if err != nil {
		return "", err
	}
	for _, before := range made {
		if before.ID == n.ID {
			return before.Status, nil
		}
	}
	var sent refund
	err = r.post(ctx, "/v1/payments/"+url.PathEscape(n.PaymentRef)+"/refund", newRefund{n.Amount, notes{refundNote: n.ID}}, n.ID, &sent)
	if isRefused(err) {
		return "", errRefused.WithCause(err)
	}
	return sent.status(), err
}

// refunds returns the refunds of a payment, those that were made in Razorpay's dashboard among them.
func (r *Razorpay) refunds(ctx context.Context, payment string, since time.Time) (all []provider.RefundState, err error) {
	made, err := list[refund](ctx, r, "/v1/payments/"+url.PathEscape(payment)+"/refunds", since)
	for _, one := range made {
		all = append(all, provider.RefundState{Ref: one.ID, ID: one.Notes[refundNote], Amount: one.Amount, Status: one.status()})
	}
	return all, err
}

func (r refund) status() string {
	switch r.Status {
	case "processed":
		return provider.Succeeded
	case "failed":
		return provider.Failed
	}
	return provider.Processing
}
