package classschedule

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classsession"
)

type addInput struct {
	ID string `path:"id"`
	TrialInput
	Body NewSessions
}

type checkInput struct {
	Body WantedSchedule
}

// SessionInput names a session of a batch.
type SessionInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
}

// TrialInput is embedded in the input of a change that can be tried out.
type TrialInput struct {
	DryRun bool `query:"dry_run" msg:"dry_run must be true or false" doc:"true: answer what would change, and change nothing."`
}

// manner returns how a change is made.
func manner(n classsession.NoticeInput, t TrialInput) Manner {
	return Manner{DryRun: t.DryRun, NoEmails: n.NoEmails()}
}

type changeInput struct {
	SessionInput
	TrialInput
	classsession.NoticeInput
	rest.IfMatch
	Body SessionChange
}

type cancelInput struct {
	SessionInput
	TrialInput
	classsession.NoticeInput
	Cancellation
}

type restoreInput struct {
	SessionInput
	TrialInput
	classsession.NoticeInput
}

type undoInput struct {
	ID       string `path:"id"`
	ChangeID string `path:"changeId"`
	classsession.NoticeInput
}

type replaceInput struct {
	ID string `path:"id"`
	TrialInput
	classsession.NoticeInput
	rest.OptionalIfMatch
	Body WholeSchedule
}

type proposedInput struct {
	Body ProposedSchedule
}

type suggestInput struct {
	CourseID string `query:"course_id" document:"required" maxLength:"36" msg:"Course ID is required"`
	Schedule string `query:"schedule" maxLength:"8000" msg:"schedule must be at most 8000 characters" doc:"A JSON list of entries with date, start_time and end_time, in the school's time zone."`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerPlanning(api)
	s.registerSession(api)
}

func (s *Service) registerSession(api *rest.API) {
	const path = "/batches/{id}/schedule/{sessionId}"
	rest.Handle(api, rest.SignedIn, rest.Get(path, "Read a session of a batch, for its members and instructors", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *SessionInput) (rest.Answer[classsession.Session], error) {
			found, err := s.Session(ctx, who, in.ID, in.SessionID)
			return rest.One("", found, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(path, "Move or rename a session, and others of its series by as much; members left out stay as they are", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", classsession.Session{}).WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[ChangedSessions], error) {
			done, err := s.Change(ctx, who, in.ID, in.SessionID, in.Body, in.IfMatch, manner(in.NoticeInput, in.TrialInput))
			return rest.One("Schedule saved", done, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(path, "Cancel a session, and perhaps others of its series", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *cancelInput) (rest.Answer[ChangedSessions], error) {
			done, err := s.Cancel(ctx, who, in.ID, in.SessionID, in.Cancellation, manner(in.NoticeInput, in.TrialInput))
			return rest.One("Session cancelled", done, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(path+"/restore", "Restore a cancelled session", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *restoreInput) (rest.Answer[ChangedSessions], error) {
			done, err := s.Restore(ctx, who, in.ID, in.SessionID, manner(in.NoticeInput, in.TrialInput))
			return rest.One("Session restored", done, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/{id}/schedule/changes/{changeId}/undo", "Undo a change or a cancellation of sessions within 10 minutes: each has again what it had", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *undoInput) (rest.Answer[ChangedSessions], error) {
			done, err := s.UndoChange(ctx, who, in.ID, in.ChangeID, in.NoEmails())
			return rest.One("Change undone", done, err)
		})
}

func (s *Service) registerPlanning(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Create("/batches/{id}/schedule", "Add sessions to a batch: one, several, or by a rule", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *addInput) (rest.Answer[AddedSessions], error) {
			added, err := s.Add(ctx, who, in.ID, in.Body, in.DryRun)
			return rest.One("Schedule saved", added, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/batches/individual/{id}/schedule", "Replace the sessions of a batch that are ahead: equal ones stay, the nearest move, others are cancelled or added", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", ReplacedSchedule{}).WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}),
		func(ctx context.Context, who access.Caller, in *replaceInput) (rest.Answer[ReplacedSchedule], error) {
			done, err := s.Replace(ctx, who, in.ID, in.Body, in.OptionalIfMatch, manner(in.NoticeInput, in.TrialInput))
			return rest.One("Schedule saved", done, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/check-conflicts", "List the sessions of a schedule with their conflicts", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *checkInput) (rest.Answer[ScheduleCheck], error) {
			check, err := s.Check(ctx, who, in.Body)
			return rest.One("", check, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/batches/suggest-instructor", "Rank the instructors of a course for a schedule", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *suggestInput) (rest.Answer[SuggestedInstructors], error) {
			suggested, err := s.Suggest(ctx, who, in.CourseID, in.Schedule)
			return rest.One("", suggested, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/individual/check-instructor-availability", "Check whether an instructor can teach a schedule, and suggest alternatives", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *proposedInput) (rest.Answer[InstructorCheck], error) {
			check, err := s.CheckInstructor(ctx, who, in.Body)
			return rest.One("", check, err)
		})
}
