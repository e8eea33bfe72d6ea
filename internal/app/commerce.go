package app

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/banktransfer"
	"lectern/internal/commerce/company"
	"lectern/internal/commerce/companyreport"
	"lectern/internal/commerce/coupon"
	"lectern/internal/commerce/evidence"
	"lectern/internal/commerce/gift"
	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/commerce/paymentstats"
	"lectern/internal/commerce/provider"
	"lectern/internal/commerce/razorpay"
	"lectern/internal/commerce/receipt"
	"lectern/internal/commerce/refundrequest"
	"lectern/internal/commerce/seat"
	"lectern/internal/commerce/stripe"
	"lectern/internal/commerce/testpay"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/price"
	"lectern/internal/people/account"
	"lectern/internal/people/directory"
	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// commerce builds the features of orders, payments and receipts.
func (a *App) commerce(p Deps) []any {
	a.Coupons = coupon.New(coupon.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Limits: a.limits})
	a.Gifts = gift.New(gift.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Limits: a.limits, Courses: giftCourses{a}, Accounts: a.Accounts, Mail: a.mail,
		Preferences: profile.Preferences{Settings: a.Settings}, Key: sign.DeriveKey(p.Secret, "gifts"), Address: a.address})
	a.Orders = order.New(order.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Audit: a.Audit, Courses: soldCourses{a}, Coupons: orderCoupons{a.Coupons}, Gifts: orderGifts{a.Gifts}, Companies: orderCompanies{a},
		Invoices: orderInvoices{a}})
	a.Receipts = receipt.New(receipt.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Orders: receiptOrders{a.Orders}, Fonts: p.Fonts, Preferences: profile.Preferences{Settings: a.Settings},
		Files: attachment.Signer{Base: receipt.FilePath, Key: sign.DeriveKey(p.Secret, "receipts"), Clock: p.Clock}})
	a.TestPayments = testpay.New(testpay.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Receiver: paymentMessages{a}, Key: sign.DeriveKey(p.Secret, "test payments"),
		Enabled: p.Config.PaymentProviders.Test, Address: a.address})
	a.Transfers = banktransfer.New(banktransfer.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Audit: a.Audit, Blob: p.Blob, Queue: a.Queue, Payments: decidedPayments{a}, Sessions: a.Sessions,
		Files: attachment.Signer{Base: banktransfer.FilePath, Key: sign.DeriveKey(p.Secret, "payment proofs"), Clock: p.Clock}})
	a.Payments = payment.New(payment.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Limits: a.limits, Orders: paidOrders{a.Orders}, Receipts: a.Receipts,
		Sessions: a.Sessions, Providers: a.paymentProviders(p), Address: a.address})
	a.Companies = company.New(company.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Limits: a.limits, Accounts: companyAccounts{a.Accounts}, Seats: companySeats{a},
		Mail: a.mail, Preferences: profile.Preferences{Settings: a.Settings}, Key: sign.DeriveKey(p.Secret, "companies"), Address: a.address})
	a.Seats = seat.New(seat.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Companies: a.Companies, Courses: seatCourses{a}})
	a.RefundRequests = refundrequest.New(refundrequest.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Audit: a.Audit, Limits: a.limits, Orders: refundableOrders{a}, Payments: requestedRefunds{a.Payments},
		Sessions: a.Sessions})
	return []any{a.Coupons, a.Gifts, a.RefundRequests, a.Orders, a.Payments, a.Receipts, a.TestPayments, a.Transfers, a.Companies, a.Seats,
		companyreport.New(companyreport.Deps{DB: p.DB, Clock: p.Clock, Companies: a.Companies, Certificates: a.Certificates}),
		evidence.New(evidence.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Fonts: p.Fonts}), paymentstats.New(paymentstats.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings})}
}

// paymentProviders are those that are configured, in the order in which buyers are offered them.
func (a *App) paymentProviders(p Deps) (ps []provider.Provider) {
	c := p.Config.PaymentProviders
	if c.Stripe.SecretKey != "" {
		ps = append(ps, stripe.New(c.Stripe, p.Clock))
	}
	if c.Razorpay.KeyID != "" {
		ps = append(ps, razorpay.New(c.Razorpay, p.Clock))
	}
	if c.Test {
		ps = append(ps, a.TestPayments.Provider())
	}
	return append(ps, a.Transfers.Provider()) // last, because a transfer takes days
}

