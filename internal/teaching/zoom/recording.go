package zoom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"lectern/internal/platform/outbound"
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

// Download opens a file from a byte on. The caller limits what is read. IsNotFound if it is gone, outbound.ErrPage, outbound.ErrSize.
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
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusPartialContent {
		_ = answer.Body.Close()
		return nil, &RefusedError{Status: answer.StatusCode}
	}
	return outbound.Rest(answer, f.Size, from)
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

// isOwn reports whether the token may be sent to an address: of the site for which it is, by https, or of the server that the operator has configured.
func (c *Client) isOwn(address *url.URL) bool {
	api, err := url.Parse(c.config.APIURL)
	if err == nil && address.Scheme == api.Scheme && address.Host == api.Host {
		return true
	}
	site := c.Host()
	return address.Scheme == "https" && site != "" && (address.Hostname() == site || strings.HasSuffix(address.Hostname(), "."+site))
}
