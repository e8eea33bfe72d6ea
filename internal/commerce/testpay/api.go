package testpay

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"paymentId"`
}

type payInput struct {
	ID   string `path:"paymentId"`
	Body Card
}

type deedInput struct {
	ID   string `path:"paymentId"`
	Body TestDeed
}

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/test/{paymentId}/dealings", "Read what has become of a payment at the test provider", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[TestDealings], error) {
			d, err := s.Dealings(ctx, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/test/{paymentId}/dealings", "Let a payment, a refund or a dispute at the test provider take a turn", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *deedInput) (rest.Answer[TestDealings], error) {
			d, err := s.Do(ctx, in.ID, in.Body)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/payments/test/{paymentId}", "Read a page of the test provider, for whoever has its address", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[Checkout], error) {
			c, err := s.Get(ctx, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/payments/test/{paymentId}/pay", "Pay with a card at the test provider, which moves no money", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *payInput) (rest.Answer[Checkout], error) {
			c, err := s.Pay(ctx, in.ID, in.Body)
			return rest.One("", c, err)
		})
}
