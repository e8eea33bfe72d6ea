package user

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insertBulk(ctx context.Context, tx bun.IDB, b BulkJob) error {
	_, err := tx.NewInsert().Model(&b).Exec(ctx)
	return err
}

// pickUsers stores whom a filter picks now, in one statement, and returns their number.
func pickUsers(ctx context.Context, tx bun.IDB, id string, f Filter, now time.Time) (picked int64, err error) {
	f.Sort = newest
	q, err := newQuery(ctx, tx, f, now)
	if err != nil {
		return 0, err
	}
	found := q.narrow(tx.NewSelect().Model((*UserRow)(nil))).ColumnExpr("? AS job_id, row_number() OVER (ORDER BY u.id) AS position, u.id AS user_id, '' AS outcome, '' AS code, '' AS message", id)
	picked, err = db.Affected(tx.NewRaw("INSERT INTO bulk_job_users (job_id, position, user_id, outcome, code, message) ?", found).Exec(ctx))
	if err != nil {
		return 0, err
	}
	_, err = tx.NewRaw("UPDATE bulk_jobs SET total = ? WHERE id = ?", picked, id).Exec(ctx)
	return picked, err
}

func countRunningBulks(ctx context.Context, q bun.IDB, admin string) (n int64, err error) {
	return n, q.NewRaw("SELECT count(*) FROM bulk_jobs WHERE admin_id = ? AND state = ?", admin, bulkRunning).Scan(ctx, &n)
}

func bulksSince(ctx context.Context, q bun.IDB, since time.Time, limit, offset int64) (bs []BulkJob, total int64, err error) {
	err = q.NewRaw(`SELECT b.*, u.full_name AS admin_name FROM bulk_jobs AS b JOIN users AS u ON u.id = b.admin_id
		WHERE b.created_at >= ? ORDER BY b.created_at DESC, b.id DESC LIMIT ? OFFSET ?`, since, limit, offset).Scan(ctx, &bs)
	if err != nil {
		return nil, 0, err
	}
	return bs, total, q.NewRaw("SELECT count(*) FROM bulk_jobs WHERE created_at >= ?", since).Scan(ctx, &total)
}

func bulkByID(ctx context.Context, q bun.IDB, id string) (b BulkJob, err error) {
	err = q.NewRaw("SELECT b.*, u.full_name AS admin_name FROM bulk_jobs AS b JOIN users AS u ON u.id = b.admin_id WHERE b.id = ?", id).Scan(ctx, &b)
	return b, db.One(err, errNoBulkJob)
}

// lockBulk returns a job whose row is locked until the transaction ends.
func lockBulk(ctx context.Context, tx bun.IDB, id string) (b BulkJob, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&b).Where("b.id = ?", id)).Scan(ctx)
	return b, db.One(err, errNoBulkJob)
}

// errNoneLeft says that everybody of a job has had their turn.
var errNoneLeft = fault.New(fault.NotFound, "none_left", "No more accounts are waiting.")

func nextOf(ctx context.Context, tx bun.IDB, id string) (position int64, user string, err error) {
	err = tx.NewRaw("SELECT position, user_id FROM bulk_job_users WHERE job_id = ? AND outcome = '' ORDER BY position LIMIT 1", id).Scan(ctx, &position, &user)
	return position, user, db.One(err, errNoneLeft)
}

// noteOutcome records what became of a user, and counts it.
func noteOutcome(ctx context.Context, tx bun.IDB, id string, position int64, outcome, code, message string) error {
	_, err := tx.NewRaw("UPDATE bulk_job_users SET outcome = ?, code = ?, message = ? WHERE job_id = ? AND position = ?", outcome, code, message, id, position).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("UPDATE bulk_jobs SET ? = ? + 1 WHERE id = ?", bun.Ident(outcome), bun.Ident(outcome), id).Exec(ctx)
	return err
}

// endBulk ends a running job; one that is over stays as it is.
func endBulk(ctx context.Context, tx bun.IDB, id, state, reason string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE bulk_jobs SET state = ?, reason = ?, finished_at = ? WHERE id = ? AND state = ?", state, reason, now, id, bulkRunning).Exec(ctx)
	return err
}

// refusedOf returns those of a job who were refused, after a position, and the position of the last.
func refusedOf(ctx context.Context, q bun.IDB, id string, after int64, limit int) (refused []BulkOutcome, last int64, err error) {
	var rows []struct {
		BulkOutcome
		Position int64
	}
	err = q.NewRaw(`SELECT r.position, u.id, u.full_name, u.email, r.outcome, r.code, r.message FROM bulk_job_users AS r JOIN users AS u ON u.id = r.user_id
		WHERE r.job_id = ? AND r.outcome = 'refused' AND r.position > ? ORDER BY r.position LIMIT ?`, id, after, limit).Scan(ctx, &rows)
	refused = make([]BulkOutcome, len(rows))
	for i, r := range rows {
		refused[i], last = r.BulkOutcome, r.Position
	}
	return refused, last, err
}

func deleteBulksBefore(ctx context.Context, tx bun.IDB, started time.Time) error {
	_, err := tx.NewRaw("DELETE FROM bulk_jobs WHERE created_at < ?", started).Exec(ctx)
	return err
}

func deleteBulkUser(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM bulk_job_users WHERE user_id = ?", user).Exec(ctx)
	return err
}
