package batchanalytics

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

type courseInput struct {
	CourseID string `query:"course_id" maxLength:"36" msg:"This course doesn't exist" doc:"Only batches of this course."`
}

type timeframeInput struct {
	Timeframe string `query:"timeframe" enum:"week,month,quarter,year" default:"month" msg:"timeframe must be week, month, quarter or year"`
}

type instructorInput struct {
	InstructorID string `query:"instructor_id" maxLength:"36" msg:"This instructor doesn't exist" doc:"Of administrators: only this instructor."`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	const path = "/batches/analytics"
	rest.Handle(api, rest.Teachers, rest.Get(path, "Count batches and their seats: those that the caller teaches, for administrators all"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[BatchAnalytics], error) {
			a, err := s.Analytics(ctx, who, in.CourseID)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get(path+"/dashboard", "Count the batches that begin within a range, by month, course and instructor"),
		func(ctx context.Context, _ access.Caller, in *DashboardFilter) (rest.Answer[BatchDashboard], error) {
			d, err := s.Dashboard(ctx, *in)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get(path+"/status-distribution", "Count batches by status, in the current period and those before"),
		func(ctx context.Context, _ access.Caller, in *timeframeInput) (rest.Answer[StatusDistribution], error) {
			d, err := s.StatusDistribution(ctx, in.Timeframe)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(path+"/instructor-workload", "Read how much instructors teach: administrators of all, others of themselves"),
		func(ctx context.Context, who access.Caller, in *instructorInput) (rest.Answer[InstructorWorkload], error) {
			w, err := s.Workload(ctx, who, in.InstructorID)
			return rest.One("", w, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(path+"/capacity", "Read how full batches are, and which could become one: those that the caller teaches, for administrators all"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[CapacityReport], error) {
			c, err := s.Capacity(ctx, who, in.CourseID)
			return rest.One("", c, err)
		})
}
