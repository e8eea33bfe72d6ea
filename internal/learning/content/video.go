package content

import (
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Video is the content of a video lesson.
type Video struct {
	VideoID string `json:"video_id"`
}

// videoKind accepts a video of the course's library.
type videoKind struct{}

func (videoKind) Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error) {
	v, err := Decode[Video](c)
	if err != nil {
		return nil, err
	}
	known, err := HasVideo(ctx, tx, courseID, v.VideoID)
	if err == nil && !known {
		err = fault.InvalidField("content.video_id", "unknown_value", "This video doesn't belong to the course. Choose one from its library, or upload it.")
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func (videoKind) ForLearner(c Content) (Content, error) { return c, nil }
