package stripe

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/commerce/provider"
)

// tolerance is how far the time of a message may lie from ours: who has overheard one cannot send it again later.
const tolerance = 5 * time.Minute

// event is a message as far as it is believed: what it is about.
type event struct {
	ID   string
	Type string
	Data struct {
		Object struct {
			Metadata struct {
				AttemptID string `json:"attempt_id"`
			}
			PaymentIntent string `json:"payment_intent"` // of a refund or a dispute, which may have been made in the dashboard
		}
	}
}

// hints says what an event is about; nothing for one that concerns no payment.
func (e event) hints() []provider.Hint {
	about := e.Data.Object
	if about.Metadata.AttemptID == "" && about.PaymentIntent == "" {
		return nil
	}
	return []provider.Hint{{EventID: e.ID, Kind: e.Type, AttemptID: about.Metadata.AttemptID, PaymentRef: about.PaymentIntent}}
}

// Hints checks the signature of a message (docs.stripe.com/webhooks#verify-manually): the HMAC-SHA256 of its time and its body with one of the secrets, of which
// there are several while they are exchanged.
func (s *Stripe) Hints(m provider.Message) ([]provider.Hint, error) {
	var at string
	var signatures [][]byte
	for part := range strings.SplitSeq(m.Header("Stripe-Signature"), ",") {
		name, value, _ := strings.Cut(part, "=")
		switch strings.TrimSpace(name) {
		case "t":
			at = value
		case "v1":
			if raw, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, raw)
			}
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || s.clock.Now().Sub(time.Unix(seconds, 0)).Abs() > tolerance || !s.signed(at, m.Body, signatures) {
		return nil, provider.ErrSignature
	}
	var e event
	if json.Unmarshal(m.Body, &e) != nil || e.ID == "" {
		return nil, provider.ErrSignature
	}
	return e.hints(), nil
}

// wanted are the events that Stripe is asked for when it could not deliver them.
var wanted = []string{"checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "checkout.session.expired",
	"refund.created", "refund.updated", "refund.failed", "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed", "charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated"}

// Missed returns what Stripe has tried to send without success (docs.stripe.com/webhooks/process-undelivered-events). It keeps events for 30 days.
func (s *Stripe) Missed(ctx context.Context, since time.Time) (all []provider.Hint, err error) {
	query := url.Values{"delivery_success": {"false"}, "created[gte]": {strconv.FormatInt(since.Unix(), 10)}, "types[]": wanted, "limit": {"100"}}
	for {
		var found struct {
			Data    []event
			HasMore bool `json:"has_more"`
		}
		if err := s.get(ctx, "/v1/events", query, &found); isForbidden(err) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		for _, e := range found.Data {
			all = append(all, e.hints()...)
		}
		if !found.HasMore || len(found.Data) == 0 {
			return all, nil
		}
		query.Set("starting_after", found.Data[len(found.Data)-1].ID)
	}
}

func (s *Stripe) signed(at string, body []byte, signatures [][]byte) bool {
	return slices.ContainsFunc(s.config.WebhookSecrets, func(secret string) bool {
		sum := hmac.New(sha256.New, []byte(secret))
		sum.Write([]byte(at + "."))
		sum.Write(body)
		want := sum.Sum(nil)
		return slices.ContainsFunc(signatures, func(signature []byte) bool { return hmac.Equal(signature, want) })
	})
}
