package coupon

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"couponId"`
}

type usesInput struct {
	ID string `path:"couponId"`
	rest.Page
}

type createInput struct{ Body NewCoupon }

type putInput struct {
	ID string `path:"couponId"`
	rest.IfMatch
	Body NewCoupon
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/payments/coupons", "List coupons"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[Coupon], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.List(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.Handle(api, admin, rest.Create("/payments/coupons", "Add a coupon"),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[Coupon], error) {
			c, err := s.Create(ctx, who, in.Body)
			return rest.One("Coupon added", c, err)
		})
	rest.Handle(api, admin, rest.Get("/payments/coupons/{couponId}", "Read a coupon", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[Coupon], error) {
			c, err := s.Get(ctx, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, admin, rest.Put("/payments/coupons/{couponId}", "Change a coupon; orders that were placed keep their price", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", Coupon{}),
		func(ctx context.Context, who access.Caller, in *putInput) (rest.Answer[Coupon], error) {
			c, err := s.Put(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Coupon saved", c, err)
		})
	rest.Handle(api, admin, rest.Delete("/payments/coupons/{couponId}", "Deactivate a coupon; its uses stay", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Coupon], error) {
			c, err := s.Deactivate(ctx, who, in.ID)
			return rest.One("Coupon deactivated", c, err)
		})
	rest.Handle(api, admin, rest.Get("/payments/coupons/{couponId}/uses", "List the orders for which a coupon was used", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *usesInput) (rest.List[CouponUse], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Uses(ctx, in.ID, limit, offset)
			return rest.Counted(in.Page, items, n, err)
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "coupon_uses", Column: "user_id", Export: []string{"order_id", "amount", "state", "created_at"}},
		{Table: "coupon_people", Column: "user_id", Excuse: personaldata.Derived},
	}
}
