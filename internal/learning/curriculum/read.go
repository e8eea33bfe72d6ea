package curriculum

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// reader is what decides which lessons of a course open for somebody.
type reader struct {
	teaches   bool
	learns    bool // the course is open to them: by their place in it, or to everybody
	enrolled  bool
	since     time.Time // of the enrolment
	completed map[string]bool
	now       time.Time
}

// readerOf is errNoCourse for who may not know of the course.
func (s *Service) readerOf(ctx context.Context, who access.Caller, courseID string) (r reader, err error) {
	r.now = s.Clock.Now()
	if r.teaches, err = s.Courses.MayTeach(ctx, who, courseID); err != nil || r.teaches {
		return r, err
	}
	visible, err := s.Courses.MayWatch(ctx, who, courseID, true)
	if err == nil && !visible {
		err = errNoCourse
	}
	if err == nil {
		r.learns, err = s.Courses.MayWatch(ctx, who, courseID, false)
	}
	if err != nil || who.ID == "" {
		return r, err
	}
	if r.since, r.enrolled, err = enrolledAt(ctx, s.DB.Reader(), who.ID, courseID); err != nil || !r.enrolled {
		return r, err
	}
	r.completed, err = s.Progress.Completed(ctx, who.ID, courseID)
	return r, err
}

// lock says why a lesson does not open for the reader; nil when it does. A lesson that has been completed stays open.
func (r reader) lock(titles map[string]string) func(Lesson) *LessonLock {
	return func(l Lesson) *LessonLock {
		opens := l.Release.At
		if l.Release.DaysAfterEnrolment > 0 && r.enrolled {
			later := r.since.AddDate(0, 0, int(l.Release.DaysAfterEnrolment))
			if opens == nil || later.After(*opens) {
				opens = &later
			}
		}
		switch after := l.Release.AfterLesson; {
		case r.teaches || l.Previewable || r.completed[l.ID]:
			return nil
		case !r.learns:
			return &LessonLock{Reason: "not_enrolled", Text: "Enrol in the course to open this lesson."}
		case opens != nil && opens.After(r.now):
			return &LessonLock{Reason: "date", Text: "This lesson is not open yet.", At: opens}
		case after != "" && !r.completed[after]:
			return &LessonLock{Reason: "after_lesson", Text: fmt.Sprintf("Complete “%s” first.", titles[after]), Lesson: after}
		}
		return nil
	}
}

func titlesOf(o Outline) map[string]string {
	titles := map[string]string{}
	for _, l := range o.lessons() {
		titles[l.ID] = l.Title
	}
	return titles
}

