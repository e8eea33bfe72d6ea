package course

import (
	"context"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/rest"
)

type listInput struct {
	rest.Page
	Filter
}

type enrolledInput struct{ rest.Page }

type createInput struct{ Body NewCourse }

type updateInput struct {
	ID   string `path:"id"`
	Body NewCourse
}

type oneInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/courses/get", "List the courses that the caller may see", fault.Unauthenticated),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[Course], error) {
			limit, offset := in.Window()
			items, total, err := s.List(ctx, who, in.Filter, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/courses/category", "List the categories of the catalogue with how many courses they hold"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]Category], error) {
			cs, err := s.Categories(ctx)
			return rest.One("", cs, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/courses/enrolled", "List the courses in which the caller is enrolled"),
		func(ctx context.Context, who access.Caller, in *enrolledInput) (rest.List[Enrolled], error) {
			limit, offset := in.Window()
			items, total, err := s.Enrolled(ctx, who, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/courses/{id}", "One course with what the caller has to do with it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Get(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	s.registerTeaching(api)
	s.registerEnrolling(api)
}

func (s *Service) registerTeaching(api *rest.API) {
	gate := rest.Roles(teachers...)
	rest.Handle(api, gate, rest.Create("/courses/create", "Make a draft of a course that the caller teaches"),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Create(ctx, who, in.Body)
			return rest.One("Course created", c, err)
		})
	rest.Handle(api, gate, rest.Put("/courses/update/{id}", "Change a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *updateInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Update(ctx, who, in.ID, in.Body)
			return rest.One("Course saved", c, err)
		})
	rest.Handle(api, gate, rest.Patch("/courses/toggle-status/{id}", "Publish a draft, or take a course out of the catalogue",
		fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Toggle(ctx, who, in.ID)
			message := "Course published"
			if c.Status == draft {
				message = "Course taken out of the catalogue"
			}
			return rest.One(message, c, err)
		})
}

func (s *Service) registerEnrolling(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/courses/{id}/enroll", "Enrol the caller", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Enrollment], error) {
			e, err := s.Enroll(ctx, who, in.ID)
			return rest.One("You are enrolled", e, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/courses/{id}/enroll", "Withdraw the caller's enrolment", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Enrollment], error) {
			e, err := s.Withdraw(ctx, who, in.ID)
			return rest.One("You have left the course", e, err)
		})
}
