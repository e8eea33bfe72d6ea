package holiday

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ics"
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
	rest.Handle(api, rest.Teachers, rest.Get("/holidays", "List the calendars of holidays"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]CalendarName], error) {
			found, err := s.Calendars(ctx)
			return rest.One("", found, err)
		})
	rest.HandleRaw(api, rest.Roles(access.Admin), rest.Post("/holidays/{calendar}/import", "Add the whole days of an iCalendar file that are ahead to a calendar of holidays, or with dry_run=true report what would be added",
		fault.NotFound, fault.UnsupportedType).Imports().Parameters(rest.SheetParameters{}).Accepts(nil, "text/calendar").MaxBody(ics.MostBytes).Produces(rest.Answer[HolidayImport]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			done, err := s.Import(ctx, who, r.Path("calendar"), upload.Body, upload.DryRun)
			answer, err := rest.One("", done, err)
			return rest.JSON(200, answer), err
		})
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
