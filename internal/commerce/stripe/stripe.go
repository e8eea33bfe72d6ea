// Package stripe takes payments at Stripe, on the page that Stripe shows for a Checkout Session (docs.stripe.com/api/checkout/sessions). It keeps nothing.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/outbound"
)

// Name is Stripe's in addresses and rows.
const Name = "stripe"

// apiVersion fixes how answers look, whatever the account has chosen.
const apiVersion = "2026-03-25.dahlia"

// Stripe is one account. Safe for concurrent use.
type Stripe struct {
	config config.Stripe
	clock  clock.Clock
	http   *http.Client
}

// New returns a provider; nothing is asked before the first call.
func New(c config.Stripe, now clock.Clock) *Stripe {
	return &Stripe{config: c, clock: now, http: outbound.New(outbound.HostPort(c.APIURL))}
}

// Name is Stripe's in addresses and rows.
func (*Stripe) Name() string { return Name }

// IsTest reports that the key is one of Stripe's sandboxes.
func (s *Stripe) IsTest() bool { return s.config.IsTest() }

// IsOffered is true as long as it is configured.
func (*Stripe) IsOffered(context.Context) (bool, error) { return true, nil }

// Validity is that of the price.
func (*Stripe) Validity() time.Duration { return 0 }

// refusedError is an answer of Stripe that is no success.
type refusedError struct {
	status              int
	kind, code, message string
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("stripe answers %d, %s, %s: %.200q", e.status, e.kind, e.code, e.message)
}

// isForbidden reports whether the school's restricted key may not read something. Payments must not fail for what was added after the key was made: fees, disputes and
// missed messages are then unknown.
func isForbidden(err error) bool {
	refused, ok := errors.AsType[*refusedError](err)
	return ok && refused.status == http.StatusForbidden
}

// forGood reports whether asking again would not help: the request is refused, not the key, the moment or the repetition.
func (e *refusedError) forGood() bool {
	return (e.status == http.StatusBadRequest || e.status == http.StatusPaymentRequired || e.status == http.StatusNotFound) && e.kind != "idempotency_error"
}

// get reads an object.
func (s *Stripe) get(ctx context.Context, path string, query url.Values, out any) error {
	return s.send(ctx, http.MethodGet, path+"?"+query.Encode(), nil, "", out)
}

// post creates or changes an object; the same key makes no second one for a day.
func (s *Stripe) post(ctx context.Context, path string, form url.Values, key string, out any) error {
	return s.send(ctx, http.MethodPost, path, strings.NewReader(form.Encode()), key, out)
}

func (s *Stripe) send(ctx context.Context, method, path string, body io.Reader, key string, out any) error {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(s.config.APIURL, "/")+path, body)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+s.config.SecretKey)
	r.Header.Set("Stripe-Version", apiVersion)
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	return outbound.DoJSON(s.http, r, out, refusal)
}

func refusal(answer *http.Response, body []byte) error {
	var said struct {
		Error struct{ Type, Code, Message string }
	}
	_ = json.Unmarshal(body, &said) // what is not JSON has no code
	return &refusedError{status: answer.StatusCode, kind: said.Error.Type, code: said.Error.Code, message: said.Error.Message}
}
