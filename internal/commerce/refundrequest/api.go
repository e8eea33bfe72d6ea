package refundrequest

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type orderInput struct {
	ID string `path:"id"`
}

type askInput struct {
	ID   string `path:"id"`
	Body NewRefundRequest
}

type requestInput struct {
	ID string `path:"id"`
}

type approveInput struct {
	ID   string `path:"id"`
	Body RefundApproval
}

type refuseInput struct {
	ID   string `path:"id"`
	Body RefundRefusal
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/orders/{id}/refund-requests", "Get whether and until when a refund of an order can be asked for, and its requests", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *orderInput) (rest.Answer[OrderRefundRequests], error) {
			found, err := s.OfOrder(ctx, who, in.ID)
			return rest.One("", found, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/payments/orders/{id}/refund-requests", "Ask the school for a refund of an own order, or of an order of a company whose bills one looks after",
		fault.NotFound, fault.Forbidden, fault.Conflict, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *askInput) (rest.Answer[RefundRequest], error) {
			r, err := s.Ask(ctx, who, in.ID, in.Body)
			return rest.One("Refund requested", r, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/payments/refund-requests/{id}/withdraw", "Withdraw an open refund request", fault.NotFound, fault.Forbidden, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *requestInput) (rest.Answer[RefundRequest], error) {
			r, err := s.Withdraw(ctx, who, in.ID)
			return rest.One("Refund request withdrawn", r, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/refund-requests", "List the refund requests that wait for a decision, the oldest first"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[OpenRefundRequest], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Waiting(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/refund-requests/{id}/approve", "Approve a refund request, which refunds a part of its order or all of it",
		fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *approveInput) (rest.Answer[RefundRequest], error) {
			r, err := s.Approve(ctx, who, in.ID, in.Body)
			return rest.One("The refund is on its way", r, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/refund-requests/{id}/refuse", "Refuse a refund request, with a reason for the buyer", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *refuseInput) (rest.Answer[RefundRequest], error) {
			r, err := s.Refuse(ctx, who, in.ID, in.Body)
			return rest.One("Refund request refused", r, err)
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "refund_requests", Column: "asked_by", Export: []string{"order_id", "reason", "status", "answer", "decided_at", "created_at"}},
		{Table: "refund_requests", Column: "decided_by", Excuse: personaldata.Record},
	}
}
