package holiday

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type calendarInput struct {
	Calendar string `path:"calendar"`
}

type putInput struct {
	Calendar string `path:"calendar"`
	rest.IfMatch
	Body NewHolidays
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/holidays/{calendar}", "Read a calendar of holidays", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *calendarInput) (rest.Answer[Calendar], error) {
			c, err := s.Calendar(ctx, in.Calendar)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Put("/holidays/{calendar}", "Replace the holidays of a calendar", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", Calendar{}),
		func(ctx context.Context, who access.Caller, in *putInput) (rest.Answer[Calendar], error) {
			c, err := s.Put(ctx, who, in.Calendar, in.Body, in.IfMatch)
			return rest.One("Holidays saved", c, err)
		})
}
