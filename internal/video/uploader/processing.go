package uploader

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// Processing is the server's progress with an uploaded video.
type Processing struct {
	Status        string // pending, uploading, processing, completed, failed, cancelled
	Playable      bool
	Progress      float64 // percent
	FailureReason string
}

// Ended reports whether the status is final.
func (p Processing) Ended() bool {
	return p.Status == "completed" || p.Status == "failed" || p.Status == "cancelled"
}

// pollInterval is how often the status is requested.
const pollInterval = 2 * time.Second

// Follow calls tell with each status of a video's processing until it has ended, and returns the last.
func (c *Client) Follow(ctx context.Context, videoID string, tell func(Processing)) (p Processing, err error) {
	for {
		err = c.attempt(ctx, "", func() error {
			p, err = c.processing(ctx, videoID)
			return err
		})
		if err != nil {
			return p, err
		}
		tell(p)
		if p.Ended() {
			return p, nil
		}
		if err := c.sleep(ctx, pollInterval); err != nil {
			return p, err
		}
	}
}

func (c *Client) processing(ctx context.Context, videoID string) (p Processing, err error) {
	path := url.PathEscape(videoID) + "/status"
	a, err := c.sendAs(ctx, false, http.MethodGet, path, body{})
	if err == nil && a.status == http.StatusUnauthorized {
		a, err = c.sendAs(ctx, true, http.MethodGet, path, body{})
	}
	if err := responseError(a, err, nil); err != nil {
		return p, err
	}
	data, _ := lookUp(a.json, object, "data")
	setField(any(data), text, &p.Status, "status")
	setField(any(data), flag, &p.Playable, "playable")
	setField(any(data), text, &p.FailureReason, "failureReason")
	setField(any(data), number, &p.Progress, "progress")
	if p.Status == "" {
		return p, newError(BackendResponse, "")
	}
	return p, nil
}

func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}
