package viewing

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/video/videoaccess"
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

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Roles(videoaccess.Teachers...), rest.Get("/video-streaming/{id}/analytics", "Get viewing statistics of a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[Analytics], error) {
			a, err := s.Analytics(ctx, who, in.ID)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/{id}/watch-events", "Record what was watched, at once or later", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *watchInput) (rest.Answer[AcceptedEvents], error) {
			a, err := s.Watch(ctx, who, in.ID, in.Body)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/video-streaming/courses/{id}/positions", "List the caller's positions in the videos of a course"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.List[CoursePosition], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Positions(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/video-streaming/{id}/position", "Get the caller's position in a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[Position], error) {
			p, err := s.Position(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put("/video-streaming/{id}/position", "Set the caller's position in a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *positionInput) (rest.Answer[Position], error) {
			p, err := s.SetPosition(ctx, who, in.ID, in.Body)
			return rest.One("", p, err)
		})
}
