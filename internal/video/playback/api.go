package playback

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

type downloadParameters struct {
	Token string `path:"token" doc:"Of the URL that the download was given."`
}

type chaptersInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body ChapterList
}

type captionInput struct {
	ID       string `path:"id"`
	Language string `path:"language" doc:"BCP 47."`
}

type captionParameters struct {
	captionInput
	rest.OptionalIfMatch // none where there are no captions yet

	Label string `query:"label" doc:"Of the text of a file; of JSON it is a member."`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/video-streaming/{id}/streaming-urls", "Get URLs and a token for playing a video", fault.NotFound).
		WithDetails(fault.Conflict, "not_playable", NotPlayable{}),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[StreamingUrls], error) {
			u, err := s.StreamingUrls(ctx, who, in.ID)
			return rest.One("", u, err)
		})
	s.registerDownloads(api)
	s.registerChapters(api)
	s.registerCaptions(api)
	s.registerMedia(api)
}

func (s *Service) registerDownloads(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/video-streaming/{id}/download", "Get the signed URL of a video as one MP4 file, where its teachers have switched downloads on", fault.NotFound, fault.Forbidden).
		WithDetails(fault.Conflict, "not_playable", NotPlayable{}),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[VideoDownload], error) {
			d, err := s.Download(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get(downloadPath+"{token}", "Get a video as one MP4 file, by its signed URL", fault.NotFound, fault.Forbidden, fault.Unauthenticated, fault.BadGateway).
		Parameters(downloadParameters{}).Produces(nil, downloadType).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.serveDownload(ctx, r.Path("token"))
		})
}

func (s *Service) registerChapters(api *rest.API) {
	const path = "/video-streaming/{id}/chapters"
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get(path, "List the chapters of a video, with the ETag for If-Match", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.Answer[ChapterList], error) {
			l, err := s.Chapters(ctx, who, in.ID)
			return rest.One("", l, err)
		})
	rest.Handle(api, rest.Roles(videoaccess.Teachers...), rest.Put(path, "Set the chapters of a video", fault.NotFound).
		WithDetails(fault.Conflict, "not_playable", NotPlayable{}).WithDetails(fault.Precondition, "stale_version", ChapterList{}),
		func(ctx context.Context, who access.Caller, in *chaptersInput) (rest.Answer[ChapterList], error) {
			l, err := s.PutChapters(ctx, who, in.ID, in.Body, in.Matches)
			return rest.One("Chapters saved", l, err)
		})
}

func (s *Service) registerCaptions(api *rest.API) {
	const one = "/video-streaming/{id}/captions/{language}"
	uploads := rest.NewDecoder[CaptionUpload]()
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/video-streaming/{id}/captions", "List the captions of a video, each with its ETag for If-Match", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneVideo) (rest.List[Caption], error) {
			list, err := s.Captions(ctx, who, in.ID)
			return rest.Many(rest.Page{Number: 1, Limit: rest.MaxLimit}, list, int64(len(list)), err)
		})
	rest.HandleRaw(api, rest.Roles(videoaccess.Teachers...), rest.Put(one, "Write captions, as JSON or as the text of a file (the label then in the query)",
		fault.NotFound, fault.Conflict, fault.PreconditionRequired, fault.TooLarge, fault.UnsupportedType).
		WithDetails(fault.Precondition, "stale_version", Caption{}).Parameters(captionParameters{}).
		Accepts(CaptionUpload{}, "text/vtt", "application/x-subrip", "text/plain").Produces(rest.Answer[Caption]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			u, err := readCaptionUpload(r, uploads)
			if err != nil {
				return rest.Reply{}, err
			}
			c, err := s.PutCaptions(ctx, who, r.Path("id"), r.Path("language"), u, rest.IfMatch{ETag: r.Header("If-Match")})
			if err != nil {
				return rest.Reply{}, err
			}
			answer, _ := rest.One("Captions saved", c, nil)
			return rest.JSON(200, answer), nil
		})
	rest.Handle(api, rest.Roles(videoaccess.Teachers...), rest.Delete(one, "Remove captions", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *captionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Captions removed", s.DeleteCaptions(ctx, who, in.ID, in.Language))
		})
}
