package progress

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type eventsInput struct{ Body ProgressEvents }

type courseInput struct {
	CourseID string `path:"id"`
}

type learnersInput struct {
	CourseID string `path:"id"`
	rest.Page
}

type learnerInput struct {
	CourseID string `path:"id"`
	UserID   string `path:"userId"`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/progress/events", "Record what the caller did in lessons; events may arrive late, repeatedly and out of order"),
		func(ctx context.Context, who access.Caller, in *eventsInput) (rest.Answer[EventsAccepted], error) {
			a, err := s.Record(ctx, who, in.Body)
			return rest.One("Saved", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/progress/courses/{id}", "Get the caller's progress in a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[CourseProgressDetail], error) {
			d, err := s.Course(ctx, who, in.CourseID)
			return rest.One("", d, err)
		})
	teachers := rest.Roles(access.Instructor, access.Admin)
	rest.Handle(api, teachers, rest.Get("/progress/courses/{id}/learners", "List the students of a course with their progress", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *learnersInput) (rest.List[Learner], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Learners(ctx, who, in.CourseID, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, teachers, rest.Get("/progress/courses/{id}/learners/{userId}", "Get the progress of a student in a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *learnerInput) (rest.Answer[CourseProgressDetail], error) {
			d, err := s.Learner(ctx, who, in.CourseID, in.UserID)
			return rest.One("", d, err)
		})
}
