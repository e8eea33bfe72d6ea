package razorpay

import (
	"context"
	"time"

	"lectern/internal/commerce/provider"
)

// dispute is a payment that its payer has their bank take back (razorpay.com/docs/api/disputes/entity).
type dispute struct {
	ID        string
	PaymentID string `json:"payment_id"`
	Amount    int64
	Reason    string `json:"reason_code"`
	RespondBy int64  `json:"respond_by"` // Unix seconds
	Status    string // open, under_review, won, lost or closed
	Phase     string // fraud, retrieval, chargeback, pre_arbitration or arbitration
}

// disputes returns the disputes of a payment. Razorpay lists those of the whole account; where it has no disputes, in some countries, they are unknown.
func (r *Razorpay) disputes(ctx context.Context, payment string, since time.Time) (all []provider.DisputeState, err error) {
	found, err := list[dispute](ctx, r, "/v1/disputes", since)
	if isRefused(err) {
		return nil, nil
	}
	for _, d := range found {
		if d.PaymentID == payment {
			all = append(all, d.state())
		}
	}
	return all, err
}

// state says what has become of a dispute. The money is taken when it begins, except in phases that only ask; one that is closed has come to nothing.
func (d dispute) state() provider.DisputeState {
	isInquiry := d.Phase == "fraud" || d.Phase == "retrieval"
	state := provider.DisputeState{Ref: d.ID, Reason: d.Reason, Status: provider.UnderReview, Amount: d.Amount, Withdrawn: !isInquiry || d.Status == "lost"}
	switch d.Status {
	case "open":
		state.Status = provider.NeedsResponse
	case "won", "closed":
		state.Status = provider.Won
	case "lost":
		state.Status = provider.Lost
	}
	if d.RespondBy > 0 {
		state.RespondBy = new(time.Unix(d.RespondBy, 0).UTC())
	}
	return state
}
