package live

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/builtinroom"
)

type oneInput struct {
	ID string `path:"id"`
}

type roomInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewRoom
}

type marksInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewMarks
}

type disputeInput struct {
	ID   string `path:"id"`
	Body attendancedispute.NewDispute
}

type disputesInput struct {
	ID string `path:"id"`
	rest.Page
}

type answerInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
	Body   attendancedispute.DisputeAnswer
}

type serverInput struct {
	Name string `path:"name" maxLength:"20"`
}

// endedInput is what BigBlueButton calls; it adds the members of the query.
type endedInput struct {
	Token     string `path:"token" maxLength:"100"`
	MeetingID string `query:"meetingID" maxLength:"200" doc:"Not used: the address says of which session it is."`
	IsMarked  string `query:"recordingmarks" maxLength:"10" doc:"Not used: whether the recording has marks."`
}

type tokenInput struct {
	Token string `path:"token" maxLength:"100"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerRooms(api)
	s.registerMeetings(api)
	s.registerServers(api)
	s.registerSessions(api)
	s.registerDisputes(api)
	rest.Handle(api, rest.Teachers, rest.Get("/sessions/{id}/attendance", "Read who attended a session, with the evidence", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[AttendanceSheet], error) {
			sheet, err := s.Attendance(ctx, who, in.ID)
			return rest.One("", sheet, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/sessions/{id}/attendance", "Correct the attendance of learners; those not named stay", fault.NotFound, fault.Conflict).
		WithDetails(fault.Precondition, "stale_version", AttendanceSheet{}),
		func(ctx context.Context, who access.Caller, in *marksInput) (rest.Answer[AttendanceSheet], error) {
			sheet, err := s.Mark(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Attendance saved", sheet, err)
		})
}

func (s *Service) registerDisputes(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/sessions/{id}/attendance/dispute", "Dispute one's own attendance of a session, once", fault.NotFound, fault.Conflict, fault.Gone).Idempotent(),
		func(ctx context.Context, who access.Caller, in *disputeInput) (rest.Answer[OwnAttendance], error) {
			own, err := s.Dispute(ctx, who, in.ID, in.Body)
			return rest.One("Dispute sent", own, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/batches/{id}/attendance/disputes", "List the disputes of a batch that are to be answered, the oldest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *disputesInput) (rest.List[OpenDispute], error) {
			list, total, err := s.OpenDisputes(ctx, who, in.ID, in.Page)
			return rest.Many(in.Page, list, total, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/sessions/{id}/attendance/disputes/{userId}", "Accept what a learner says against their attendance, or decline it with a reason", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *answerInput) (rest.Answer[AttendanceSheet], error) {
			sheet, err := s.AnswerDispute(ctx, who, in.ID, in.UserID, in.Body)
			return rest.One("Dispute answered", sheet, err)
		})
}

func (s *Service) registerRooms(api *rest.API) {
	s.registerRoom(api, rest.Get("/batches/{id}/room", "Read the room in which a batch meets", fault.NotFound),
		rest.Put("/batches/{id}/room", "Set the room in which a batch meets", fault.NotFound),
		func(id string) (batchID, sessionID string) { return id, "" })
	s.registerRoom(api, rest.Get("/sessions/{id}/room", "Read the room that a session has instead of that of its batch", fault.NotFound),
		rest.Put("/sessions/{id}/room", "Set a room for one session, instead of that of its batch", fault.NotFound),
		func(id string) (batchID, sessionID string) { return "", id })
}

// registerRoom mounts reading and setting the room of a batch or of a session, which the id of the path names.
func (s *Service) registerRoom(api *rest.API, read, set rest.Op, ids func(id string) (batchID, sessionID string)) {
	rest.Handle(api, rest.Teachers, read,
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Room], error) {
			batchID, sessionID := ids(in.ID)
			room, err := s.Room(ctx, who, batchID, sessionID)
			return rest.One("", room, err)
		})
	rest.Handle(api, rest.Teachers, set.WithDetails(fault.Precondition, "stale_version", Room{}),
		func(ctx context.Context, who access.Caller, in *roomInput) (rest.Answer[Room], error) {
			batchID, sessionID := ids(in.ID)
			room, err := s.PutRoom(ctx, who, batchID, sessionID, in.Body, in.IfMatch)
			return rest.One("Room saved", room, err)
		})
}

// newMeetingInput has a body that may be left out.
type newMeetingInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
	Body      *NewSessionMeeting
}

func (s *Service) registerMeetings(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Create("/batches/{id}/schedule/{sessionId}/zoom-meeting", "Let one session meet on a meeting server, at Zoom unless another is named, and make its meeting",
		fault.NotFound, fault.Conflict, fault.Gone, fault.Unavailable).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newMeetingInput) (rest.Answer[SessionRoom], error) {
			var n NewSessionMeeting
			if in.Body != nil {
				n = *in.Body
			}
			m, err := s.MakeMeeting(ctx, who, in.ID, in.SessionID, n)
			return rest.One("Meeting saved", m, err)
		})
}

func (s *Service) registerServers(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/meeting-servers", "List the meeting servers of the school, on which sessions can meet"),
		func(context.Context, access.Caller, *struct{}) (rest.Answer[[]MeetingServer], error) {
			return rest.One("", s.MeetingServers(), nil)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/meeting-servers/bigbluebutton/ended/{token}", "Receive from BigBlueButton, at an address that only it was given, that the room of a session, or of a meeting outside of batches, has ended", fault.Unauthenticated, fault.Gone).
		Parameters(endedInput{}).Produces(rest.Answer[rest.Nothing]{}),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			answer, err := rest.Done("Received", s.RoomEnded(ctx, r.Path("token")))
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/meeting-servers/{name}/status", "Check whether a meeting server can host sessions", fault.NotFound, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *serverInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The server answers", s.CheckServer(ctx, in.Name))
		})
}

func (s *Service) registerSessions(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/sessions/{id}", "Read a session as its members and instructors see it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[LiveSession], error) {
			l, err := s.Session(ctx, who, in.ID)
			return rest.One("", l, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/sessions/{id}/join", "Get a link into the room of a session, which works once", fault.NotFound, fault.Gone, fault.Unavailable).
		WithDetails(fault.Conflict, "not_open_yet", OpeningTime{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[JoinLink], error) {
			j, err := s.Join(ctx, who, in.ID)
			return rest.One("", j, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/sessions/{id}/start", "Start a session, which opens it to learners, and get a link into its room, which works once", fault.NotFound, fault.Gone, fault.Unavailable).
		WithDetails(fault.Conflict, "not_open_yet", OpeningTime{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[JoinLink], error) {
			j, err := s.Start(ctx, who, in.ID)
			return rest.One("Session started", j, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/sessions/{id}/presence", "Report that the caller is in the built-in room, and list who is there", fault.NotFound, fault.Gone, fault.Unavailable).
		WithDetails(fault.Conflict, "not_open_yet", OpeningTime{}),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[builtinroom.Presence], error) {
			p, err := s.Stay(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/sessions/{id}/presence", "Leave the built-in room", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("", s.Leave(ctx, who, in.ID))
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/join/{token}", "Enter a room by a link that works once; later, and for HEAD, it leads to the page of the session", fault.Unauthenticated, fault.Unavailable).Parameters(tokenInput{}).Redirects(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			address, err := s.Enter(ctx, r.Path("token"), !r.IsHead())
			return rest.SeeOther(address), err
		})
}
