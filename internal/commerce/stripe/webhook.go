package stripe

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
		}
	}
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
	attempt := e.Data.Object.Metadata.AttemptID
	if attempt == "" {
		return nil, nil
	}
	return []provider.Hint{{EventID: e.ID, Kind: e.Type, AttemptID: attempt}}, nil
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
