package blogexchange

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	admin := rest.Roles(access.Admin)
	s.registerImport(api, admin)
	rest.HandleRaw(api, admin, rest.Get("/blogs/export", "Export posts as a zip file: Markdown files with front matter, and the pictures that they show. Of published and archived posts it has what readers see or saw, of others the draft").
		Exports().Parameters(ExportFilter{}).Produces(nil, "application/zip"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f := ExportFilter{Status: r.Query("status")}
			switch f.Status {
			case "", draft, scheduled, published, archived:
			default:
				return rest.Reply{}, fault.InvalidField("status", "unknown_value", "status must be draft, scheduled, published or archived")
			}
			write, err := s.Export(ctx, who, f)
			return rest.Stream(rest.Headers{ContentType: "application/zip", CacheControl: "no-store", Disposition: `attachment; filename="posts.zip"`}, write), err
		})
}
