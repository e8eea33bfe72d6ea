package app

import (
	"context"
	"fmt"
	"strings"

	"lectern/internal/platform/backup"
	"lectern/internal/platform/objectkey"
)

// ObjectRoots is where the objects of an installation lie.
var ObjectRoots = backup.Roots{"sources/", objectkey.Videos, objectkey.Avatars, objectkey.CourseFiles, objectkey.Brochures, objectkey.Submissions}

// Finding is what an examination says of one part.
type Finding struct {
	Part string
	Fine bool
	Text string
}

// Examine looks at everything that the installation stands on; repair mends what can be mended. For operators.
func (a *App) Examine(ctx context.Context, repair bool) (findings []Finding, err error) {
	for _, c := range a.checks {
		text, err := c.Ask(ctx)
		if err != nil {
			text = err.Error() // an operator at the machine may read the cause
		}
		findings = append(findings, Finding{c.Name, err == nil, text})
	}
	keys, err := a.Playback.OldKeys(ctx)
	if err != nil {
		return findings, fmt.Errorf("keys: %w", err)
	}
	secrets, err := a.Factors.Secrets(ctx)
	if err != nil {
		return findings, fmt.Errorf("second factors: %w", err)
	}
	findings = append(findings, Finding{"keys", keys.Unknown == 0, keys.String()}, Finding{"factors", secrets.Unknown == 0, secrets.String()})
	uploads, err := a.Uploads.Check(ctx, repair)
	if err != nil {
		return findings, fmt.Errorf("uploads: %w", err)
	}
	unknown := "Storage holds what no row knows; --repair removes it: "
	lost := "Uploads under way have lost what was sent; --repair ends them and tells their teachers: "
	if repair {
		unknown, lost = "Removed what no row knew: ", "Ended the uploads that had lost what was sent: "
	}
	findings = append(findings,
		finding("uploads", repair, lost, uploads.Lost),
		finding("sources", false, "The files of these videos are gone; bring them back from a backup, or delete the videos: ", uploads.Missing),
		finding("sources", repair, unknown, uploads.Unknown))
	videos, err := a.Videos.Check(ctx, repair)
	if err != nil {
		return findings, fmt.Errorf("videos: %w", err)
	}
	return append(findings,
		finding("videos", false, "Segments of these videos are gone; invalidate-cache makes them anew: ", videos.Broken),
		finding("videos", repair, unknown, videos.Unknown)), nil
}

// finding is fine when nothing was found, or what was found has been mended.
func finding(part string, mended bool, sentence string, found []string) Finding {
	if len(found) == 0 {
		return Finding{Part: part, Fine: true}
	}
	return Finding{part, mended, sentence + strings.Join(found, ", ")}
}
