package gift

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func insert(ctx context.Context, tx bun.IDB, g Gift) error {
	_, err := tx.NewInsert().Model(&g).Exec(ctx)
	return err
}

// update stores a gift whose row is locked.
func update(ctx context.Context, tx bun.IDB, g Gift) error {
	_, err := tx.NewUpdate().Model(&g).WherePK().Exec(ctx)
	return err
}

func selectGifts(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("g.*, l.course_id, l.title").Join("JOIN order_lines AS l ON l.id = g.line_id").
		ColumnExpr("EXISTS (SELECT 1 FROM course_progress AS p WHERE p.user_id = g.redeemed_by AND p.course_id = l.course_id AND p.last_at > g.redeemed_at) AS has_learned")
}

func find(ctx context.Context, q bun.IDB, column, value string) (g Gift, err error) {
	err = selectGifts(q, &g).Where("g.? = ?", bun.Ident(column), value).Scan(ctx)
	return g, db.One(err, errNoGift)
}

// lock returns a gift whose row no other transaction changes until this one ends.
func lock(ctx context.Context, tx bun.IDB, column, value string) (Gift, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE gifts SET link = link WHERE ? = ?", bun.Ident(column), value), errNoGift); err != nil {
		return Gift{}, err
	}
	return find(ctx, tx, column, value)
}

// list returns the paid gifts of a buyer, newest first.
func list(ctx context.Context, q bun.IDB, buyer string, limit, offset int64) (gs []Gift, err error) {
	gs = []Gift{}
	return gs, selectGifts(q, &gs).Where("g.buyer_id = ? AND g.paid_at IS NOT NULL", buyer).OrderExpr("g.created_at DESC, g.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

func count(ctx context.Context, q bun.IDB, buyer string) (rest.Count, error) {
	some := q.NewSelect().TableExpr("gifts AS g").Where("g.buyer_id = ? AND g.paid_at IS NOT NULL", buyer).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// due returns the gifts whose time to be sent has come.
func due(ctx context.Context, q bun.IDB, now time.Time, most int64) (ids []string, err error) {
	return ids, q.NewRaw("SELECT id FROM gifts WHERE sent_at IS NULL AND send_at <= ? AND paid_at IS NOT NULL AND revoked_at IS NULL ORDER BY send_at LIMIT ?", now, most).Scan(ctx, &ids)
}

// accountOf returns the user who has an address, "" if there is none.
func accountOf(ctx context.Context, q bun.IDB, key string) (id string, err error) {
	err = q.NewRaw("SELECT id FROM users WHERE email_key = ?", key).Scan(ctx, &id)
	return id, db.One(err, nil)
}

func emailKeyOf(ctx context.Context, q bun.IDB, user string) (key string, err error) {
	return key, q.NewRaw("SELECT email_key FROM users WHERE id = ?", user).Scan(ctx, &key)
}

// forget removes the addresses and texts of gifts that ended before an instant.
func forget(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw(`UPDATE gifts SET email = '', email_key = '', message = '' WHERE email <> '' AND (expires_at < ? OR opened_at < ? OR revoked_at < ?)`, before, before, before).Exec(ctx)
	return err
}

// erase removes what a user has written, and what was written to them.
func erase(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("UPDATE gifts SET sender_name = '', message = '', recipient_name = '' WHERE buyer_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE gifts SET email = '', email_key = '', recipient_name = '', message = '' WHERE redeemed_by = ?", user).Exec(ctx)
	return err
}
