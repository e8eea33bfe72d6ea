package app

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/video/transcode"
	"lectern/internal/video/upload"
)

// renew returns the current permissions of a caller with a valid access token, impersonating or not.
func (a *App) renew(ctx context.Context, who access.Caller) (access.Caller, error) {
	if who.Actor != "" {
		return a.Users.AuthenticateImpersonation(ctx, who)
	}
	return a.Sessions.Authenticate(ctx, who)
}

// uploadVideos adapts transcode to uploads.
type uploadVideos struct{ *transcode.Service }

// Reserve inserts the row of a video that is being uploaded.
func (v uploadVideos) Reserve(ctx context.Context, tx bun.IDB, n upload.NewVideo) error {
	return v.Service.Reserve(ctx, tx, newVideo(n))
}

func newVideo(n upload.NewVideo) transcode.NewVideo {
	return transcode.NewVideo{ID: n.ID, CourseID: n.CourseID, OwnerID: n.OwnerID, Title: n.Title, OriginalFileName: n.OriginalFileName, ContentType: n.ContentType, FileSize: n.FileSize}
}

// uploadReplacements adapts transcode to uploads of other files for its videos.
type uploadReplacements struct{ videos *transcode.Service }

func (r uploadReplacements) Reserve(ctx context.Context, tx bun.IDB, n upload.NewVideo) error {
	return r.videos.ReserveReplacement(ctx, tx, newVideo(n), n.ReplacesID)
}

// MarkReceived does nothing: the video plays its old file until the new one is processed.
func (uploadReplacements) MarkReceived(context.Context, bun.IDB, string) error { return nil }

func (r uploadReplacements) StartProcessing(ctx context.Context, tx bun.IDB, id string) (string, time.Duration, error) {
	return r.videos.StartReplacement(ctx, tx, id)
}

// Release forgets a file that did not arrive. Its uploader knows: the video has nothing to say of it.
func (r uploadReplacements) Release(ctx context.Context, tx bun.IDB, id, _, _ string) error {
	return r.videos.ReleaseReplacement(ctx, tx, id)
}
