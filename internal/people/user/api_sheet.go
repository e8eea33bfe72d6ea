package user

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

func (s *Service) registerSheets(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.HandleRaw(api, admin, rest.Get("/users/export", "Users that a filter picks, as a sheet").
		Parameters(Filter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f, err := parseFilter(r.RawQuery())
			if err != nil {
				return rest.Reply{}, err
			}
			write, err := s.Export(ctx, who, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="users.csv"`}, write), err
		})
	rest.HandleRaw(api, admin, rest.Post("/users/import", "Make an account for each row of a sheet (text/csv with full_name, email and roles), or with dry_run=true say what would happen",
		fault.TooLarge, fault.UnsupportedType).Idempotent().Parameters(rest.SheetParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[ImportResult]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			result, err := s.Import(ctx, who, upload)
			answer, err := rest.One("", result, err)
			return rest.JSON(200, answer), err
		})
}
