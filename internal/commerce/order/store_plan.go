package order

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func insertPlan(ctx context.Context, tx bun.IDB, p PaymentPlan) error {
	if _, err := tx.NewInsert().Model(&p).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewInsert().Model(&p.Dues).Exec(ctx)
	return err
}

// planOf returns a plan with its dues.
func planOf(ctx context.Context, q bun.IDB, id string) (p PaymentPlan, err error) {
	if err := db.One(selectPlans(q, &p).Where("pp.id = ?", id).Scan(ctx), errNoPlan); err != nil {
		return p, err
	}
	one := []PaymentPlan{p}
	err = addDues(ctx, q, one)
	return one[0], err
}

// lockPlan returns a plan whose row no other transaction changes until this one ends.
func lockPlan(ctx context.Context, tx bun.IDB, id string, now time.Time) (PaymentPlan, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE payment_plans SET updated_at = ? WHERE id = ?", now, id), errNoPlan); err != nil {
		return PaymentPlan{}, err
	}
	return planOf(ctx, tx, id)
}

// lockDue returns a due whose row no other transaction changes until this one ends.
func lockDue(ctx context.Context, tx bun.IDB, id string) (d Due, err error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE dues SET reminded = reminded WHERE id = ?", id), errNoDue); err != nil {
		return d, err
	}
	return d, tx.NewSelect().Model(&d).Where("d.id = ?", id).Scan(ctx)
}

// lockDues is lockDue for all of a plan. Dues are always locked before their plan.
func lockDues(ctx context.Context, tx bun.IDB, planID string) error {
	_, err := tx.NewRaw("UPDATE dues SET reminded = reminded WHERE plan_id = ?", planID).Exec(ctx)
	return err
}

// addDues adds to plans what is due of each, and puts them in order.
func addDues(ctx context.Context, q bun.IDB, ps []PaymentPlan) error {
	ids := make([]string, len(ps))
	for i, p := range ps {
		ids[i] = p.ID
	}
	var ds []Due
	if err := selectDues(q, &ds).Where("d.plan_id IN (?)", bun.List(ids)).OrderExpr("d.plan_id, d.number").Scan(ctx); err != nil {
		return err
	}
	by := map[string][]Due{}
	for _, d := range graced(ds) {
		by[d.PlanID] = append(by[d.PlanID], d)
	}
	for i := range ps {
		ps[i].Dues = by[ps[i].ID]
	}
	return nil
}

func selectDues(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("d.*, pp.title, pp.currency").Join("JOIN payment_plans AS pp ON pp.id = d.plan_id")
}

func graced(ds []Due) []Due {
	for i := range ds {
		ds[i].GraceUntil = ds[i].DueAt.Add(grace)
	}
	return ds
}

func plansOf(ctx context.Context, q bun.IDB, user string, limit, offset int64) (ps []PaymentPlan, err error) {
	ps = []PaymentPlan{}
	err = q.NewSelect().Model(&ps).Where("pp.user_id = ? AND pp.status <> 'pending'", user).OrderExpr("pp.created_at DESC, pp.id DESC").Limit(limit).Offset(offset).Scan(ctx)
	if err != nil || len(ps) == 0 {
		return ps, err
	}
	return ps, addDues(ctx, q, ps)
}

func selectPlans(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("pp.*, u.full_name AS user_name").Join("JOIN users AS u ON u.id = pp.user_id")
}

func narrowPlans(s *bun.SelectQuery, f PlanFilter) *bun.SelectQuery {
	if f.Status != "" {
		s.Where("pp.status = ?", f.Status)
	} else {
		s.Where("pp.status <> 'pending'")
	}
	return s
}

