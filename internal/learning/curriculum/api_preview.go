package curriculum

import (
	"context"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

func (s *Service) registerPreview(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get(base+"/preview", "The draft as somebody would find it who enrols now", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[outline.Curriculum], error) {
			c, err := s.Preview(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, gate, rest.Get(base+"/preview/{lessonId}", "A lesson of the draft with what a learner finds in it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *lessonInput) (rest.Answer[LessonDetail], error) {
			d, err := s.PreviewLesson(ctx, who, in.ID, in.LessonID)
			return rest.One("", d, err)
		})
}
