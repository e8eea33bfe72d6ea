package zoom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// RecordingFile is a file that Zoom has recorded in its cloud.
type RecordingFile struct {
	ID        string    `json:"id"`
	StartedAt time.Time `json:"recording_start"` // the same for all files of one piece
	Type      string    `json:"file_type"`       // MP4, M4A, TRANSCRIPT and others
	View      string    `json:"recording_type"`  // what a video shows
	Size      int64     `json:"file_size"`       // bytes
	Address   string    `json:"download_url"`
	Status    string    `json:"status"`
}

// Types of files, and the status of one that is there.
const (
	VideoFile      = "MP4"
	TranscriptFile = "TRANSCRIPT" // WebVTT
	FileCompleted  = "completed"
)

// Recordings returns what was recorded in one instance of a meeting; nothing if there is no recording, or none any more.
func (c *Client) Recordings(ctx context.Context, uuid string) ([]RecordingFile, error) {
	var answer struct {
		Files []RecordingFile `json:"recording_files"`
	}
	err := c.call(ctx, http.MethodGet, "/meetings/"+escapeUUID(uuid)+"/recordings", nil, &answer)
	if IsNotFound(err) {
		err = nil
	}
	return answer.Files, err
}

// TrashRecording moves a file into the trash of the account, where it stays for 30 days; one that is gone already is no error.
func (c *Client) TrashRecording(ctx context.Context, uuid, file string) error {
	err := c.call(ctx, http.MethodDelete, "/meetings/"+escapeUUID(uuid)+"/recordings/"+url.PathEscape(file)+"?action=trash", nil, nil)
	if IsNotFound(err) {
		return nil
	}
	return err
}

// ErrNoFile is the answer of a page instead of a file, as to those who have to sign in; ErrSize of a file that is not as long as it should be.
var (
	ErrNoFile = errors.New("zoom answers with a page instead of the file")
	ErrSize   = errors.New("the file at zoom has another size than zoom says")
)

// Download opens a file from a byte on. The caller limits what is read. IsNotFound if it is gone.
func (c *Client) Download(ctx context.Context, f RecordingFile, from int64) (io.ReadCloser, error) {
	address, err := url.Parse(f.Address)
	if err != nil || !c.isOwn(address) {
		return nil, fmt.Errorf("the address of a recording is none of zoom: %.100q", f.Address)
	}
	token, err := c.tokenNow(ctx, "")
	if err != nil {
		return nil, err
	}
	answer, err := c.get(ctx, address, token, from)
	if err == nil && answer.StatusCode == http.StatusUnauthorized {
		_ = answer.Body.Close()
		if token, err = c.tokenNow(ctx, token); err == nil {
			answer, err = c.get(ctx, address, token, from)
		}
	}
	if err != nil {
		return nil, err
	}
	if err = at(answer, f.Size, from); err == nil && answer.StatusCode == http.StatusOK {
		_, err = io.CopyN(io.Discard, answer.Body, from) // the server doesn't know ranges
	}
	if err != nil {
		_ = answer.Body.Close()
		return nil, err
	}
	return answer.Body, nil
}

func (c *Client) get(ctx context.Context, address *url.URL, token string, from int64) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	answer, err := c.files.Do(r)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the address
	}
	return answer, err
}

// at returns an error unless an answer holds a file of some size from a byte on, or as a whole.
func at(answer *http.Response, size, from int64) error {
	var first, last, total int64
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch {
	case kind == "text/html" || kind == "application/json":
		if answer.StatusCode/100 == 2 {
			return ErrNoFile
		}
		return &RefusedError{Status: answer.StatusCode}
	case answer.StatusCode == http.StatusOK:
		total = answer.ContentLength
	case answer.StatusCode == http.StatusPartialContent:
		if _, err := fmt.Sscanf(answer.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &total); err != nil || first != from {
			return fmt.Errorf("zoom answers with another part of the file: %.60q", answer.Header.Get("Content-Range"))
		}
	default:
		return &RefusedError{Status: answer.StatusCode}
	}
	if total != size {
		return fmt.Errorf("%w: %d bytes, not %d", ErrSize, total, size)
	}
	return nil
}

// isOwn reports whether the token may be sent to an address: of the site for which it is, by https, or of the server that the operator has configured.
func (c *Client) isOwn(address *url.URL) bool {
	api, err := url.Parse(c.config.APIURL)
	if err == nil && address.Scheme == api.Scheme && address.Host == api.Host {
		return true
	}
	site := c.Host()
	return address.Scheme == "https" && site != "" && (address.Hostname() == site || strings.HasSuffix(address.Hostname(), "."+site))
}
