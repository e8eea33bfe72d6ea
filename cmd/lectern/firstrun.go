package main

import (
	"context"
	"fmt"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/sample"
	"lectern/internal/video/transcode"
	"lectern/testdata/clips"
)

// printFirstSteps prints how to sign in: the demo's accounts, or the set-up code for the first administrator.
func (c *serveCommand) printFirstSteps(ctx context.Context, a *app.App, d *db.DB) error {
	if c.Demo {
		if err := sample.Fill(ctx, sample.Installation{DB: d, Hasher: a.Hasher, Accounts: a.Accounts, Clock: clock.System{}, Authoring: a.Authoring, Catalogue: a.Catalogue, Enrollments: a.Enrollments, Curricula: a.Curricula, Lessons: a.Lessons, Exchange: a.Exchange, QuestionBanks: a.QuestionBanks, Progress: a.Progress, Upload: importClip(a)}); err != nil {
			return err
		}
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

// importClip imports a demo clip into a course.
func importClip(a *app.App) sample.Upload {
	return func(ctx context.Context, teacher access.Caller, courseID, title, clip string) error {
		f, err := clips.Demo.Open(clip)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		n := transcode.NewVideo{CourseID: courseID, OwnerID: teacher.ID, Title: title, OriginalFileName: clip, ContentType: "video/mp4", IsShared: true}
		_, err = a.Videos.Import(ctx, n, f, info.Size())
		return err
	}
}
