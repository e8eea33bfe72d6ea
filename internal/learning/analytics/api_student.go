package analytics

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type taughtInput struct {
	CourseID string `path:"id"`
}

type studentsInput struct {
	CourseID string `path:"id"`
	rest.Page
	rest.CursorParam
	StudentFilter
}

type studentInput struct {
	CourseID string `path:"id"`
	UserID   string `path:"userId"`
	Weekly
}

func (s *Service) registerStudents(api *rest.API) {
	teachers := rest.Roles(access.Instructor, access.Admin)
	const base = "/student-analytics/courses/{id}"
	rest.Handle(api, teachers, rest.Get(base, "Get the progress of the students of a course, in all and by lesson", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *taughtInput) (rest.Answer[CourseAnalytics], error) {
			a, err := s.Analytics(ctx, who, in.CourseID)
			return rest.One("", a, err)
		})
	rest.Handle(api, teachers, rest.Get(base+"/students", "List the students of a course with their progress and risk", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *studentsInput) (rest.List[CourseStudent], error) {
			items, total, next, err := s.Students(ctx, who, in.CourseID, in.StudentFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, total, next, err)
		})
	rest.Handle(api, teachers, rest.Get(base+"/students/{userId}", "Get the progress of one student in a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *studentInput) (rest.Answer[StudentInsight], error) {
			i, err := s.Student(ctx, who, in.CourseID, in.UserID, in.Weekly)
			return rest.One("", i, err)
		})
	rest.HandleRaw(api, teachers, rest.Get(base+"/export", "Export the students of a course as a CSV file", fault.NotFound).Exports().Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.Export(ctx, who, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="students.csv"`}, write), err
		})
}
