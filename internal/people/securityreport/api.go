package securityreport

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type listInput struct {
	rest.Page
	rest.CursorParam
	Filter
}

// Register mounts the operations, all for administrators.
func (s *Service) Register(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/security-log", "List the security log of all accounts, newest first").DenyImpersonation(),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[SecurityEvent], error) {
			events, n, next, err := s.List(ctx, in.Filter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, events, n, next, err)
		})
	rest.HandleRaw(api, admin, rest.Get("/security-log/export", "Export the security log as a CSV file, with the filters of the list; the caller confirms their identity first").Exports().
		DenyImpersonation().Parameters(Filter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f := Filter{Kind: r.Query("kind"), User: r.Query("user"), Search: r.Query("search"), Network: r.Query("network"), From: r.Query("from"), To: r.Query("to")}
			write, err := s.Export(ctx, who, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="security-log.csv"`}, write), err
		})
}
