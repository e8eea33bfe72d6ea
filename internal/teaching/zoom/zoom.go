// Package zoom speaks to the REST API of Zoom (developers.zoom.us/docs/api) with a server-to-server OAuth application. It knows no database and keeps nothing but
// the token that it uses.
package zoom

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/outbound"
)

// renewBefore is how long before its end a token is no longer used.
const renewBefore = 5 * time.Minute

// Client makes the calls of one account. Safe for concurrent use.
type Client struct {
	config config.Zoom
	clock  clock.Clock
	http   *http.Client
	files  *http.Client // of any size

	mu    sync.Mutex // held while a token is fetched, so that one request at a time does so
	token string
	until time.Time
}

// New returns a client; nothing is asked before the first call.
func New(c config.Zoom, now clock.Clock) *Client {
	auth, api := outbound.HostPort(c.AuthURL), outbound.HostPort(c.APIURL)
	return &Client{config: c, clock: now, http: outbound.New(auth, api), files: outbound.NewDownload(auth, api)}
}

// Host is the name of the site, for people.
func (c *Client) Host() string {
	u, err := url.Parse(c.config.AuthURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// RefusedError is an answer of Zoom that is no success.
type RefusedError struct {
	Status  int
	Code    int64     // of Zoom; 0 for none
	Message string    // of Zoom, in English
	RetryAt time.Time // after too many calls: when to come back; zero otherwise
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("zoom answers %d, code %d: %.200q", e.Status, e.Code, e.Message)
}

// IsNotFound reports whether Zoom does not have what was asked for.
func IsNotFound(err error) bool {
	refused, ok := errors.AsType[*RefusedError](err)
	return ok && refused.Status == http.StatusNotFound
}

// noScopes is the code with which Zoom refuses an application that lacks scopes.
const noScopes = 4711

// errToken wraps why there is no token.
var errToken = errors.New("no token")

// IsUnauthorized reports whether Zoom refuses the application: its secret or its scopes.
func IsUnauthorized(err error) bool {
	refused, ok := errors.AsType[*RefusedError](err)
	return ok && (refused.Status == http.StatusUnauthorized || refused.Code == noScopes || errors.Is(err, errToken) && refused.Status < 500)
}

// IsUnknown reports whether a call that failed may have had its effect all the same: its answer was lost, or speaks of a fault of the server.
func IsUnknown(err error) bool {
	refused, ok := errors.AsType[*RefusedError](err)
	return err != nil && (!ok || refused.Status >= 500)
}

// call sends a request with a token, once more with a new one if the first is refused, and decodes the answer into out unless that is nil.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	token, err := c.tokenNow(ctx, "")
	if err != nil {
		return err
	}
	err = c.send(ctx, token, method, path, in, out)
	if refused, ok := errors.AsType[*RefusedError](err); ok && refused.Status == http.StatusUnauthorized {
		if token, err = c.tokenNow(ctx, token); err == nil {
			err = c.send(ctx, token, method, path, in, out)
		}
	}
	return err
}

func (c *Client) send(ctx context.Context, token, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.config.APIURL, "/")+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	return c.do(r, out)
}

// tokenNow returns a token that is valid for some minutes, other than one that was refused.
func (c *Client) tokenNow(ctx context.Context, refused string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token != "" && c.token != refused && c.clock.Now().Before(c.until) {
		return c.token, nil
	}
	form := url.Values{"grant_type": {"account_credentials"}, "account_id": {c.config.AccountID}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.AuthURL, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(c.config.ClientID, c.config.ClientSecret)
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int64  `json:"expires_in"` // seconds
	}
	if err := c.do(r, &answer); err != nil {
		return "", fmt.Errorf("%w: %w", errToken, err)
	}
	if answer.AccessToken == "" {
		return "", fmt.Errorf("%w: zoom answers without one", errToken)
	}
	c.token, c.until = answer.AccessToken, c.clock.Now().Add(time.Duration(answer.ExpiresIn)*time.Second-renewBefore)
	return c.token, nil
}

func (c *Client) do(r *http.Request, out any) error {
	return outbound.DoJSON(c.http, r, out, func(answer *http.Response, body []byte) error {
		return refusal(answer, body, c.clock.Now())
	})
}

// refusal reads an answer that is no success. After too many calls of a day, Retry-After is an instant in ISO 8601; after too many of a second there is only
// X-RateLimit-Reset or nothing, and the next second will do.
func refusal(answer *http.Response, body []byte, now time.Time) error {
	refused := &RefusedError{Status: answer.StatusCode}
	var said struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
		Reason  string `json:"reason"` // of the token server
	}
	if json.Unmarshal(body, &said) == nil {
		refused.Code, refused.Message = said.Code, said.Message
		if refused.Message == "" {
			refused.Message = said.Reason
		}
	}
	if answer.StatusCode == http.StatusTooManyRequests {
		refused.RetryAt = now.Add(5 * time.Second)
		if at, err := time.Parse(time.RFC3339, answer.Header.Get("Retry-After")); err == nil && at.After(now) {
			refused.RetryAt = at
		}
	}
	return refused
}
