package app

import (
	"context"
	"encoding/json"
	"errors"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/lesson"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// courseFiles signs the URLs of files in lessons and questions.
func courseFiles(p Deps) attachment.Signer {
	return attachment.Signer{Base: "/api/v1/curriculum/files", Key: sign.DeriveKey(p.Secret, "course files"), Clock: p.Clock}
}

// tasks are the lessons of one type in which students work.
type tasks struct {
	lessonType string
	lessons    *lesson.Service
	curricula  *curriculum.Service
}

// Task returns a lesson that the caller may work in.
func (t tasks) Task(ctx context.Context, who access.Caller, lessonID string, draft bool) (coursework.Task, error) {
	return t.lessons.Task(ctx, who, lessonID, t.lessonType, draft)
}

// Put changes a lesson's content in the draft, if its revision holds.
func (t tasks) Put(ctx context.Context, who access.Caller, courseID, lessonID string, c json.RawMessage, holds func(revision int64) bool) (int64, error) {
	changed, err := t.curricula.ChangeLesson(ctx, who, courseID, lessonID, curriculum.LessonChange{Content: content.Content(c)}, holds)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return 0, f.WithDetails(nil) // they show the lesson in package curriculum's form
	}
	return changed.Revision, err
}
