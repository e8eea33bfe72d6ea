package demo

import (
	"context"
	"errors"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/demoroom"
	"lectern/internal/teaching/demostats"
)

// The specification's codes of refusals.
const (
	bookingError    = "BOOKING_ERROR"
	cancelError     = "CANCEL_ERROR"
	rescheduleError = "RESCHEDULE_ERROR"
	updateError     = "UPDATE_ERROR"
	slotsError      = "SLOTS_ERROR"
	statsError      = "STATS_ERROR"
	fetchError      = "FETCH_ERROR"
)

type holdInput struct{ Body NewHold }

type bookInput struct {
	IncludeUTM           string `query:"include_utm" enum:"true,false" default:"true" msg:"include_utm must be true or false" doc:"false: utmParameters are not kept."`
	ValidateAvailability string `query:"validate_availability" enum:"true,false" default:"true" msg:"validate_availability must be true or false" doc:"false, of administrators: outside of hours too."`
	Body                 NewDemoBooking
}

type listInput struct {
	rest.Page
	BookingFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type instructorInput struct {
	ID string `path:"id"`
	rest.Page
	BookingFilter
}

type updateInput struct {
	Action string `query:"action" required:"true" enum:"cancel,reschedule,complete,no-show,confirm" msg:"action must be cancel, reschedule, complete, no-show or confirm"`
	Body   BookingUpdate
}

type cancelInput struct {
	ID   string `path:"id"`
	Body struct {
		CancellationReason string `json:"cancellationReason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters"`
	}
}

type rescheduleInput struct {
	ID   string `path:"id"`
	Body struct {
		NewTimeSlot      string `json:"newTimeSlot" maxLength:"40" msg:"Invalid time slot format. Please select a valid time."`
		RescheduleReason string `json:"rescheduleReason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters"`
	}
}

type completeInput struct {
	ID   string `path:"id"`
	Body struct {
		Rating          int64  `json:"rating,omitempty" minimum:"0" maximum:"5" msg:"The rating must be from 1 to 5"`
		Feedback        string `json:"feedback,omitempty" maxLength:"2000" msg:"The feedback must be at most 2000 characters"`
		CompletionNotes string `json:"completionNotes,omitempty" maxLength:"2000" msg:"Notes must be at most 2000 characters"`
	}
}

type assignInput struct {
	ID   string `path:"id"`
	Body Reassignment
}

type convertInput struct {
	ID   string `path:"id"`
	Body Conversion
}

type roomInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body demoroom.NewDemoRoom
}

type linkInput struct {
	Token string `path:"token" maxLength:"100"`
}

type linkUpdate struct {
	Token string `path:"token" maxLength:"100"`
	Body  LinkAction
}

