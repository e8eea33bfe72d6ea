package securitylog

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

func insert(ctx context.Context, tx bun.IDB, e event) error {
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

func deleteBefore(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM security_events WHERE at < ?", before).Exec(ctx)
	return err
}

func deleteOf(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM security_events WHERE user_id = ?", user).Exec(ctx)
	return err
}
