package order

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

// Offer is what a place in a course costs at this moment.
type Offer struct {
	Title           string
	List, EarlyBird int64
	Instalments     int64 // in how many it can be paid; 0: only at once
}

// Courses is what this package needs of courses.
type Courses interface {
	// Offer returns what a place costs. It returns fault.NotFound for a course that the caller cannot see, fault.Conflict for one that
	// is not sold, not in the currency, or in which they are already.
	Offer(ctx context.Context, q bun.IDB, who access.Caller, n NewLine, currency string) (Offer, error)
	// OfferSeats is Offer for many places in a group, for learners who are chosen later. All amounts are totals.
	OfferSeats(ctx context.Context, q bun.IDB, who access.Caller, n NewSeatLine, currency string) (Offer, error)
	// OfferGift is Offer for another person: what the caller has already doesn't matter.
	OfferGift(ctx context.Context, q bun.IDB, who access.Caller, n NewLine, currency string) (Offer, error)
	// Grant lets a user into a course for a line that was paid for.
	Grant(ctx context.Context, tx bun.IDB, userID, courseID, lineID string) error
	// Revoke takes that back.
	Revoke(ctx context.Context, tx bun.IDB, lineID string) error
	// GrantPlan lets a user into a course that they pay in instalments.
	GrantPlan(ctx context.Context, tx bun.IDB, userID, courseID, planID string) error
	// RevokePlan takes that back.
	RevokePlan(ctx context.Context, tx bun.IDB, planID string) error
}

// Coupons is what this package needs of coupons.
type Coupons interface {
	// Check limits the guessing of codes: fault.TooMany.
	Check(ctx context.Context, code string) error
	// Discount returns what a code takes off each line, or why it takes nothing off.
	Discount(ctx context.Context, q bun.IDB, who access.Caller, code, currency string, lines []Line) (shares []int64, whyNot string, err error)
	// Hold takes a use for an order that is being placed, false if there is none left.
	Hold(ctx context.Context, tx bun.IDB, who access.Caller, code, orderID string, amount int64) (bool, error)
	// Redeem records that an order was paid.
	Redeem(ctx context.Context, tx bun.IDB, orderID string) error
	// Release gives back what is held for orders that are not paid any more.
	Release(ctx context.Context, tx bun.IDB, orderIDs []string) error
}

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Settings  *settings.Store
	Audit     *audit.Log
	Courses   Courses
	Coupons   Coupons
	Gifts     Gifts
	Companies Companies
	Invoices  Invoices
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Quote returns what a cart costs the caller now. For everybody. fault.NotFound, fault.Conflict, fault.Invalid, fault.TooMany for guesses of coupons.
func (s *Service) Quote(ctx context.Context, who access.Caller, c Cart) (Quote, error) {
	if err := s.checkCoupon(ctx, c.Coupon); err != nil {
		return Quote{}, err
	}
	return s.quote(ctx, s.deps.DB.Reader(), who, c)
}

func (s *Service) quote(ctx context.Context, q bun.IDB, who access.Caller, c Cart) (Quote, error) {
	now, currency := s.deps.Clock.Now(), strings.ToUpper(c.Currency)
	lines, offers := make([]Line, len(c.Lines)), make([]Offer, len(c.Lines))
	for i, n := range c.Lines {
		if slices.ContainsFunc(c.Lines[:i], func(before NewLine) bool { return before.CourseID == n.CourseID }) {
			return Quote{}, fault.InvalidField("lines", "duplicate", "A course can be bought only once")
		}
		offer, err := s.offer(ctx, q, who, c, n)
		if err != nil {
			return Quote{}, err
		}
		offers[i], lines[i] = offer, Line{Position: int64(i + 1), Kind: courseLine, Quantity: 1, CourseID: &n.CourseID, Title: offer.Title, Plan: n.Plan, List: offer.List, EarlyBird: offer.EarlyBird,
			Charged: offer.List - offer.EarlyBird, Gift: c.IsGift}
	}
	coupon, err := s.applyCoupon(ctx, q, who, strings.TrimSpace(c.Coupon), currency, lines)
	if err != nil {
		return Quote{}, err
	}
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return Quote{}, err
	}
	sales, err := current.SalesAt(now)
	if err != nil {
		return Quote{}, err
	}
	buyer := place{strings.ToUpper(c.Country), c.Region, strings.ToUpper(c.TaxID)}
	found := compute(lines, currency, sales, buyer, now)
	found.Coupon = coupon
	if found.Instalments, err = instalmentsOf(c, offers, lines[0].Charged); err != nil {
		return Quote{}, err
	}
	if c.PaymentPlan == inInstalments && found.Instalments > 0 {
		found = found.inParts(sales, buyer, now)
		found.title = lines[0].Title
	}
	found.Digest = found.digest()
	return found, nil
}

