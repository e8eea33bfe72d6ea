package outline

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Curriculum is a curriculum as its reader may see it.
type Curriculum struct {
	CourseID      string         `json:"course_id"`
	Title         string         `json:"title"`
	Description   string         `json:"description" doc:"Empty but for a course whose curriculum is being set up."`
	StructureType string         `json:"structure_type" enum:"sectioned"`
	Weeks         []OutlineEntry `json:"weeks" doc:"Those of sections that are weeks."`
	Sections      []OutlineEntry `json:"sections" doc:"Weeks and sections in their order."`
	Lessons       []LessonEntry  `json:"lessons" doc:"All lessons in the order in which they are learned."`
	Totals        Totals         `json:"totals"`
	IsPublished   bool           `json:"isPublished"`
	IsFallback    bool           `json:"isFallback" doc:"Nothing has been published yet."`
	Version       int64          `json:"version" doc:"The published version that this is, or that was published last; 0 for none."`
	Draft         *DraftState    `json:"draft,omitempty" doc:"For teachers of the course who ask for the draft."`
}

// DraftState is what an editor needs to know of the draft.
type DraftState struct {
	Revision  int64      `json:"revision"`
	Changed   bool       `json:"changed" doc:"It differs from what is published."`
	PublishAt *time.Time `json:"publish_at,omitempty" doc:"When it goes out by itself."`
	UpdatedAt time.Time  `json:"updatedAt"`
	CanUndo   bool       `json:"can_undo"`
}

type OutlineEntry struct {
	ID          string         `json:"id"`
	Kind        string         `json:"kind" enum:"week,section"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	Order       int64          `json:"order" doc:"From 1."`
	ParentID    string         `json:"parent_id,omitempty" doc:"The week that holds it."`
	Revision    int64          `json:"revision"`
	Lessons     []LessonEntry  `json:"lessons"`
	Sections    []OutlineEntry `json:"sections"`
}

// LessonEntry is a lesson with its position, and whether it is open to its reader.
type LessonEntry struct {
	Lesson
	SectionID string      `json:"section_id"`
	Order     int64       `json:"order" doc:"From 1, in its section."`
	Lock      *LessonLock `json:"lock,omitempty" doc:"Why it does not open for the caller; absent when it does."`
}

// EditVersion is the edit of the draft that is shown, or the version that is published.
func (c Curriculum) EditVersion() int64 {
	if c.Draft != nil {
		return c.Draft.Revision
	}
	return c.Version
}

// EditVersion is the edit that changed the words of the section last.
func (e OutlineEntry) EditVersion() int64 { return e.Revision }

// EditVersion is the edit that changed the lesson last.
func (l LessonEntry) EditVersion() int64 { return l.Revision }

// LessonLock says why a lesson is locked and when it opens.
type LessonLock struct {
	Reason string     `json:"reason" enum:"not_enrolled,not_admitted,suspended,access_ended,access_not_begun,date,after_lesson" doc:"not_admitted: an invitation, a payment or a waiting list stands before it. access_ended, access_not_begun: of the enrolment, or of the whole course."`
	Text   string     `json:"text" doc:"A sentence to show."`
	At     *time.Time `json:"at,omitempty" doc:"When it opens, if that is a matter of time."`
	Lesson string     `json:"lesson_id,omitempty" doc:"The lesson that has to be completed first."`
}

type Totals struct {
	Weeks           int64            `json:"weeks"`
	Sections        int64            `json:"sections" doc:"Without weeks."`
	Lessons         int64            `json:"lessons"`
	Required        int64            `json:"required_lessons"`
	DurationSeconds int64            `json:"duration_seconds"`
	ByType          map[string]int64 `json:"lessons_by_type"`
}

func (o Outline) Totals() Totals {
	t := Totals{ByType: map[string]int64{}}
	for s := range o.AllSections() {
		if s.Kind == KindWeek {
			t.Weeks++
		} else {
			t.Sections++
		}
	}
	for _, l := range o.AllLessons() {
		t.Lessons++
		t.DurationSeconds += l.DurationSeconds
		t.ByType[l.Type]++
		if l.Required {
			t.Required++
		}
	}
	return t
}

// Show adds positions, and to each lesson the lock that the function returns for it. lessons lists all lessons in
// order.
func (o Outline) Show(lock func(Lesson) *LessonLock) (sections []OutlineEntry, lessons []LessonEntry) {
	sections, lessons = showSections(o.Sections, "", lock), []LessonEntry{}
	for _, s := range AllEntries(sections) {
		lessons = append(lessons, s.Lessons...)
	}
	return sections, lessons
}

func showSections(sections []Section, parent string, lock func(Lesson) *LessonLock) []OutlineEntry {
	entries := make([]OutlineEntry, len(sections))
	for i, s := range sections {
		entries[i] = OutlineEntry{ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Order: int64(i + 1),
			ParentID: parent, Revision: s.Revision, Lessons: make([]LessonEntry, len(s.Lessons)), Sections: showSections(s.Sections, s.ID, lock)}
		for j, l := range s.Lessons {
			entries[i].Lessons[j] = LessonEntry{Lesson: l, SectionID: s.ID, Order: int64(j + 1), Lock: lock(l)}
		}
	}
	return entries
}

// Entry returns a section as teachers see it, the zero value if there is none.
func (o *Outline) Entry(id string) OutlineEntry {
	sections, _ := o.Show(unlocked)
	for _, s := range AllEntries(sections) {
		if s.ID == id {
			return s
		}
	}
	return OutlineEntry{}
}

// LessonEntry returns a lesson as teachers see it, the zero value if there is none.
func (o *Outline) LessonEntry(id string) LessonEntry {
	_, lessons := o.Show(unlocked)
	for _, l := range lessons {
		if l.ID == id {
			return l
		}
	}
	return LessonEntry{}
}

func unlocked(Lesson) *LessonLock { return nil }

// AllEntries returns the sections in order, each before those that it holds.
func AllEntries(sections []OutlineEntry) (all []OutlineEntry) {
	for _, s := range sections {
		all = append(append(all, s), s.Sections...)
	}
	return all
}

// View shows an outline of the curriculum with positions and locks.
func (r Record) View(o Outline, lock func(Lesson) *LessonLock) Curriculum {
	v := Curriculum{CourseID: r.CourseID, Title: o.Title, StructureType: "sectioned", Totals: o.Totals(), Weeks: []OutlineEntry{},
		IsPublished: r.PublishedVersion > 0, Version: r.PublishedVersion}
	v.Sections, v.Lessons = o.Show(lock)
	for _, s := range v.Sections {
		if s.Kind == KindWeek {
			v.Weeks = append(v.Weeks, s)
		}
	}
	return v
}

// DraftView shows the draft to teachers of the course.
func (r Record) DraftView(ctx context.Context, q bun.IDB) (Curriculum, error) {
	v := r.View(r.Outline.V, unlocked)
	undo, err := canUndo(ctx, q, r.CourseID)
	v.Draft = &DraftState{Revision: r.Revision, Changed: len(Compare(r.PublishedOutline.V, r.Outline.V)) > 0 || r.PublishedVersion == 0,
		PublishAt: r.PublishAt, UpdatedAt: r.UpdatedAt, CanUndo: undo}
	return v, err
}
