package app

import (
	"context"
	"io"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/recording"
	"lectern/internal/video/playback"
	"lectern/internal/video/upload"

	"github.com/uptrace/bun"
)

// videoLibrary is the video library for the recordings of sessions.
type videoLibrary struct {
	uploads  *upload.Service
	captions playback.FoundCaptions
}

// Fetch goes on with the upload of a recording by an instructor, who owns the video as if they had uploaded it.
func (v videoLibrary) Fetch(ctx context.Context, u recording.Upload, source func(ctx context.Context, from int64) (io.ReadCloser, error), mayGoOn func() bool) (string, bool, error) {
	owner := access.Caller{ID: u.OwnerID, Roles: []access.Role{access.Instructor}}
	n := upload.NewUpload{FileName: u.FileName, FileSize: rest.Integer(u.Size), ContentType: "video/mp4", CourseID: u.CourseID, Metadata: map[string]any{"title": u.Title}}
	return v.uploads.Fetch(ctx, owner, u.ID, n, source, mayGoOn)
}

// AddCaptions adds captions in the language of a transcript.
func (v videoLibrary) AddCaptions(ctx context.Context, tx bun.IDB, videoID, language, content string) error {
	return v.captions.AddFound(ctx, tx, videoID, language, "", content)
}