// soldCourses gives orders the prices of courses, and enrols buyers.
type soldCourses struct{ app *App }

func (c soldCourses) Offer(ctx context.Context, q bun.IDB, who access.Caller, n order.NewLine, currency string) (order.Offer, error) {
	offer, err := c.OfferGift(ctx, q, who, n, currency)
	if err != nil {
		return order.Offer{}, err
	}
	return offer, c.app.Enrollments.MayBuy(ctx, q, who.ID, n.CourseID)
}

func (c soldCourses) OfferGift(ctx context.Context, q bun.IDB, who access.Caller, n order.NewLine, currency string) (order.Offer, error) {
	title, quote, err := c.app.Pricing.Offer(ctx, q, who, n.CourseID, price.PriceRequest{Currency: currency, Plan: n.Plan, Places: 1})
	return order.Offer{Title: title, List: quote.Subtotal, EarlyBird: quote.Subtotal - quote.Total, Instalments: quote.Instalments}, err
}

func (c soldCourses) OfferSeats(ctx context.Context, q bun.IDB, who access.Caller, n order.NewSeatLine, currency string) (order.Offer, error) {
	title, quote, err := c.app.Pricing.Offer(ctx, q, who, n.CourseID, price.PriceRequest{Currency: currency, Plan: "batch", Places: n.Quantity})
	return order.Offer{Title: title, List: quote.Subtotal, EarlyBird: quote.Subtotal - quote.Total}, err
}

func (c soldCourses) Grant(ctx context.Context, tx bun.IDB, userID, courseID, lineID string) error {
	return c.app.Enrollments.Give(ctx, tx, enrollment.CourseGrant{UserID: userID, CourseID: courseID, Source: "order_line", SourceID: lineID})
}

func (c soldCourses) Revoke(ctx context.Context, tx bun.IDB, lineID string) error {
	return c.app.Enrollments.Revoke(ctx, tx, "order_line", lineID)
}

func (c soldCourses) GrantPlan(ctx context.Context, tx bun.IDB, userID, courseID, planID string) error {
	return c.app.Enrollments.Give(ctx, tx, enrollment.CourseGrant{UserID: userID, CourseID: courseID, Source: "plan", SourceID: planID})
}

func (c soldCourses) RevokePlan(ctx context.Context, tx bun.IDB, planID string) error {
	return c.app.Enrollments.Revoke(ctx, tx, "plan", planID)
}

// orderCoupons gives orders the discounts of coupon codes.
type orderCoupons struct{ *coupon.Service }

func (c orderCoupons) Discount(ctx context.Context, q bun.IDB, who access.Caller, code, currency string, lines []order.Line) ([]int64, string, error) {
	all := make([]coupon.Line, len(lines))
	for i, l := range lines {
		all[i] = coupon.Line{CourseID: *l.CourseID, Left: l.Charged, EarlyBird: l.EarlyBird > 0}
	}
	return c.Service.Discount(ctx, q, who, code, currency, all)
}

// orderGifts gives orders those for whom they are.
type orderGifts struct{ *gift.Service }

func (g orderGifts) Add(ctx context.Context, tx bun.IDB, who access.Caller, orderID, lineID string, n order.NewGift) error {
	return g.Service.Add(ctx, tx, who, orderID, lineID, gift.Recipient{Email: n.Email, Name: n.RecipientName, SenderName: n.SenderName, Message: n.Message, SendAt: n.SendAt})
}

// giftCourses lets people in who have been given a course.
type giftCourses struct{ app *App }

func (c giftCourses) MayTake(ctx context.Context, q bun.IDB, userID, courseID string) error {
	return c.app.Enrollments.MayBuy(ctx, q, userID, courseID)
}

func (c giftCourses) Grant(ctx context.Context, tx bun.IDB, userID, courseID, giftID string) error {
	return c.app.Enrollments.Give(ctx, tx, enrollment.CourseGrant{UserID: userID, CourseID: courseID, Source: "gift", SourceID: giftID})
}

func (c giftCourses) Revoke(ctx context.Context, tx bun.IDB, giftID string) error {
	return c.app.Enrollments.Revoke(ctx, tx, "gift", giftID)
}

// paidOrders gives payments the totals of orders.
type paidOrders struct{ *order.Service }

