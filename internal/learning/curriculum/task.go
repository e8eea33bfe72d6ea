package curriculum

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Task is a lesson that another feature lets people work in: a quiz, an assignment.
type Task struct {
	CourseID string
	LessonID string
	Title    string
	Content  Content // whole, with what learners may not see; nil for none, and while it is locked
	Revision int64
	Locked   string // why it does not open, in a sentence; "" when it does
	Teaches  bool   // the caller teaches the course
	Enrolled bool
}

// Task is the published lesson of an id and type; for teachers of its course with draft that of the draft, which they also get
// of a lesson that has not been published. errNoLesson for who may not know of it. For other features.
func (s *Service) Task(ctx context.Context, who access.Caller, id, kind string, draft bool) (t Task, err error) {
	courseID, err := courseOfLesson(ctx, s.DB.Reader(), id)
	if err != nil {
		return t, err
	}
	as, err := s.readerOf(ctx, who, courseID)
	if fault.Is(err, fault.NotFound) {
		err = errNoLesson
	}
	if err != nil {
		return t, err
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return t, err
	}
	outline := r.PublishedOutline.V
	_, l, err := outline.lesson(id)
	if as.teaches && (draft || err != nil) {
		outline = r.Outline.V
		_, l, err = outline.lesson(id)
	}
	if err == nil && l.Type != kind {
		err = errNoLesson
	}
	if err != nil {
		return t, err
	}
	t = Task{CourseID: courseID, LessonID: id, Title: l.Title, Revision: l.Revision, Teaches: as.teaches, Enrolled: as.enrolled}
	if lock := as.lock(titlesOf(outline))(*l); lock != nil {
		t.Locked = lock.Text
		return t, nil
	}
	held, err := contents(ctx, s.DB.Reader(), courseID, []string{l.ContentID})
	t.Content = held[l.ContentID]
	return t, err
}

// packer is a Kind whose contents name what only their own course has, and can take it along.
type packer interface {
	Pack(ctx context.Context, q bun.IDB, courseID string, c Content) (Content, error)
}

// pack gives the contents of an outline as they travel, by content id.
func (s *Service) pack(ctx context.Context, q bun.IDB, courseID string, o Outline, held map[string]Content) error {
	for _, l := range o.lessons() {
		kind, ok := s.kinds[l.Type].(packer)
		if !ok || len(held[l.ContentID]) == 0 {
			continue
		}
		packed, err := kind.Pack(ctx, q, courseID, held[l.ContentID])
		if err != nil {
			return err
		}
		held[l.ContentID] = packed
	}
	return nil
}
