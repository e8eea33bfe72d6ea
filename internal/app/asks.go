package app

import (
	"context"

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
	return v.Service.Reserve(ctx, tx, transcode.NewVideo(n))
}
