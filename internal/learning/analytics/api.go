package analytics

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type overviewInput struct{ Weekly }

type homeInput struct{ Zoned }

type enhancedInput struct {
	rest.Page
	Zoned
	CourseFilter
}

type courseInput struct {
	CourseID string `path:"id"`
	Weekly
}

type leaderboardInput struct {
	CourseID string `path:"id"`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	overview := func(ctx context.Context, who access.Caller, in *overviewInput) (rest.Answer[LearningOverview], error) {
		o, err := s.Overview(ctx, who, in.Weekly)
		return rest.One("", o, err)
	}
	rest.Handle(api, rest.SignedIn, rest.Get("/enhanced-progress/overview", "Get the caller's progress over all courses: weeks, streak, skills"), overview)
	rest.Handle(api, rest.SignedIn, rest.Get("/student-analytics", "Get the caller's progress over all courses, as /enhanced-progress/overview"), overview)
	rest.Handle(api, rest.SignedIn, rest.Get("/enhanced-progress/home", "Get the caller's home: where to continue, what is due, courses, week and streak"),
		func(ctx context.Context, who access.Caller, in *homeInput) (rest.Answer[LearningHome], error) {
			h, err := s.Home(ctx, who, in.Zoned)
			return rest.One("", h, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/enhanced-progress/courses", "List the caller's courses, each with the lesson to continue at and a forecast"),
		func(ctx context.Context, who access.Caller, in *enhancedInput) (rest.List[LearnerCourse], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Enhanced(ctx, who, in.Zoned, in.CourseFilter, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/enhanced-progress/courses/{id}", "Get the caller's progress in a course: weeks, streak, forecast, lessons", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[EnhancedCourseDetail], error) {
			d, err := s.Course(ctx, who, in.CourseID, in.Weekly)
			return rest.One("", d, err)
		})
	s.registerLeaderboard(api)
	s.registerStudents(api)
}

func (s *Service) registerLeaderboard(api *rest.API) {
	const own = "/enhanced-progress/courses/{id}/leaderboard/own"
	rest.Handle(api, rest.SignedIn, rest.Get("/enhanced-progress/courses/{id}/leaderboard", "Get the leaderboard of a course, for its students and teachers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *leaderboardInput) (rest.Answer[Leaderboard], error) {
			l, err := s.Leaderboard(ctx, who, in.CourseID)
			return rest.One("", l, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(own, "Leave the leaderboard of a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *leaderboardInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("You are not on the leaderboard any more", s.LeaveLeaderboard(ctx, who, in.CourseID))
		})
	rest.Handle(api, rest.SignedIn, rest.Put(own, "Join the leaderboard of a course again", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *leaderboardInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("You are on the leaderboard again", s.JoinLeaderboard(ctx, who, in.CourseID))
		})
}
