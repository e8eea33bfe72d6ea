package availability

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classsession"
)

type oneInput struct {
	ID string `path:"id" doc:"Of the instructor; me is the caller."`
}

type putInput struct {
	ID string `path:"id" doc:"Of the instructor; me is the caller."`
	rest.IfMatch
	Body NewAvailability
}

type timeOffInput struct {
	ID string `path:"id" doc:"Of the instructor; me is the caller."`
	TrialInput
	Body NewTimeOff
}

type sickDayInput struct {
	ID string `path:"id" doc:"Of the instructor; me is the caller."`
	TrialInput
	Body SickDay
}

// TrialInput is embedded in the input of a change that can be tried out.
type TrialInput struct {
	DryRun bool `query:"dry_run" msg:"dry_run must be true or false" doc:"true: answer what would change, and change nothing."`
}

type deleteInput struct {
	ID        string `path:"id" doc:"Of the instructor; me is the caller."`
	TimeOffID string `path:"timeOffId"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	const at = "/instructors/{id}/availability"
	rest.Handle(api, rest.Teachers, rest.Get(at, "Get when an instructor may be booked", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[InstructorAvailability], error) {
			a, err := s.Availability(ctx, who, in.ID)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(at, "Replace the times at which an instructor may be booked", fault.NotFound).WithDetails(fault.Precondition, "stale_version", InstructorAvailability{}),
		func(ctx context.Context, who access.Caller, in *putInput) (rest.Answer[InstructorAvailability], error) {
			a, err := s.Put(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Availability saved", a, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create("/instructors/{id}/time-off", "Add time off, and decide what becomes of what is in the way", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", BookedTimes{}).WithDetails(fault.Conflict, "resolution_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *timeOffInput) (rest.Answer[TimeOff], error) {
			o, err := s.AddTimeOff(ctx, who, in.ID, in.Body, in.DryRun)
			return rest.One("Time off saved", o, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create("/instructors/{id}/sick-day", "Take the rest of today off, and decide what becomes of what is in the way", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", BookedTimes{}).WithDetails(fault.Conflict, "resolution_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *sickDayInput) (rest.Answer[TimeOff], error) {
			o, err := s.AddSickDay(ctx, who, in.ID, in.Body, in.DryRun)
			return rest.One("Time off saved", o, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/instructors/{id}/time-off/{timeOffId}/undo", "Undo time off within 10 minutes, with all that became of the things in its way", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *deleteInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Time off undone", s.Undo(ctx, who, in.ID, in.TimeOffID))
		})
	rest.Handle(api, rest.Teachers, rest.Delete("/instructors/{id}/time-off/{timeOffId}", "Cancel time off", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *deleteInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Time off deleted", s.DeleteTimeOff(ctx, who, in.ID, in.TimeOffID))
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/instructors/free", "List when the instructors of a course, or one instructor, are free"),
		func(ctx context.Context, _ access.Caller, in *FreeFilter) (rest.Answer[[]FreeInstructor], error) {
			free, err := s.Free(ctx, *in)
			return rest.One("", free, err)
		})
}
