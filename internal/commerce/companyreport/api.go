package companyreport

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type listInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
}

type spendInput struct {
	ID string `path:"id"`
}

const base = "/corporate/{id}/reports"

// Register mounts the operations, each with its gate. Who may is decided by the role of the caller in the company; strangers get 404.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get(base+"/progress", "List how far the people of a company have come in the courses of their seats, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[CompanyProgress], error) {
			items, n, next, err := s.Progress(ctx, who, in.ID, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(base+"/usage", "List how the seats of a company are used, pool by pool, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[CompanyUsage], error) {
			items, n, next, err := s.Usage(ctx, who, in.ID, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(base+"/certificates", "List the certificates that the people of a company have earned with its seats, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[CompanyCertificate], error) {
			items, n, next, err := s.Certificates(ctx, who, in.ID, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(base+"/spend", "Get what a company has ordered and paid, each currency by itself, for its managers and those who look after its bills", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *spendInput) (rest.Answer[[]CompanySpend], error) {
			all, err := s.Spend(ctx, who, in.ID)
			return rest.One("", all, err)
		})
	s.registerExports(api)
}

func (s *Service) registerExports(api *rest.API) {
	for _, report := range []struct {
		name, summary string
		export        func(ctx context.Context, who access.Caller, company string) (write, error)
	}{
		{"progress", "Export the progress of the people of a company as a CSV file, for its managers", s.ExportProgress},
		{"usage", "Export how the seats of a company are used as a CSV file, for its managers", s.ExportUsage},
		{"certificates", "Export the certificates of the people of a company as a CSV file, for its managers", s.ExportCertificates},
		{"spend", "Export the orders of a company with their documents as a CSV file, for its managers and those who look after its bills", s.ExportSpend},
	} {
		rest.HandleRaw(api, rest.SignedIn, rest.Get(base+"/"+report.name+"/export", report.summary, fault.NotFound).Exports().Produces(nil, "text/csv"),
			func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
				write, err := report.export(ctx, who, r.Path("id"))
				return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="company-` + report.name + `.csv"`}, write), err
			})
	}
}
