package curriculum

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

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

func (s *Service) registerTravel(api *rest.API) {
	gate := rest.Roles(teachers...)
	rest.Handle(api, gate, rest.Get("/curriculum/templates", "The templates to begin with"),
		func(ctx context.Context, who access.Caller, in *templatesInput) (rest.List[CurriculumTemplate], error) {
			page := rest.Page{Number: in.Number, Limit: in.Limit}
			limit, offset := page.Window()
			items, total, err := s.Templates(ctx, who, in.TemplateFilter, limit, offset)
			return rest.Many(page, items, total, err)
		})
	rest.Handle(api, gate, rest.Create("/curriculum/templates", "Keep a draft as a template", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *newTemplateInput) (rest.Answer[CurriculumTemplate], error) {
			t, err := s.MakeTemplate(ctx, who, in.Body)
			return rest.One("Template made", t, err)
		})
	rest.Handle(api, gate, rest.Delete("/curriculum/templates/{templateId}", "Remove a template of one's own", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneTemplateInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Template removed", s.RemoveTemplate(ctx, who, in.TemplateID))
		})
	rest.Handle(api, gate, rest.Post(base+"/import/{templateId}", "Add a template to the draft", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *templateInput) (rest.Answer[Imported], error) {
			done, err := s.ImportTemplate(ctx, who, in.ID, in.TemplateID)
			return rest.One("Template added", done, err)
		})
	rest.Handle(api, gate, rest.Post(base+"/duplicate/{sourceId}", "Copy another course's draft into this one", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *sourceInput) (rest.Answer[Imported], error) {
			done, err := s.Duplicate(ctx, who, in.ID, in.SourceID)
			return rest.One("Copied", done, err)
		})
	rest.HandleRaw(api, gate, rest.Get(base+"/export", "The draft as a package, with the files that it names, or with format=imscc as a Common Cartridge 1.3", fault.NotFound).
		Queries("format").Gives(nil, "application/zip"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			export, name := s.Export, "curriculum.zip"
			switch r.Query("format") {
			case "imscc":
				export, name = s.ExportCartridge, "curriculum.imscc"
			case "", "package":
			default:
				return rest.Reply{}, invalid("format", "unknown_value", "format must be package or imscc")
			}
			packed, err := export(ctx, who, r.Path("id"))
			return rest.Bytes(packed, rest.Meta{Type: "application/zip", Cache: "no-store", Disposition: `attachment; filename="` + name + `"`}), err
		})
	rest.HandleRaw(api, gate, rest.Post(base+"/import", "Add a package, or a Common Cartridge (1.0 to 1.3), to the draft", fault.NotFound, fault.Conflict, fault.TooLarge).
		Takes(Archive{}, "application/zip").Gives(rest.Answer[Imported]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			packed, err := bounded(r.Body)
			if err != nil {
				return rest.Reply{}, err
			}
			done, err := s.Import(ctx, who, r.Path("id"), packed)
			answer, err := rest.One("Imported", done, err)
			return rest.JSON(200, answer), err
		})
}

func bounded(body io.Reader) ([]byte, error) {
	packed, err := io.ReadAll(io.LimitReader(body, maxPackage+1))
	if err == nil && len(packed) > maxPackage {
		err = errTooLarge
	}
	return packed, err
}

func (s *Service) registerFiles(api *rest.API) {
	gate := rest.Roles(teachers...)
	rest.HandleRaw(api, gate, rest.Create(base+"/files", "Store a file for the lessons of a course; its name is the query's name", fault.NotFound, fault.TooLarge).Queries("name").
		Takes(nil, plainBytes).Gives(rest.Answer[CourseFile]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f, err := s.AddFile(ctx, who, r.Path("id"), r.Query("name"), r.Body, r.Size)
			answer, err := rest.One("File stored", f, err)
			return rest.JSON(201, answer), err
		})
	rest.Handle(api, gate, rest.Get(base+"/files", "The files of a course, the newest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *pageInput) (rest.List[CourseFile], error) {
			limit, offset := in.Window()
			items, total, err := s.Files(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/curriculum/files/{fileId}/{until}/{signature}", "A file of a course, by its signed address", fault.NotFound, fault.Unauthenticated).
		Gives(nil, plainBytes),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f, o, disposition, err := s.OpenFile(ctx, r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Meta{Type: f.Type, Cache: fmt.Sprintf("private, max-age=%d", int(attachment.Good/time.Second)), ETag: `"` + f.ID + `"`,
				ModTime: f.CreatedAt, Disposition: strings.TrimSpace(disposition)}), nil
		})
}