// offer returns what a place costs the caller, or another person of a gift. fault.NotFound, fault.Conflict.
func (s *Service) offer(ctx context.Context, q bun.IDB, who access.Caller, c Cart, n NewLine) (Offer, error) {
	if c.IsGift {
		return s.deps.Courses.OfferGift(ctx, q, who, n, strings.ToUpper(c.Currency))
	}
	if err := s.refuseOpenPlan(ctx, q, who, n.CourseID); err != nil {
		return Offer{}, err
	}
	return s.deps.Courses.Offer(ctx, q, who, n, strings.ToUpper(c.Currency))
}

func (s *Service) checkCoupon(ctx context.Context, code string) error {
	if strings.TrimSpace(code) == "" {
		return nil
	}
	return s.deps.Coupons.Check(ctx, code)
}

// applyCoupon takes a coupon off the lines, and says what has become of its code; nil without one.
func (s *Service) applyCoupon(ctx context.Context, q bun.IDB, who access.Caller, code, currency string, lines []Line) (*CouponResult, error) {
	if code == "" {
		return nil, nil
	}
	shares, whyNot, err := s.deps.Coupons.Discount(ctx, q, who, code, currency, lines)
	if err != nil {
		return nil, err
	}
	result := &CouponResult{Code: code, Applied: whyNot == "", WhyNot: whyNot}
	for i, share := range shares {
		lines[i].Coupon, lines[i].Charged = share, lines[i].Charged-share
		result.Amount += share
	}
	return result, nil
}

var errPriceChanged = fault.New(fault.Conflict, "price_changed", "The price has changed. Check it, then order again.")

// Place orders a cart at the price that its buyer has seen; one that costs nothing is paid at once. For signed-in callers. It returns
// fault.Conflict, with the price as it is now, if that has changed, and what Quote returns.
func (s *Service) Place(ctx context.Context, who access.Caller, n NewOrder) (o Order, err error) {
	if err := s.checkCoupon(ctx, n.Coupon); err != nil {
		return o, err
	}
	if n.Gift != nil {
		if err := s.deps.Gifts.Check(ctx, who); err != nil {
			return o, err
		}
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		var isPlaced bool
		if o, isPlaced, err = s.placed(ctx, tx, who, n.CartKey); err != nil || isPlaced {
			return err
		}
		q, err := s.quote(ctx, tx, who, n.cart())
		if err != nil {
			return err
		}
		if q.Digest != n.Digest {
			return errPriceChanged.WithDetails(PriceChanged{q})
		}
		o = s.order(who, n, q)
		if err := s.insertWhole(ctx, tx, who, n, o, q); err != nil {
			return err
		}
		if o.Total == 0 {
			if _, err := s.MarkPaid(ctx, tx, o.ID); err != nil {
				return err
			}
		}
		o, err = s.read(ctx, tx, who, o.ID)
		return err
	})
	return o, err
}

// insertWhole stores an order with its payment plan and its gift, and takes a use of its coupon.
func (s *Service) insertWhole(ctx context.Context, tx bun.IDB, who access.Caller, n NewOrder, o Order, q Quote) error {
	if len(q.Dues) > 0 {
		if err := s.openPlan(ctx, tx, who, o, q); err != nil {
			return err
		}
	}
	if err := s.insertWithGift(ctx, tx, who, n, o); err != nil {
		return err
	}
	return s.holdCoupon(ctx, tx, who, n, o, q)
}

// placed returns the order that a caller has placed with a cart already, and whether there is one.
func (s *Service) placed(ctx context.Context, tx bun.IDB, who access.Caller, cartKey string) (Order, bool, error) {
	o, err := byCart(ctx, tx, who.ID, cartKey)
	if fault.Is(err, fault.NotFound) {
		return Order{}, false, nil
	}
	if err == nil {
		err = s.complete(ctx, tx, who, &o)
	}
	return o, err == nil, err
}

// holdCoupon takes a use of the order's coupon. If others have taken the last one since the quote, it returns fault.Conflict with the price as it is without it.
func (s *Service) holdCoupon(ctx context.Context, tx bun.IDB, who access.Caller, n NewOrder, o Order, q Quote) error {
	if o.CouponCode == "" {
		return nil
	}
	taken, err := s.deps.Coupons.Hold(ctx, tx, who, o.CouponCode, o.ID, q.Coupon.Amount)
	if err != nil || taken {
		return err
	}
	current, err := s.quote(ctx, tx, who, n.cart())
	if err != nil {
		return err
	}
	return errPriceChanged.WithDetails(PriceChanged{current})
}

// order is the row of a new order.
func (s *Service) order(who access.Caller, n NewOrder, q Quote) Order {
	o := s.pending(who.ID, n.CartKey, n.Billing, q)
	if q.Coupon != nil && q.Coupon.Applied {
		o.CouponCode = q.Coupon.Code
	}
	return o
}

