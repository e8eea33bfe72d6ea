package audit

import (
	"context"
	"io"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type listInput struct {
	rest.Page
	rest.CursorParam
	Filter
}

// Register mounts the operations, each with its gate.
func (l *Log) Register(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/audit-log", "List the audit log: what administrators have done, newest first").DenyImpersonation(),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[AuditRow], error) {
			rows, n, next, err := l.List(ctx, in.Filter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, rows, n, next, err)
		})
	rest.HandleRaw(api, admin, rest.Get("/audit-log/export", "Export the audit log as a CSV file, with the filters of the list").Exports().
		DenyImpersonation().Parameters(Filter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f := Filter{Actor: r.Query("actor"), OnBehalfOf: r.Query("on_behalf_of"), Target: r.Query("target"), Action: r.Query("action"), From: r.Query("from"), To: r.Query("to")}
			write, err := l.Export(f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="audit-log.csv"`},
				func(w io.Writer) error { return write(ctx, w) }), err
		})
}
