package paymentstats

import (
	"cmp"
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/admin/stats", "Add up payments by month, day, course, provider or coupon, each currency by itself"),
		func(ctx context.Context, _ access.Caller, in *PaymentStatsFilter) (rest.Answer[PaymentStats], error) {
			stats, err := s.Stats(ctx, *in)
			return rest.One("", stats, err)
		})
	rest.HandleRaw(api, rest.Roles(access.Admin), rest.Get("/payments/admin/stats/export", "Export these figures as a CSV file, a row for each group and currency").Exports().
		Parameters(PaymentStatsFilter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f := PaymentStatsFilter{From: r.Query("from"), To: r.Query("to"), Currency: r.Query("currency"), By: cmp.Or(r.Query("by"), months)}
			write, err := s.Export(ctx, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="payments.csv"`}, write), err
		})
}
