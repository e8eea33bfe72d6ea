package profile

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoExport = fault.New(fault.NotFound, "export_not_found", "This archive doesn't exist.")

func insertExport(ctx context.Context, tx bun.IDB, x Export) error {
	_, err := tx.NewInsert().Model(&x).Exec(ctx)
	return err
}

func oneExport(ctx context.Context, q bun.IDB, where, value string) (x Export, err error) {
	err = q.NewSelect().Model(&x).Where(where, value).Scan(ctx)
	return x, db.One(err, errNoExport)
}

func exportByID(ctx context.Context, q bun.IDB, id string) (Export, error) {
	return oneExport(ctx, q, "x.id = ?", id)
}

func runningExport(ctx context.Context, q bun.IDB, user string) (Export, error) {
	return oneExport(ctx, q, "x.user_id = ? AND x.status = 'preparing'", user)
}

const shownExports = 10 // newest

func exportsOf(ctx context.Context, q bun.IDB, user string) (list []Export, err error) {
	list = []Export{}
	return list, q.NewSelect().Model(&list).Where("x.user_id = ?", user).OrderExpr("x.id DESC").Limit(shownExports).Scan(ctx)
}

func updateExportProgress(ctx context.Context, tx bun.IDB, id string, done int64) error {
	_, err := tx.NewRaw("UPDATE data_exports SET tables_done = ? WHERE id = ?", done, id).Exec(ctx)
	return err
}

func completeExport(ctx context.Context, tx bun.IDB, id string, size int64, now, until time.Time) error {
	_, err := tx.NewRaw("UPDATE data_exports SET status = 'ready', size_bytes = ?, ready_at = ?, expires_at = ? WHERE id = ? AND status = 'preparing'",
		size, now, until, id).Exec(ctx)
	return err
}

func failExport(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE data_exports SET status = 'failed' WHERE id = ? AND status = 'preparing'", id).Exec(ctx)
	return err
}

func failStuck(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("UPDATE data_exports SET status = 'failed' WHERE status = 'preparing' AND created_at < ?", before).Exec(ctx)
	return err
}

func oldExports(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	err = q.NewRaw("SELECT id FROM data_exports WHERE status IN ('ready', 'failed') AND expires_at <= ? LIMIT 100", now).Scan(ctx, &ids)
	return ids, err
}

func expireExports(ctx context.Context, tx bun.IDB, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.NewRaw("UPDATE data_exports SET status = 'expired' WHERE id IN (?)", bun.In(ids)).Exec(ctx)
	return err
}
