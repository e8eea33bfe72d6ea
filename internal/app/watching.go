package app

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/learning/lesson"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/teaching/recording"
	"lectern/internal/video/videoaccess"
)

// watching decides who may watch a video: enrolment in the course allows it, while the lesson that shows the video may
// still be locked, or be open to everybody. A recording of a session is open to the members of its batch, wherever else it is shown.
type watching struct {
	db      *db.DB
	courses *course.Permissions
	lessons *lesson.Service
}

func (w watching) MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error) {
	return w.courses.MayTeach(ctx, who, courseID)
}

func (w watching) MayWatch(ctx context.Context, who access.Caller, v videoaccess.Video) (bool, error) {
	if !v.IsPreview {
		open, placed, err := w.lessons.IsVideoOpen(ctx, who, v.CourseID, v.ID)
		if err != nil || open {
			return open, err
		}
		if recorded, err := recording.IsShownTo(ctx, w.db.Reader(), v.ID, who.ID); err != nil || recorded || placed {
			return recorded, err
		}
		if !v.IsShared {
			return w.courses.MayTeach(ctx, who, v.CourseID)
		}
	}
	return w.courses.MayWatch(ctx, who, v.CourseID, v.IsPreview)
}
