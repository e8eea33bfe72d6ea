package medialibrary

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	MediaFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type describeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body PictureEdit
}

const (
	root = "/uploads"
	one  = root + "/{id}"
)

// uploadParameters describe a file.
type uploadParameters struct {
	Name string `query:"name" doc:"Of the file."`
	Alt  string `query:"alt" maxLength:"300" doc:"What the picture shows."`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get(root, "List the pictures that the caller has uploaded, newest first; all for administrators"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[LibraryPicture], error) {
			limit, offset := in.LimitOffset()
			pictures, n, err := s.List(ctx, who, in.MediaFilter, limit, offset)
			return rest.Counted(in.Page, pictures, n, err)
		})
	s.registerUpload(api)
	rest.Handle(api, rest.Teachers, rest.Get(one, "Get a picture of the media library", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[LibraryPicture], error) {
			p, err := s.Picture(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(one+"/uses", "List the posts that show a picture", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PictureUses], error) {
			u, err := s.Uses(ctx, who, in.ID)
			return rest.One("", u, err)
		})
	rest.Handle(api, rest.Teachers, rest.Patch(one, "Describe a picture", fault.NotFound).WithDetails(fault.Precondition, "stale_version", LibraryPicture{}),
		func(ctx context.Context, who access.Caller, in *describeInput) (rest.Answer[LibraryPicture], error) {
			p, err := s.Describe(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Picture saved", p, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(one, "Delete a picture that no post shows", fault.NotFound).WithDetails(fault.Conflict, "media_in_use", PictureUses{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Picture deleted", s.Delete(ctx, who, in.ID))
		})
	rest.HandleRaw(api, rest.Public, rest.Get(one+"/{width}", "Get a picture in the smallest of its sizes that is so wide", fault.NotFound).
		Parameters(struct {
			Width int64 `path:"width" minimum:"1" doc:"In pixels; at most the widest size is sent."`
		}{}).Produces(nil, "image/webp", "image/jpeg").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.Image(ctx, r.Path("id"), r.Path("width"))
		})
}

func (s *Service) registerUpload(api *rest.API) {
	upload := rest.Create(root, "Put a picture into the media library: a file of at most 5 MB and 40 megapixels; the same file again is the picture that is there",
		fault.Conflict, fault.TooLarge, fault.UnsupportedType, fault.TooMany, fault.Unavailable, fault.NoSpace).
		Parameters(uploadParameters{}).Accepts(nil, rules.Types...).Produces(rest.Answer[LibraryPicture]{})
	rest.HandleRaw(api, rest.Teachers, upload, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		kind, _ := r.ContentType()
		alt := r.Query("alt")
		if len([]rune(alt)) > 300 {
			return rest.Reply{}, fault.InvalidField("alt", "too_long", "The description of a picture has at most 300 characters")
		}
		p, err := s.Add(ctx, who, Upload{Name: r.Query("name"), Alt: alt, Type: kind, Body: r.Body})
		answer, err := rest.One("Picture uploaded", p, err)
		return rest.JSON(201, answer), err
	})
}