// pending is an order that waits to be paid.
func (s *Service) pending(buyer, cartKey string, billing Billing, q Quote) Order {
	now, id := s.deps.Clock.Now(), db.NewID()
	lines := slices.Clone(q.Lines)
	for i := range lines {
		lines[i].ID, lines[i].OrderID, lines[i].BeneficiaryID = db.NewID(), id, buyer
	}
	taxes := slices.Clone(q.Taxes)
	for i := range taxes {
		taxes[i].OrderID, taxes[i].Position = id, int64(i+1)
	}
	return Order{ID: id, Number: newNumber(), BuyerID: buyer, CartKey: cartKey, Status: Pending, Currency: q.Currency, PricesIncludeTax: q.PricesIncludeTax,
		Lines: lines, Taxes: taxes, Net: q.Net, Tax: q.Tax, Rounding: q.Rounding, Total: q.Total, BillingRow: db.JSON[Billing]{V: billing.normalise()},
		ExpiresAt: q.ExpiresAt, CreatedAt: now, UpdatedAt: now}
}

func (b Billing) normalise() Billing {
	return Billing{strings.TrimSpace(b.Name), strings.TrimSpace(b.Company), strings.TrimSpace(b.Address), strings.ToUpper(b.Country), strings.TrimSpace(b.Region), strings.ToUpper(strings.TrimSpace(b.TaxID))}
}

// newNumber is LEC- and eight letters of Crockford's alphabet, in which nothing is mistaken for something else.
func newNumber() string {
	const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	random := make([]byte, 8)
	rand.Read(random) // never fails: crypto/rand ends the process instead
	for i, b := range random {
		random[i] = letters[b%32]
	}
	return "LEC-" + string(random)
}

// Get returns an order. For its buyer, those who look after the bills of its company, and administrators; others get fault.NotFound.
func (s *Service) Get(ctx context.Context, who access.Caller, id string) (Order, error) {
	return s.read(ctx, s.deps.DB.Reader(), who, id)
}

// Mine lists the caller's orders, newest first, and their number. For signed-in callers.
func (s *Service) Mine(ctx context.Context, who access.Caller, f OrderFilter, limit, offset int64) ([]Order, rest.Count, error) {
	return s.list(ctx, who, AdminFilter{OrderFilter: f}, who.ID, limit, offset)
}

// All lists all orders, newest first, and their number. For administrators. fault.Invalid for an invalid period.
func (s *Service) All(ctx context.Context, who access.Caller, f AdminFilter, limit, offset int64) ([]Order, rest.Count, error) {
	if err := f.parse(); err != nil {
		return nil, rest.Count{}, err
	}
	return s.list(ctx, who, f, "", limit, offset)
}

func (s *Service) list(ctx context.Context, who access.Caller, f AdminFilter, buyer string, limit, offset int64) ([]Order, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := count(ctx, q, f, buyer)
	if err != nil {
		return nil, n, err
	}
	found, err := list(ctx, q, f, buyer, limit, offset)
	if err != nil {
		return nil, n, err
	}
	return found, n, s.completeAll(ctx, q, who, found)
}

// Cancel gives up an unpaid order; doing so again changes nothing. For its buyer. It returns fault.NotFound, or fault.Conflict for an order
// that has been paid for, or for which a payment is under way.
func (s *Service) Cancel(ctx context.Context, who access.Caller, id string) (o Order, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if o, err = s.Lock(ctx, tx, who, id); err != nil {
			return err
		}
		if o.Status == Cancelled || o.Status == Expired {
			return s.complete(ctx, tx, who, &o)
		}
		if o.Status != Pending {
			return fault.New(fault.Conflict, "order_paid", "This order has been paid for. Ask for a refund instead.")
		}
		if o.ApprovedAt != nil && !who.HasRole(access.Admin) {
			return fault.New(fault.Conflict, "order_approved", "The seats of this order have been given already. Ask the school to cancel it.")
		}
		live, err := hasLiveAttempt(ctx, tx, id)
		if err != nil {
			return err
		}
		if live {
			return fault.New(fault.Conflict, "payment_under_way", "A payment for this order is under way. Finish or cancel it first.")
		}
		if err := setStatus(ctx, tx, id, []string{Pending}, Cancelled, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := s.deps.Coupons.Release(ctx, tx, []string{id}); err != nil {
			return err
		}
		if err := s.takeBackInvoice(ctx, tx, o); err != nil {
			return err
		}
		o, err = s.read(ctx, tx, who, id)
		return err
	})
	return o, err
}

