package authoring

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
)

// coverParameters pick the area of a picture: all of them, or none.
type coverParameters struct {
	X     int64 `query:"x" minimum:"0" doc:"Of the upper left corner, in pixels of the upright picture."`
	Y     int64 `query:"y" minimum:"0"`
	Width int64 `query:"width" minimum:"1" doc:"In pixels; the height follows, 16:9. Default: the largest area, in the middle."`
	rest.IfMatch
}

type frameInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body CoverFrame
}

func (s *Service) registerCovers(api *rest.API) {
	gate := rest.Roles(course.Authors...)
	set := rest.Put("/courses/{id}/cover", "Make the area x, y, width (pixels of the upright picture; default: the largest of 16:9 in the middle) of a file of at most 5 MB and 40 megapixels the cover of a course",
		fault.NotFound, fault.TooLarge, fault.UnsupportedType, fault.TooMany, fault.Unavailable, fault.NoSpace).
		WithDetails(fault.Precondition, "stale_version", CourseDetail{}).Parameters(coverParameters{}).Accepts(nil, picture.CoverRules.Types...).Produces(rest.Answer[CourseDetail]{})
	rest.HandleRaw(api, gate, set, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		kind, _ := r.ContentType()
		area, err := picture.AreaOf(r.Query)
		if err != nil {
			return rest.Reply{}, err
		}
		c, err := s.SetCover(ctx, who, r.Path("id"), picture.CoverUpload{Type: kind, Body: r.Body, Area: area}, rest.IfMatch{ETag: r.Header("If-Match")}.Matches)
		answer, err := rest.One(coverSaved, c, err)
		return rest.JSON(200, answer), err
	})
	frame := rest.Put("/courses/{id}/cover/frame", "Make a picture from one of its videos the cover of a course", fault.NotFound, fault.Conflict, fault.TooMany, fault.Unavailable, fault.NoSpace).
		WithDetails(fault.Precondition, "stale_version", CourseDetail{})
	rest.Handle(api, gate, frame, func(ctx context.Context, who access.Caller, in *frameInput) (rest.Answer[CourseDetail], error) {
		c, err := s.SetCoverFrame(ctx, who, in.ID, in.Body, in.Matches)
		return rest.One(coverSaved, c, err)
	})
	rest.Handle(api, gate, rest.Delete("/courses/{id}/cover", "Remove the chosen cover of a course; the poster of its first public video takes its place", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[CourseDetail], error) {
			c, err := s.RemoveCover(ctx, who, in.ID)
			return rest.One("Cover removed", c, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/covers/{id}/{width}", "Get the cover of a course in one of its widths", fault.NotFound).
		Parameters(struct {
			Width int64 `path:"width" minimum:"1"`
		}{}).Produces(nil, "image/webp", "image/jpeg").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.CoverImage(ctx, r.Path("id"), r.Path("width"))
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/covers/posters/{id}/{version}", "Get the poster of a video that is the cover of a course", fault.NotFound).
		Produces(nil, "image/webp").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.PosterImage(ctx, r.Path("id"), r.Path("version"))
		})
}

const coverSaved = "Cover saved"
