package agenda

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/calendar", "List the sessions of a calendar within a time"),
		func(ctx context.Context, who access.Caller, in *calendarInput) (rest.Answer[[]Entry], error) {
			entries, err := s.Calendar(ctx, who, in.Query)
			return rest.One("", entries, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/students/{id}/upcoming-sessions", "List the next sessions of a student", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *upcomingInput) (Upcoming, error) {
			return s.Upcoming(ctx, who, *in)
		})
	s.registerClasses(api)
	s.registerEmployees(api)
	s.registerFeeds(api)
}

type feedInput struct {
	ID string `path:"id"`
}

type newInput struct {
	Body NewFeed
}

type tokenInput struct {
	Token string `path:"token" maxLength:"100"`
}

func (s *Service) registerFeeds(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/calendar/feeds", "List the caller's calendar addresses"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]Feed], error) {
			feeds, err := s.Feeds(ctx, who)
			return rest.One("", feeds, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/calendar/feeds", "Create an address at which other programs can read the caller's calendar; it is shown once", fault.Conflict),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[FeedAddress], error) {
			made, err := s.CreateFeed(ctx, who, in.Body)
			return rest.One("Calendar address made", made, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/calendar/feeds/{id}", "Delete one of the caller's calendar addresses, which stops working", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *feedInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Calendar address removed", s.RemoveFeed(ctx, who, in.ID))
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/calendar/feeds/{token}.ics", "Read the calendar of an address", fault.NotFound, fault.TooMany).Parameters(tokenInput{}).Produces(nil, "text/calendar"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			calendar, tag, err := s.ReadFeed(ctx, r.Path("token"), r.Header("If-None-Match"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.Bytes([]byte(calendar), rest.Headers{ContentType: contentType, CacheControl: "private, no-cache", ETag: tag}), nil
		})
}
