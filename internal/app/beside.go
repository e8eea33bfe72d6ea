package app

import (
	"lectern/internal/learning/discussion"
	"lectern/internal/learning/note"
)

// newNotes is what people write down for themselves beside lessons.
func (a *App) newNotes(p Deps) *note.Service {
	return &note.Service{DB: p.DB, Clock: p.Clock, Lessons: a.Lessons}
}

// newDiscussions is what people write to each other beside lessons.
func (a *App) newDiscussions(p Deps) *discussion.Service {
	return &discussion.Service{DB: p.DB, Clock: p.Clock, Lessons: a.Lessons, Audit: a.Audit}
}
