package certificate

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// currentKey returns the key that signs; nil for none yet.
func currentKey(ctx context.Context, q bun.IDB) (*issuerKey, error) {
	var k issuerKey
	return db.Optional(&k, q.NewSelect().Model(&k).Where("i.retired_at IS NULL").OrderExpr("i.created_at, i.id").Limit(1).Scan(ctx))
}

func insertKey(ctx context.Context, tx bun.IDB, k issuerKey) error {
	_, err := tx.NewInsert().Model(&k).Exec(ctx)
	return err
}

func retireKeys(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewUpdate().Table("issuer_keys").Set("retired_at = ?", now).Where("retired_at IS NULL").Exec(ctx)
	return err
}

// lastSigned returns the newest certificate with a badge; nil for none.
func lastSigned(ctx context.Context, q bun.IDB) (*Certificate, error) {
	var c Certificate
	return db.Optional(&c, q.NewSelect().Model(&c).Column("k.credential").Where("k.credential IS NOT NULL").OrderExpr("k.issued_at DESC, k.id DESC").Limit(1).Scan(ctx))
}

// publicKeys returns all keys that have ever signed.
func publicKeys(ctx context.Context, q bun.IDB) (keys []string, err error) {
	keys = []string{}
	return keys, q.NewSelect().Table("issuer_keys").Column("public_key").OrderExpr("created_at, id").Scan(ctx, &keys)
}

// lastList returns the number of the last status list; 0 for none.
func lastList(ctx context.Context, q bun.IDB) (n int64, err error) {
	return n, q.NewSelect().Table("certificates").ColumnExpr("COALESCE(MAX(list), 0)").Scan(ctx, &n)
}

// openList returns the list for the next certificate: the last one, or another when it has so many.
func openList(ctx context.Context, q bun.IDB, most int64) (list int64, err error) {
	if list, err = lastList(ctx, q); err != nil {
		return 0, err
	}
	n, err := q.NewSelect().Table("certificates").Where("list = ?", list).Count(ctx)
	if err == nil && (list == 0 || n >= most) {
		list++
	}
	return list, err
}

func isTaken(ctx context.Context, q bun.IDB, list, index int64) (bool, error) {
	return q.NewSelect().Table("certificates").Where("list = ? AND list_index = ?", list, index).Exists(ctx)
}

// endedIn returns the places of a list whose certificates were revoked or replaced.
func endedIn(ctx context.Context, q bun.IDB, list int64) (places []int64, err error) {
	return places, q.NewSelect().Table("certificates").Column("list_index").Where("list = ? AND status IN ('revoked', 'superseded')", list).Scan(ctx, &places)
}

func lastOfCourse(ctx context.Context, q bun.IDB, courseID string) (c Certificate, err error) {
	err = q.NewSelect().Model(&c).Where("k.course_id = ? AND k.cause <> 'withdrawn' AND k.credential IS NOT NULL", courseID).OrderExpr("k.issued_at DESC, k.id DESC").Limit(1).Scan(ctx)
	return c, db.One(err, errNone)
}

func emailOf(ctx context.Context, q bun.IDB, user string) (email string, err error) {
	return email, q.NewSelect().Table("users").Column("email").Where("id = ?", user).Scan(ctx, &email)
}
