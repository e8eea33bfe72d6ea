package classschedule

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classsession"
)

type addInput struct {
	ID     string `path:"id"`
	DryRun bool   `query:"dry_run" msg:"dry_run must be true or false" doc:"true: answer what would be added, and add nothing."`
	Body   NewSessions
}

type checkInput struct {
	Body WantedSchedule
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Create("/batches/{id}/schedule", "Add sessions to a batch: one, several, or by a rule", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *addInput) (rest.Answer[AddedSessions], error) {
			added, err := s.Add(ctx, who, in.ID, in.Body, in.DryRun)
			return rest.One("Schedule saved", added, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/check-conflicts", "List the sessions of a schedule, with what is in the way of each", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *checkInput) (rest.Answer[ScheduleCheck], error) {
			check, err := s.Check(ctx, who, in.Body)
			return rest.One("", check, err)
		})
}
