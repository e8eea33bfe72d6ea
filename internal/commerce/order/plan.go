package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/settings"
)

// inInstalments is the way to pay a course month by month.
const inInstalments = "installments"

// grace is how long after it was due an instalment can be paid before the course is closed.
const grace = 7 * 24 * time.Hour

// Statuses of payment plans, and of dues.
const (
	planPending   = "pending"
	planActive    = "active"
	planPastDue   = "past_due"
	planCancelled = "cancelled"
	planEnded     = "ended"

	dueOpen      = "open"
	duePaid      = "paid"
	dueOverdue   = "overdue"
	dueCancelled = "cancelled"
)

// PaymentPlan is a course that is paid in instalments.
type PaymentPlan struct {
	bun.BaseModel `bun:"table:payment_plans,alias:pp" json:"-"`

	ID               string     `bun:",pk" json:"id"`
	UserID           string     `json:"-"`
	CourseID         *string    `json:"course_id" doc:"null once the course has been deleted."`
	Title            string     `json:"title" doc:"Of the course, when it was ordered."`
	Currency         string     `json:"currency"`
	Status           string     `json:"status" enum:"active,past_due,cancelled,ended" doc:"past_due: the course is closed until what is overdue has been paid. ended: nothing is due any more, and the course stays open."`
	AccessUntil      *time.Time `json:"access_until" doc:"Of a cancelled plan: until when the course stays open; null: it is closed."`
	WrittenOffAt     *time.Time `json:"written_off_at" doc:"When the school stopped asking for the rest; null: it has not."`
	WrittenOffReason string     `json:"-"`
	UserName         string     `bun:",scanonly" json:"-"`
	Dues             []Due      `bun:"-" json:"dues"`
	CreatedAt        time.Time  `json:"created_at"`
	UpdatedAt        time.Time  `json:"-"`
}

// Due is an instalment.
type Due struct {
	bun.BaseModel `bun:"table:dues,alias:d" json:"-"`

	ID         string     `bun:",pk" json:"id"`
	PlanID     string     `json:"plan_id"`
	Number     int64      `json:"number" doc:"1 for the first."`
	Charged    int64      `json:"-"`
	Amount     int64      `json:"amount" doc:"With taxes, in the minor unit of the currency."`
	DueAt      time.Time  `json:"due_at"`
	GraceUntil time.Time  `bun:"-" json:"grace_until" doc:"When the course is closed, if it isn't paid by then."`
	Status     string     `json:"status" enum:"open,paid,overdue,cancelled" doc:"overdue: the course is closed until it is paid."`
	Reminded   int64      `json:"-"`
	PaidAt     *time.Time `json:"paid_at"`
	Title      string     `bun:",scanonly" json:"title" doc:"Of the course."`
	Currency   string     `bun:",scanonly" json:"currency"`
}

func (d Due) payable() bool { return d.Status == dueOpen || d.Status == dueOverdue }

// QuotedDue is what will be due when.
type QuotedDue struct {
	Number int64     `json:"number"`
	Amount int64     `json:"amount" doc:"With taxes."`
	DueAt  time.Time `json:"due_at" doc:"The first is paid with the order."`

	charged int64
}

// DueFilter narrows a list of dues.
type DueFilter struct {
	Status string `query:"status" enum:"open,paid,overdue,cancelled" msg:"status must be open, paid, overdue or cancelled"`
}

// DueEvent is published when a learner is to be reminded of an instalment.
type DueEvent struct {
	DueID string
	Turn  string // soon, late, or suspended: the course was closed
}

// EventName is the name under which the event is published.
func (DueEvent) EventName() string { return "due.turned" }

var (
	errNoDue  = fault.New(fault.NotFound, "due_not_found", "This instalment doesn't exist.")
	errNoPlan = fault.New(fault.NotFound, "plan_not_found", "This payment plan doesn't exist.")
)

// instalmentsOf returns in how many instalments a cart can be paid: one course for the buyer, whose price has a part for each month; 0 for none.
// It returns fault.Conflict for a cart that is to be paid so and never can.
func instalmentsOf(c Cart, offers []Offer, charged int64) (int64, error) {
	var n int64
	if len(offers) == 1 && !c.IsGift {
		n = offers[0].Instalments
	}
	switch {
	case n == 0 && c.PaymentPlan == inInstalments:
		return 0, fault.New(fault.Conflict, "instalments_not_offered", "This can't be paid in instalments. Pay it at once.")
	case charged < n:
		return 0, nil // a coupon has left less than a cent for each: it is paid at once, as the quote says
	}
	return n, nil
}

// inParts is the quote of a course that is paid in instalments: of the first, with what is due later. The price is shared without a rest; taxes are rounded once for
// each instalment, which has a receipt of its own.
func (q Quote) inParts(sales settings.SalesSettings, buyer place, now time.Time) Quote {
	shares := money.Share(q.Lines[0].Charged, slices.Repeat([]int64{1}, int(q.Instalments)))
	var first Quote
	dues := make([]QuotedDue, len(shares))
	for i, share := range shares {
		part := compute([]Line{q.Lines[0].part(int64(i+1), q.Instalments, share)}, q.Currency, sales, buyer, now)
		dues[i] = QuotedDue{Number: int64(i + 1), Amount: part.Total, DueAt: addMonths(now, i), charged: share}
		if i == 0 {
			first = part
		}
	}
	first.Instalments, first.Dues, first.Coupon = q.Instalments, dues, q.Coupon
	return first
}

