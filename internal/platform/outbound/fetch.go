package outbound

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
)

// StatusError is how a server answers that does not send a document.
type StatusError struct{ Status int }

func (e StatusError) Error() string {
	return fmt.Sprintf("the server answers with the status %d", e.Status)
}

// Fetcher fetches documents from addresses that users have entered.
type Fetcher struct{ client *http.Client }

// NewFetcher returns a Fetcher for documents of at most some bytes. Known are as for New.
func NewFetcher(most int64, known ...string) *Fetcher { return &Fetcher{newLimited(most, known)} }

// Document is what was fetched. Its reader must close Body, which fails with ErrTooLarge where it is too long.
type Document struct {
	Body io.ReadCloser // nil when the document still is that of the entity tag
	ETag string        // "" for none
}

// Fetch requests a document of a media type unless it is still that of an entity tag; "" has it sent in any case. ErrPrivateNetwork, ErrRedirect, StatusError, or the
// error of the connection.
func (f *Fetcher) Fetch(ctx context.Context, address, mediaType, etag string) (d Document, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return d, err
	}
	r.Header.Set("Accept", mediaType)
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	answer, err := f.client.Do(r)
	if err != nil {
		return d, err
	}
	if answer.StatusCode == http.StatusOK {
		if d.Body = answer.Body; isTag.MatchString(answer.Header.Get("ETag")) {
			d.ETag = answer.Header.Get("ETag")
		}
		return d, nil
	}
	_ = answer.Body.Close()
	if answer.StatusCode == http.StatusNotModified && etag != "" {
		return Document{ETag: etag}, nil
	}
	return d, StatusError{answer.StatusCode}
}

// isTag is what an entity tag may be (RFC 9110, 8.8.3), of a length that is worth keeping.
var isTag = regexp.MustCompile(`^(W/)?"[!#-~]{1,200}"$`)
