package curriculum

import (
	"context"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

// CopyLesson inserts a copy of a lesson after it, for teachers of the course.
func (s *Service) CopyLesson(ctx context.Context, who access.Caller, courseID, id string) (copied outline.LessonEntry, err error) {
	err = s.Edit(ctx, who, courseID, "Lesson duplicated", func(e *outline.Edit) error {
		copyID, err := e.DuplicateLesson(id)
		if err != nil {
			return err
		}
		copied = e.Outline.LessonEntry(copyID)
		return outline.RegisterIDs(ctx, e.Tx, courseID, []string{copyID}, e.Now)
	})
	return copied, err
}

// CopySection inserts a copy of a section and everything in it after it, for teachers of the course.
func (s *Service) CopySection(ctx context.Context, who access.Caller, courseID, id string) (copied outline.OutlineEntry, err error) {
	err = s.Edit(ctx, who, courseID, "Section duplicated", func(e *outline.Edit) error {
		ids, err := e.DuplicateSection(id)
		if err != nil {
			return err
		}
		copied = e.Outline.Entry(ids[0])
		return outline.RegisterIDs(ctx, e.Tx, courseID, ids, e.Now)
	})
	return copied, err
}
