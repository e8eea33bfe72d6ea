package curriculum

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
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
		err = coursework.ErrNoCourse
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
func (r reader) lock(titles map[string]string) func(outline.Lesson) *outline.LessonLock {
	return func(l outline.Lesson) *outline.LessonLock {
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
			return &outline.LessonLock{Reason: "not_enrolled", Text: "Enrol in the course to open this lesson."}
		case opens != nil && opens.After(r.now):
			return &outline.LessonLock{Reason: "date", Text: "This lesson is not open yet.", At: opens}
		case after != "" && !r.completed[after]:
			return &outline.LessonLock{Reason: "after_lesson", Text: fmt.Sprintf("Complete “%s” first.", titles[after]), Lesson: after}
		}
		return nil
	}
}

// Get is the curriculum of a course: the published version, or with draft, for its teachers, what they edit. For whoever
// may see the course; before anything is published it is the fallback of the spec.
func (s *Service) Get(ctx context.Context, who access.Caller, courseID string, draft bool) (outline.Curriculum, error) {
	as, err := s.readerOf(ctx, who, courseID)
	if err != nil {
		return outline.Curriculum{}, err
	}
	if draft && !as.teaches {
		return outline.Curriculum{}, fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course see its draft.")
	}
	r, err := outline.Read(ctx, s.DB.Reader(), courseID)
	if fault.Is(err, fault.NotFound) || err == nil && !draft && r.PublishedVersion == 0 {
		return fallback(courseID), nil
	}
	if err != nil {
		return outline.Curriculum{}, err
	}
	if draft {
		return r.DraftView(ctx, s.DB.Reader())
	}
	return r.View(r.PublishedOutline.V, as.lock(titlesOf(r.PublishedOutline.V))), nil
}

func titlesOf(o outline.Outline) map[string]string {
	titles := map[string]string{}
	for _, l := range o.AllLessons() {
		titles[l.ID] = l.Title
	}
	return titles
}

// LessonDetail is a lesson with what is in it, and where it stands.
type LessonDetail struct {
	outline.LessonEntry
	CourseID     string          `json:"course_id"`
	SectionTitle string          `json:"section_title"`
	Content      content.Content `json:"content" doc:"By type, as the caller may see it; null for none, and while the lesson is locked."`
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
	ID    string              `json:"id"`
	Title string              `json:"title"`
	Type  string              `json:"type"`
	Lock  *outline.LessonLock `json:"lock,omitempty"`
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
	held, err := content.ByID(ctx, s.DB.Reader(), courseID, []string{d.ContentID})
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
func detailOf(shown outline.Curriculum, id string) (d LessonDetail, err error) {
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
		for _, s := range outline.AllEntries(shown.Sections) {
			if s.ID == l.SectionID {
				d.SectionTitle = s.Title
			}
		}
		return d, nil
	}
	return d, outline.ErrNoLesson
}

func neighbour(l outline.LessonEntry) *Neighbour { return &Neighbour{l.ID, l.Title, l.Type, l.Lock} }

// present is a content as its reader may see it, with the addresses of files in it.
func (s *Service) present(l outline.Lesson, c content.Content, whole bool) (shown content.Content, err error) {
	kind, ok := s.Kinds[l.Type]
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
		t, err := content.Decode[content.Text](shown)
		if err != nil || whole { // an editor keeps the names of the files
			return shown, err
		}
		t.HTML = text.WithFiles(t.HTML, s.address)
		return json.Marshal(t)
	case "file", "pdf":
		f, err := content.Decode[content.File](shown)
		if err != nil {
			return nil, err
		}
		f.Address = s.address(f.FileID)
		return json.Marshal(f)
	}
	return shown, nil
}

// Section is one section with its lessons. For whoever may see the course.
func (s *Service) Section(ctx context.Context, who access.Caller, courseID, id string, draft bool) (outline.OutlineEntry, error) {
	shown, err := s.Get(ctx, who, courseID, draft)
	if err != nil {
		return outline.OutlineEntry{}, err
	}
	for _, entry := range outline.AllEntries(shown.Sections) {
		if entry.ID == id {
			return entry, nil
		}
	}
	return outline.OutlineEntry{}, outline.ErrNoSection
}