// LinkAction is what who has the link of a booking does with it.
type LinkAction struct {
	Action             string `json:"action" enum:"cancel,reschedule" msg:"action must be cancel or reschedule"`
	CancellationReason string `json:"cancellationReason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters"`
	NewTimeSlot        string `json:"newTimeSlot,omitempty" maxLength:"40" msg:"Invalid time slot format. Please select a valid time."`
	RescheduleReason   string `json:"rescheduleReason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerBooking(api)
	s.registerReading(api)
	s.registerChanges(api)
	s.registerLinks(api)
	s.registerRooms(api)
}

func (s *Service) registerRooms(api *rest.API) {
	const room = "/instructors/{id}/demo-room"
	rest.Handle(api, rest.Teachers, rest.Get(room, "Read where an instructor gives demo classes; me is the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[demoroom.DemoRoom], error) {
			r, err := demoroom.Read(ctx, s.deps.DB.Reader(), s.deps.Servers, who, in.ID)
			return rest.One("", r, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(room, "Set where an instructor gives demo classes; me is the caller", fault.NotFound).WithDetails(fault.Precondition, "stale_version", demoroom.DemoRoom{}),
		func(ctx context.Context, who access.Caller, in *roomInput) (rest.Answer[demoroom.DemoRoom], error) {
			r, err := demoroom.Change(ctx, s.deps.Calendars, s.deps.Servers, who, in.ID, in.Body, func(version int64) bool { return in.IfMatch.Matches(version) }, s.deps.Clock.Now())
			return rest.One("Room saved", r, err)
		})
	op := func(path, does string, faults ...fault.Kind) rest.Op {
		return rest.Post(path, does, append(faults, fault.NotFound, fault.Gone, fault.Unavailable)...).WithDetails(fault.Conflict, "not_open_yet", DemoOpening{})
	}
	rest.Handle(api, rest.SignedIn, op("/demo-booking/{id}/join", "Get a link into the room of a demo class, which works once"),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[DemoJoin], error) {
			j, err := s.Join(ctx, who, in.ID)
			return rest.One("", j, err)
		})
	rest.Handle(api, rest.Public, op("/demo-booking/manage/{token}/join", "Get a link into the room of the demo class of a link, which works once", fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[DemoJoin], error) {
			j, err := s.JoinByLink(ctx, in.Token)
			return rest.One("", j, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/demo-booking/enter/{token}", "Enter a demo class by a link that works once; later, and for HEAD, it leads to a page of the site", fault.Unauthenticated, fault.NotFound, fault.Unavailable).
		Parameters(linkInput{}).Redirects(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			address, err := s.Enter(ctx, r.Path("token"), !r.IsHead())
			return rest.SeeOther(address), err
		})
	rest.Handle(api, rest.Teachers, rest.Post("/demo-booking/{id}/zoom-meeting/retry", "Try again to create the Zoom meeting of a demo class", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Trying again", s.RetryZoom(ctx, who, in.ID))
		})
}

func (s *Service) registerBooking(api *rest.API) {
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/demo-booking/available-slots", "List the free slots of a day, or the free days of a range", fault.TooMany, fault.Gone).FailsAs(slotsError, true),
		func(ctx context.Context, who access.Caller, in *SlotFilter) (rest.Answer[FreeSlots], error) {
			f, err := s.AvailableSlots(ctx, who, *in)
			return rest.One("", f, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/demo-booking/hold", "Hold a slot while the booking form is filled in", fault.Gone, fault.TooMany).
		WithDetails(fault.Conflict, "slot_taken", NearestSlots{}).FailsAs(bookingError, false),
		func(ctx context.Context, who access.Caller, in *holdInput) (rest.Answer[DemoHold], error) {
			h, err := s.Hold(ctx, who, in.Body)
			return rest.One("", h, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Create("/demo-booking", "Book a demo class", fault.Gone, fault.TooMany).
		WithDetails(fault.Conflict, "slot_taken", NearestSlots{}).Idempotent().FailsAs(bookingError, false),
		func(ctx context.Context, who access.Caller, in *bookInput) (rest.Answer[Booked], error) {
			if in.IncludeUTM == "false" {
				in.Body.UTMParameters = formguard.VisitOrigin{}
			}
			b, err := s.Book(ctx, who, in.Body, in.ValidateAvailability == "false")
			return rest.One("Demo class booked", b, err)
		})
}

func (s *Service) registerReading(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/demo-booking", "List demo classes: the caller's own, those that an instructor gives, or for administrators all").FailsAs(fetchError, true),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[DemoBooking], error) {
			return s.page(ctx, who, in.BookingFilter, in.Page)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/demo-booking/instructor/{id}", "List the demo classes of an instructor").FailsAs(fetchError, true),
		func(ctx context.Context, who access.Caller, in *instructorInput) (rest.List[DemoBooking], error) {
			in.instructorID = in.ID
			return s.page(ctx, who, in.BookingFilter, in.Page)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/demo-booking/{id}", "Get a demo class with its history", fault.NotFound).FailsAs(fetchError, false),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[DemoBooking], error) {
			b, err := s.Booking(ctx, who, in.ID)
			return rest.One("", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/demo-booking/stats", "Count demo classes").FailsAs(statsError, false),
		func(ctx context.Context, who access.Caller, in *StatsFilter) (rest.Answer[demostats.DemoStats], error) {
			stats, err := s.Stats(ctx, who, *in)
			return rest.One("", stats, err)
		})
	rest.HandleRaw(api, rest.Teachers, rest.Get("/demo-booking/export", "Export demo classes as a CSV file").Exports().Parameters(StatsFilter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.Export(ctx, who, StatsFilter{StartDate: r.Query("startDate"), EndDate: r.Query("endDate")})
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="demos.csv"`}, write), err
		})
}

// page answers with a page of a list.
func (s *Service) page(ctx context.Context, who access.Caller, f BookingFilter, p rest.Page) (rest.List[DemoBooking], error) {
	limit, offset := p.LimitOffset()
	bookings, n, err := s.List(ctx, who, f, limit, offset)
	list, err := rest.Many(p, bookings, n.Total, err)
	if n.AtLeast {
		list.Pagination.IsExact = new(false)
	}
	return list, err
}

