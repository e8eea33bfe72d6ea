package app

import (
	"context"
	"encoding/json"
	"errors"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/content"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/quiz"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

func (a *App) newQuizzes(p Deps) *quiz.Service {
	return &quiz.Service{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Courses: a.Courses, Progress: a.Progress, Lessons: quizLessons{tasks{a.Curricula}},
		Cleaner: text.NewCleaner(), Files: a.Curricula.FileSigner(), Audit: a.Audit}
}

func (a *App) newAssignments(p Deps) *assignment.Service {
	return &assignment.Service{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Courses: a.Courses, Progress: a.Progress,
		Files:   attachment.Signer{Base: "/api/v1/submission-files", Key: Derive(p.Secret, "submission files"), Clock: p.Clock},
		Lessons: assignmentLessons{tasks{a.Curricula}}}
}

// taskKinds are the lessons that other features than curricula know how to fill.
func taskKinds(p Deps) map[string]content.Kind {
	cleaner := text.NewCleaner()
	return map[string]content.Kind{"quiz": quiz.Kind{Clock: p.Clock, Cleaner: cleaner}, "assignment": assignment.Kind{Cleaner: cleaner}}
}

// tasks is curricula as features ask for lessons that people work in.
type tasks struct{ curricula *curriculum.Service }

// Put changes what is in a lesson, in the draft.
func (t tasks) Put(ctx context.Context, who access.Caller, courseID, lessonID string, content json.RawMessage, revision int64) error {
	_, err := t.curricula.ChangeLesson(ctx, who, courseID, lessonID, curriculum.LessonChange{Content: content, Revision: revision})
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.WithDetails(nil) // the lesson as it is now is what curricula tell, in their own form
	}
	return err
}

type quizLessons struct{ tasks }

// Task is a quiz lesson as the caller may work in it, for teachers that of the draft.
func (l quizLessons) Task(ctx context.Context, who access.Caller, lessonID string) (quiz.Lesson, error) {
	t, err := l.curricula.Task(ctx, who, lessonID, "quiz", true)
	return quiz.Lesson(t), err
}

type assignmentLessons struct{ tasks }

// Task is an assignment lesson as the caller may work in it.
func (l assignmentLessons) Task(ctx context.Context, who access.Caller, lessonID string, draft bool) (assignment.Lesson, error) {
	t, err := l.curricula.Task(ctx, who, lessonID, "assignment", draft)
	return assignment.Lesson(t), err
}
