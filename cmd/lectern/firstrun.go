package main

import (
	"context"
	"fmt"
	"io"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/picture"
	"lectern/internal/sample"
	"lectern/internal/video/transcode"
	"lectern/testdata/clips"
)

// printFirstSteps prints how to sign in: the demo's accounts, or the set-up code for the first administrator.
func (c *serveCommand) printFirstSteps(ctx context.Context, a *app.App) error {
	if c.Demo {
		fmt.Println("This is the demo. Sign in as admin@, instructor@, student@ or corporate@lectern.test. Password: " + sample.Password)
		return nil
	}
	code, err := a.SignUps.SetupCode(ctx)
	if err != nil || code == "" {
		return err
	}
	fmt.Printf("There are no accounts yet. Open /setup in a browser and enter this code: %s\n", code)
	return nil
}

// demoInstallation is what the demo is filled with: an application on the same data as a, whose clock the demo moves, because
// it writes the history of a month. It has no media tools, so that it leaves encoding to a.
func demoInstallation(p app.Deps, a *app.App) sample.Installation {
	moving := clock.NewManual(p.Clock.Now())
	p.Clock, p.Media = moving, nil
	return sample.Installation{App: app.New(p), DB: p.DB, Clock: moving, Upload: importClip(a), SetCover: setCover(a)}
}

// importClip imports a clip of the demo into a course.
func importClip(a *app.App) func(ctx context.Context, teacher access.Caller, courseID, title, clip string) (string, error) {
	return func(ctx context.Context, teacher access.Caller, courseID, title, clip string) (string, error) {
		f, err := clips.Demo.Open(clip)
		if err != nil {
			return "", err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return "", err
		}
		n := transcode.NewVideo{CourseID: courseID, OwnerID: teacher.ID, Title: title, OriginalFileName: clip, ContentType: "video/mp4"}
		return a.Videos.Import(ctx, n, f, info.Size())
	}
}

// setCover gives a course a picture as its cover.
func setCover(a *app.App) func(ctx context.Context, teacher access.Caller, courseID string, file io.Reader) error {
	return func(ctx context.Context, teacher access.Caller, courseID string, file io.Reader) error {
		any := func(int64) bool { return true }
		_, err := a.Authoring.SetCover(ctx, teacher, courseID, picture.CoverUpload{Type: "image/webp", Body: file}, any)
		return err
	}
}
