package transcode

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"id"`
}

type deleteInput struct {
	ID    string `path:"id"`
	Force bool   `query:"force" msg:"force must be true or false" doc:"Also where published lessons show it: learners then find these lessons without their video."`
}

type libraryInput struct {
	rest.Page
	Status   string `query:"status" enum:",pending,uploading,processing,completed,failed,cancelled" msg:"status must be one of the known statuses"`
	CourseID string `query:"courseId"`
	Search   string `query:"search" maxLength:"200" msg:"search must be at most 200 characters"`
}

type withinInput struct {
	ID string `path:"id"`
	rest.Page
}

type updateInput struct {
	ID string `path:"id"`
	rest.OptionalIfMatch
	Body Change
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerLists(api)
	s.registerState(api)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/video-streaming/{id}/metadata", "Read the metadata of a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Video], error) {
			v, err := s.Get(ctx, who, in.ID)
			return rest.One("", v, err)
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Patch("/video-streaming/{id}/metadata", "Change the metadata of a video", fault.NotFound).
		WithDetails(fault.Precondition, detailsChanged, Video{}),
		func(ctx context.Context, who access.Caller, in *updateInput) (rest.Answer[Video], error) {
			v, err := s.Update(ctx, who, in.ID, in.Body, in.Matches)
			return rest.One("Video updated", v, err)
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Delete("/video-streaming/{id}", "Delete a video and everything made of it", fault.NotFound).
		WithDetails(fault.Conflict, "video_busy", VideoState{}).WithDetails(fault.Conflict, "video_in_use", VideoUse{}),
		func(ctx context.Context, who access.Caller, in *deleteInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Video deleted", s.Delete(ctx, who, in.ID, in.Force))
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Post("/video-streaming/{id}/retry-processing", "Process a video again from its file", fault.NotFound).Idempotent().
		WithDetails(fault.Conflict, "video_busy", VideoState{}).WithDetails(fault.Conflict, "video_not_uploaded", VideoState{}).WithDetails(fault.Conflict, "video_refused", VideoState{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Video], error) {
			v, err := s.Retry(ctx, who, in.ID)
			return rest.One("Processing has begun again", v, err)
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Post("/video-streaming/{id}/accept-truncated", "Publish the existing part of a truncated video", fault.NotFound).Idempotent().
		WithDetails(fault.Conflict, "video_not_truncated", VideoState{}).
		WithDetails(fault.Conflict, "video_busy", VideoState{}).WithDetails(fault.Conflict, "video_not_uploaded", VideoState{}).WithDetails(fault.Conflict, "video_refused", VideoState{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Video], error) {
			v, err := s.AcceptTruncated(ctx, who, in.ID)
			return rest.One("What is there is being processed", v, err)
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Post("/video-streaming/{id}/invalidate-cache", "Reset media links: give all media of a video new URLs", fault.NotFound).Idempotent().
		WithDetails(fault.Conflict, "not_playable", VideoState{}).
		WithDetails(fault.Conflict, "video_busy", VideoState{}).WithDetails(fault.Conflict, "video_not_uploaded", VideoState{}).WithDetails(fault.Conflict, "video_refused", VideoState{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Video], error) {
			v, err := s.InvalidateCache(ctx, who, in.ID)
			return rest.One("New media are being made; the old ones play until then", v, err)
		})
}

func (s *Service) registerLists(api *rest.API) {
	rest.Handle(api, rest.Roles(teachers...), rest.Get("/video-streaming/videos", "List the videos that the caller teaches with"),
		func(ctx context.Context, who access.Caller, in *libraryInput) (rest.List[Video], error) {
			limit, offset := in.LimitOffset()
			videos, total, err := s.Library(ctx, who, Filter{in.Status, in.CourseID, in.Search}, limit, offset)
			return rest.Many(in.Page, videos, total, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/video-streaming/courses/{id}/videos", "List the videos of a course in their order"),
		func(ctx context.Context, who access.Caller, in *withinInput) (rest.List[Video], error) {
			limit, offset := in.LimitOffset()
			videos, total, err := s.OfCourse(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, videos, total, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/video-streaming/lessons/{id}/videos", "List the videos of a lesson"),
		func(ctx context.Context, who access.Caller, in *withinInput) (rest.List[Video], error) {
			limit, offset := in.LimitOffset()
			videos, total, err := s.OfLesson(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, videos, total, err)
		})
}

func (s *Service) registerState(api *rest.API) {
	rest.Handle(api, rest.Roles(teachers...), rest.Get("/video-streaming/{id}/status", "Get the status of the processing of a video", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Status], error) {
			st, err := s.Status(ctx, who, in.ID)
			return rest.One("", st, err)
		})
	rest.HandleEvents(api, rest.Roles(teachers...), rest.Get("/video-streaming/{id}/status/events", "Follow the processing of a video: the event status holds what GET status answers", fault.NotFound),
		func(ctx context.Context, who access.Caller, r *rest.Request, send func(rest.Event) error) error {
			return s.Follow(ctx, who, r.Path("id"), func(st Status) error { return send(rest.Event{Name: "status", Data: st}) })
		})
	rest.Handle(api, rest.Roles(teachers...), rest.Get("/video-streaming/{id}/logs", "List what happened to a video, newest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *withinInput) (rest.List[LogEntry], error) {
			limit, offset := in.LimitOffset()
			entries, total, err := s.Logs(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, entries, total, err)
		})
}
