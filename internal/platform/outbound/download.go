package outbound

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"
)

const (
	stalled      = 30 * time.Second // without a byte, after which a download is given up
	mostRedirect = 3
)

// ErrStalled ends a download of which nothing has come for 30 seconds.
var ErrStalled = errors.New("the server has sent nothing for 30 seconds")

// NewDownload returns a client for large files, with the rules of New but these: it limits neither the size nor the time of a whole body, which callers do, gives up
// one that stalls, and follows three redirects, to public addresses by https. Credentials stay with the host for which they are.
func NewDownload(known ...string) *http.Client {
	return &http.Client{
		Transport: stallTransport{transport(known)},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > mostRedirect || r.URL.Scheme != "https" && !slices.Contains(known, r.URL.Host) {
				return ErrRedirect
			}
			if r.URL.Host != via[0].URL.Host {
				r.Header.Del("Authorization")
			}
			return nil
		},
	}
}

// stallTransport ends a request of which nothing comes any more.
type stallTransport struct{ next http.RoundTripper }

func (t stallTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	timer := time.AfterFunc(stalled, func() { cancel(ErrStalled) })
	answer, err := t.next.RoundTrip(r.WithContext(ctx))
	timer.Stop()
	if err != nil {
		cancel(err)
		return nil, err
	}
	answer.Body = &stallBody{answer.Body, timer, cancel}
	return answer, nil
}

// stallBody runs the timer only during a read.
type stallBody struct {
	io.ReadCloser
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

func (b *stallBody) Read(p []byte) (int, error) {
	b.timer.Reset(stalled)
	n, err := b.ReadCloser.Read(p)
	b.timer.Stop()
	return n, err
}

func (b *stallBody) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.ReadCloser.Close()
}
