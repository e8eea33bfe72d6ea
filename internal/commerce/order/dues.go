package order

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Plans lists the caller's payment plans with their dues, newest first, and their number. For signed-in callers.
func (s *Service) Plans(ctx context.Context, who access.Caller, limit, offset int64) ([]PaymentPlan, int64, error) {
	q := s.deps.DB.Reader()
	n, err := countPlans(ctx, q, who.ID)
	if err != nil {
		return nil, n, err
	}
	found, err := plansOf(ctx, q, who.ID, limit, offset)
	return found, n, err
}

// Dues lists what the caller owes and has paid in instalments, by when it is due, and its number. For signed-in callers.
func (s *Service) Dues(ctx context.Context, who access.Caller, f DueFilter, limit, offset int64) ([]Due, int64, error) {
	q := s.deps.DB.Reader()
	n, err := countDues(ctx, q, who.ID, f)
	if err != nil {
		return nil, n, err
	}
	found, err := duesOf(ctx, q, who.ID, f, limit, offset)
	return found, n, err
}

// OrderDue returns the order by which a due is paid: one that waits to be paid already, or a new one with the taxes as they are now. For who owes it. It returns
// fault.NotFound, or fault.Conflict for a due that is paid or cancelled.
func (s *Service) OrderDue(ctx context.Context, who access.Caller, id string) (o Order, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		d, err := lockDue(ctx, tx, id)
		if err != nil {
			return err
		}
		p, err := planOf(ctx, tx, d.PlanID)
		switch {
		case err != nil:
			return err
		case p.UserID != who.ID:
			return errNoDue
		case !d.payable():
			return fault.New(fault.Conflict, "due_not_open", "This instalment is paid, or isn't due any more.")
		case p.CourseID == nil:
			return fault.New(fault.Conflict, "course_deleted", "This course doesn't exist any more. Nothing is due for it.")
		}
		placed, err := pendingOrderOf(ctx, tx, id, s.deps.Clock.Now())
		if err != nil {
			return err
		}
		if placed == "" {
			if placed, err = s.placeDue(ctx, tx, who, p, d); err != nil {
				return err
			}
		}
		o, err = s.read(ctx, tx, who, placed)
		return err
	})
	return o, err
}

// placeDue stores the order of a due, billed as the first one was.
func (s *Service) placeDue(ctx context.Context, tx bun.IDB, who access.Caller, p PaymentPlan, d Due) (string, error) {
	first, err := firstOrderOf(ctx, tx, p.ID)
	if err != nil {
		return "", err
	}
	current, err := s.deps.Settings.Current(ctx, tx)
	if err != nil {
		return "", err
	}
	now := s.deps.Clock.Now()
	sales, err := current.SalesAt(now)
	if err != nil {
		return "", err
	}
	b := first.BillingRow.V
	line := Line{CourseID: p.CourseID, Title: p.Title, Plan: first.Lines[0].Plan}
	q := compute([]Line{line.part(d.Number, int64(len(p.Dues)), d.Charged)}, p.Currency, sales, place{strings.ToUpper(b.Country), b.Region, strings.ToUpper(b.TaxID)}, now)
	o := s.pending(who.ID, db.NewID(), b, q)
	o.Lines[0].DueID = &d.ID
	if err := insert(ctx, tx, o); err != nil {
		return "", err
	}
	return o.ID, setDueAmount(ctx, tx, d.ID, o.Total)
}

// CancelPlan ends a payment plan: nothing more is due, and the course stays open until the next instalment would have been. Doing so again changes nothing. For its
// buyer. It returns fault.NotFound, or fault.Conflict for a plan of which all is paid.
func (s *Service) CancelPlan(ctx context.Context, who access.Caller, id string) (p PaymentPlan, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lockDues(ctx, tx, id); err != nil {
			return err
		}
		if p, err = lockPlan(ctx, tx, id, s.deps.Clock.Now()); err != nil {
			return err
		}
		switch {
		case p.UserID != who.ID || p.Status == planPending:
			p = PaymentPlan{}
			return errNoPlan
		case p.Status == planEnded:
			return fault.New(fault.Conflict, "plan_ended", "All instalments are paid. There is nothing to cancel.")
		case p.Status == planCancelled:
			return nil
		}
		var until *time.Time
		if i := slices.IndexFunc(p.Dues, func(d Due) bool { return d.Status == dueOpen }); i >= 0 && p.Status == planActive {
			until = &p.Dues[i].DueAt
		}
		if err := s.endPlan(ctx, tx, id, until); err != nil {
			return err
		}
		p, err = planOf(ctx, tx, id)
		return err
	})
	return p, err
}

// reminders are when a learner is reminded of a due, from when it is due.
var reminders = [4]time.Duration{-7 * 24 * time.Hour, -24 * time.Hour, 0, 3 * 24 * time.Hour}

// RemindDues reminds learners of what is due, closes the courses of those who have not paid within the grace period, and those of plans that were cancelled.
func (s *Service) RemindDues(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		for stage := len(reminders); stage > 0; stage-- {
			ids, err := takeReminders(ctx, tx, int64(stage), now.Add(-reminders[stage-1]))
			if err != nil {
				return err
			}
			turn := "soon"
			if stage == len(reminders) {
				turn = "late"
			}
			if err := publishDues(ctx, tx, now, ids, turn); err != nil {
				return err
			}
		}
		return s.closeUnpaid(ctx, tx, now)
	})
}

func (s *Service) closeUnpaid(ctx context.Context, tx bun.IDB, now time.Time) error {
	overdue, err := takeOverdueDues(ctx, tx, now.Add(-grace))
	if err != nil {
		return err
	}
	var ids []string
	for _, d := range overdue {
		ids = append(ids, d.ID)
		if err := s.followPlan(ctx, tx, d.PlanID); err != nil {
			return err
		}
	}
	if err := publishDues(ctx, tx, now, ids, "suspended"); err != nil {
		return err
	}
	over, err := takeEndedAccess(ctx, tx, now)
	for _, id := range over {
		if err == nil {
			err = s.followPlan(ctx, tx, id)
		}
	}
	return err
}

func publishDues(ctx context.Context, tx bun.IDB, now time.Time, ids []string, turn string) error {
	for _, id := range ids {
		if err := events.Publish(ctx, tx, now, DueEvent{id, turn}); err != nil {
			return err
		}
	}
	return nil
}

// Erase ends the payment plans of a user whose account is erased, so that nothing more is asked for; their orders stay as records.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return cancelPlansOf(ctx, tx, user)
}

type duesInput struct {
	rest.Page
	DueFilter
}

// registerDues mounts what learners do with instalments.
func (s *Service) registerDues(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/plans", "List the caller's payment plans with their instalments"),
		func(ctx context.Context, who access.Caller, in *rest.Page) (rest.List[PaymentPlan], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Plans(ctx, who, limit, offset)
			return rest.Many(*in, items, n, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/payments/plans/{id}/cancel", "Cancel a payment plan: nothing more is due, and the course closes when the next instalment would have been", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PaymentPlan], error) {
			p, err := s.CancelPlan(ctx, who, in.ID)
			return rest.One("Payment plan cancelled", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/payments/dues", "List the caller's instalments by when they are due"),
		func(ctx context.Context, who access.Caller, in *duesInput) (rest.List[Due], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Dues(ctx, who, in.DueFilter, limit, offset)
			return rest.Many(in.Page, items, n, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/payments/dues/{id}/order", "Get the order by which an instalment is paid", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Order], error) {
			o, err := s.OrderDue(ctx, who, in.ID)
			return rest.One("Ordered", o, err)
		})
}
