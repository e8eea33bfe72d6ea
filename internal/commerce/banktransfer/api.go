package banktransfer

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type orderInput struct {
	ID string `path:"id"`
}

type approveInput struct {
	ID   string `path:"id" doc:"Of the attempt to pay."`
	Body Approval
}

type rejectInput struct {
	ID   string `path:"id" doc:"Of the attempt to pay."`
	Body Rejection
}

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/orders/{id}/transfer", "Read the bank transfer of an order: account, reference and state", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *orderInput) (rest.Answer[Transfer], error) {
			t, err := s.OfOrder(ctx, who, in.ID)
			return rest.One("", t, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/transfers", "List the bank transfers that wait for a decision, the oldest first"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[Transfer], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Waiting(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/attempts/{id}/approve", "Approve a bank transfer that has arrived, which pays its order",
		fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *approveInput) (rest.Answer[Transfer], error) {
			t, err := s.Approve(ctx, who, in.ID, in.Body)
			return rest.One("Bank transfer approved", t, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/attempts/{id}/reject", "Reject a bank transfer, with a reason for the buyer",
		fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *rejectInput) (rest.Answer[Transfer], error) {
			t, err := s.Reject(ctx, who, in.ID, in.Body)
			return rest.One("Bank transfer declined", t, err)
		})
	s.registerProofs(api)
}

func (s *Service) registerProofs(api *rest.API) {
	rest.HandleRaw(api, rest.SignedIn, rest.Put("/payments/attempts/{id}/proof", "Upload a proof of payment for a bank transfer: a PDF, PNG or JPEG file, named by the query parameter name",
		fault.NotFound, fault.Conflict, fault.TooLarge, fault.UnsupportedType).
		Accepts(nil, attachment.OctetStream).Produces(rest.Answer[Transfer]{}).Parameters(attachment.UploadParameters{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			t, err := s.Submit(ctx, who, r.Path("id"), Upload{Name: r.Query("name"), Body: r.Body, Size: r.Size})
			answer, err := rest.One("Proof sent", t, err)
			return rest.JSON(200, answer), err
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/payments/transfer-proofs/{fileId}/{until}/{signature}", "Get the proof of a bank transfer, by its signed URL", fault.NotFound, fault.Unauthenticated).
		Parameters(attachment.SignedURL{}).Produces(nil, attachment.Types...).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			t, o, err := s.OpenProof(ctx, r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Headers{ContentType: t.ProofType, CacheControl: "no-store", ETag: `"` + t.ProofID + `"`, ModTime: t.UpdatedAt,
				Disposition: attachment.Disposition(t.ProofType, t.ProofName)}), nil
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "bank_transfers", Column: "decided_by", Excuse: personaldata.Record}}
}