func (o paidOrders) Order(ctx context.Context, q bun.IDB, who access.Caller, id string) (payment.Order, error) {
	found, err := o.Service.Read(ctx, q, who, id)
	return payableOrder(found), err
}

func (o paidOrders) OrderOf(ctx context.Context, q bun.IDB, id string) (payment.Order, error) {
	found, err := o.Service.Find(ctx, q, id)
	return payableOrder(found), err
}

func (o paidOrders) Lock(ctx context.Context, tx bun.IDB, who access.Caller, id string) (payment.Order, error) {
	found, err := o.Service.Lock(ctx, tx, who, id)
	return payableOrder(found), err
}

func payableOrder(o order.Order) payment.Order {
	found := payment.Order{ID: o.ID, Number: o.Number, BuyerID: o.BuyerID, Status: o.Status, Currency: o.Currency, Total: o.Total, Paid: o.Paid, ExpiresAt: o.ExpiresAt}
	if len(o.Lines) > 0 {
		found.Title = o.Lines[0].Title
	}
	return found
}

// refundableOrders gives refund requests what was bought, and by whom.
type refundableOrders struct{ app *App }

func (o refundableOrders) Order(ctx context.Context, q bun.IDB, who access.Caller, id string) (refundrequest.Order, error) {
	found, err := o.app.Orders.Read(ctx, q, who, id)
	return refundableOrder(found), err
}

func (o refundableOrders) Lock(ctx context.Context, tx bun.IDB, who access.Caller, id string) (refundrequest.Order, error) {
	found, err := o.app.Orders.Lock(ctx, tx, who, id)
	return refundableOrder(found), err
}

func (o refundableOrders) LockRefundable(ctx context.Context, tx bun.IDB, id string) (int64, error) {
	return o.app.Orders.LockRefundable(ctx, tx, id)
}

func (o refundableOrders) LooksAfterBills(ctx context.Context, q bun.IDB, user, company string) (bool, error) {
	err := o.app.Companies.Read(ctx, q, access.Caller{ID: user}, company, true) // without the rights of administrators
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Forbidden) {
		return false, nil
	}
	return err == nil, err
}

func (o refundableOrders) HasRedeemedGift(ctx context.Context, q bun.IDB, id string) (bool, error) {
	return o.app.Gifts.HasTaken(ctx, q, id)
}

func refundableOrder(o order.Order) refundrequest.Order {
	return refundrequest.Order{ID: o.ID, Number: o.Number, BuyerID: o.BuyerID, Currency: o.Currency, CompanyID: o.CompanyID, Paid: o.Paid, Refundable: o.Refundable(), PaidAt: o.PaidAt}
}

// requestedRefunds makes the refunds that administrators approve.
type requestedRefunds struct{ *payment.Service }

func (r requestedRefunds) Refund(ctx context.Context, tx bun.IDB, who access.Caller, orderID string, a refundrequest.RefundApproval) (string, error) {
	return r.BeginRefund(ctx, tx, who, orderID, payment.NewRefund{Amount: a.Amount, Reason: a.Reason, EndsAccess: a.EndsAccess})
}

// receiptOrders gives receipts what was sold.
type receiptOrders struct{ *order.Service }

func (o receiptOrders) ForReceipt(ctx context.Context, q bun.IDB, id string) (receipt.Order, error) {
	found, err := o.Service.Find(ctx, q, id)
	b := found.Billing
	sold := receipt.Order{ID: found.ID, Number: found.Number, BuyerID: found.BuyerID, Currency: found.Currency, PricesIncludeTax: found.PricesIncludeTax,
		Lines: []receipt.Line{}, Taxes: []receipt.Tax{}, Net: found.Net, Tax: found.Tax, Rounding: found.Rounding, Total: found.Total, Coupon: found.CouponCode,
		Buyer: receipt.Buyer{Name: b.Name, Company: b.Company, Address: b.Address, Country: b.Country, Region: b.Region, TaxID: b.TaxID}}
	sold.PONumber, sold.DueAt, sold.Reference = found.PONumber, found.DueAt, banktransfer.Reference(found.Number)
	for _, l := range found.Lines {
		var seats int64
		if l.Kind != "course" {
			seats = l.Quantity
		}
		sold.Lines = append(sold.Lines, receipt.Line{Title: l.Title, Count: seats, Plan: l.Plan, List: l.List, Charged: l.Charged})
	}
	for _, t := range found.Taxes {
		sold.Taxes = append(sold.Taxes, receipt.Tax{Name: t.Name, RatePPM: t.RatePPM, Base: t.Base, Amount: t.Amount})
	}
	return sold, err
}

