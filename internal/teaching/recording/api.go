package recording

import (
	"context"
	"io"
	"net/url"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type idInput struct {
	ID string `path:"id"`
}

type sessionInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
}

type newInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
	Body      NewRecordedLesson
}

type newOfMeetingInput struct {
	ID   string `path:"id"`
	Body NewRecordedLesson
}

type changeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body RecordedLessonChange
}

// MeetingFetch says into which library the recordings of a meeting come.
type MeetingFetch struct {
	CourseID string `json:"course_id,omitempty" maxLength:"36" msg:"This course doesn't exist" doc:"Of a meeting that belongs to no course: a course that the caller teaches, for administrators any. Once chosen it stays. Absent: recordings stay where they are until one is chosen."`
}

type fetchInput struct {
	ID   string `path:"id"`
	Body MeetingFetch
}

type settingsInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewRecordingSettings
}

type studentInput struct {
	ID string `path:"id"`
	rest.Page
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	const path = "/batches/{id}/schedule/{sessionId}/recorded-lessons"
	rest.Handle(api, rest.SignedIn, rest.Get(path, "List the recordings of a session", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *sessionInput) (rest.Answer[[]RecordedLesson], error) {
			list, err := s.ListLessons(ctx, who, in.ID, in.SessionID)
			return rest.One("", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create(path, "Add a video of the course, or an address elsewhere, as a recording of a session", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[RecordedLesson], error) {
			l, err := s.AddLesson(ctx, who, in.ID, in.SessionID, in.Body)
			return rest.One("Recording added", l, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/students/{id}/recorded-lessons", "List the recordings that a student can watch, newest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *studentInput) (rest.List[RecordedLesson], error) {
			limit, offset := in.LimitOffset()
			list, total, err := s.ListForStudent(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, list, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/online-meetings/{id}/recorded-lessons", "List the recordings of a meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[[]RecordedLesson], error) {
			list, err := s.ListOfMeeting(ctx, who, in.ID)
			return rest.One("", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create("/online-meetings/{id}/recorded-lessons", "Add a video of its course, or an address elsewhere, as a recording of a meeting", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newOfMeetingInput) (rest.Answer[RecordedLesson], error) {
			l, err := s.AddToMeeting(ctx, who, in.ID, in.Body)
			return rest.One("Recording added", l, err)
		})
	s.registerLessons(api)
	s.registerFiles(api)
	s.registerSettings(api)
}

func (s *Service) registerLessons(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Put("/recorded-lessons/{id}", "Change the title of a recording, and whether its people see it", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", RecordedLesson{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[RecordedLesson], error) {
			l, err := s.ChangeLesson(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Recording saved", l, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete("/recorded-lessons/{id}", "Remove a recording from its session or meeting; its video stays in the library", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Recording removed", s.RemoveLesson(ctx, who, in.ID))
		})
}

// readyForm is what BigBlueButton posts.
type readyForm struct {
	SignedParameters string `json:"signed_parameters" maxLength:"5000" doc:"A JSON Web Token, HS256, with meeting_id and record_id."`
}

// formBody is the largest form that is read, in bytes.
const formBody = 8 << 10

func (s *Service) registerFiles(api *rest.API) {
	rest.HandleRaw(api, rest.Signed, rest.Post("/recordings/bigbluebutton", "Receive from BigBlueButton, which signs it with its secret, that a recording is there", fault.Unauthenticated, fault.Gone).
		AcceptsForms(readyForm{}, nil).MaxBody(formBody).Produces(rest.Answer[rest.Nothing]{}),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return rest.Reply{}, err
			}
			form, err := url.ParseQuery(string(body))
			if err != nil {
				return rest.Reply{}, fault.InvalidField("signed_parameters", "invalid_format", "The body isn't a form")
			}
			answer, err := rest.Done("Received", s.Receive(ctx, form.Get("signed_parameters")))
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, rest.Teachers, rest.Get("/sessions/{id}/recording-files", "List what meeting servers have recorded of a session", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[[]RecordedFile], error) {
			list, err := s.Files(ctx, who, OfSession(in.ID))
			return rest.One("", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/sessions/{id}/recording-files/fetch", "Check for recordings of a session now, and fetch them into the video library", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Looking for recordings", s.Retry(ctx, who, OfSession(in.ID), ""))
		})
	rest.Handle(api, rest.Teachers, rest.Get("/online-meetings/{id}/recording-files", "List what meeting servers have recorded of a meeting", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[[]RecordedFile], error) {
			list, err := s.Files(ctx, who, OfMeeting(in.ID))
			return rest.One("", list, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/online-meetings/{id}/recording-files/fetch", "Check for recordings of a meeting now, and fetch them into the video library of its course, or of the one that is chosen", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *fetchInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Looking for recordings", s.Retry(ctx, who, OfMeeting(in.ID), in.Body.CourseID))
		})
}

func (s *Service) registerSettings(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/batches/{id}/recording-settings", "Read what is recorded of the sessions of a batch", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[RecordingSettings], error) {
			settings, err := s.Settings(ctx, who, in.ID)
			return rest.One("", settings, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/batches/{id}/recording-settings", "Set what is recorded of the sessions of a batch, and what becomes of it", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", RecordingSettings{}),
		func(ctx context.Context, who access.Caller, in *settingsInput) (rest.Answer[RecordingSettings], error) {
			settings, err := s.PutSettings(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Settings saved", settings, err)
		})
}
