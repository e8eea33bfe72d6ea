package stripe

import (
	"context"
	"net/url"
	"strings"
	"time"

	"lectern/internal/commerce/provider"
)

// dispute is a payment that its payer has their bank take back (docs.stripe.com/api/disputes/object).
type dispute struct {
	ID       string
	Amount   int64
	Reason   string
	Status   string // warning_needs_response, warning_under_review, warning_closed, needs_response, under_review, won, lost and others
	Evidence struct {
		DueBy int64 `json:"due_by"` // Unix seconds
	} `json:"evidence_details"`
}

// disputes returns the disputes of a payment.
func (s *Stripe) disputes(ctx context.Context, payment, currency string) (all []provider.DisputeState, err error) {
	var found struct{ Data []dispute }
	if err = s.get(ctx, "/v1/disputes", url.Values{"payment_intent": {payment}, "limit": {"100"}}, &found); isForbidden(err) {
		return nil, nil
	}
	for _, d := range found.Data {
		all = append(all, d.state(currency))
	}
	return all, err
}

// state says what has become of a dispute. A warning is an inquiry, with which no money is taken; one that is closed has come to nothing.
func (d dispute) state(currency string) provider.DisputeState {
	status, isInquiry := strings.CutPrefix(d.Status, "warning_")
	state := provider.DisputeState{Ref: d.ID, Reason: d.Reason, Status: provider.UnderReview, Amount: fromStripe(currency, d.Amount), Withdrawn: !isInquiry}
	switch status {
	case "needs_response":
		state.Status = provider.NeedsResponse
	case "won", "closed", "prevented":
		state.Status = provider.Won
	case "lost":
		state.Status = provider.Lost
	}
	if d.Evidence.DueBy > 0 {
		state.RespondBy = new(time.Unix(d.Evidence.DueBy, 0).UTC())
	}
	return state
}
