package curriculum

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

// Preview is the draft as somebody would find it who enrols in the course at this moment. For teachers of the course.
func (s *Service) Preview(ctx context.Context, who access.Caller, courseID string) (outline.Curriculum, error) {
	if err := coursework.RequireEditor(ctx, s.Courses, who, courseID); err != nil {
		return outline.Curriculum{}, err
	}
	r, err := outline.Read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return outline.Curriculum{}, err
	}
	now := s.Clock.Now()
	as := reader{learns: true, enrolled: true, since: now, now: now}
	return r.View(r.Outline.V, as.lock(titlesOf(r.Outline.V))), nil
}

// PreviewLesson is one lesson of the draft with what a learner finds in it once it is open; its lock says whether it would
// be for somebody who enrols at this moment. For teachers of the course.
func (s *Service) PreviewLesson(ctx context.Context, who access.Caller, courseID, id string) (d LessonDetail, err error) {
	shown, err := s.Preview(ctx, who, courseID)
	if err != nil {
		return d, err
	}
	if d, err = detailOf(shown, id); err != nil || d.ContentID == "" {
		return d, err
	}
	held, err := content.ByID(ctx, s.DB.Reader(), courseID, []string{d.ContentID})
	if err == nil {
		d.Content, err = s.present(d.Lesson, held[d.ContentID], false)
	}
	return d, err
}
