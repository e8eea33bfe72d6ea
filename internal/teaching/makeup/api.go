package makeup

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	ID     string `path:"id"`
	UserID string `query:"user_id" maxLength:"36" msg:"This learner wasn't expected in this session" doc:"For instructors: the learner. Absent: the caller."`
}

type chooseInput struct {
	ID   string `path:"id"`
	Body NewMakeUp
}

type removeInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/sessions/{id}/make-ups", "List the sessions in which a learner can make up one that they have missed", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.Answer[MakeUps], error) {
			m, err := s.MakeUps(ctx, who, in.ID, in.UserID)
			return rest.One("", m, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/sessions/{id}/make-ups", "Choose a session of another batch, in place of one that a learner has missed", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *chooseInput) (rest.Answer[MakeUpSession], error) {
			m, err := s.Choose(ctx, who, in.ID, in.Body)
			return rest.One("Make-up session chosen", m, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/sessions/{id}/guests/{userId}", "Take the place of a guest in a session that has not begun", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *removeInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Place cancelled", s.Remove(ctx, who, in.ID, in.UserID))
		})
}
