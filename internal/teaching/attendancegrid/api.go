package attendancegrid

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/participants"
)

type gridInput struct {
	ID string `path:"id"`
	rest.Page
	GridFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type assignInput struct {
	ID   string `path:"id"`
	Body participants.NewAssignment
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/batches/{id}/attendance", "Read the attendance of a batch: its learners by its sessions", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *gridInput) (rest.Answer[AttendanceGrid], error) {
			limit, offset := in.LimitOffset()
			g, err := s.Grid(ctx, who, in.ID, in.GridFilter, limit, offset)
			return rest.One("", g, err)
		})
	rest.HandleRaw(api, rest.Teachers, rest.Get("/batches/{id}/attendance/export", "Export the attendance of a batch as a CSV file", fault.NotFound).Exports().Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.Export(ctx, who, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="attendance.csv"`}, write), err
		})
	rest.HandleRaw(api, rest.Teachers, rest.Post("/sessions/{id}/attendance/import", "Import the list of participants of a meeting provider (text/csv with join_time, leave_time or duration_minutes, email, name), or with dry_run=true report what would happen",
		fault.NotFound, fault.Conflict, fault.UnsupportedType).Imports().Parameters(rest.SheetParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[participants.AttendanceImport]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			done, err := s.Import(ctx, who, r.Path("id"), upload)
			answer, err := rest.One("", done, err)
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, rest.Teachers, rest.Get("/sessions/{id}/attendance/unmatched", "List the people on imported lists who match no learner", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[[]participants.UnmatchedPerson], error) {
			people, err := s.Unmatched(ctx, who, in.ID)
			return rest.One("", people, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/sessions/{id}/attendance/assign", "Match a person on an imported list to a learner", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *assignInput) (rest.Answer[[]participants.UnmatchedPerson], error) {
			left, err := s.Assign(ctx, who, in.ID, in.Body)
			return rest.One("Assigned", left, err)
		})
}
