package enrollment

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type enrolledInput struct {
	rest.Page
	EnrolledFilter
}

type savedInput struct {
	rest.Page
	SavedFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type peopleInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	PeopleFilter
}

type newEnrollmentInput struct {
	ID   string `path:"id"`
	Body NewEnrollment
}

type enrollmentInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
	Body   EnrollmentChange
}

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/courses/enrolled", "List the courses in which the caller is enrolled"),
		func(ctx context.Context, who access.Caller, in *enrolledInput) (rest.List[Enrolled], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Enrolled(ctx, who, in.EnrolledFilter, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/courses/{id}/enroll", "Enrol the caller: at once in a free course, otherwise after payment", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[course.Enrollment], error) {
			e, err := s.Enroll(ctx, who, in.ID)
			message := "You are enrolled"
			if e.Status == "pending_payment" {
				message = "Your place is kept until it is paid for"
			}
			return rest.One(message, e, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/courses/{id}/enroll", "Withdraw from a course, or decline an invitation to it", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[course.Enrollment], error) {
			e, err := s.Withdraw(ctx, who, in.ID)
			return rest.One("You have left the course", e, err)
		})
	s.registerSaving(api)
	s.registerPeople(api)
}

func (s *Service) registerSaving(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/courses/saved", "List the courses that the caller has saved for later"),
		func(ctx context.Context, who access.Caller, in *savedInput) (rest.List[course.Course], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Saved(ctx, who, in.SavedFilter, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/courses/{id}/save", "Save a course for later", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Saved for later", s.Save(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/courses/{id}/save", "Remove a course from those saved for later", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("No longer saved", s.Unsave(ctx, who, in.ID))
		})
}

// registerPeople registers what teachers do with enrollments.
func (s *Service) registerPeople(api *rest.API) {
	gate := rest.Roles(course.Authors...)
	rest.Handle(api, gate, rest.Get("/courses/{id}/enrollments", "List who is or was enrolled in a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *peopleInput) (rest.List[EnrolledPerson], error) {
			items, total, next, err := s.People(ctx, who, in.ID, in.PeopleFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, total, next, err)
		})
	rest.Handle(api, gate, rest.Post("/courses/{id}/enrollments", "Enrol a user in a course, invite them, or put them on its waiting list", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newEnrollmentInput) (rest.Answer[course.Enrollment], error) {
			e, err := s.Grant(ctx, who, in.ID, in.Body)
			return rest.One("Enrolled", e, err)
		})
	rest.Handle(api, gate, rest.Patch("/courses/{id}/enrollments/{userId}", "Change an enrolment: admit, suspend, reactivate, withdraw, or set its end", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *enrollmentInput) (rest.Answer[course.Enrollment], error) {
			e, err := s.ChangeEnrollment(ctx, who, in.ID, in.UserID, in.Body)
			return rest.One("Saved", e, err)
		})
	rest.HandleRaw(api, gate, rest.Post("/courses/{id}/enrollments/import", "Import enrolments from a CSV file (text/csv with email), or with dry_run=true report what would happen",
		fault.NotFound, fault.UnsupportedType).Imports().Parameters(rest.SheetParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[EnrollmentImport]{}).Idempotent(),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			result, err := s.Import(ctx, who, r.Path("id"), upload)
			answer, err := rest.One("", result, err)
			return rest.JSON(200, answer), err
		})
}
