package onlinemeeting

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/builtinroom"
)

type idInput struct {
	ID string `path:"id"`
}

type newInput struct{ Body NewOnlineMeeting }

type changeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewOnlineMeeting
}

type attendanceInput struct {
	ID string `path:"id"`
	rest.Page
}

type markInput struct {
	ID string `path:"id"`
	rest.Page
	rest.IfMatch
	Body NewMeetingMarks
}

type disputeInput struct {
	ID   string `path:"id"`
	Body attendancedispute.NewDispute
}

type disputesInput struct{ rest.Page }

type answerInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
	Body   attendancedispute.DisputeAnswer
}

type moveInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body MovedMeeting
}

type listInput struct {
	rest.Page
	Past bool `query:"past" msg:"past must be true or false" doc:"Those that are over, the newest first, instead of those ahead."`
}

type studentInput struct {
	ID  string `path:"id"`
	All bool   `query:"show_all_upcoming" msg:"show_all_upcoming must be true or false" doc:"All that are ahead. Absent: those of the next 7 days."`
}

type tokenInput struct {
	Token string `path:"token" maxLength:"100"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Create("/online-meetings/create", "Plan a live meeting outside of batches and invite its people").
		WithDetails(fault.Conflict, "schedule_conflict", MeetingConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[MeetingDetails], error) {
			d, err := s.Create(ctx, who, in.Body)
			return rest.One("Meeting planned", d, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/online-meetings/get", "List the meetings that the caller holds or is invited to"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[OnlineMeeting], error) {
			meetings, total, err := s.Meetings(ctx, who, *in)
			return rest.Counted(in.Page, meetings, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/online-meetings/get/{id}", "Read a meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[MeetingDetails], error) {
			d, err := s.Meeting(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/online-meetings/update/{id}", "Change a meeting that has not begun", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", MeetingDetails{}).WithDetails(fault.Conflict, "schedule_conflict", MeetingConflicts{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[MeetingDetails], error) {
			d, err := s.Update(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Meeting saved", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/online-meetings/{id}/time", "Move a meeting that has not begun to another time", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", MeetingDetails{}).WithDetails(fault.Conflict, "schedule_conflict", MeetingConflicts{}),
		func(ctx context.Context, who access.Caller, in *moveInput) (rest.Answer[MeetingDetails], error) {
			d, err := s.Move(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Meeting moved", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete("/online-meetings/delete/{id}", "Cancel a meeting that has not begun", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Meeting cancelled", s.Cancel(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/online-meetings/{id}/join", "Get a link into a meeting, which works once", fault.NotFound, fault.Gone, fault.Unavailable).
		WithDetails(fault.Conflict, "not_open_yet", MeetingOpening{}),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[MeetingLink], error) {
			l, err := s.Join(ctx, who, in.ID)
			return rest.One("", l, err)
		})
	s.registerRoom(api)
	s.registerAttendance(api)
	s.registerParticipants(api)
	s.registerDisputes(api)
	rest.HandleRaw(api, rest.Signed, rest.Get("/online-meetings/enter/{token}", "Enter a meeting by a link that works once; later, and for HEAD, it leads to the page of the meeting", fault.Unauthenticated, fault.Unavailable).
		Parameters(tokenInput{}).Redirects(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			address, err := s.Enter(ctx, r.Path("token"), !r.IsHead())
			return rest.SeeOther(address), err
		})
	for _, path := range []string{"/online-meetings/student/{id}", "/online-meeting/student/{id}"} { // the specification's catalogue has both
		rest.Handle(api, rest.SignedIn, rest.Get(path, "List the next meetings of a student", fault.NotFound),
			func(ctx context.Context, who access.Caller, in *studentInput) (rest.Answer[[]OnlineMeeting], error) {
				meetings, err := s.Of(ctx, who, in.ID, in.All)
				return rest.One("", meetings, err)
			})
	}
}

func (s *Service) registerRoom(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Post("/online-meetings/{id}/zoom-meeting/retry", "Try again to create the Zoom meeting of a meeting", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Trying again", s.Retry(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/online-meetings/{id}/presence", "Report that the caller is in the built-in room of a meeting, and list who is there", fault.NotFound, fault.Gone, fault.Unavailable).
		WithDetails(fault.Conflict, "not_open_yet", MeetingOpening{}),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[builtinroom.Presence], error) {
			p, err := s.Stay(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/online-meetings/{id}/presence", "Leave the built-in room of a meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("", s.Leave(ctx, who, in.ID))
		})
}

func (s *Service) registerAttendance(api *rest.API) {
	const path = "/online-meetings/{id}/attendance"
	rest.Handle(api, rest.Teachers, rest.Get(path, "Read who attended a meeting, with the evidence", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *attendanceInput) (rest.Answer[MeetingAttendance], error) {
			a, err := s.Attendance(ctx, who, in.ID, in.Page)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(path, "Correct the attendance of people in a meeting; those not named stay", fault.NotFound, fault.Conflict).
		WithDetails(fault.Precondition, "stale_version", MeetingAttendance{}),
		func(ctx context.Context, who access.Caller, in *markInput) (rest.Answer[MeetingAttendance], error) {
			a, err := s.Mark(ctx, who, in.ID, in.Body, in.IfMatch, in.Page)
			return rest.One("Attendance saved", a, err)
		})
	rest.HandleRaw(api, rest.Teachers, rest.Get(path+"/export", "Export the attendance of a meeting as a CSV file", fault.NotFound).Exports().Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.Export(ctx, who, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="attendance.csv"`}, write), err
		})
}

func (s *Service) registerDisputes(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/online-meetings/{id}/attendance/dispute", "Dispute one's own attendance of a meeting, once", fault.NotFound, fault.Conflict, fault.Gone).Idempotent(),
		func(ctx context.Context, who access.Caller, in *disputeInput) (rest.Answer[OwnMeetingAttendance], error) {
			own, err := s.Dispute(ctx, who, in.ID, in.Body)
			return rest.One("Dispute sent", own, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/online-meetings/disputes", "List the disputes that are to be answered of the meetings that the caller may change, the oldest first"),
		func(ctx context.Context, who access.Caller, in *disputesInput) (rest.List[OpenMeetingDispute], error) {
			list, total, err := s.OpenDisputes(ctx, who, in.Page)
			return rest.Many(in.Page, list, total, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/online-meetings/{id}/attendance/disputes/{userId}", "Accept what someone says against their attendance of a meeting, or decline it with a reason", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *answerInput) (rest.Answer[MeetingAttendee], error) {
			a, err := s.AnswerDispute(ctx, who, in.ID, in.UserID, in.Body)
			return rest.One("Dispute answered", a, err)
		})
}
