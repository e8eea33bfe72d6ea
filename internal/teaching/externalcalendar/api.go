package externalcalendar

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type newInput struct {
	Body NewExternalCalendar
}

type oneInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/calendar/external", "List the calendars that the caller keeps elsewhere"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]ExternalCalendar], error) {
			all, err := s.Calendars(ctx, who)
			return rest.One("", all, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create("/calendar/external", "Add a calendar that the caller keeps elsewhere: what it holds makes them busy", fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[ExternalCalendar], error) {
			added, err := s.Add(ctx, who, in.Body)
			return rest.One("Calendar added", added, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/calendar/external/{id}/refresh", "Read a calendar that the caller keeps elsewhere again", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The calendar is being read", s.Refresh(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Teachers, rest.Delete("/calendar/external/{id}", "Delete a calendar that the caller keeps elsewhere, with its busy times", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Calendar deleted", s.Remove(ctx, who, in.ID))
		})
}