func (s *Service) registerChanges(api *rest.API) {
	op := func(o rest.Op, code string) rest.Op {
		return o.WithDetails(fault.Conflict, "slot_taken", NearestSlots{}).FailsAs(code, false)
	}
	answer := func(b DemoBooking, err error) (rest.Answer[DemoBooking], error) {
		return rest.One("Demo class saved", b, err)
	}
	rest.Handle(api, rest.SignedIn, op(rest.Put("/demo-booking", "Cancel, move or complete a demo class, or mark it as missed", fault.NotFound, fault.Forbidden), updateError).
		WithDetails(fault.Conflict, rescheduleError, NearestSlots{}),
		func(ctx context.Context, who access.Caller, in *updateInput) (rest.Answer[DemoBooking], error) {
			b, err := s.Update(ctx, who, in.Action, in.Body)
			return answer(b, refusedAs(in.Action, err))
		})
	rest.Handle(api, rest.SignedIn, op(rest.Post("/demo-booking/{id}/cancel", "Cancel a demo class", fault.NotFound), cancelError).Idempotent(),
		func(ctx context.Context, who access.Caller, in *cancelInput) (rest.Answer[DemoBooking], error) {
			return answer(s.Update(ctx, who, actCancel, BookingUpdate{BookingID: in.ID, CancellationReason: in.Body.CancellationReason}))
		})
	rest.Handle(api, rest.SignedIn, op(rest.Post("/demo-booking/{id}/reschedule", "Move a demo class", fault.NotFound), rescheduleError).Idempotent(),
		func(ctx context.Context, who access.Caller, in *rescheduleInput) (rest.Answer[DemoBooking], error) {
			return answer(s.Update(ctx, who, actReschedule, BookingUpdate{BookingID: in.ID, NewTimeSlot: in.Body.NewTimeSlot, RescheduleReason: in.Body.RescheduleReason}))
		})
	rest.Handle(api, rest.SignedIn, op(rest.Post("/demo-booking/{id}/complete", "Complete a demo class", fault.NotFound, fault.Forbidden), updateError).Idempotent(),
		func(ctx context.Context, who access.Caller, in *completeInput) (rest.Answer[DemoBooking], error) {
			return answer(s.Update(ctx, who, actComplete, BookingUpdate{BookingID: in.ID, Rating: in.Body.Rating, Feedback: in.Body.Feedback, CompletionNotes: in.Body.CompletionNotes}))
		})
	s.registerConversion(api)
	rest.Handle(api, rest.Roles(access.Admin), op(rest.Post("/demo-booking/{id}/assign-instructor", "Give a demo class to another instructor", fault.NotFound), updateError).Idempotent(),
		func(ctx context.Context, who access.Caller, in *assignInput) (rest.Answer[DemoBooking], error) {
			return answer(s.Reassign(ctx, who, in.ID, in.Body))
		})
}

func (s *Service) registerConversion(api *rest.API) {
	const at = "/demo-booking/{id}/convert"
	rest.Handle(api, rest.Teachers, rest.Post(at, "Record the enrolment that followed from a demo class", fault.NotFound, fault.Forbidden, fault.Conflict).Idempotent().FailsAs(updateError, false),
		func(ctx context.Context, who access.Caller, in *convertInput) (rest.Answer[DemoBooking], error) {
			b, err := s.Convert(ctx, who, in.ID, in.Body)
			return rest.One("Demo class saved", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(at, "Remove the enrolment that followed from a demo class", fault.NotFound, fault.Forbidden).FailsAs(updateError, false),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[DemoBooking], error) {
			b, err := s.Unconvert(ctx, who, in.ID)
			return rest.One("Demo class saved", b, err)
		})
}

// refusedAs gives a refusal the specification's code of the action, and the reason as its first error.
func refusedAs(action string, err error) error {
	code := map[string]string{actCancel: cancelError, actReschedule: rescheduleError}[action]
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || code == "" {
		return err
	}
	refused := *f
	if refused.Code = code; len(refused.Fields) == 0 {
		refused.Fields = fault.Fields{{Code: f.Code, Message: f.Message}}
	}
	return &refused
}

func (s *Service) registerLinks(api *rest.API) {
	const at = "/demo-booking/manage/{token}"
	rest.Handle(api, rest.Public, rest.Get(at, "Get the demo class of a link", fault.NotFound, fault.TooMany).FailsAs(fetchError, false),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[DemoBooking], error) {
			b, err := s.BookingByLink(ctx, in.Token)
			return rest.One("", b, err)
		})
	rest.Handle(api, rest.Public, rest.Post(at, "Cancel or move the demo class of a link", fault.NotFound, fault.TooMany).
		WithDetails(fault.Conflict, "slot_taken", NearestSlots{}).Idempotent().FailsAs(updateError, false),
		func(ctx context.Context, _ access.Caller, in *linkUpdate) (rest.Answer[DemoBooking], error) {
			b, err := s.UpdateByLink(ctx, in.Token, in.Body.Action, BookingUpdate{CancellationReason: in.Body.CancellationReason, NewTimeSlot: in.Body.NewTimeSlot, RescheduleReason: in.Body.RescheduleReason})
			return rest.One("Demo class saved", b, err)
		})
}
