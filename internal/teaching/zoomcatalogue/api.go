package zoomcatalogue

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/meeting"
)

type idInput struct {
	ID string `path:"id" maxLength:"50"`
}

type newInput struct{ Body NewZoomMeeting }

type changeInput struct {
	ID string `path:"id" maxLength:"50"`
	rest.IfMatch
	Body ZoomMeetingChange
}

type registrantInput struct {
	ID   string `path:"id" maxLength:"50"`
	Body NewZoomRegistrant
}

type statusInput struct {
	ID   string `path:"id" maxLength:"50"`
	Body RegistrantChanges
}

type joinInput struct {
	ID           string `path:"id" maxLength:"50"`
	RegistrantID string `path:"registrantId" maxLength:"100"`
}

type recordingInput struct {
	ID          string `path:"id" maxLength:"50"`
	RecordingID string `path:"recordingId" maxLength:"36"`
	Force       bool   `query:"force" doc:"Also one that is not in the video library."`
}

// Listing narrows a list of meetings.
type Listing struct {
	Type string `query:"type" enum:"scheduled,live,upcoming" default:"scheduled" msg:"type must be scheduled, live or upcoming" doc:"scheduled: what is not over. live: what has begun. upcoming: what has not."`
	Size int64  `query:"page_size" default:"30" minimum:"1" maximum:"300" msg:"page_size must be 1 to 300"`
}

type ofInput struct {
	ID string `path:"id" maxLength:"50"`
	Listing
}

type pageInput struct{ rest.Page }

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	for _, path := range []string{"/zoom/meetings", "/zoom/classroom/meetings"} { // the specification's catalogue has both
		rest.Handle(api, rest.Teachers, rest.Create(path, "Plan a meeting outside of batches that takes place at Zoom", fault.Unavailable).
			WithDetails(fault.Conflict, "schedule_conflict", ZoomConflicts{}).Idempotent(),
			func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[ZoomMeeting], error) {
				m, err := s.Create(ctx, who, in.Body)
				return rest.One("Meeting planned", m, err)
			})
	}
	rest.Handle(api, rest.Teachers, rest.Get("/zoom/meetings/{id}", "Read a Zoom meeting by its number, or by the id of its session or meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[ZoomMeeting], error) {
			m, err := s.Read(ctx, who, in.ID)
			return rest.One("", m, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/zoom/meetings/{id}", "Change a Zoom meeting; of a session topic, agenda and settings", fault.NotFound, fault.Gone, fault.Unavailable).
		WithDetails(fault.Precondition, "stale_version", ZoomMeeting{}).WithDetails(fault.Conflict, "schedule_conflict", ZoomConflicts{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[ZoomMeeting], error) {
			m, err := s.Change(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Meeting saved", m, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete("/zoom/meetings/{id}", "Cancel a Zoom meeting; a session stays, and meets where its batch does", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Meeting cancelled", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Teachers, rest.Get("/zoom/me/meetings", "List what the caller holds at Zoom"),
		func(ctx context.Context, who access.Caller, in *Listing) (rest.Answer[[]ZoomMeeting], error) {
			list, err := s.Of(ctx, who, who.ID, *in)
			return rest.One("", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/zoom/users/{id}/meetings", "List what an instructor holds at Zoom", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *ofInput) (rest.Answer[[]ZoomMeeting], error) {
			list, err := s.Of(ctx, who, in.ID, in.Listing)
			return rest.One("", list, err)
		})
	s.registerPeople(api)
	api.NotOffered("Lectern shows no Zoom meetings inside its pages, and manages no users at Zoom.", "/zoom/signature", "/zoom/users")
}

func (s *Service) registerPeople(api *rest.API) {
	const registrants = "/zoom/meetings/{id}/registrants"
	rest.Handle(api, rest.Teachers, rest.Get(registrants, "List who is registered for a Zoom meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[[]ZoomRegistrant], error) {
			list, err := s.Registrants(ctx, who, in.ID)
			return rest.One("", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(registrants, "Register one of its people for a Zoom meeting, who are registered by themselves when they first join", fault.NotFound, fault.Conflict, fault.Unavailable).Idempotent(),
		func(ctx context.Context, who access.Caller, in *registrantInput) (rest.Answer[[]ZoomRegistrant], error) {
			list, err := s.AddRegistrant(ctx, who, in.ID, in.Body)
			return rest.One("Learner registered", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(registrants+"/status", "Approve, cancel or deny registrations for a Zoom meeting; cancelled and denied registrants can't join", fault.NotFound, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *statusInput) (rest.Answer[[]RegistrantOutcome], error) {
			list, err := s.ChangeRegistrants(ctx, who, in.ID, in.Body)
			return rest.One("Registrations changed", list, err)
		})
	rest.HandleRaw(api, rest.SignedIn, rest.Get("/zoom/meetings/{id}/join/{registrantId}", "Enter a Zoom meeting as one of its registrants, by a link that works once; HEAD leads to the page of the meeting",
		fault.NotFound, fault.Forbidden, fault.Conflict, fault.Gone, fault.Unavailable).Parameters(joinInput{}).Redirects(),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			address, err := s.JoinLink(ctx, who, r.Path("id"), r.Path("registrantId"), !r.IsHead())
			return rest.SeeOther(address), err
		})
	rest.Handle(api, rest.Teachers, rest.Get("/zoom/meetings/{id}/invitation", "Read a text with which people are invited to a Zoom meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[ZoomInvitation], error) {
			i, err := s.Invitation(ctx, who, in.ID)
			return rest.One("", i, err)
		})
	s.registerRecordings(api)
}

func (s *Service) registerRecordings(api *rest.API) {
	for path, kind := range map[string]string{"recordings": "", "transcript": meeting.Transcript} {
		summary := map[string]string{"": "List what Zoom has recorded of a session", meeting.Transcript: "List the transcripts that Zoom has made of a session"}[kind]
		rest.Handle(api, rest.Teachers, rest.Get("/zoom/meetings/{id}/"+path, summary, fault.NotFound),
			func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[[]ZoomRecording], error) {
				list, err := s.Recordings(ctx, who, in.ID, kind)
				return rest.One("", list, err)
			})
	}
	s.registerRecordingSettings(api)
	rest.Handle(api, rest.Teachers, rest.Delete("/zoom/meetings/{id}/recordings/{recordingId}", "Move a recording into the trash at Zoom; its video stays in the library", fault.NotFound, fault.Conflict, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *recordingInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Recording deleted at Zoom", s.DeleteRecording(ctx, who, in.ID, in.RecordingID, in.Force))
		})
	rest.Handle(api, rest.Teachers, rest.Get("/zoom/me/recordings", "List what Zoom has recorded of the sessions that the caller teaches, newest first"),
		func(ctx context.Context, who access.Caller, in *pageInput) (rest.List[ZoomRecording], error) {
			list, total, err := s.OwnRecordings(ctx, who, in.Page)
			return rest.Many(in.Page, list, total, err)
		})
}
