// Package razorpay takes payments at Razorpay, on the page that it shows for a Payment Link (razorpay.com/docs/api/payments/payment-links). It keeps nothing.
package razorpay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/outbound"
)

// Name is Razorpay's in addresses and rows.
const Name = "razorpay"

// Razorpay is one account. Safe for concurrent use.
type Razorpay struct {
	config config.Razorpay
	clock  clock.Clock
	http   *http.Client
}

// New returns a provider; nothing is asked before the first call.
func New(c config.Razorpay, now clock.Clock) *Razorpay {
	return &Razorpay{config: c, clock: now, http: outbound.New(outbound.HostPort(c.APIURL))}
}

// Name is Razorpay's in addresses and rows.
func (*Razorpay) Name() string { return Name }

// IsTest reports that the key is one of the test mode.
func (r *Razorpay) IsTest() bool { return r.config.IsTest() }

// IsOffered is true as long as it is configured.
func (*Razorpay) IsOffered(context.Context) (bool, error) { return true, nil }

// Validity is that of the price.
func (*Razorpay) Validity() time.Duration { return 0 }

// refusedError is an answer of Razorpay that is no success.
type refusedError struct {
	status       int
	code, reason string
	description  string
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("razorpay answers %d, %s, %s: %.200q", e.status, e.code, e.reason, e.description)
}

// isRefused reports whether asking again would not help: the request is refused, not the key, the moment or the repetition.
func isRefused(err error) bool {
	refused, ok := errors.AsType[*refusedError](err)
	return ok && (refused.status == http.StatusBadRequest || refused.status == http.StatusNotFound)
}

// get reads an object.
func (r *Razorpay) get(ctx context.Context, path string, query url.Values, out any) error {
	return r.send(ctx, http.MethodGet, path+"?"+query.Encode(), nil, "", out)
}

// post creates or changes an object. The key is that of a refund, which is not made twice with it.
func (r *Razorpay) post(ctx context.Context, path string, in any, key string, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return r.send(ctx, http.MethodPost, path, body, key, out)
}

func (r *Razorpay) send(ctx context.Context, method, path string, body []byte, key string, out any) error {
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(r.config.APIURL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.SetBasicAuth(r.config.KeyID, r.config.KeySecret)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("X-Refund-Idempotency", key)
	}
	return outbound.DoJSON(r.http, request, out, refusal)
}

func refusal(answer *http.Response, body []byte) error {
	var said struct {
		Error struct{ Code, Reason, Description string }
	}
	_ = json.Unmarshal(body, &said) // what is not JSON has no code
	return &refusedError{status: answer.StatusCode, code: said.Error.Code, reason: said.Error.Reason, description: said.Error.Description}
}

const (
	perPage  = 100    // objects of a list, the most that Razorpay sends
	mostRead = 20_000 // objects of a list
)

// list reads the objects of a list since an instant, page by page.
func list[T any](ctx context.Context, r *Razorpay, path string, since time.Time) (all []T, err error) {
	for len(all) < mostRead {
		query := url.Values{"count": {strconv.Itoa(perPage)}, "skip": {strconv.Itoa(len(all))}, "from": {strconv.FormatInt(since.Unix(), 10)}}
		var page struct{ Items []T }
		if err := r.get(ctx, path, query, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if len(page.Items) < perPage {
			break
		}
	}
	return all, nil
}