// part is the line of one instalment.
func (l Line) part(number, of, share int64) Line {
	return Line{Position: 1, Kind: courseLine, Quantity: 1, CourseID: l.CourseID, Title: partTitle(l.Title, number, of), Plan: l.Plan, List: share, Charged: share}
}

func partTitle(title string, number, of int64) string {
	return fmt.Sprintf("%s (%d/%d)", title, number, of)
}

// addMonths is the same day some months later, or the last one of a month that is shorter.
func addMonths(at time.Time, months int) time.Time {
	later := at.AddDate(0, months, 0)
	if later.Day() != at.Day() {
		later = later.AddDate(0, 0, -later.Day())
	}
	return later
}

// refuseOpenPlan returns fault.Conflict for a course for which a caller still owes instalments.
func (s *Service) refuseOpenPlan(ctx context.Context, q bun.IDB, who access.Caller, courseID string) error {
	open, err := hasPastDuePlan(ctx, q, who.ID, courseID)
	if err == nil && open {
		err = fault.New(fault.Conflict, "instalments_open", "You pay for this course in instalments, and one is overdue. Pay it under Payments and receipts.")
	}
	return err
}

// openPlan stores the plan of an order that is being placed, and has its line pay the first due.
func (s *Service) openPlan(ctx context.Context, tx bun.IDB, who access.Caller, o Order, q Quote) error {
	now, line := s.deps.Clock.Now(), &o.Lines[0]
	p := PaymentPlan{ID: db.NewID(), UserID: who.ID, CourseID: line.CourseID, Title: q.title, Currency: q.Currency, Status: planPending, CreatedAt: now, UpdatedAt: now}
	for _, d := range q.Dues {
		p.Dues = append(p.Dues, Due{ID: db.NewID(), PlanID: p.ID, Number: d.Number, Charged: d.charged, Amount: d.Amount, DueAt: d.DueAt, Status: dueOpen})
	}
	line.DueID = &p.Dues[0].ID
	return insertPlan(ctx, tx, p)
}

// duesOpen reports whether what an order pays is still due. The rows of the order and of the due are locked, in this order.
func (s *Service) duesOpen(ctx context.Context, tx bun.IDB, orderID string, lines []Line) (bool, error) {
	for _, l := range lines {
		if l.DueID == nil {
			continue
		}
		if err := touch(ctx, tx, orderID, s.deps.Clock.Now()); err != nil {
			return false, err
		}
		if d, err := lockDue(ctx, tx, *l.DueID); err != nil || !d.payable() {
			return false, err
		}
	}
	return true, nil
}

// settleDue records that a due was paid, and opens the course.
func (s *Service) settleDue(ctx context.Context, tx bun.IDB, id string) error {
	d, err := lockDue(ctx, tx, id)
	if err != nil {
		return err
	}
	if d.payable() {
		if err := setDuePaid(ctx, tx, id, s.deps.Clock.Now()); err != nil {
			return err
		}
	}
	return s.followPlan(ctx, tx, d.PlanID)
}

// followDue opens or closes the course of a due after a dispute has begun.
func (s *Service) followDue(ctx context.Context, tx bun.IDB, id string) error {
	d, err := lockDue(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.followPlan(ctx, tx, d.PlanID)
}

// followPlan derives the status of a plan from its dues, and the access to its course from both: it is closed while one is overdue, and by refunds and disputes.
func (s *Service) followPlan(ctx context.Context, tx bun.IDB, id string) error {
	now := s.deps.Clock.Now()
	p, err := lockPlan(ctx, tx, id, now)
	if err != nil {
		return err
	}
	if status := p.derive(); status != p.Status {
		if err := setPlanStatus(ctx, tx, id, status, p.AccessUntil, now); err != nil {
			return err
		}
		p.Status = status
	}
	closed, err := planStaysClosed(ctx, tx, id)
	if err != nil || p.CourseID == nil {
		return err
	}
	if !closed && (p.Status == planActive || p.Status == planEnded || p.AccessUntil != nil && now.Before(*p.AccessUntil)) {
		return s.deps.Courses.GrantPlan(ctx, tx, p.UserID, *p.CourseID, id)
	}
	return s.deps.Courses.RevokePlan(ctx, tx, id)
}

// derive is the status that follows from the dues.
func (p PaymentPlan) derive() string {
	is := func(status string) func(Due) bool { return func(d Due) bool { return d.Status == status } }
	switch {
	case p.Status == planCancelled:
		return planCancelled
	case slices.ContainsFunc(p.Dues, is(dueOverdue)):
		return planPastDue
	case !slices.ContainsFunc(p.Dues, is(dueOpen)):
		return planEnded
	case slices.ContainsFunc(p.Dues, is(duePaid)):
		return planActive
	}
	return planPending
}

// endPlan ends the plan of a due: nothing of it is due any more, and the course is open until then; nil: closed.
func (s *Service) endPlan(ctx context.Context, tx bun.IDB, planID string, accessUntil *time.Time) error {
	now := s.deps.Clock.Now()
	if err := cancelDues(ctx, tx, planID, now); err != nil {
		return err
	}
	if err := setPlanStatus(ctx, tx, planID, planCancelled, accessUntil, now); err != nil {
		return err
	}
	return s.followPlan(ctx, tx, planID)
}
