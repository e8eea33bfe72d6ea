package blogexchange

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

const insertedAtATime = 500 // rows of one statement

func insertImport(ctx context.Context, tx bun.IDB, i PostImport, items []item) error {
	if _, err := tx.NewInsert().Model(&i).Exec(ctx); err != nil {
		return err
	}
	for some := range slices.Chunk(items, insertedAtATime) {
		if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func isRunning(ctx context.Context, q bun.IDB) (is bool, err error) {
	return is, q.NewRaw("SELECT EXISTS (SELECT 1 FROM post_imports WHERE state = ?)", running).Scan(ctx, &is)
}

func importByID(ctx context.Context, q bun.IDB, id string) (i PostImport, err error) {
	return i, db.One(q.NewSelect().Model(&i).Where("i.id = ?", id).Scan(ctx), errNoImport)
}

// lockImport is importByID for a change: the import stays as it is until the transaction ends.
func lockImport(ctx context.Context, tx bun.IDB, id string) (i PostImport, err error) {
	return i, db.One(db.ForUpdate(tx.NewSelect().Model(&i).Where("i.id = ?", id)).Scan(ctx), errNoImport)
}

// nextItem returns the post whose turn it is, the zero item for none.
func nextItem(ctx context.Context, q bun.IDB, id string) (t item, err error) {
	return t, db.One(q.NewSelect().Model(&t).Where("t.import_id = ? AND t.outcome = ''", id).OrderExpr("t.position").Limit(1).Scan(ctx), nil)
}

func outcomeOf(ctx context.Context, q bun.IDB, t item) (outcome string, err error) {
	return outcome, q.NewSelect().Model((*item)(nil)).Column("t.outcome").Where("t.import_id = ? AND t.position = ?", t.ImportID, t.Position).Scan(ctx, &outcome)
}

// reported lists the posts that an import has reached, refused ones first.
func reported(ctx context.Context, q bun.IDB, id string, most int64) (items []item, err error) {
	return items, q.NewSelect().Model(&items).Where("t.import_id = ? AND t.outcome <> ''", id).OrderExpr("CASE WHEN t.outcome = ? THEN 0 ELSE 1 END, t.position", refused).Limit(most).Scan(ctx)
}

// noteOutcome records what has become of a post, and counts it.
func noteOutcome(ctx context.Context, tx bun.IDB, t item) error {
	if _, err := tx.NewUpdate().Model(&t).Column("title", "outcome", "post_id", "code", "reason", "notes").WherePK().Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewUpdate().Model((*PostImport)(nil)).Set("? = ? + 1", bun.Ident(t.Outcome), bun.Ident(t.Outcome)).Where("id = ?", t.ImportID).Exec(ctx)
	return err
}

func endImport(ctx context.Context, tx bun.IDB, id, state, reason string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE post_imports SET state = ?, reason = ?, finished_at = ? WHERE id = ?", state, reason, now, id).Exec(ctx)
	return err
}

// deleteImports deletes imports that were started before a time, and dry runs before another, if they are over.
func deleteImports(ctx context.Context, tx bun.IDB, started, dryStarted time.Time) error {
	_, err := tx.NewRaw("DELETE FROM post_imports WHERE state <> ? AND (created_at < ? OR created_at < ? AND dry_run)", running, started, dryStarted).Exec(ctx)
	return err
}

// writerByEmail returns the active user with an address who may write posts, "" for none.
func writerByEmail(ctx context.Context, q bun.IDB, email string) (id string, err error) {
	if email == "" {
		return "", nil
	}
	err = q.NewRaw(`SELECT u.id FROM users AS u WHERE u.email_key = ? AND u.status = 'active'
		AND EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role IN ('instructor', 'admin'))`, strings.ToLower(email)).Scan(ctx, &id)
	return id, db.One(err, nil)
}
