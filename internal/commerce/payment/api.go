package payment

import (
	"context"
	"io"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type orderInput struct {
	ID string `path:"id"`
}

type attemptInput struct {
	ID   string `path:"id"`
	Body NewAttempt
}

type refundInput struct {
	ID   string `path:"id"`
	Body NewRefund
}

type settleInput struct {
	ID   string `path:"heldId"`
	Body HeldSettlement
}

type returnInput struct {
	ID string `path:"heldId"`
}

const maxMessage = 1 << 20 // bytes of a message of a provider

func (s *Service) Register(api *rest.API) {
	s.registerFailedRefunds(api)
	rest.Handle(api, rest.Public, rest.Get("/payments/providers", "List the payment providers, or those that take an amount; none where courses are paid for by arrangement"),
		func(ctx context.Context, _ access.Caller, in *Payable) (rest.Answer[[]ProviderInfo], error) {
			all, err := s.Providers(ctx, *in)
			return rest.One("", all, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/payments/orders/{id}/attempts", "Start paying an order, or get where to continue",
		fault.NotFound, fault.Conflict, fault.Forbidden, fault.Unavailable).Idempotent(),
		func(ctx context.Context, who access.Caller, in *attemptInput) (rest.Answer[Attempt], error) {
			a, err := s.Start(ctx, who, in.ID, in.Body)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/payments/orders/{id}/attempts", "Cancel the running payment of an order", fault.NotFound, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *orderInput) (rest.Answer[Progress], error) {
			p, err := s.Cancel(ctx, who, in.ID)
			return rest.One("Payment cancelled", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/orders/{id}/progress", "Get the progress of the payment of an order", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *orderInput) (rest.Answer[Progress], error) {
			p, err := s.Progress(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/payments/orders/{id}/sync", "Ask the payment provider for the state of an order now", fault.NotFound, fault.TooMany, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *orderInput) (rest.Answer[Progress], error) {
			p, err := s.Sync(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Create("/payments/orders/{id}/refunds", "Refund a part of an order, or all of it",
		fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *refundInput) (rest.Answer[Progress], error) {
			p, err := s.Refund(ctx, who, in.ID, in.Body)
			return rest.One("The refund is on its way", p, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/held", "List payments that match no order and wait for a decision"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[HeldPayment], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Held(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/held/{heldId}/settle", "Let a held payment pay an order", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *settleInput) (rest.Answer[HeldPayment], error) {
			h, err := s.SettleHeld(ctx, who, in.ID, in.Body)
			return rest.One("Payment settled", h, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/held/{heldId}/return", "Send a held payment back", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *returnInput) (rest.Answer[HeldPayment], error) {
			h, err := s.ReturnHeld(ctx, who, in.ID)
			return rest.One("Payment returned", h, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/disputes", "List payments that buyers have disputed at their banks"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[Dispute], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Disputes(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Post("/payments/webhooks/{provider}", "Receive a webhook of a payment provider, whose signature is checked", fault.NotFound).
		MaxBody(maxMessage).Accepts(nil, "application/json").Produces(rest.Answer[rest.Nothing]{}),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			body, err := io.ReadAll(r.Body)
			if err == nil {
				err = s.Receive(ctx, r.Path("provider"), provider.Message{Header: r.Header, Body: body})
			}
			answer, err := rest.Done("Received", err)
			return rest.JSON(200, answer), err
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "refunds", Column: "asked_by", Excuse: personaldata.Record}, {Table: "refunds", Column: "resolved_by", Excuse: personaldata.Record}, {Table: "held_payments", Column: "decided_by", Excuse: personaldata.Record}}
}
