package pricing

import (
	"context"

	"lectern/internal/learning/price"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type quoteInput struct {
	ID   string `path:"id"`
	Body price.PriceRequest
}

type sessionsInput struct{ Body price.SessionsRequest }

type currenciesInput struct {
	rest.IfMatch
	Body CurrencyList
}

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/courses/{id}/price-quote", "Quote the current price of a number of places in a course", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *quoteInput) (rest.Answer[price.PriceQuote], error) {
			q, err := s.Quote(ctx, who, in.ID, in.Body)
			return rest.One("", q, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/batches/individual/calculate-pricing", "Quote the current price of sessions for one learner", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *sessionsInput) (rest.Answer[price.SessionsQuote], error) {
			q, err := s.QuoteSessions(ctx, who, in.Body)
			return rest.One("", q, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/currencies", "List the currencies in which courses are offered"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[CurrencyOffer], error) {
			cs, err := s.Currencies(ctx)
			return rest.One("", cs, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Put("/currencies", "Choose the currencies in which courses are offered, the default first").WithDetails(fault.Precondition, "stale_version", StaleCurrencies{}),
		func(ctx context.Context, who access.Caller, in *currenciesInput) (rest.Answer[CurrencyOffer], error) {
			cs, err := s.SetCurrencies(ctx, who, in.Body, in.IfMatch)
			return rest.One("Currencies saved", cs, err)
		})
}
