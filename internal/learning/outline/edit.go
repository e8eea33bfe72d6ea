package outline

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Edit is a change of a draft in progress, in the transaction that holds its row locked.
type Edit struct {
	Tx       bun.IDB
	Now      time.Time
	Outline  *Outline
	Revision int64 // that this edit makes
	Record   *Record
}

// NewSection is an empty section with a new id.
func (e *Edit) NewSection(kind, title, description string) Section {
	return Section{ID: db.NewID(), Kind: kind, Title: title, Description: description, Revision: e.Revision, Lessons: []Lesson{}}
}

// NewLesson is a lesson with a new id and the defaults of its type.
func (e *Edit) NewLesson(lessonType, title string) Lesson {
	return Lesson{ID: db.NewID(), Type: lessonType, Title: title, Required: true, Completion: CompletionFor(lessonType, nil), Revision: e.Revision}
}

// MarkAllChanged gives every section and lesson this edit's revision, so that editors that still show older ones get a 412.
func (e *Edit) MarkAllChanged() {
	for s := range e.Outline.AllSections() {
		s.Revision = e.Revision
	}
	for _, l := range e.Outline.AllLessons() {
		l.Revision = e.Revision
	}
}

// DuplicateLesson puts a copy of a lesson behind it and returns the copy's id. Both share their content until either is changed.
// ErrNoLesson.
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

// DuplicateSection puts a copy of a section, with all that it holds, behind it. It returns the ids of all that is new, that of
// the section first. ErrNoSection.
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

// copySection is a copy of a section with all that it holds; copies gets the id of each lesson's copy by the lesson's.
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

// copyTitle is the title of a copy, within the length of a title.
func copyTitle(title string) string {
	const mark = " (copy)"
	if runes := []rune(title); len(runes)+len(mark) > 200 {
		return string(runes[:200-len(mark)]) + mark
	}
	return title + mark
}
