package receipt

import (
	"bytes"
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type mineInput struct {
	Number  int64  `query:"page" default:"1" minimum:"1" msg:"page must be 1 or more"`
	Limit   int64  `query:"limit" default:"10" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
	OrderID string `query:"order_id" maxLength:"36" msg:"This order doesn't exist" doc:"Only those of one order; administrators see those of all buyers."`
}

const pdfType = "application/pdf"

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/receipts", "List the caller's receipts, invoices and credit notes"),
		func(ctx context.Context, who access.Caller, in *mineInput) (rest.List[Receipt], error) {
			page := rest.Page{Number: in.Number, Limit: in.Limit}
			limit, offset := page.LimitOffset()
			items, total, err := s.Mine(ctx, who, in.OrderID, limit, offset)
			return rest.Many(page, items, total, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/receipts/series", "Check that no receipt, invoice or credit note is missing, and that none was changed"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]Series], error) {
			all, err := s.Verify(ctx)
			return rest.One("", all, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/receipts/files/{fileId}/{until}/{signature}", "Get a receipt, an invoice or a credit note as a PDF, by its signed URL", fault.NotFound, fault.Unauthenticated).
		Parameters(attachment.SignedURL{}).Produces(nil, pdfType).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			content, name, err := s.PDF(ctx, r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(bytes.NewReader(content), rest.Headers{ContentType: pdfType, CacheControl: "private, no-store", Disposition: attachment.Disposition(pdfType, name)}), nil
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "receipts", Column: "buyer_id", Export: []string{"label", "kind", "issued_at", "currency", "total", "snapshot"}}}
}
