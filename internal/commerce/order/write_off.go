package order

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
)

// PlanFilter narrows the list of all payment plans.
type PlanFilter struct {
	Status string `query:"status" enum:"active,past_due,cancelled,ended" msg:"status must be active, past_due, cancelled or ended"`
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The start of a name or email address of the learner."`
}

// LearnerPlan is a payment plan as administrators see it.
type LearnerPlan struct {
	PaymentPlan
	UserID           string  `json:"user_id"`
	UserName         string  `json:"user_name"`
	Unpaid           int64   `json:"unpaid" doc:"What is still due of it, in the minor unit of the currency."`
	WrittenOffReason string  `json:"written_off_reason" doc:"Empty where nothing was written off."`
	Orders           []Order `json:"orders" doc:"By which its instalments are paid, newest first; empty in lists."`
}

// WriteOff says why nothing more is asked for of a payment plan.
type WriteOff struct {
	Reason     string `json:"reason" minLength:"1" pattern:"\\S" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"For the audit log and other administrators; the learner does not see it."`
	EndsAccess bool   `json:"ends_access" doc:"Whether the learner loses access to the course. Otherwise it stays open, or is opened again."`
}

// WrittenOffEvent is published when nothing more is asked for of a payment plan.
type WrittenOffEvent struct{ PlanID string }

// EventName is the name under which the event is published.
func (WrittenOffEvent) EventName() string { return "payment_plan.written_off" }

func (p PaymentPlan) forAdmins() LearnerPlan {
	l := LearnerPlan{PaymentPlan: p, UserID: p.UserID, UserName: p.UserName, WrittenOffReason: p.WrittenOffReason, Orders: []Order{}}
	for _, d := range p.Dues {
		if d.payable() {
			l.Unpaid += d.Amount
		}
	}
	return l
}

// AllPlans lists the payment plans of all learners, newest first. For administrators.
func (s *Service) AllPlans(ctx context.Context, f PlanFilter, limit, offset int64) ([]LearnerPlan, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countAllPlans(ctx, q, f)
	if err != nil {
		return nil, n, err
	}
	found, err := allPlans(ctx, q, f, limit, offset)
	shown := make([]LearnerPlan, len(found))
	for i, p := range found {
		shown[i] = p.forAdmins()
	}
	return shown, n, err
}

// LearnersPlan returns one of them with its orders. For administrators. fault.NotFound.
func (s *Service) LearnersPlan(ctx context.Context, who access.Caller, id string) (LearnerPlan, error) {
	return s.learnersPlan(ctx, s.deps.DB.Reader(), who, id)
}

func (s *Service) learnersPlan(ctx context.Context, q bun.IDB, who access.Caller, id string) (LearnerPlan, error) {
	p, err := planOf(ctx, q, id)
	if err == nil && p.Status == planPending {
		err = errNoPlan
	}
	if err != nil {
		return LearnerPlan{}, err
	}
	l := p.forAdmins()
	if l.Orders, err = ordersOfPlan(ctx, q, id); err != nil || len(l.Orders) == 0 {
		return l, err
	}
	return l, s.completeAll(ctx, q, who, l.Orders)
}

// WriteOff ends a payment plan of which nothing more is asked for: what is due is cancelled with the orders for it, and the course stays open, or is closed. No document was issued for
// what is due, so that the books have nothing to correct. For administrators. It returns fault.NotFound, or fault.Conflict for a plan of which nothing is due.
func (s *Service) WriteOff(ctx context.Context, who access.Caller, id string, n WriteOff) (l LearnerPlan, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lockDues(ctx, tx, id); err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		p, err := lockPlan(ctx, tx, id, now)
		switch {
		case err != nil:
			return err
		case p.Status == planPending:
			return errNoPlan
		case p.Status != planActive && p.Status != planPastDue:
			return fault.New(fault.Conflict, "plan_over", "Nothing is due of this payment plan any more.")
		}
		unpaid := p.forAdmins().Unpaid
		if err := s.closePlan(ctx, tx, p, n, now); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, WrittenOffEvent{id}); err != nil {
			return err
		}
		if err := s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "payment_plan.written_off", TargetKind: "user", TargetID: p.UserID,
			After: map[string]any{"course": p.Title, "amount": money.Decimal(unpaid, p.Currency), "currency": p.Currency, "reason": n.Reason, "ends_access": n.EndsAccess}}); err != nil {
			return err
		}
		l, err = s.learnersPlan(ctx, tx, who, id)
		return err
	})
	return l, err
}

func (s *Service) closePlan(ctx context.Context, tx bun.IDB, p PaymentPlan, n WriteOff, now time.Time) error {
	if err := setWrittenOff(ctx, tx, p.ID, n.Reason, now); err != nil {
		return err
	}
	if n.EndsAccess {
		return s.endPlan(ctx, tx, p.ID, nil)
	}
	if err := cancelDues(ctx, tx, p.ID, now); err != nil {
		return err
	}
	return s.followPlan(ctx, tx, p.ID)
}

type allPlansInput struct {
	rest.Page
	PlanFilter
}

type planInput struct {
	ID string `path:"planId"`
}

type writeOffInput struct {
	ID   string `path:"planId"`
	Body WriteOff
}

// registerPlans mounts what administrators do with instalments.
func (s *Service) registerPlans(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/admin/plans", "List the payment plans of all learners"),
		func(ctx context.Context, _ access.Caller, in *allPlansInput) (rest.List[LearnerPlan], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.AllPlans(ctx, in.PlanFilter, limit, offset)
			return rest.Counted(in.Page, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/admin/plans/{planId}", "Read a payment plan with its instalments and their orders", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *planInput) (rest.Answer[LearnerPlan], error) {
			p, err := s.LearnersPlan(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/admin/plans/{planId}/write-off", "Write off what is still due of a payment plan", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *writeOffInput) (rest.Answer[LearnerPlan], error) {
			p, err := s.WriteOff(ctx, who, in.ID, in.Body)
			return rest.One("Instalments written off", p, err)
		})
}
