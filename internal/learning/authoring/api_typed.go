package authoring

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type createTypedInput struct{ Body NewTypedCourse }

// TypedPath is exported so that inputs can embed it.
type TypedPath struct {
	Type string `path:"type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	ID   string `path:"id"`
}

type typedInput struct {
	TypedPath
	StudentID string `query:"studentId" maxLength:"36" msg:"studentId must be the id of a user" doc:"Whose place and progress to show; default: the caller's own."`
}

type updateTypedInput struct {
	TypedPath
	rest.OptionalIfMatch
	Body NewTypedCourse
}

type deleteTypedInput struct {
	TypedPath
	Confirm string `query:"confirm" maxLength:"200" msg:"confirm must be at most 200 characters" doc:"The title of the course, where people are or were enrolled."`
}

type doubtSessionInput struct {
	ID   string `path:"id"`
	Body schedule.NewDoubtSession
}

type doubtScheduleInput struct {
	ID string `path:"id"`
	rest.OptionalIfMatch
	Body schedule.NewDoubtSchedule
}

type scheduleInput struct {
	ID string `path:"id"`
	rest.OptionalIfMatch
	Body schedule.NewLiveSchedule
}

type recordingInput struct {
	ID     string `path:"id"`
	WeekID string `path:"weekId"`
	Body   NewRecording
}

type oneSessionInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
}

type oneRecordingInput struct {
	ID          string `path:"id"`
	WeekID      string `path:"weekId"`
	RecordingID string `path:"recordingId"`
}

type accessInput struct {
	ID string `path:"id"`
	rest.OptionalIfMatch
	Body course.FreeAccess
}

func (s *Service) registerTyped(api *rest.API) {
	gate := rest.Roles(course.Authors...)
	rest.Handle(api, gate, rest.Create("/tcourse", "Create a course of a type as a draft").Idempotent(),
		func(ctx context.Context, who access.Caller, in *createTypedInput) (rest.Answer[TypedCourse], error) {
			c, err := s.CreateTyped(ctx, who, in.Body)
			return rest.One("Course created", c, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/tcourse/{type}/{id}", "Get a course with the members of its type", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *typedInput) (rest.Answer[TypedCourse], error) {
			c, err := s.Typed(ctx, who, in.Type, in.ID, in.StudentID)
			return rest.One("", c, err)
		})
	rest.Handle(api, gate, rest.Put("/tcourse/{type}/{id}", "Change a course and the members of its type", fault.NotFound).WithDetails(fault.Precondition, "stale_version", CourseDetail{}),
		func(ctx context.Context, who access.Caller, in *updateTypedInput) (rest.Answer[TypedCourse], error) {
			c, err := s.UpdateTyped(ctx, who, in.Type, in.ID, in.Body, in.Matches)
			return rest.One("Course saved", c, err)
		})
	rest.Handle(api, gate, rest.Delete("/tcourse/{type}/{id}", "Delete an archived course permanently", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *deleteTypedInput) (a rest.Answer[rest.Nothing], err error) {
			if _, err := s.Typed(ctx, who, in.Type, in.ID, ""); err != nil {
				return a, err
			}
			return rest.Done("Course deleted", s.Delete(ctx, who, in.ID, in.Confirm))
		})
	s.registerExtras(api)
}

func (s *Service) registerExtras(api *rest.API) {
	gate := rest.Roles(course.Authors...)
	rest.Handle(api, gate, rest.Create("/tcourse/blended/{id}/doubt-session", "Add a doubt session, which takes the time of its instructor", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *doubtSessionInput) (rest.Answer[schedule.DoubtSession], error) {
			d, err := s.AddDoubtSession(ctx, who, in.ID, in.Body)
			return rest.One("Doubt session added", d, err)
		})
	rest.Handle(api, gate, rest.Delete("/tcourse/blended/{id}/doubt-session/{sessionId}", "Cancel a doubt session that has not begun, or skip a date of a weekly one", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneSessionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Doubt session cancelled", s.CancelDoubtSession(ctx, who, in.ID, in.SessionID))
		})
	rest.Handle(api, gate, rest.Put("/tcourse/blended/{id}/doubt-schedule", "Set the weekly doubt schedule", fault.NotFound).WithDetails(fault.Precondition, "stale_version", TypedCourse{}),
		func(ctx context.Context, who access.Caller, in *doubtScheduleInput) (rest.Answer[TypedCourse], error) {
			c, err := s.SetExtras(ctx, who, course.Blended, in.ID, NewTypedCourse{DoubtSchedule: &in.Body}, in.Matches)
			return rest.One("Doubt schedule saved", c, err)
		})
	rest.Handle(api, gate, rest.Put("/tcourse/live/{id}/schedule", "Set the schedule of a live course", fault.NotFound).WithDetails(fault.Precondition, "stale_version", TypedCourse{}),
		func(ctx context.Context, who access.Caller, in *scheduleInput) (rest.Answer[TypedCourse], error) {
			c, err := s.SetExtras(ctx, who, course.Live, in.ID, NewTypedCourse{Schedule: &in.Body}, in.Matches)
			return rest.One("Schedule saved", c, err)
		})
	rest.Handle(api, gate, rest.Post("/tcourse/live/{id}/week/{weekId}/recording", "Assign a video of the course to a week as a recording", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *recordingInput) (rest.Answer[CourseRecording], error) {
			r, err := s.AddRecording(ctx, who, in.ID, in.WeekID, in.Body)
			return rest.One("Recording saved", r, err)
		})
	rest.Handle(api, gate, rest.Delete("/tcourse/live/{id}/week/{weekId}/recording/{recordingId}", "Remove a recording from a week; its video stays in the library", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneRecordingInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Recording removed", s.RemoveRecording(ctx, who, in.ID, in.WeekID, in.RecordingID))
		})
	rest.Handle(api, gate, rest.Put("/tcourse/free/{id}/access", "Set who may take a free course, and when", fault.NotFound).WithDetails(fault.Precondition, "stale_version", TypedCourse{}),
		func(ctx context.Context, who access.Caller, in *accessInput) (rest.Answer[TypedCourse], error) {
			c, err := s.SetExtras(ctx, who, course.Free, in.ID, NewTypedCourse{Access: &in.Body}, in.Matches)
			return rest.One("Access saved", c, err)
		})
}

type recordedInput struct{ rest.Page }

func (s *Service) registerRecorded(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/courses/recorded-videos", "List the recordings of live courses that the caller attends or teaches, newest first"),
		func(ctx context.Context, who access.Caller, in *recordedInput) (rest.List[RecordedVideo], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.ListRecordings(ctx, who, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
}
