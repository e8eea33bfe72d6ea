package blogexchange

import (
	"context"
	"slices"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type importInput struct {
	ID string `path:"id"`
}

// importParameters are the parameters of an import.
type importParameters struct {
	Format  string `query:"format" enum:"markdown,ghost" required:"false" doc:"markdown: a zip file with Markdown files and pictures, such as an export of posts. ghost: the JSON file that Ghost exports, or a zip file with it and the pictures in content/images; pages and posts for members become drafts. Absent: what the file is."`
	DryRun  bool   `query:"dry_run" doc:"true: report what the import would do, and change nothing."`
	Publish bool   `query:"publish" doc:"true: posts get the statuses that the file says, and are published if they were."`
}

func (s *Service) registerImport(api *rest.API, admin rest.Gate) {
	rest.HandleRaw(api, admin, rest.Post("/blogs/import", "Import posts from Markdown files or from Ghost, in the background, or with dry_run=true report what would happen. A post that was imported before is updated. New ones are drafts",
		fault.Conflict).Imports().Idempotent().Parameters(importParameters{}).Accepts(nil, "application/zip", "application/json").MaxBody(limits.Size+1).Produces(rest.Answer[PostImport]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			o, err := importOptions(r)
			if err != nil {
				return rest.Reply{}, err
			}
			i, err := s.Start(ctx, who, r.Body, o)
			answer, err := rest.One("The import is started", i, err)
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, admin, rest.Get("/blogs/import/{id}", "Get the progress of an import of posts, and what has become of each", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *importInput) (rest.Answer[PostImportReport], error) {
			report, err := s.Get(ctx, in.ID)
			return rest.One("", report, err)
		})
}

func importOptions(r *rest.Request) (o ImportOptions, err error) {
	var broken fault.Fields
	flag := func(name string) bool {
		value := r.Query(name)
		broken.Require(value == "" || value == "true" || value == "false", name, "invalid_type", name+" must be true or false")
		return value == "true"
	}
	o = ImportOptions{Format: r.Query("format"), DryRun: flag("dry_run"), Publish: flag("publish")}
	broken.Require(o.Format == "" || slices.Contains(formats, o.Format), "format", "unknown_value", "format must be markdown or ghost")
	return o, broken.Err()
}
