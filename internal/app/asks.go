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

// renew is what whoever holds a good access token may do by now, as themselves or as somebody else.
func (a *App) renew(ctx context.Context, who access.Caller) (access.Caller, error) {
	if who.Actor != "" {
		return a.Users.Renew(ctx, who)
	}
	return a.Sessions.Renew(ctx, who)
}

// uploadVideos is the owner of videos as uploads ask for it.
type uploadVideos struct{ *transcode.Service }

// Reserve makes the row of a video that is being uploaded.
func (v uploadVideos) Reserve(ctx context.Context, tx bun.IDB, n upload.NewVideo) error {
	return v.Service.Reserve(ctx, tx, transcode.NewVideo(n))
}

// curriculumProgress is what learners have done as curricula ask for it.
type curriculumProgress struct{ *progress.Service }

// LessonFigures is what happened in a lesson since an instant.
func (p curriculumProgress) LessonFigures(ctx context.Context, _, lessonID string, since time.Time) (f curriculum.LessonFigures, err error) {
	f.Learners, f.Completed, f.TimeSpent, f.AverageScore, f.ScoredLearners, err = p.Service.LessonFigures(ctx, lessonID, since)
	return f, err
}

// CourseFigures is how far the learners of a course are.
func (p curriculumProgress) CourseFigures(ctx context.Context, courseID string) (f curriculum.CourseFigures, err error) {
	f.Learners, f.Completed, f.Average, err = p.Service.CourseFigures(ctx, courseID)
	return f, err
}
