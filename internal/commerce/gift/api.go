package gift

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type tokenInput struct {
	Token string `path:"token"`
}

type resendInput struct {
	ID   string `path:"giftId"`
	Body GiftAddress
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/gifts", "List the gifts that the caller has bought"),
		func(ctx context.Context, who access.Caller, in *rest.Page) (rest.List[Gift], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Mine(ctx, who, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/payments/gifts/{token}", "Read the gift of a link", fault.Gone),
		func(ctx context.Context, who access.Caller, in *tokenInput) (rest.Answer[GiftPreview], error) {
			p, err := s.Preview(ctx, who, in.Token)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/payments/gifts/{token}/redeem", "Redeem the gift of a link", fault.Gone, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *tokenInput) (rest.Answer[RedeemedGift], error) {
			r, err := s.Redeem(ctx, who, in.Token)
			return rest.One("Gift redeemed", r, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/payments/gifts/{token}/return", "Return the gift of a link, which its buyer can then give to another person", fault.Gone).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Gift returned", s.Return(ctx, in.Token))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/payments/gifts/{giftId}/resend", "Send a gift that nobody has accepted to another address", fault.NotFound, fault.Conflict, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *resendInput) (rest.Answer[Gift], error) {
			g, err := s.Resend(ctx, who, in.ID, in.Body)
			return rest.One("Gift sent", g, err)
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "gifts", Column: "buyer_id", Export: []string{"order_id", "email", "recipient_name", "sender_name", "message", "send_at", "sent_at", "created_at"}},
		{Table: "gifts", Column: "redeemed_by", Export: []string{"sender_name", "message", "redeemed_at", "opened_at"}},
	}
}
