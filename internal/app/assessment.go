package app

import (
	"path/filepath"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/content"
	"lectern/internal/learning/questionbank"
	"lectern/internal/learning/quiz"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
)

func (a *App) newQuizzes(p Deps) *quiz.Service {
	return quiz.New(quiz.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Cleaner: text.NewCleaner(), Files: courseFiles(p),
		Courses: a.Courses, Tasks: tasks{"quiz", a.Lessons, a.Curricula}, Progress: a.Progress})
}

func (a *App) newQuestionBanks(p Deps) *questionbank.Service {
	return questionbank.New(questionbank.Deps{DB: p.DB, Clock: p.Clock, Cleaner: text.NewCleaner(), Courses: a.Courses, Scratch: filepath.Join(p.Config.Data, "scratch")})
}

func (a *App) newAssignments(p Deps) *assignment.Service {
	return assignment.New(assignment.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Cleaner: text.NewCleaner(), Queue: a.Queue,
		Files:   attachment.Signer{Base: "/api/v1/submission-files", Key: sign.DeriveKey(p.Secret, "submission files"), Clock: p.Clock},
		Courses: a.Courses, Tasks: tasks{"assignment", a.Lessons, a.Curricula}, Progress: a.Progress})
}

// taskKinds are the content kinds of lessons in which students work.
func taskKinds(p Deps) map[string]content.Kind {
	cleaner := text.NewCleaner()
	return map[string]content.Kind{"quiz": quiz.Kind{Clock: p.Clock, Cleaner: cleaner}, "assignment": assignment.Kind{Cleaner: cleaner}}
}