func allPlans(ctx context.Context, q bun.IDB, f PlanFilter, limit, offset int64) (ps []PaymentPlan, err error) {
	err = db.WhereUserMatches(narrowPlans(selectPlans(q, &ps), f), "pp.user_id", f.Search).OrderExpr("pp.created_at DESC, pp.id DESC").Limit(limit).Offset(offset).Scan(ctx)
	if err != nil || len(ps) == 0 {
		return ps, err
	}
	return ps, addDues(ctx, q, ps)
}

// countAllPlans counts them up to rest.MaxCount.
func countAllPlans(ctx context.Context, q bun.IDB, f PlanFilter) (rest.Count, error) {
	some := db.WhereFewUsersMatch(narrowPlans(q.NewSelect().TableExpr("payment_plans AS pp"), f), "pp.user_id", f.Search).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func ordersOfPlan(ctx context.Context, q bun.IDB, planID string) (os []Order, err error) {
	os = []Order{}
	return os, selectOrders(q, &os).Where("o.id IN (SELECT l.order_id FROM order_lines AS l JOIN dues AS d ON d.id = l.due_id WHERE d.plan_id = ?)", planID).
		OrderExpr("o.created_at DESC, o.id DESC").Scan(ctx)
}

func setWrittenOff(ctx context.Context, tx bun.IDB, id, reason string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE payment_plans SET written_off_at = ?, written_off_reason = ?, updated_at = ? WHERE id = ?", now, reason, now, id).Exec(ctx)
	return err
}

func countPlans(ctx context.Context, q bun.IDB, user string) (int64, error) {
	n, err := q.NewSelect().TableExpr("payment_plans AS pp").Where("pp.user_id = ? AND pp.status <> 'pending'", user).Count(ctx)
	return int64(n), err
}

func narrowDues(s *bun.SelectQuery, user string, f DueFilter) *bun.SelectQuery {
	s.Where("pp.user_id = ? AND pp.status <> 'pending'", user)
	if f.Status != "" {
		s.Where("d.status = ?", f.Status)
	}
	return s
}

func duesOf(ctx context.Context, q bun.IDB, user string, f DueFilter, limit, offset int64) (ds []Due, err error) {
	ds = []Due{}
	err = narrowDues(selectDues(q, &ds), user, f).OrderExpr("d.due_at, d.id").Limit(limit).Offset(offset).Scan(ctx)
	return graced(ds), err
}

func countDues(ctx context.Context, q bun.IDB, user string, f DueFilter) (int64, error) {
	n, err := narrowDues(q.NewSelect().TableExpr("dues AS d").Join("JOIN payment_plans AS pp ON pp.id = d.plan_id"), user, f).Count(ctx)
	return int64(n), err
}

func hasPastDuePlan(ctx context.Context, q bun.IDB, user, courseID string) (bool, error) {
	return q.NewSelect().TableExpr("payment_plans AS pp").Where("pp.user_id = ? AND pp.course_id = ? AND pp.status = 'past_due'", user, courseID).Exists(ctx)
}

// pendingOrderOf returns the order of a due that can be paid now; "" if there is none.
func pendingOrderOf(ctx context.Context, q bun.IDB, dueID string, now time.Time) (id string, err error) {
	err = q.NewRaw(`SELECT o.id FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE l.due_id = ? AND o.status = 'pending' AND o.expires_at > ?
		ORDER BY o.created_at DESC LIMIT 1`, dueID, now).Scan(ctx, &id)
	return id, db.One(err, nil)
}

// firstOrderOf returns the order by which the first due of a plan was paid.
func firstOrderOf(ctx context.Context, q bun.IDB, planID string) (o Order, err error) {
	err = q.NewSelect().Model(&o).Join("JOIN order_lines AS l ON l.order_id = o.id").Join("JOIN dues AS d ON d.id = l.due_id").
		Where("d.plan_id = ? AND d.number = 1", planID).OrderExpr("o.paid_at IS NULL, o.created_at").Limit(1).Scan(ctx)
	if err != nil {
		return o, db.One(err, errNoOrder)
	}
	lines, err := linesOf(ctx, q, []string{o.ID})
	o.Lines = lines[o.ID]
	return o, err
}

func setDuePaid(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE dues SET status = 'paid', paid_at = ? WHERE id = ?", now, id).Exec(ctx)
	return err
}

func setDueAmount(ctx context.Context, tx bun.IDB, id string, amount int64) error {
	_, err := tx.NewRaw("UPDATE dues SET amount = ? WHERE id = ?", amount, id).Exec(ctx)
	return err
}

func setPlanStatus(ctx context.Context, tx bun.IDB, id, status string, accessUntil *time.Time, now time.Time) error {
	_, err := tx.NewRaw("UPDATE payment_plans SET status = ?, access_until = ?, updated_at = ? WHERE id = ?", status, accessUntil, now, id).Exec(ctx)
	return err
}

// cancelDues ends what is due of a plan, and the orders for it that nobody is paying at the moment.
func cancelDues(ctx context.Context, tx bun.IDB, planID string, now time.Time) error {
	if _, err := tx.NewRaw(`UPDATE orders AS o SET status = 'cancelled', updated_at = ? WHERE o.status = 'pending' AND NOT `+liveAttempt+`
		AND o.id IN (SELECT l.order_id FROM order_lines AS l JOIN dues AS d ON d.id = l.due_id WHERE d.plan_id = ?)`, now, planID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE dues SET status = 'cancelled' WHERE plan_id = ? AND status IN ('open', 'overdue')", planID).Exec(ctx)
	return err
}

func cancelPlansOf(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("UPDATE dues SET status = 'cancelled' WHERE status IN ('open', 'overdue') AND plan_id IN (SELECT id FROM payment_plans WHERE user_id = ?)", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE payment_plans SET status = 'cancelled', access_until = NULL WHERE user_id = ? AND status <> 'ended'", user).Exec(ctx)
	return err
}

// takeReminders returns the dues of which learners have not been reminded for the stage: those that are due until then.
func takeReminders(ctx context.Context, tx bun.IDB, stage int64, until time.Time) (ids []string, err error) {
	return ids, tx.NewRaw(`UPDATE dues SET reminded = ? WHERE status = 'open' AND due_at <= ? AND reminded < ?
		AND plan_id IN (SELECT id FROM payment_plans WHERE status IN ('active', 'past_due')) RETURNING id`, stage, until, stage).Scan(ctx, &ids)
}

// takeOverdueDues marks as overdue what was due until then and is not paid.
func takeOverdueDues(ctx context.Context, tx bun.IDB, until time.Time) (ds []Due, err error) {
	return ds, tx.NewRaw(`UPDATE dues SET status = 'overdue' WHERE status = 'open' AND due_at <= ?
		AND plan_id IN (SELECT id FROM payment_plans WHERE status IN ('active', 'past_due')) RETURNING id, plan_id`, until).Scan(ctx, &ds)
}

// takeEndedAccess returns the cancelled plans whose course is to be closed now.
func takeEndedAccess(ctx context.Context, tx bun.IDB, now time.Time) (ids []string, err error) {
	return ids, tx.NewRaw("UPDATE payment_plans SET access_until = NULL WHERE access_until <= ? RETURNING id", now).Scan(ctx, &ids)
}

// planStaysClosed reports whether a refund has ended the access that a plan gives, or a dispute suspends it.
func planStaysClosed(ctx context.Context, q bun.IDB, planID string) (closed bool, err error) {
	const ofPlan = "order_id IN (SELECT l.order_id FROM order_lines AS l JOIN dues AS d ON d.id = l.due_id WHERE d.plan_id = ?)"
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM refunds WHERE ends_access AND status = 'succeeded' AND "+ofPlan+`)
		OR EXISTS (SELECT 1 FROM disputes WHERE withdrawn AND status IN ('needs_response', 'under_review') AND `+ofPlan+")", planID, planID).Scan(ctx, &closed)
	return closed, err
}
