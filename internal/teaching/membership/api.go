package membership

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"id"`
}

type listInput struct {
	ID string `path:"id"`
	rest.Page
	MemberFilter
}

type enrollInput struct {
	DryRun bool `query:"dry_run" msg:"dry_run must be true or false" doc:"true: say what would happen, and change nothing."`
	Body   NewMembers
}

type removeInput struct {
	ID        string `path:"id"`
	StudentID string `path:"studentId"`
	Withdraw  bool   `query:"withdraw" msg:"withdraw must be true or false" doc:"true: end the enrollment in the course too; for instructors."`
}

type changeInput struct {
	ID        string `path:"id"`
	StudentID string `path:"studentId"`
	Body      MemberChange
}

type transferInput struct {
	ID        string `path:"id"`
	StudentID string `path:"studentId"`
	DryRun    bool   `query:"dry_run" msg:"dry_run must be true or false" doc:"true: say what would happen, and change nothing."`
	Body      NewTransfer
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerTeaching(api)
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/{id}/roster", "List the names of the members of a batch, for them if the batch shows them", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[[]Classmate], error) {
			names, err := s.Roster(ctx, who, in.ID)
			return rest.One("", names, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/batches/{id}/students/{studentId}", "Remove a member from a batch, or leave a group", fault.NotFound, fault.Forbidden, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *removeInput) (rest.Answer[Membership], error) {
			m, err := s.Remove(ctx, who, in.ID, in.StudentID, in.Withdraw)
			return rest.One("Removed from the batch", m, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/batches/{id}/join", "Join a group of a course in which the caller is enrolled", fault.NotFound, fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Membership], error) {
			m, err := s.Join(ctx, who, in.ID)
			return rest.One("You have joined the batch", m, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/batches/{id}/leave", "Leave a group", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Membership], error) {
			m, err := s.Remove(ctx, who, in.ID, who.ID, false)
			return rest.One("You have left the batch", m, err)
		})
}

func (s *Service) registerTeaching(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/batches/{id}/students", "List the members of a batch", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[BatchLearner], error) {
			limit, offset := in.LimitOffset()
			ms, total, err := s.Members(ctx, who, in.ID, in.MemberFilter, limit, offset)
			return rest.Many(in.Page, ms, total, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/enroll-students", "Enrol learners in a batch and its course or, with dry_run=true, report what would happen", fault.NotFound).
		WithDetails(fault.Conflict, "enrollment_failed", EnrolledMembers{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *enrollInput) (rest.Answer[EnrolledMembers], error) {
			e, err := s.Enroll(ctx, who, in.Body, in.DryRun)
			return rest.One("", e, err)
		})
	rest.Handle(api, rest.Teachers, rest.Patch("/batches/{id}/students/{studentId}/status", "Change the status of a member of a batch", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[BatchLearner], error) {
			m, err := s.SetStatus(ctx, who, in.ID, in.StudentID, in.Body)
			return rest.One("Status changed", m, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/{id}/students/{studentId}/transfer", "Transfer a member to another batch of the course, or report what would happen", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *transferInput) (rest.Answer[TransferredMember], error) {
			t, err := s.Transfer(ctx, who, in.ID, in.StudentID, in.Body, in.DryRun)
			return rest.One("Transferred", t, err)
		})
}
