package agenda

import (
	"context"
	"slices"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type upcomingClassesInput struct {
	ID    string `path:"id"`
	Limit int64  `query:"limit" default:"20" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
}

type ongoingClassesInput struct {
	ID string `path:"id"`
}

// registerClasses mounts what an instructor holds, at the addresses that the specification's catalogue has for it.
func (s *Service) registerClasses(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/upcoming-classes/{id}", "List the next sessions and meetings of an instructor", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *upcomingClassesInput) (rest.Answer[[]Entry], error) {
			entries, err := s.UpcomingClasses(ctx, who, in.ID, in.Limit)
			return rest.One("", entries, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/ongoing-classes/{id}", "List the sessions and meetings of an instructor that have begun and are not over", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *ongoingClassesInput) (rest.Answer[[]Entry], error) {
			entries, err := s.OngoingClasses(ctx, who, in.ID)
			return rest.One("", entries, err)
		})
}

// UpcomingClasses returns the sessions and meetings that an instructor is to hold and that have not begun, by time. For the instructor and administrators; fault.NotFound.
func (s *Service) UpcomingClasses(ctx context.Context, who access.Caller, id string, limit int64) ([]Entry, error) {
	return s.classes(ctx, who, id, false, min(limit, rest.MaxLimit))
}

// OngoingClasses returns the sessions and meetings of an instructor that have begun, by the clock or because they were started before, and are not over. For the
// instructor and administrators; fault.NotFound.
func (s *Service) OngoingClasses(ctx context.Context, who access.Caller, id string) ([]Entry, error) {
	return s.classes(ctx, who, id, true, rest.MaxLimit)
}

func (s *Service) classes(ctx context.Context, who access.Caller, id string, ongoing bool, limit int64) ([]Entry, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if id != who.ID && !who.HasRole(access.Admin) {
		return nil, errNoInstructor
	}
	if err := findInstructor(ctx, q, id); err != nil {
		return nil, err
	}
	entries, err := sessionsHeld(ctx, q, who, id, ongoing, now, limit)
	if err != nil {
		return nil, err
	}
	meetings, err := meetingsHeld(ctx, q, who, id, ongoing, now, limit)
	entries = append(entries, meetings...)
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.StartsAt.Compare(b.StartsAt) })
	return entries[:min(int64(len(entries)), limit)], err
}

var errNoInstructor = fault.New(fault.NotFound, "instructor_not_found", "This instructor doesn't exist.")