// decidedPayments records what administrators have decided about bank transfers.
type decidedPayments struct{ app *App }

func (d decidedPayments) Refresh(ctx context.Context, attemptID string) error {
	return d.app.Payments.Refresh(ctx, attemptID)
}

// paymentMessages delivers what the test provider sends.
type paymentMessages struct{ app *App }

func (m paymentMessages) Receive(ctx context.Context, name string, message provider.Message) error {
	return m.app.Payments.Receive(ctx, name, message)
}

// companyAccounts gives companies the accounts of their people, and makes their managers corporate clients.
type companyAccounts struct{ *account.Service }

func (companyAccounts) AddRole(ctx context.Context, tx bun.IDB, userID string, role access.Role) error {
	return directory.AddRole(ctx, tx, userID, role)
}

// companySeats gives people who have joined a company what it has for them.
type companySeats struct{ app *App }

func (c companySeats) Take(ctx context.Context, tx bun.IDB, company, userID, emailKey string) error {
	return c.app.Seats.Take(ctx, tx, company, userID, emailKey)
}

func (c companySeats) Leave(ctx context.Context, tx bun.IDB, company, userID string) error {
	return c.app.Seats.Leave(ctx, tx, company, userID)
}

// seatCourses lets people in who have a seat.
type seatCourses struct{ app *App }

func (c seatCourses) Grant(ctx context.Context, tx bun.IDB, userID, courseID, seatID string) error {
	return c.app.Enrollments.Give(ctx, tx, enrollment.CourseGrant{UserID: userID, CourseID: courseID, Source: "seat", SourceID: seatID})
}

func (c seatCourses) Revoke(ctx context.Context, tx bun.IDB, seatID string) error {
	return c.app.Enrollments.Revoke(ctx, tx, "seat", seatID)
}

// orderCompanies gives companies the seats that they have ordered.
type orderCompanies struct{ app *App }

func (c orderCompanies) BilledTo(ctx context.Context, q bun.IDB, who access.Caller, id string) (order.Billing, error) {
	found, err := c.app.Companies.BilledTo(ctx, q, who, id)
	return order.Billing{Name: found.Name, Address: found.Address, Country: found.Country, TaxID: found.TaxID}, err
}

func (c orderCompanies) ReadBills(ctx context.Context, q bun.IDB, who access.Caller, id string) error {
	return c.app.Companies.Read(ctx, q, who, id, true)
}

func (c orderCompanies) Provide(ctx context.Context, tx bun.IDB, company string, l order.Line, note string) error {
	return c.app.Seats.Provide(ctx, tx, company, *l.CourseID, l.ID, l.Quantity, note)
}

func (c orderCompanies) EndSeats(ctx context.Context, tx bun.IDB, lineID string) error {
	return c.app.Seats.EndBought(ctx, tx, lineID)
}

// orderInvoices issues the documents of orders by invoice, and lets these wait for a transfer.
type orderInvoices struct{ app *App }

func (i orderInvoices) Issue(ctx context.Context, tx bun.IDB, orderID string) error {
	return i.app.Receipts.IssueInvoice(ctx, tx, orderID)
}

func (i orderInvoices) Credit(ctx context.Context, tx bun.IDB, orderID string, total int64) error {
	return i.app.Receipts.IssueCreditNote(ctx, tx, orderID, orderID, total, "", false)
}

func (i orderInvoices) Await(ctx context.Context, who access.Caller, orderID string) error {
	_, err := i.app.Payments.Start(ctx, who, orderID, payment.NewAttempt{Provider: banktransfer.Name})
	return err
}

func (i orderInvoices) Documents(ctx context.Context, q bun.IDB, orderIDs []string) (map[string][]order.OrderDocument, error) {
	found, err := i.app.Receipts.OfOrders(ctx, q, orderIDs)
	by := map[string][]order.OrderDocument{}
	for id, all := range found {
		for _, r := range all {
			by[id] = append(by[id], order.OrderDocument{Label: r.Label, Kind: r.Kind, FileURL: r.FileURL})
		}
	}
	return by, err
}
