package exchange

import (
	"context"

	"lectern/internal/learning/packagezip"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

const base = "/curriculum/course/{id}"

type templateInput struct {
	ID         string `path:"id"`
	TemplateID string `path:"templateId"`
}

type sourceInput struct {
	ID       string `path:"id"`
	SourceID string `path:"sourceId"`
}

type templatesInput struct {
	Number int64 `query:"page" default:"1" minimum:"1" msg:"page must be 1 or more"`
	Limit  int64 `query:"limit" default:"10" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
	TemplateFilter
}

type newTemplateInput struct{ Body NewTemplate }

type oneTemplateInput struct {
	TemplateID string `path:"templateId"`
}

func (s *Service) Register(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get("/curriculum/templates", "List the templates"),
		func(ctx context.Context, who access.Caller, in *templatesInput) (rest.List[CurriculumTemplate], error) {
			page := rest.Page{Number: in.Number, Limit: in.Limit}
			limit, offset := page.LimitOffset()
			items, total, err := s.Templates(ctx, who, in.TemplateFilter, limit, offset)
			return rest.Many(page, items, total, err)
		})
	rest.Handle(api, gate, rest.Create("/curriculum/templates", "Save a draft as a template", fault.NotFound, fault.TooLarge).Exports(),
		func(ctx context.Context, who access.Caller, in *newTemplateInput) (rest.Answer[CurriculumTemplate], error) {
			t, err := s.MakeTemplate(ctx, who, in.Body)
			return rest.One("Template made", t, err)
		})
	rest.Handle(api, gate, rest.Delete("/curriculum/templates/{templateId}", "Delete a template of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneTemplateInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Template removed", s.RemoveTemplate(ctx, who, in.TemplateID))
		})
	rest.Handle(api, gate, rest.Post(base+"/import/{templateId}", "Add a template to the draft", fault.NotFound, fault.Conflict).Imports(),
		func(ctx context.Context, who access.Caller, in *templateInput) (rest.Answer[Imported], error) {
			done, err := s.ImportTemplate(ctx, who, in.ID, in.TemplateID)
			return rest.One("Template added", done, err)
		})
	rest.Handle(api, gate, rest.Post(base+"/duplicate/{sourceId}", "Copy another course's draft into this one", fault.NotFound, fault.Conflict).Imports(),
		func(ctx context.Context, who access.Caller, in *sourceInput) (rest.Answer[Imported], error) {
			done, err := s.Duplicate(ctx, who, in.ID, in.SourceID)
			return rest.One("Copied", done, err)
		})
	rest.HandleRaw(api, gate, rest.Get(base+"/export", "Export the draft as a package with its files, or with format=imscc as a Common Cartridge 1.3; refused where an import would refuse it", fault.NotFound, fault.TooLarge).Exports().
		Parameters(struct {
			Format string `query:"format" enum:"package,imscc" default:"package" doc:"imscc: a Common Cartridge 1.3."`
		}{}).Produces(nil, "application/zip"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			export, name := s.Export, "curriculum.zip"
			switch r.Query("format") {
			case "imscc":
				export, name = s.ExportCartridge, "curriculum.imscc"
			case "", "package":
			default:
				return rest.Reply{}, fault.InvalidField("format", "unknown_value", "format must be package or imscc")
			}
			write, err := export(ctx, who, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: "application/zip", CacheControl: "no-store", Disposition: `attachment; filename="` + name + `"`}, write), err
		})
	rest.HandleRaw(api, gate, rest.Post(base+"/import", "Add a package, or a Common Cartridge (1.0 to 1.3), to the draft", fault.NotFound, fault.Conflict).Imports().
		Accepts(Archive{}, "application/zip").MaxBody(packagezip.MaxSize+1).Produces(rest.Answer[Imported]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			done, err := s.Import(ctx, who, r.Path("id"), r.Body)
			message := "Imported"
			if done.Sections == 0 {
				message = "Nothing was imported: no part of this package can be a lesson here"
			}
			answer, err := rest.One(message, done, err)
			return rest.JSON(200, answer), err
		})
}
