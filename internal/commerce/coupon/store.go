package coupon

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// use is the use of a coupon by an order.
type use struct {
	bun.BaseModel `bun:"table:coupon_uses,alias:u"`

	OrderID   string `bun:",pk"`
	CouponID  string
	UserID    string
	Amount    int64
	State     string
	CreatedAt time.Time
}

// States of uses.
const (
	held     = "held"
	used     = "used"
	released = "released"
	over     = "over"
)

func list(ctx context.Context, q bun.IDB, limit, offset int64) (cs []Coupon, err error) {
	cs = []Coupon{}
	err = q.NewSelect().Model(&cs).OrderExpr("c.created_at DESC, c.id DESC").Limit(limit).Offset(offset).Scan(ctx)
	if err != nil {
		return nil, err
	}
	return cs, completeAll(ctx, q, cs)
}

// completeAll adds the courses of coupons.
func completeAll(ctx context.Context, q bun.IDB, cs []Coupon) error {
	var ids []string
	for i := range cs {
		cs[i].CourseIDs, cs[i].Courses = cs[i].CoursesRow.V, nil
		ids = append(ids, cs[i].CourseIDs...)
	}
	if len(ids) == 0 {
		return nil
	}
	var courses []CouponCourse
	if err := q.NewSelect().TableExpr("courses").Column("id", "title").Where("id IN (?)", bun.List(ids)).Scan(ctx, &courses); err != nil {
		return err
	}
	for i := range cs {
		for _, c := range courses {
			if slices.Contains(cs[i].CourseIDs, c.ID) {
				cs[i].Courses = append(cs[i].Courses, c)
			}
		}
	}
	return nil
}

func complete(ctx context.Context, q bun.IDB, c *Coupon) error {
	one := []Coupon{*c}
	err := completeAll(ctx, q, one)
	*c = one[0]
	return err
}

func count(ctx context.Context, q bun.IDB) (rest.Count, error) {
	n, err := q.NewSelect().TableExpr("(?) AS counted", q.NewSelect().TableExpr("coupons AS c").ColumnExpr("1").Limit(rest.MaxCount+1)).Count(ctx)
	return rest.CountUpTo(n), err
}

func find(ctx context.Context, q bun.IDB, id string) (Coupon, error) { return one(ctx, q, "c.id", id) }

func byCode(ctx context.Context, q bun.IDB, code string) (Coupon, error) {
	return one(ctx, q, "c.code_key", keyOf(code))
}

func one(ctx context.Context, q bun.IDB, column, value string) (c Coupon, err error) {
	if err := db.One(q.NewSelect().Model(&c).Where("? = ?", bun.Ident(column), value).Scan(ctx), errNoCoupon); err != nil {
		return c, err
	}
	return c, complete(ctx, q, &c)
}

// lock returns a coupon whose row no other transaction changes until this one ends.
func lock(ctx context.Context, tx bun.IDB, id string) (Coupon, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE coupons SET version = version WHERE id = ?", id), errNoCoupon); err != nil {
		return Coupon{}, err
	}
	return find(ctx, tx, id)
}

func insert(ctx context.Context, tx bun.IDB, c Coupon) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return explain(err)
}

// update stores all but how often it is taken.
func update(ctx context.Context, tx bun.IDB, c Coupon) error {
	_, err := tx.NewUpdate().Model(&c).ExcludeColumn("taken", "created_at").WherePK().Exec(ctx)
	return explain(err)
}

func explain(err error) error {
	if db.IsUniqueViolation(err) {
		return fault.InvalidField("code", "taken", "There is a coupon with this code already")
	}
	return err
}

func takenBy(ctx context.Context, q bun.IDB, id, user string) (n int64, err error) {
	err = q.NewRaw("SELECT taken FROM coupon_people WHERE coupon_id = ? AND user_id = ?", id, user).Scan(ctx, &n)
	return n, db.One(err, nil)
}

// inBudget is what a use takes out of the budget of its coupon, which is in one currency.
func inBudget(u use) schema.QueryWithArgs {
	return bun.SafeQuery("CASE WHEN currency = (SELECT o.currency FROM orders AS o WHERE o.id = ?) THEN ? ELSE 0 END", u.OrderID, u.Amount)
}