// Get is the curriculum of a course: the published version, or with draft, for its teachers, what they edit. For whoever
// may see the course; before anything is published it is the fallback of the spec.
func (s *Service) Get(ctx context.Context, who access.Caller, courseID string, draft bool) (Curriculum, error) {
	as, err := s.readerOf(ctx, who, courseID)
	if err != nil {
		return Curriculum{}, err
	}
	if draft && !as.teaches {
		return Curriculum{}, fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course see its draft.")
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if fault.Is(err, fault.NotFound) || err == nil && !draft && r.PublishedVersion == 0 {
		return fallback(courseID), nil
	}
	if err != nil {
		return Curriculum{}, err
	}
	outline := r.PublishedOutline.V
	if draft {
		outline = r.Outline.V
	}
	shown := r.show(outline, as)
	if draft {
		_, canUndo, err := lastEdit(ctx, s.DB.Reader(), courseID)
		if err != nil {
			return Curriculum{}, err
		}
		shown.Draft = &DraftState{Revision: r.Revision, Changed: len(compare(r.PublishedOutline.V, r.Outline.V)) > 0 || r.PublishedVersion == 0,
			PublishAt: r.PublishAt, UpdatedAt: r.UpdatedAt, CanUndo: canUndo}
	}
	return shown, nil
}

// show is an outline of a curriculum as a reader finds it.
func (r row) show(o Outline, as reader) Curriculum {
	shown := Curriculum{CourseID: r.CourseID, Title: o.Title, StructureType: "sectioned", Totals: o.totals(),
		IsPublished: r.PublishedVersion > 0, Version: r.PublishedVersion}
	shown.Sections, shown.Lessons = o.show(as.lock(titlesOf(o)))
	shown.Weeks = weeksOf(shown.Sections)
	return shown
}

// LessonDetail is a lesson with what is in it, and where it stands.
type LessonDetail struct {
	LessonEntry
	CourseID     string  `json:"course_id"`
	SectionTitle string  `json:"section_title"`
	Content      Content `json:"content" doc:"By type, as the caller may see it; null for none, and while the lesson is locked."`
	Navigation
}

// Navigation is what lies around a lesson.
type Navigation struct {
	Previous *Neighbour `json:"previous,omitempty" doc:"Absent at the beginning."`
	Next     *Neighbour `json:"next,omitempty" doc:"Absent at the end."`
	Position int64      `json:"position" doc:"From 1, in the whole course."`
	Total    int64      `json:"total"`
}

// Neighbour is the lesson before or after another.
type Neighbour struct {
	ID    string      `json:"id"`
	Title string      `json:"title"`
	Type  string      `json:"type"`
	Lock  *LessonLock `json:"lock,omitempty"`
}

// Lesson is one lesson, of the published version or with draft of what teachers edit. For whoever may see the course; what
// is in it only for whom it opens.
func (s *Service) Lesson(ctx context.Context, who access.Caller, courseID, id string, draft bool) (d LessonDetail, err error) {
	shown, err := s.Get(ctx, who, courseID, draft)
	if err != nil {
		return d, err
	}
	if d, err = detailOf(shown, id); err != nil || d.Lock != nil || d.ContentID == "" {
		return d, err
	}
	held, err := contents(ctx, s.DB.Reader(), courseID, []string{d.ContentID})
	if err != nil {
		return d, err
	}
	teaches, err := s.Courses.MayTeach(ctx, who, courseID)
	if err == nil {
		d.Content, err = s.present(d.Lesson, held[d.ContentID], teaches && draft)
	}
	return d, err
}

// detailOf finds a lesson and what lies around it. errNoLesson.
func detailOf(shown Curriculum, id string) (d LessonDetail, err error) {
	for i, l := range shown.Lessons {
		if l.ID != id {
			continue
		}
		d = LessonDetail{LessonEntry: l, CourseID: shown.CourseID}
		d.Position, d.Total = int64(i+1), int64(len(shown.Lessons))
		if i > 0 {
			d.Previous = neighbour(shown.Lessons[i-1])
		}
		if i+1 < len(shown.Lessons) {
			d.Next = neighbour(shown.Lessons[i+1])
		}
		for _, s := range allEntries(shown.Sections) {
			if s.ID == l.SectionID {
				d.SectionTitle = s.Title
			}
		}
		return d, nil
	}
	return d, errNoLesson
}

func neighbour(l LessonEntry) *Neighbour { return &Neighbour{l.ID, l.Title, l.Type, l.Lock} }

func allEntries(sections []OutlineEntry) (all []OutlineEntry) {
	for _, s := range sections {
		all = append(append(all, s), s.Sections...)
	}
	return all
}

// present is a content as its reader may see it, with the addresses of files in it.
func (s *Service) present(l Lesson, c Content, whole bool) (shown Content, err error) {
	kind, ok := s.kinds[l.Type]
	if !ok || len(c) == 0 {
		return nil, nil
	}
	if shown = c; !whole {
		if shown, err = kind.ForLearner(c); err != nil {
			return nil, err
		}
	}
	switch l.Type {
	case "text":
		t, err := readContent[Text](shown)
		if err != nil || whole { // an editor keeps the names of the files
			return shown, err
		}
		t.HTML = text.WithFiles(t.HTML, s.address)
		return store(t)
	case "file", "pdf":
		f, err := readContent[File](shown)
		if err != nil {
			return nil, err
		}
		f.Address = s.address(f.FileID)
		return store(f)
	}
	return shown, nil
}

// Section is one section with its lessons. For whoever may see the course.
func (s *Service) Section(ctx context.Context, who access.Caller, courseID, id string, draft bool) (OutlineEntry, error) {
	shown, err := s.Get(ctx, who, courseID, draft)
	if err != nil {
		return OutlineEntry{}, err
	}
	for _, entry := range allEntries(shown.Sections) {
		if entry.ID == id {
			return entry, nil
		}
	}
	return OutlineEntry{}, errNoSection
}

// entry is a section of the outline as its teachers see it; the zero value for none.
func (o *Outline) entry(id string) OutlineEntry {
	sections, _ := o.show(open)
	for _, entry := range allEntries(sections) {
		if entry.ID == id {
			return entry
		}
	}
	return OutlineEntry{}
}

// lessonEntry is a lesson of the outline as its teachers see it; the zero value for none.
func (o *Outline) lessonEntry(id string) LessonEntry {
	_, lessons := o.show(open)
	for _, l := range lessons {
		if l.ID == id {
			return l
		}
	}
	return LessonEntry{}
}

func open(Lesson) *LessonLock { return nil }

// HasWeek says whether a section is one of a course, in its draft or its published version. For other features.
func (s *Service) HasWeek(ctx context.Context, courseID, sectionID string) (bool, error) {
	r, err := read(ctx, s.DB.Reader(), courseID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, inDraft := r.Outline.V.section(sectionID)
	_, inPublished := r.PublishedOutline.V.section(sectionID)
	return inDraft == nil || inPublished == nil, nil
}
