package order

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type quoteInput struct{ Body Cart }

type placeInput struct{ Body NewOrder }

type oneInput struct {
	ID string `path:"id"`
}

type mineInput struct {
	Number int64 `query:"page" default:"1" minimum:"1" msg:"page must be 1 or more"`
	Limit  int64 `query:"limit" default:"8" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
	OrderFilter
}

func (in mineInput) page() rest.Page { return rest.Page{Number: in.Number, Limit: in.Limit} }

type quoteSeatsInput struct {
	ID   string `path:"id"`
	Body SeatCart
}

type placeForCompanyInput struct {
	ID   string `path:"id"`
	Body NewCompanyOrder
}

type ofCompanyInput struct {
	ID string `path:"id"`
	rest.Page
}

type allInput struct {
	rest.Page
	AdminFilter
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerDues(api)
	s.registerPlans(api)
	s.registerCompanies(api)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/payments/quote", "Quote what a cart costs now, with discounts and taxes", fault.NotFound, fault.Conflict, fault.TooMany),
		func(ctx context.Context, who access.Caller, in *quoteInput) (rest.Answer[Quote], error) {
			q, err := s.Quote(ctx, who, in.Body)
			return rest.One("", q, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/payments/orders", "Order a cart at the price that was quoted; one that costs nothing is paid at once", fault.NotFound, fault.Conflict, fault.TooMany).
		WithDetails(fault.Conflict, "price_changed", PriceChanged{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *placeInput) (rest.Answer[Order], error) {
			o, err := s.Place(ctx, who, in.Body)
			return rest.One("Ordered", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/orders/{id}", "Read an order", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Order], error) {
			o, err := s.Get(ctx, who, in.ID)
			return rest.One("", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/payments/orders/{id}", "Cancel an unpaid order", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Order], error) {
			o, err := s.Cancel(ctx, who, in.ID)
			return rest.One("Order cancelled", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/payments", "List the caller's orders and what they have paid"),
		func(ctx context.Context, who access.Caller, in *mineInput) (rest.List[Order], error) {
			limit, offset := in.page().LimitOffset()
			items, n, err := s.Mine(ctx, who, in.OrderFilter, limit, offset)
			return rest.Counted(in.page(), items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/admin", "List all orders"),
		func(ctx context.Context, who access.Caller, in *allInput) (rest.List[Order], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.All(ctx, who, in.AdminFilter, limit, offset)
			return rest.Counted(in.Page, items, n, err)
		})
	rest.HandleRaw(api, rest.Roles(access.Admin), rest.Get("/payments/admin/export", "Export orders as a CSV file, with the filters of the list").Exports().
		Parameters(AdminFilter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f := AdminFilter{OrderFilter: OrderFilter{r.Query("status")}, Search: r.Query("search"), From: r.Query("from"), To: r.Query("to")}
			write, err := s.Export(ctx, who, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="orders.csv"`}, write), err
		})
}

// registerCompanies mounts the orders of companies. Who may is decided by the role of the caller in the company; strangers get 404.
func (s *Service) registerCompanies(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/corporate/{id}/orders/quote", "Quote what seats cost a company now, for its managers and those who look after its bills", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *quoteSeatsInput) (rest.Answer[Quote], error) {
			q, err := s.QuoteSeats(ctx, who, in.ID, in.Body)
			return rest.One("", q, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/corporate/{id}/orders", "Order seats for a company by invoice, at the price that was quoted, for its managers and those who look after its bills", fault.NotFound, fault.Conflict, fault.Unavailable).
		WithDetails(fault.Conflict, "price_changed", PriceChanged{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *placeForCompanyInput) (rest.Answer[Order], error) {
			o, err := s.PlaceForCompany(ctx, who, in.ID, in.Body)
			return rest.One("Ordered", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}/orders", "List the orders of a company with their invoices and receipts, for its managers and those who look after its bills", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *ofCompanyInput) (rest.List[CompanyOrder], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.OfCompany(ctx, who, in.ID, limit, offset)
			return rest.Counted(in.Page, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/orders/{id}/approve", "Give a company the seats of an order by invoice before it is paid", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Order], error) {
			o, err := s.Approve(ctx, who, in.ID)
			return rest.One("Order approved", o, err)
		})
}

// Handlers include the periodic job that expires orders.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"due.remind":   {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.RemindDues(ctx) }},
		"order.remind": {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Remind(ctx) }},
		"order.expire": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Expire(ctx) }},
	}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "orders", Column: "buyer_id", Export: []string{"number", "status", "currency", "net", "tax", "total", "paid", "refunded", "billing", "coupon_code", "created_at", "paid_at"}},
		{Table: "payment_plans", Column: "user_id", Export: []string{"title", "currency", "status", "created_at"}},
		{Table: "order_lines", Column: "beneficiary_id", Export: []string{"title", "plan", "list", "early_bird", "coupon", "charged"}},
	}
}