// Lock returns an order whose row no other transaction changes until this one ends. For its buyer and administrators. fault.NotFound.
func (s *Service) Lock(ctx context.Context, tx bun.IDB, who access.Caller, id string) (Order, error) {
	if err := touch(ctx, tx, id, s.deps.Clock.Now()); err != nil {
		return Order{}, err
	}
	return s.read(ctx, tx, who, id)
}

// Extend lets an order wait for a payment for longer than its price holds, with the transaction in which the payment is begun.
func (s *Service) Extend(ctx context.Context, tx bun.IDB, id string, until time.Time) error {
	return extend(ctx, tx, id, until, s.deps.Clock.Now())
}

// MarkPaid marks an order as paid and lets those for whom it was bought into their courses, with the transaction of the payment. It also takes
// a payment that comes after the order has expired or was cancelled. It returns false, and changes nothing, for an order that is
// paid already, one of whose courses does not exist any more, or whose instalment is not due any more: the money is to be sent back.
func (s *Service) MarkPaid(ctx context.Context, tx bun.IDB, id string) (bool, error) {
	now := s.deps.Clock.Now()
	o, err := find(ctx, tx, id)
	if err != nil {
		return false, err
	}
	lines, err := linesOf(ctx, tx, []string{id})
	if err != nil || slices.ContainsFunc(lines[id], func(l Line) bool { return l.Kind != otherLine && l.CourseID == nil }) {
		return false, err
	}
	if open, err := s.duesOpen(ctx, tx, id, lines[id]); err != nil || !open {
		return false, err
	}
	changed, err := setPaid(ctx, tx, id, now)
	if err != nil || !changed {
		return false, err
	}
	if err := s.deps.Coupons.Redeem(ctx, tx, id); err != nil {
		return false, err
	}
	for _, l := range lines[id] {
		if err := s.give(ctx, tx, o, l); err != nil {
			return false, err
		}
	}
	return true, events.Publish(ctx, tx, now, PaidEvent{id, o.BuyerID})
}

// Find returns an order with all that belongs to it, for other features, which have decided who may know of it. fault.NotFound.
func (s *Service) Find(ctx context.Context, q bun.IDB, id string) (Order, error) {
	o, err := find(ctx, q, id)
	if err != nil {
		return o, err
	}
	one := []Order{o}
	err = s.completeAll(ctx, q, access.Caller{}, one)
	return one[0], err
}

// Read is Find for a caller: the buyer, those who look after the bills of its company, and administrators; others get fault.NotFound.
func (s *Service) Read(ctx context.Context, q bun.IDB, who access.Caller, id string) (Order, error) {
	return s.read(ctx, q, who, id)
}

func (s *Service) read(ctx context.Context, q bun.IDB, who access.Caller, id string) (Order, error) {
	o, err := find(ctx, q, id)
	if err != nil {
		return o, err
	}
	return o, s.complete(ctx, q, who, &o)
}

func (s *Service) complete(ctx context.Context, q bun.IDB, who access.Caller, o *Order) error {
	if err := s.maySee(ctx, q, who, *o); err != nil {
		*o = Order{}
		return err
	}
	one := []Order{*o}
	err := s.completeAll(ctx, q, who, one)
	*o = one[0]
	return err
}

// completeAll adds lines, taxes and what the caller can do.
func (s *Service) completeAll(ctx context.Context, q bun.IDB, who access.Caller, os []Order) error {
	ids := make([]string, len(os))
	for i, o := range os {
		ids[i] = o.ID
	}
	lines, err := linesOf(ctx, q, ids)
	if err != nil {
		return err
	}
	taxes, err := taxesOf(ctx, q, ids)
	for i := range os {
		o := &os[i]
		o.MinorDigits, o.Billing, o.Lines, o.Taxes, o.Can = money.MinorDigits(o.Currency), o.BillingRow.V, lines[o.ID], taxes[o.ID], []string{}
		if o.Taxes == nil {
			o.Taxes = []Tax{}
		}
		if o.BuyerID == who.ID && o.Open(s.deps.Clock.Now()) {
			o.Can = append(o.Can, "pay", "cancel")
		}
		if !who.HasRole(access.Admin) {
			o.BuyerName = ""
			continue
		}
		if o.Refundable() > 0 {
			o.Can = append(o.Can, "refund")
		}
		if o.canBeApproved() {
			o.Can = append(o.Can, "approve")
		}
		if o.Status == Pending && o.DueAt != nil && o.BuyerID != who.ID {
			o.Can = append(o.Can, "cancel")
		}
	}
	return err
}

// Expire marks orders as expired whose time to pay is over, unless a payment is under way, and gives their coupons back.
func (s *Service) Expire(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		withCoupons, err := expire(ctx, tx, s.deps.Clock.Now())
		if err != nil {
			return err
		}
		return s.deps.Coupons.Release(ctx, tx, withCoupons)
	})
}
