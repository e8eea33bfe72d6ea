package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"lectern/internal/platform/fault"
)

// newHTTPClient aborts a connection without progress for the duration stall.
func newHTTPClient(stall time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: 3 * time.Second}
	return &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &stallGuard{c, stall}, nil
		},
		TLSHandshakeTimeout: 5 * time.Second,
		IdleConnTimeout:     15 * time.Second,
		MaxIdleConnsPerHost: 32,
		WriteBufferSize:     256 << 10,
		ReadBufferSize:      64 << 10,
	}}
}

// stallGuard is a connection whose deadline is extended by every read and write.
type stallGuard struct {
	net.Conn
	stall time.Duration
}

func (m *stallGuard) Read(p []byte) (int, error) {
	if err := m.SetReadDeadline(time.Now().Add(m.stall)); err != nil {
		return 0, err
	}
	return m.Conn.Read(p)
}

func (m *stallGuard) Write(p []byte) (int, error) {
	if err := m.SetDeadline(time.Now().Add(m.stall)); err != nil { // the time for the answer counts from the last write
		return 0, err
	}
	return m.Conn.Write(p)
}

// circuitBreaker stops calling an unavailable store: after some failures in a row calls fail at once, except for an
// occasional trial.
type circuitBreaker struct {
	mu       sync.Mutex
	failures int
	until    time.Time
}

const (
	circuitLimit = 5               // failures in a row
	circuitPause = 3 * time.Second // until the next trial
)

func (c *circuitBreaker) allow(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failures < circuitLimit {
		return true
	}
	if now.Before(c.until) {
		return false
	}
	c.until = now.Add(circuitPause) // this call is the trial; the others fail until its outcome is known
	return true
}

func (c *circuitBreaker) record(away bool, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !away {
		c.failures = 0
		return
	}
	c.failures++
	c.until = now.Add(circuitPause)
}

func unavailable(cause error) error {
	return fault.New(fault.Unavailable, "storage_unavailable",
		"The video storage is not responding. Everything stored is safe. Try again shortly.").
		WithRetryAfter(circuitPause).WithCause(cause)
}

// call calls the store, unless it is known to be unavailable, with a time limit of a minute.
func call[T any](ctx context.Context, s *S3, question func(context.Context) (T, error)) (T, error) {
	return callWithin(ctx, s, time.Minute, question)
}

// callSlow is call for slow operations of the store.
func callSlow[T any](ctx context.Context, s *S3, question func(context.Context) (T, error)) (T, error) {
	return callWithin(ctx, s, 15*time.Minute, question)
}

func callWithin[T any](ctx context.Context, s *S3, limit time.Duration, question func(context.Context) (T, error)) (T, error) {
	if !s.circuit.allow(time.Now()) {
		var none T
		return none, unavailable(errors.New("circuit open"))
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answer, err := question(limited)
	if ctx.Err() != nil {
		return answer, errors.Join(ctx.Err(), err) // the caller cancelled, which says nothing about the store
	}
	away := isUnavailable(err)
	s.circuit.record(away, time.Now())
	switch {
	case away:
		return answer, unavailable(err)
	case status(err) == http.StatusNotFound:
		return answer, fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	case status(err) == http.StatusInsufficientStorage:
		return answer, fault.New(fault.NoSpace, "no_space",
			"The server's storage is full. Nothing stored is lost. Try again when there is space.").WithCause(err)
	}
	return answer, err
}

// isUnavailable reports whether the store has failed, rather than refused.
func isUnavailable(err error) bool {
	code := status(err)
	return err != nil && (code == 0 || code >= 500 && code != http.StatusInsufficientStorage || code == http.StatusTooManyRequests)
}

// status is the HTTP status of an error, 0 if there was no response.
func status(err error) int {
	if answer, ok := errors.AsType[*smithyhttp.ResponseError](err); ok {
		return answer.HTTPStatusCode()
	}
	return 0
}

func hasCode(err error, code string) bool {
	refusal, ok := errors.AsType[smithy.APIError](err)
	return ok && refusal.ErrorCode() == code
}