// take counts one use, in all, by the buyer and of the budget, and returns false if there is none left. The guards are in the statements, so that no two buyers
// get the last one. The order is stored already.
func take(ctx context.Context, tx bun.IDB, c Coupon, u use) (bool, error) {
	part := inBudget(u)
	taken, err := db.Changed(tx.NewRaw(`UPDATE coupons SET taken = taken + 1, spent = spent + ?
		WHERE id = ? AND (most IS NULL OR taken < most) AND (budget IS NULL OR spent + ? <= budget)`, part, c.ID, part).Exec(ctx))
	if err != nil || !taken {
		return false, err
	}
	byBuyer, err := db.Changed(tx.NewRaw(`INSERT INTO coupon_people (coupon_id, user_id, taken) VALUES (?, ?, 1) ON CONFLICT (coupon_id, user_id) DO UPDATE
		SET taken = coupon_people.taken + 1 WHERE ? OR coupon_people.taken < ?`, c.ID, u.UserID, c.MostEach == nil, limit(c.MostEach)).Exec(ctx))
	if err != nil || byBuyer {
		return byBuyer, err
	}
	return false, giveBackToAll(ctx, tx, u)
}

func giveBackToAll(ctx context.Context, tx bun.IDB, u use) error {
	_, err := tx.NewRaw("UPDATE coupons SET taken = taken - 1, spent = spent - ? WHERE id = ?", inBudget(u), u.CouponID).Exec(ctx)
	return err
}

// spentBy is what the uses of a coupon that count take off orders in its currency. Its row is locked.
func spentBy(ctx context.Context, tx bun.IDB, c Coupon) (spent int64, err error) {
	return spent, tx.NewRaw(`SELECT coalesce(sum(u.amount), 0) FROM coupon_uses AS u JOIN orders AS o ON o.id = u.order_id
		WHERE u.coupon_id = ? AND u.state IN ('held', 'used') AND o.currency = ?`, c.ID, c.Currency).Scan(ctx, &spent)
}

func limit(most *int64) int64 {
	if most == nil {
		return 0
	}
	return *most
}

func insertUse(ctx context.Context, tx bun.IDB, u use) error {
	_, err := tx.NewInsert().Model(&u).Exec(ctx)
	return err
}

// setState returns false if the use of an order is in another state, or if there is none.
func setState(ctx context.Context, tx bun.IDB, orderID, from, to string) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE coupon_uses SET state = ? WHERE order_id = ? AND state = ?", to, orderID, from).Exec(ctx))
}

// useOf returns the use of an order with its coupon, nil if there is none.
func useOf(ctx context.Context, q bun.IDB, orderID string) (*use, Coupon, error) {
	var u use
	found, err := db.Optional(&u, q.NewSelect().Model(&u).Where("u.order_id = ?", orderID).Scan(ctx))
	if err != nil || found == nil {
		return nil, Coupon{}, err
	}
	c, err := find(ctx, q, u.CouponID)
	return found, c, err
}

func giveBack(ctx context.Context, tx bun.IDB, u use) error {
	if err := giveBackToAll(ctx, tx, u); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE coupon_people SET taken = taken - 1 WHERE coupon_id = ? AND user_id = ?", u.CouponID, u.UserID).Exec(ctx)
	return err
}

func uses(ctx context.Context, q bun.IDB, id string, limit, offset int64) (us []CouponUse, err error) {
	us = []CouponUse{}
	return us, q.NewRaw(`SELECT u.order_id, o.number AS order_number, p.full_name AS buyer_name, u.amount, o.currency, u.state, u.created_at
		FROM coupon_uses AS u JOIN orders AS o ON o.id = u.order_id JOIN users AS p ON p.id = u.user_id
		WHERE u.coupon_id = ? ORDER BY u.created_at DESC, u.order_id DESC LIMIT ? OFFSET ?`, id, limit, offset).Scan(ctx, &us)
}

func countUses(ctx context.Context, q bun.IDB, id string) (rest.Count, error) {
	some := q.NewSelect().TableExpr("coupon_uses AS u").Where("u.coupon_id = ?", id).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}
