package lesson

import (
	"context"
	"encoding/json"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/text"
)

// LessonDetail is a lesson with its content and its neighbours.
type LessonDetail struct {
	outline.LessonEntry
	CourseID     string          `json:"course_id"`
	SectionTitle string          `json:"section_title"`
	Content      content.Content `json:"content" doc:"By type, as the caller may see it; null for none, and while the lesson is locked."`
	Navigation
}

// Navigation is the position of a lesson in the course.
type Navigation struct {
	Previous *Neighbour `json:"previous,omitempty" doc:"Absent at the beginning."`
	Next     *Neighbour `json:"next,omitempty" doc:"Absent at the end."`
	Position int64      `json:"position" doc:"From 1, in the whole course."`
	Total    int64      `json:"total"`
}

// Neighbour is the previous or next lesson.
type Neighbour struct {
	ID    string              `json:"id"`
	Title string              `json:"title"`
	Type  string              `json:"type"`
	Lock  *outline.LessonLock `json:"lock,omitempty"`
}

// Lesson returns a lesson of the published version or, with draft, of the draft, to callers who may see the course.
// Its content is included only if the lesson is open to them.
func (s *Service) Lesson(ctx context.Context, who access.Caller, courseID, id string, draft bool) (d LessonDetail, err error) {
	shown, err := s.Get(ctx, who, courseID, draft)
	if err != nil {
		return d, err
	}
	return s.detail(ctx, who, shown, id, draft)
}

// detail returns a lesson of a curriculum with its content, if it is open to the caller.
func (s *Service) detail(ctx context.Context, who access.Caller, shown outline.Curriculum, id string, draft bool) (d LessonDetail, err error) {
	if d, err = detailOf(shown, id); err != nil || d.Lock != nil || d.ContentID == "" {
		return d, err
	}
	held, err := content.ByID(ctx, s.deps.DB.Reader(), shown.CourseID, []string{d.ContentID})
	if err != nil {
		return d, err
	}
	teaches, err := s.deps.Courses.MayTeach(ctx, who, shown.CourseID)
	if err == nil {
		d.Content, err = s.present(shown.CourseID, d.Lesson, held[d.ContentID], teaches && draft)
	}
	return d, err
}

// detailOf finds a lesson and its neighbours, or returns ErrNoLesson.
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

// present returns a content as its reader may see it, with signed URLs for its files, which open only files of the course.
func (s *Service) present(courseID string, l outline.Lesson, c content.Content, whole bool) (shown content.Content, err error) {
	kind, ok := s.deps.Kinds[l.Type]
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
		if err != nil || whole { // an editor keeps the file references
			return shown, err
		}
		t.HTML = text.WithFiles(t.HTML, s.deps.Files.ForOwner(courseID).Address)
		return json.Marshal(t)
	case "file", "pdf":
		f, err := content.Decode[content.File](shown)
		if err != nil {
			return nil, err
		}
		f.Address = s.deps.Files.ForOwner(courseID).Address(f.FileID)
		return json.Marshal(f)
	}
	return shown, nil
}

// PreviewLesson returns a lesson of the draft with the content that learners see once it is open; its lock shows
// whether it would be open to a user who enrols now. For teachers of the course.
func (s *Service) PreviewLesson(ctx context.Context, who access.Caller, courseID, id string) (d LessonDetail, err error) {
	shown, err := s.Preview(ctx, who, courseID)
	if err != nil {
		return d, err
	}
	if d, err = detailOf(shown, id); err != nil || d.ContentID == "" {
		return d, err
	}
	held, err := content.ByID(ctx, s.deps.DB.Reader(), courseID, []string{d.ContentID})
	if err == nil {
		d.Content, err = s.present(courseID, d.Lesson, held[d.ContentID], false)
	}
	return d, err
}
