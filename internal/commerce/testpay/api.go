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

type eventInput struct {
	ID   string `path:"paymentId"`
	Body TestEvent
}

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/test/{paymentId}/simulation", "Read a payment at the test provider, with its refunds and its dispute", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[TestPaymentDetail], error) {
			d, err := s.Detail(ctx, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/test/{paymentId}/simulation", "Simulate what happens to a payment at the test provider", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *eventInput) (rest.Answer[TestPaymentDetail], error) {
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
