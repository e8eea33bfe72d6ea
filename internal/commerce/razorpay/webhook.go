package razorpay

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"lectern/internal/commerce/provider"
)

// event is a message as far as it is believed: what it is about.
type event struct {
	Event   string
	Payload struct {
		Link struct {
			Entity struct {
				ReferenceID string `json:"reference_id"`
			}
		} `json:"payment_link"`
		Order struct {
			Entity struct{ Receipt string } // the reference of its link
		}
		Payment struct {
			Entity struct{ ID string }
		}
	}
}

// Hints checks the signature of a message (razorpay.com/docs/webhooks/validate-test): the HMAC-SHA256 of its body with one of the secrets, of which there are several
// while they are exchanged.
func (r *Razorpay) Hints(m provider.Message) ([]provider.Hint, error) {
	signature, err := hex.DecodeString(m.Header("X-Razorpay-Signature"))
	id := m.Header("X-Razorpay-Event-Id")
	var e event
	if err != nil || !r.signed(m.Body, signature) || id == "" || len(id) > longestID || json.Unmarshal(m.Body, &e) != nil {
		return nil, provider.ErrSignature
	}
	about := e.Payload
	h := provider.Hint{EventID: id, Kind: e.Event, AttemptID: about.Link.Entity.ReferenceID, PaymentRef: about.Payment.Entity.ID}
	if h.AttemptID == "" {
		h.AttemptID = about.Order.Entity.Receipt
	}
	if h.AttemptID == "" && h.PaymentRef == "" {
		return nil, nil
	}
	return []provider.Hint{h}, nil
}

const longestID = 100 // characters of the id of a message

func (r *Razorpay) signed(body, signature []byte) bool {
	return slices.ContainsFunc(r.config.WebhookSecrets, func(secret string) bool {
		sum := hmac.New(sha256.New, []byte(secret))
		sum.Write(body)
		return hmac.Equal(signature, sum.Sum(nil))
	})
}

// lasting is how long refunds and disputes may change after they were begun.
const lasting = 120 * 24 * time.Hour

// Missed returns what has changed of refunds and disputes, since Razorpay does not say which messages it could not deliver. The name of each is that of its state, so
// that each state is looked into once.
func (r *Razorpay) Missed(ctx context.Context, since time.Time) (all []provider.Hint, err error) {
	from := since.Add(-lasting)
	refunds, err := list[refund](ctx, r, "/v1/refunds", from)
	if err != nil {
		return nil, err
	}
	for _, one := range refunds {
		all = append(all, provider.Hint{EventID: one.ID + " " + one.Status, Kind: "refund", PaymentRef: one.PaymentID})
	}
	disputes, err := list[dispute](ctx, r, "/v1/disputes", from)
	if isRefused(err) {
		err = nil
	}
	for _, d := range disputes {
		all = append(all, provider.Hint{EventID: d.ID + " " + d.Phase + " " + d.Status, Kind: "dispute", PaymentRef: d.PaymentID})
	}
	return all, err
}
