package agenda

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/calendar", "List the sessions of a calendar within a time"),
		func(ctx context.Context, who access.Caller, in *calendarInput) (rest.Answer[[]Entry], error) {
			entries, err := s.Calendar(ctx, who, in.Query)
			return rest.One("", entries, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/students/{id}/upcoming-sessions", "List the next sessions of a student", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *upcomingInput) (Upcoming, error) {
			return s.Upcoming(ctx, who, *in)
		})
}
