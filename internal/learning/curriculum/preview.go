package curriculum

import (
	"context"

	"lectern/internal/platform/access"
)

// Preview is the draft as somebody would find it who enrols in the course at this moment. For teachers of the course.
func (s *Service) Preview(ctx context.Context, who access.Caller, courseID string) (Curriculum, error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return Curriculum{}, err
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return Curriculum{}, err
	}
	now := s.Clock.Now()
	return r.show(r.Outline.V, reader{learns: true, enrolled: true, since: now, now: now}), nil
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
	held, err := contents(ctx, s.DB.Reader(), courseID, []string{d.ContentID})
	if err == nil {
		d.Content, err = s.present(d.Lesson, held[d.ContentID], false)
	}
	return d, err
}
