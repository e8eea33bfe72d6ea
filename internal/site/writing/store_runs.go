package writing

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// quotaRow is what a user has used on a day.
type quotaRow struct {
	bun.BaseModel `bun:"table:ai_usage,alias:u"`

	UserID string `bun:",pk"`
	Day    string `bun:",pk"`
	Runs   int64
	Tokens int64
}

// reserve counts a run and its tokens unless that is more than a user may have, in one statement: calls at the same time never go beyond it.
func reserve(ctx context.Context, tx bun.IDB, user, day string, tokens, mostRuns, mostTokens int64) (bool, error) {
	if _, err := tx.NewInsert().Model(&quotaRow{UserID: user, Day: day}).On("CONFLICT (user_id, day) DO NOTHING").Exec(ctx); err != nil {
		return false, err
	}
	return db.Changed(tx.NewRaw("UPDATE ai_usage SET runs = runs + 1, tokens = tokens + ? WHERE user_id = ? AND day = ? AND runs < ? AND tokens + ? <= ?",
		tokens, user, day, mostRuns, tokens, mostTokens).Exec(ctx))
}

// charge adds tokens to what a user has used; a negative number gives back.
func charge(ctx context.Context, tx bun.IDB, user, day string, tokens int64) error {
	_, err := tx.NewRaw("UPDATE ai_usage SET tokens = tokens + ? WHERE user_id = ? AND day = ?", tokens, user, day).Exec(ctx)
	return err
}

func usedQuota(ctx context.Context, q bun.IDB, user, day string) (u quotaRow, err error) {
	err = q.NewSelect().Model(&u).Where("u.user_id = ? AND u.day = ?", user, day).Scan(ctx)
	return u, db.One(err, nil)
}

func insertRun(ctx context.Context, tx bun.IDB, r run) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

// endRun stores how a run has ended, and reports false for one that was taken for lost.
func endRun(ctx context.Context, tx bun.IDB, r run) (bool, error) {
	return db.Changed(tx.NewUpdate().Model(&r).WherePK().Where("state = ?", running).Exec(ctx))
}

// lastRun returns the newest answer to the same question of a user; it has no ID if there is none.
func lastRun(ctx context.Context, q bun.IDB, user, key string, since time.Time) (r run, err error) {
	err = q.NewSelect().Model(&r).Where("r.user_id = ? AND r.cache_key = ? AND r.result <> '' AND r.began_at > ?", user, key, since).OrderExpr("r.began_at DESC").Limit(1).Scan(ctx)
	return r, db.One(err, nil)
}

// newestRuns lists the runs of a user, "" for everyone.
func newestRuns(ctx context.Context, q bun.IDB, user string, limit int64) (rows []run, err error) {
	some := q.NewSelect().Model(&rows).ExcludeColumn("result").OrderExpr("r.began_at DESC, r.id DESC").Limit(limit)
	if user != "" {
		some.Where("r.user_id = ?", user)
	}
	return rows, some.Scan(ctx)
}

func ownRun(ctx context.Context, q bun.IDB, user, id string) (r run, err error) {
	err = q.NewSelect().Model(&r).Where("r.id = ? AND r.user_id = ?", id, user).Scan(ctx)
	return r, db.One(err, errNoRun)
}

func judge(ctx context.Context, tx bun.IDB, user, id string, o RunOutcome) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE ai_runs SET accepted = ?, refused = ? WHERE id = ? AND user_id = ?", o.Accepted, o.Refused, id, user), errNoRun)
}

// lostRuns ends the runs that began before a time and never ended, and returns them.
func lostRuns(ctx context.Context, tx bun.IDB, before time.Time) (rows []run, err error) {
	err = tx.NewRaw("UPDATE ai_runs SET state = ?, error_code = 'interrupted' WHERE state = 'running' AND began_at < ? RETURNING *", failed, before).Scan(ctx, &rows)
	return rows, err
}

func forgetResults(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("UPDATE ai_runs SET result = '' WHERE result <> '' AND began_at < ?", before).Exec(ctx)
	return err
}

// eraseRuns deletes the runs and the quota of a user.
func eraseRuns(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("DELETE FROM ai_runs WHERE user_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM ai_usage WHERE user_id = ?", user).Exec(ctx)
	return err
}
