package curriculum

import (
	"time"
)

// Curriculum is what a course consists of, as its reader may see it.
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

// DraftState is what an editor must know of the draft that it shows.
type DraftState struct {
	Revision  int64      `json:"revision"`
	Changed   bool       `json:"changed" doc:"It differs from what is published."`
	PublishAt *time.Time `json:"publish_at,omitempty" doc:"When it goes out by itself."`
	UpdatedAt time.Time  `json:"updatedAt"`
	CanUndo   bool       `json:"can_undo"`
}

// OutlineEntry is a section with its place.
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

// LessonEntry is a lesson with its place, and what its reader has to do with it.
type LessonEntry struct {
	Lesson
	SectionID string      `json:"section_id"`
	Order     int64       `json:"order" doc:"From 1, in its section."`
	Lock      *LessonLock `json:"lock,omitempty" doc:"Why it does not open for the caller; absent when it does."`
}

// LessonLock says why a lesson does not open, and when it will.
type LessonLock struct {
	Reason string     `json:"reason" enum:"not_enrolled,date,after_lesson"`
	Text   string     `json:"text" doc:"A sentence to show."`
	At     *time.Time `json:"at,omitempty" doc:"When it opens, if that is a matter of time."`
	Lesson string     `json:"lesson_id,omitempty" doc:"The lesson that has to be completed first."`
}

// Totals counts what a curriculum holds.
type Totals struct {
	Weeks           int64            `json:"weeks"`
	Sections        int64            `json:"sections" doc:"Without weeks."`
	Lessons         int64            `json:"lessons"`
	Required        int64            `json:"required_lessons"`
	DurationSeconds int64            `json:"duration_seconds"`
	ByType          map[string]int64 `json:"lessons_by_type"`
}

// totals counts.
func (o Outline) totals() Totals {
	t := Totals{ByType: map[string]int64{}}
	for s := range o.all() {
		if s.Kind == week {
			t.Weeks++
		} else {
			t.Sections++
		}
	}
	for _, l := range o.lessons() {
		t.Lessons++
		t.DurationSeconds += l.DurationSeconds
		t.ByType[l.Type]++
		if l.Required {
			t.Required++
		}
	}
	return t
}

// show is the outline with places, each lesson with the lock that lock gives it.
func (o Outline) show(lock func(Lesson) *LessonLock) (sections []OutlineEntry, lessons []LessonEntry) {
	lessons = []LessonEntry{}
	for _, l := range showSections(o.Sections, "", lock) {
		sections = append(sections, l)
		lessons = append(lessons, l.Lessons...)
		for _, inner := range l.Sections {
			lessons = append(lessons, inner.Lessons...)
		}
	}
	if sections == nil {
		sections = []OutlineEntry{}
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

func weeksOf(sections []OutlineEntry) []OutlineEntry {
	weeks := []OutlineEntry{}
	for _, s := range sections {
		if s.Kind == week {
			weeks = append(weeks, s)
		}
	}
	return weeks
}

// fallback is what is shown of a course without a curriculum (spec, second document, section 3).
func fallback(courseID string) Curriculum {
	return Curriculum{CourseID: courseID, Title: "Getting Started",
		Description: "This course curriculum is being set up. Check back soon!", StructureType: "sectioned", IsFallback: true,
		Weeks: []OutlineEntry{}, Sections: []OutlineEntry{}, Lessons: []LessonEntry{}, Totals: Outline{}.totals()}
}
