package user

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type bulkInput struct{ Body BulkChange }

type newBulkJobInput struct{ Body NewBulkJob }

type bulkJobsInput struct{ rest.Page }

func (s *Service) registerBulk(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Post("/users/bulk", "Change many users at once, or report what would happen; use a bulk job for those of a filter").Idempotent(),
		func(ctx context.Context, who access.Caller, in *bulkInput) (rest.Answer[BulkResult], error) {
			r, err := s.Bulk(ctx, who, in.Body)
			return rest.One("", r, err)
		})
	rest.Handle(api, admin, rest.Create("/users/bulk-jobs", "Change all users that match a filter, in the background; the caller confirms their identity first where the same change of one user requires it", fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newBulkJobInput) (rest.Answer[BulkJob], error) {
			b, err := s.StartBulk(ctx, who, in.Body)
			return rest.One("The job is started", b, err)
		})
	rest.Handle(api, admin, rest.Get("/users/bulk-jobs", "List the bulk jobs of all administrators in the last 30 days, newest first"),
		func(ctx context.Context, _ access.Caller, in *bulkJobsInput) (rest.List[BulkJob], error) {
			limit, offset := in.LimitOffset()
			bs, total, err := s.BulkJobs(ctx, limit, offset)
			return rest.Many(in.Page, bs, total, err)
		})
	rest.Handle(api, admin, rest.Get("/users/bulk-jobs/{id}", "Get the progress of a bulk job and whom it refused", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[BulkJobDetail], error) {
			d, err := s.BulkJob(ctx, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, admin, rest.Post("/users/bulk-jobs/{id}/cancel", "Cancel a bulk job before its next user; changes made stay", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The job is cancelled", s.CancelBulk(ctx, who, in.ID))
		})
	rest.HandleRaw(api, admin, rest.Get("/users/bulk-jobs/{id}/refused", "Export the users whom a bulk job refused, and why, as a CSV file; the caller confirms their identity first", fault.NotFound).
		Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.ExportRefused(ctx, who, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="refused.csv"`}, write), err
		})
}
