package app

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/learning/lesson"
	"lectern/internal/platform/access"
	"lectern/internal/video/videoaccess"
)

// watching decides who may watch a video: enrolment in the course allows it, while the lesson that shows the video may
// still be locked, or be open to everybody.
type watching struct {
	courses *course.Permissions
	lessons *lesson.Service
}

func (w watching) MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error) {
	return w.courses.MayTeach(ctx, who, courseID)
}

func (w watching) MayWatch(ctx context.Context, who access.Caller, v videoaccess.Video) (bool, error) {
	if !v.IsPreview {
		if open, placed, err := w.lessons.IsVideoOpen(ctx, who, v.CourseID, v.ID); err != nil || placed {
			return open, err
		}
		if !v.IsShared {
			return w.courses.MayTeach(ctx, who, v.CourseID)
		}
	}
	return w.courses.MayWatch(ctx, who, v.CourseID, v.IsPreview)
}
