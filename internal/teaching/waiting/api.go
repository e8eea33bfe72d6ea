package waiting

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
}

type sortInput struct {
	ID   string `path:"id"`
	Body WaitingOrder
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	const ofBatch = "/batches/{id}/waiting"
	rest.Handle(api, rest.SignedIn, rest.Post(ofBatch, "Join the waiting list of a full batch", fault.NotFound, fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[WaitingDetails], error) {
			d, err := s.Wait(ctx, who, in.ID)
			return rest.One("You are on the waiting list", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(ofBatch, "List the waiting list of a batch", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[WaitingLearner], error) {
			limit, offset := in.LimitOffset()
			found, total, err := s.List(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, found, total, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(ofBatch, "Put the waiting list of a batch in order", fault.NotFound).WithDetails(fault.Conflict, "waiting_list_changed", CurrentWaitingOrder{}),
		func(ctx context.Context, who access.Caller, in *sortInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Waiting list sorted", s.Sort(ctx, who, in.ID, in.Body))
		})
	s.registerOffers(api)
}

func (s *Service) registerOffers(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/waiting/{id}", "Read a place on a waiting list", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[WaitingDetails], error) {
			d, err := s.Place(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/waiting/{id}/accept", "Accept the seat that is offered to the caller", fault.NotFound, fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[WaitingDetails], error) {
			d, err := s.Accept(ctx, who, in.ID)
			return rest.One("You have joined the batch", d, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/waiting/{id}/decline", "Decline the seat that is offered to the caller, or stop waiting", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[WaitingDetails], error) {
			d, err := s.Decline(ctx, who, in.ID)
			return rest.One("You no longer wait for a seat", d, err)
		})
}
