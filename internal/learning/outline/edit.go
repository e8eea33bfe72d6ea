package outline

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Edit is an edit of a draft in progress, in the transaction that has locked its row.
type Edit struct {
	Tx       bun.IDB
	Now      time.Time
	Outline  *Outline
	Revision int64 // created by this edit
	Record   *Record
}

// NewSection returns an empty section with a new id.
func (e *Edit) NewSection(kind, title, description string) Section {
	return Section{ID: db.NewID(), Kind: kind, Title: title, Description: description, Revision: e.Revision, Lessons: []Lesson{}}
}

// NewLesson returns a lesson with a new id and the defaults of its type.
func (e *Edit) NewLesson(lessonType, title string) Lesson {
	return Lesson{ID: db.NewID(), Type: lessonType, Title: title, Required: true, Completion: CompletionFor(lessonType, nil), Revision: e.Revision}
}

// MarkAllChanged gives every section and lesson this edit's revision, so that editors showing older ones get a 412.
func (e *Edit) MarkAllChanged() {
	for s := range e.Outline.AllSections() {
		s.Revision = e.Revision
	}
	for _, l := range e.Outline.AllLessons() {
		l.Revision = e.Revision
	}
}

// DuplicateLesson inserts a copy of a lesson after it and returns the copy's id. Both share their content until one
// is changed. It returns ErrNoLesson.
func (e *Edit) DuplicateLesson(id string) (copyID string, err error) {
	in, l, err := e.Outline.FindLesson(id)
	if err != nil {
		return "", err
	}
	copied := *l
	copied.ID, copied.Title, copied.Revision = db.NewID(), copyTitle(l.Title), e.Revision
	at := slices.IndexFunc(in.Lessons, func(l Lesson) bool { return l.ID == id })
	in.Lessons = slices.Insert(in.Lessons, at+1, copied)
	return copied.ID, nil
}

// DuplicateSection inserts a copy of a section and everything in it after it. It returns all new ids, the section's
// first, or ErrNoSection.
func (e *Edit) DuplicateSection(id string) (ids []string, err error) {
	list, err := e.Outline.siblings(id)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(*list, func(s Section) bool { return s.ID == id })
	copies := map[string]string{}
	copied := e.copySection((*list)[at], copies)
	copied.Title = copyTitle(copied.Title)
	part := Outline{Sections: []Section{copied}}
	part.RenameConditions(copies)
	*list = slices.Insert(*list, at+1, part.Sections...)
	for s := range part.AllSections() {
		ids = append(ids, s.ID)
		for _, l := range s.Lessons {
			ids = append(ids, l.ID)
		}
	}
	return ids, nil
}

// copySection copies a section and everything in it; copies receives the id of each lesson's copy.
func (e *Edit) copySection(s Section, copies map[string]string) Section {
	s.ID, s.Revision, s.Lessons, s.Sections = db.NewID(), e.Revision, slices.Clone(s.Lessons), slices.Clone(s.Sections)
	for i := range s.Lessons {
		id := db.NewID()
		copies[s.Lessons[i].ID] = id
		s.Lessons[i].ID, s.Lessons[i].Revision = id, e.Revision
	}
	for i := range s.Sections {
		s.Sections[i] = e.copySection(s.Sections[i], copies)
	}
	return s
}

// copyTitle marks a title as a copy, within the maximum length.
func copyTitle(title string) string {
	const mark = " (copy)"
	if runes := []rune(title); len(runes)+len(mark) > 200 {
		return string(runes[:200-len(mark)]) + mark
	}
	return title + mark
}
