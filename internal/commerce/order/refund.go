package order

import (
	"context"
	"slices"

	"github.com/uptrace/bun"
)

// ReserveRefund sets aside an amount that is to be sent back, before the provider is asked. It returns fault.Conflict, more_than_left.
func (s *Service) ReserveRefund(ctx context.Context, tx bun.IDB, id string, amount int64) error {
	return reserve(ctx, tx, id, amount, s.deps.Clock.Now())
}

// ReleaseRefund takes back a reservation, for a refund that the provider has refused.
func (s *Service) ReleaseRefund(ctx context.Context, tx bun.IDB, id string, amount int64) error {
	return release(ctx, tx, id, amount, s.deps.Clock.Now())
}

// CompleteRefund records that a reserved amount has been sent back, and ends the access that was bought if that is asked for.
func (s *Service) CompleteRefund(ctx context.Context, tx bun.IDB, id string, amount int64, endsAccess bool) error {
	if err := refund(ctx, tx, id, amount, s.deps.Clock.Now()); err != nil || !endsAccess {
		return err
	}
	lines, err := linesOf(ctx, tx, []string{id})
	for _, l := range lines[id] {
		if err == nil {
			err = s.endAccess(ctx, tx, l)
		}
	}
	return err
}

// ReverseRefund records that a refund which was complete has failed after all: what was sent back counts as paid again. Access that has ended stays so, for it was the school that decided.
func (s *Service) ReverseRefund(ctx context.Context, tx bun.IDB, id string, amount int64) error {
	return reverse(ctx, tx, id, amount, s.deps.Clock.Now())
}

// endAccess takes back what a line gave, for good: of an instalment, with all that is still due.
func (s *Service) endAccess(ctx context.Context, tx bun.IDB, l Line) error {
	if l.DueID == nil {
		return s.takeBack(ctx, tx, l)
	}
	d, err := lockDue(ctx, tx, *l.DueID)
	if err != nil {
		return err
	}
	return s.endPlan(ctx, tx, d.PlanID, nil)
}

// LockRefundable locks the row of an order until the transaction ends, and returns what of it can still be sent back.
func (s *Service) LockRefundable(ctx context.Context, tx bun.IDB, id string) (int64, error) {
	if err := touch(ctx, tx, id, s.deps.Clock.Now()); err != nil {
		return 0, err
	}
	o, err := find(ctx, tx, id)
	return o.Refundable(), err
}

// Suspend closes the courses of an order while its payment is disputed. Seats of a company stay: their people have no part in it.
func (s *Service) Suspend(ctx context.Context, tx bun.IDB, id string) error {
	return s.eachCourse(ctx, tx, id, func(l Line) error { return s.takeBack(ctx, tx, l) })
}

// Resume opens them again.
func (s *Service) Resume(ctx context.Context, tx bun.IDB, id string) error {
	return s.eachCourse(ctx, tx, id, func(l Line) error { return s.give(ctx, tx, Order{}, l) })
}

// CanReopen reports whether Resume gives back all that an order gave: places in courses, of which none is a gift or an instalment.
func (s *Service) CanReopen(ctx context.Context, q bun.IDB, id string) (bool, error) {
	lines, err := linesOf(ctx, q, []string{id})
	closed := slices.ContainsFunc(lines[id], func(l Line) bool { return l.Kind != courseLine || l.CourseID == nil || l.Gift || l.DueID != nil })
	return !closed, err
}

// eachCourse calls do for each line of an order that is a place in a course which still exists.
func (s *Service) eachCourse(ctx context.Context, tx bun.IDB, id string, do func(l Line) error) error {
	lines, err := linesOf(ctx, tx, []string{id})
	for _, l := range lines[id] {
		if err == nil && l.Kind == courseLine && l.CourseID != nil {
			err = do(l)
		}
	}
	return err
}
