package demofeedback

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// The specification's codes of refusals.
const (
	feedbackError = "FEEDBACK_ERROR"
	fetchError    = "FETCH_ERROR"
	updateError   = "UPDATE_ERROR"
	statsError    = "STATS_ERROR"
)

type giveInput struct{ Body BookingFeedback }

// BookingFeedback is feedback on a booking of the caller.
type BookingFeedback struct {
	BookingID string `json:"demoBookingId" minLength:"1" maxLength:"36" msg:"demoBookingId is required"`
	NewDemoFeedback
}

// OwnFilter orders the caller's feedback.
type OwnFilter struct {
	SortBy    string `query:"sortBy" enum:"createdAt,overallRating" default:"createdAt" msg:"sortBy must be createdAt or overallRating"`
	SortOrder string `query:"sortOrder" enum:"asc,desc" default:"desc" msg:"sortOrder must be asc or desc"`
}

// ListFilter narrows a list of feedback.
type ListFilter struct {
	InstructorID string `query:"instructorId" maxLength:"36" msg:"This instructor doesn't exist"`
	Rating       int64  `query:"rating" minimum:"0" maximum:"5" msg:"rating must be a number from 1 to 5" doc:"0 for all."`
	StartDate    string `query:"startDate" maxLength:"40" msg:"startDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"When it was given."`
	EndDate      string `query:"endDate" maxLength:"40" msg:"endDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"A day is included."`
}

// FeedbackPage is a page of 10, as the specification has it.
type FeedbackPage struct {
	Number int64 `query:"page" default:"1" minimum:"1" msg:"page must be 1 or more"`
	Limit  int64 `query:"limit" default:"10" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
}

func (p FeedbackPage) page() rest.Page { return rest.Page{Number: p.Number, Limit: p.Limit} }

type ownInput struct {
	FeedbackPage
	OwnFilter
}

type listInput struct {
	FeedbackPage
	ListFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type changeInput struct {
	ID   string `path:"id"`
	Body FeedbackEdit
}

type respondInput struct {
	ID   string `path:"id"`
	Body FeedbackResponse
}

type linkInput struct {
	Token string `path:"token" maxLength:"100"`
}

type giveByLinkInput struct {
	Token string `path:"token" maxLength:"100"`
	Body  NewDemoFeedback
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerGiving(api)
	s.registerReading(api)
	s.registerStaff(api)
}

func (s *Service) registerGiving(api *rest.API) {
	const link = "/demo-booking/manage/{token}/feedback"
	rest.Handle(api, rest.SignedIn, rest.Create("/demo-feedback", "Give feedback on one of the caller's demo classes", fault.NotFound, fault.Forbidden, fault.Conflict).FailsAs(feedbackError, false),
		func(ctx context.Context, who access.Caller, in *giveInput) (rest.Answer[DemoFeedback], error) {
			f, err := s.Give(ctx, who, in.Body.BookingID, in.Body.NewDemoFeedback)
			return rest.One("Thank you for your feedback", f, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put("/demo-feedback/{id}", "Change the caller's feedback", fault.NotFound, fault.Conflict).FailsAs(updateError, false),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[DemoFeedback], error) {
			f, err := s.Change(ctx, who, in.ID, in.Body)
			return rest.One("Feedback saved", f, err)
		})
	rest.Handle(api, rest.Public, rest.Get(link, "Get the feedback on the demo class of a link", fault.NotFound, fault.TooMany).FailsAs(fetchError, false),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[LinkFeedback], error) {
			l, err := s.OfLink(ctx, in.Token)
			return rest.One("", l, err)
		})
	rest.Handle(api, rest.Public, rest.Create(link, "Give feedback on the demo class of a link", fault.NotFound, fault.Forbidden, fault.Conflict, fault.TooMany).FailsAs(feedbackError, false),
		func(ctx context.Context, _ access.Caller, in *giveByLinkInput) (rest.Answer[DemoFeedback], error) {
			f, err := s.GiveByLink(ctx, in.Token, in.Body)
			return rest.One("Thank you for your feedback", f, err)
		})
}

func (s *Service) registerReading(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/demo-feedback/my-feedback", "List the feedback that the caller has given").FailsAs(fetchError, true),
		func(ctx context.Context, who access.Caller, in *ownInput) (rest.List[DemoFeedback], error) {
			limit, offset := in.page().LimitOffset()
			rows, n, err := s.Own(ctx, who, in.OwnFilter, limit, offset)
			return rest.Many(in.page(), rows, n, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/demo-feedback/available-demos", "List the demo classes on which the caller may give feedback").FailsAs(fetchError, false),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[AvailableDemos], error) {
			a, err := s.Available(ctx, who)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/demo-feedback/{id}", "Get feedback: the caller's own, or for instructors, a day later, that on their demo classes", fault.NotFound).FailsAs(fetchError, false),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[DemoFeedback], error) {
			f, err := s.Feedback(ctx, who, in.ID)
			return rest.One("", f, err)
		})
}

func (s *Service) registerStaff(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/demo-feedback/stats", "Get statistics of the feedback on demo classes").FailsAs(statsError, false),
		func(ctx context.Context, who access.Caller, in *StatsFilter) (rest.Answer[FeedbackStats], error) {
			stats, err := s.Stats(ctx, who, *in)
			return rest.One("", stats, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/demo-feedback", "List the feedback on demo classes").FailsAs(fetchError, true),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[DemoFeedback], error) {
			limit, offset := in.page().LimitOffset()
			rows, n, err := s.List(ctx, in.ListFilter, limit, offset)
			answer, err := rest.Many(in.page(), rows, n.Total, err)
			if n.AtLeast {
				answer.Pagination.IsExact = new(false)
			}
			return answer, err
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/demo-feedback/{id}/response", "Respond to feedback", fault.NotFound).FailsAs(updateError, false),
		func(ctx context.Context, who access.Caller, in *respondInput) (rest.Answer[DemoFeedback], error) {
			f, err := s.Respond(ctx, who, in.ID, in.Body)
			return rest.One("Response saved", f, err)
		})
}
