package playback

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type oneVideo struct {
	ID string `path:"id"`
}

type watchInput struct {
	ID   string `path:"id"`
	Body WatchEvents
}

type positionInput struct {
	ID   string `path:"id"`
	Body PositionUpdate
}

type courseInput struct {
	ID string `path:"id"`
	rest.Page
}

type captionInput struct {
	ID       string `path:"id"`
	Language string `path:"language" doc:"BCP 47."`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/video-streaming/{id}/streaming-urls", "Addresses and a token to play a video with", fault.NotFound).
		Tells(fault.Conflict, "not_playable", NotPlayable{}),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[StreamingUrls], error) {
			u, err := s.StreamingUrls(ctx, who, in.ID)
			return rest.One("", u, err)
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Get("/video-streaming/{id}/analytics", "How a video is watched", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[Analytics], error) {
			a, err := s.Analytics(ctx, who, in.ID)
			return rest.One("", a, err)
		})
	s.registerWatching(api)
	s.registerCaptions(api)
	s.registerMedia(api)
}

func (s *Service) registerWatching(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/{id}/watch-events", "Tell what was watched, at once or later", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *watchInput) (rest.Answer[Accepted], error) {
			a, err := s.Watch(ctx, who, in.ID, in.Body)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/video-streaming/courses/{id}/positions", "Where the caller stands in the videos of a course that they have begun"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.List[CoursePosition], error) {
			limit, offset := in.Window()
			items, total, err := s.Positions(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/video-streaming/{id}/position", "Where the caller stands in a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[Position], error) {
			p, err := s.Position(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put("/video-streaming/{id}/position", "Note where the caller is in a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *positionInput) (rest.Answer[Position], error) {
			p, err := s.SetPosition(ctx, who, in.ID, in.Body)
			return rest.One("", p, err)
		})
}

func (s *Service) registerCaptions(api *rest.API) {
	const one = "/video-streaming/{id}/captions/{language}"
	rest.Handle(api, rest.Public, rest.Get("/video-streaming/{id}/captions", "List the captions of a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.List[Caption], error) {
			list, err := s.Captions(ctx, who, in.ID)
			return rest.Many(rest.Page{Number: 1, Limit: rest.MaxLimit}, list, int64(len(list)), err)
		})
	rest.HandleRaw(api, rest.Roles(teachers...), rest.Put(one, "Write captions, as JSON or as the text of a file (the label then in the query)",
		fault.NotFound, fault.Conflict, fault.TooLarge, fault.UnsupportedType).
		Takes(CaptionUpload{}, "text/vtt", "application/x-subrip", "text/plain").Gives(rest.Answer[Caption]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			u, err := captionUpload(r)
			if err != nil {
				return rest.Reply{}, err
			}
			c, err := s.PutCaptions(ctx, who, r.Path("id"), r.Path("language"), u)
			if err != nil {
				return rest.Reply{}, err
			}
			answer, _ := rest.One("Captions saved", c, nil)
			return rest.JSON(200, answer), nil
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Delete(one, "Remove captions", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *captionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Captions removed", s.DeleteCaptions(ctx, who, in.ID, in.Language))
		})
}
