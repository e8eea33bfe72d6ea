package uploader

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	requestTime = 300 * time.Second // time limit of a request (spec 000 section 9)
	maxPatience = time.Minute       // the longest Retry-After that is honoured
	maxAnswer   = 32 << 20          // bytes; ten thousand signed URLs are six million
)

// Client talks to one server as one user. Several uploads may use it concurrently.
type Client struct {
	// BaseURL is the base of /video-streaming, as https://learn.example.org/api/v1.
	BaseURL string
	HTTP    *http.Client
	// Token returns an access token, "" when nobody is signed in; renew means that the last one was refused.
	Token func(ctx context.Context, renew bool) (string, error)
	// SignedOut, which may be nil, is called when the server does not accept the caller.
	SignedOut func()
	// Sleep waits between attempts, or until ctx ends; nil uses real time.
	Sleep func(ctx context.Context, d time.Duration) error
}

// body is the body of a request. It can be read more than once, because a request may be repeated.
type body struct {
	open        func() io.Reader // from its beginning
	size        int64
	contentType string
}

func textBody(contentType, content string) body {
	return body{func() io.Reader { return strings.NewReader(content) }, int64(len(content)), contentType}
}

type answer struct {
	status int
	json   any
	etag   string        // header
	after  time.Duration // Retry-After
}

// post sends a body to /video-streaming/{path} as the user. After a 401 it renews the token and retries once, since a long
// upload outlives its token; once disables that. Without a token nothing is sent: AUTH_ERROR.
func (c *Client) post(ctx context.Context, path string, b body, once bool) (answer, error) {
	a, err := c.sendAs(ctx, false, http.MethodPost, path, b)
	if err != nil || a.status != http.StatusUnauthorized {
		return a, err
	}
	if !once {
		if a, err = c.sendAs(ctx, true, http.MethodPost, path, b); err != nil {
			return a, err
		}
	}
	if a.status == http.StatusUnauthorized {
		c.signedOut()
	}
	return a, nil
}

func (c *Client) sendAs(ctx context.Context, renew bool, method, path string, b body) (answer, error) {
	token, err := c.Token(ctx, renew)
	if err != nil {
		return answer{}, err
	}
	if token == "" {
		c.signedOut()
		return answer{}, newError(Unauthorized, "")
	}
	return c.send(ctx, method, c.BaseURL+"/video-streaming/"+path, b, "Bearer "+token)
}

func (c *Client) signedOut() {
	if c.SignedOut != nil {
		c.SignedOut()
	}
}

// put sends raw bytes to a signed URL, which needs no token and may be relative to the server.
func (c *Client) put(ctx context.Context, address string, b body) (answer, error) {
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return answer{}, err
	}
	full, err := base.Parse(address)
	if err != nil {
		return answer{}, err
	}
	return c.send(ctx, http.MethodPut, full.String(), b, "")
}

func (c *Client) send(ctx context.Context, method, address string, b body, authorization string) (answer, error) {
	sending, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	r, err := http.NewRequestWithContext(sending, method, address, nil)
	if err != nil {
		return answer{}, err
	}
	if b.open != nil {
		r.Body, r.ContentLength = io.NopCloser(b.open()), b.size
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(b.open()), nil }
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
		r.Header.Set("Accept", "application/json")
	}
	if b.contentType != "" {
		r.Header.Set("Content-Type", b.contentType)
	}
	response, err := c.HTTP.Do(r)
	if err != nil {
		return answer{}, transportError(ctx, sending, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return answer{}, transportError(ctx, sending, err)
	}
	return answer{response.StatusCode, parseJSON(content), response.Header.Get("ETag"), timeoutFor(response.Header)}, nil
}

// transportError classifies why there was no answer: the caller cancelled, the file could not be read, a timeout, or the
// network.
func transportError(ctx, sending context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	class := NetworkLost
	if sending.Err() != nil {
		class = TimedOut
	}
	e := newError(class, "")
	e.cause = err
	return e
}

func timeoutFor(h http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || !(seconds > 0) {
		return 0
	}
	return time.Duration(min(seconds, maxPatience.Seconds()) * float64(time.Second))
}

// attempts is how often a transient failure is tried.
const attempts = 3

// attempt calls send up to three times, with the waits of spec 001 section 9, or longer if the server asks for it. givenUp
// is the message when the last attempt has failed too, "" for the error's own.
func (c *Client) attempt(ctx context.Context, givenUp string, send func() error) error {
	for n := 1; ; n++ {
		err := send()
		e, ok := errors.AsType[*Error](err)
		if !ok || ctx.Err() != nil || !e.isTransient() {
			return err
		}
		if n == attempts && givenUp != "" && e.Status != http.StatusServiceUnavailable { // whose own words say what is away
			return &Error{Class: e.Class, Message: givenUp, Status: e.Status, cause: e}
		}
		if n == attempts {
			return err
		}
		if err := c.sleep(ctx, max(retryDelay(e.Class, n), e.After)); err != nil {
			return err
		}
	}
}

func (c *Client) sleep(ctx context.Context, d time.Duration) error {
	if c.Sleep != nil {
		return c.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
