package publication

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type courseInput struct {
	ID string `path:"id"`
}

type publishInput struct {
	ID   string `path:"id"`
	Body NewCoursePublication
}

type undoInput struct {
	ID            string `path:"id"`
	PublicationID string `path:"publicationId"`
}

func (s *Service) Register(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get("/courses/{id}/publication", "Get what learners see of a course, and what publishing it would change", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[PublicationState], error) {
			st, err := s.State(ctx, who, in.ID)
			return rest.One("", st, err)
		})
	rest.Handle(api, gate, rest.Post("/courses/{id}/publications", "Publish the curriculum of a course and the course itself, now or later", fault.NotFound).
		WithDetails(fault.Conflict, "course_unfinished", UnfinishedCourse{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *publishInput) (rest.Answer[PublishedCourse], error) {
			done, err := s.Publish(ctx, who, in.ID, in.Body)
			message := "Course published"
			switch {
			case done.PublishAt != nil:
				message = "The course will be published by itself"
			case done.Publication == nil:
				message = "Learners see all of this already"
			}
			return rest.One(message, done, err)
		})
	rest.Handle(api, gate, rest.Post("/courses/{id}/publications/{publicationId}/undo", "Undo the latest publication of a course", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *undoInput) (rest.Answer[PublicationState], error) {
			st, err := s.Undo(ctx, who, in.ID, in.PublicationID)
			return rest.One("Publication undone", st, err)
		})
}
