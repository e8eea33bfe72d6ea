package app

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/progress"
	"lectern/internal/platform/access"
	"lectern/internal/video/transcode"
	"lectern/internal/video/upload"
)

// renew returns the current permissions of a caller with a valid access token, impersonating or not.
func (a *App) renew(ctx context.Context, who access.Caller) (access.Caller, error) {
	if who.Actor != "" {
		return a.Users.Renew(ctx, who)
	}
	return a.Sessions.Renew(ctx, who)
}

// uploadVideos adapts transcode to uploads.
type uploadVideos struct{ *transcode.Service }

// Reserve inserts the row of a video that is being uploaded.
func (v uploadVideos) Reserve(ctx context.Context, tx bun.IDB, n upload.NewVideo) error {
	return v.Service.Reserve(ctx, tx, transcode.NewVideo(n))
}

// curriculumProgress adapts progress to curricula.
type curriculumProgress struct{ *progress.Service }

// LessonFigures counts what happened in a lesson since an instant.
func (p curriculumProgress) LessonFigures(ctx context.Context, _, lessonID string, since time.Time) (f curriculum.LessonFigures, err error) {
	f.Learners, f.Completed, f.TimeSpent, f.AverageScore, f.ScoredLearners, err = p.Service.LessonFigures(ctx, lessonID, since)
	return f, err
}

// CourseFigures summarises the progress of a course's students.
func (p curriculumProgress) CourseFigures(ctx context.Context, courseID string) (f curriculum.CourseFigures, err error) {
	f.Learners, f.Completed, f.Average, err = p.Service.CourseFigures(ctx, courseID)
	return f, err
}
