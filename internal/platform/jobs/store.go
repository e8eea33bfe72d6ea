package jobs

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func insert(ctx context.Context, tx bun.IDB, j Job) error {
	_, err := tx.NewInsert().Model(&j).Exec(ctx)
	return err
}

// waiting reports whether there is a job to claim below a priority, without taking SQLite's only writer.
func waiting(ctx context.Context, q bun.IDB, kinds []string, below int64, now time.Time) (bool, error) {
	return q.NewSelect().Table("jobs").Where("state = 'waiting' AND due_at <= ? AND priority < ?", now, below).
		Where("kind IN (?)", bun.List(kinds)).Exists(ctx)
}

// IsWaiting reports whether a job of a kind about something has not begun, so that it does not need another one.
func IsWaiting(ctx context.Context, q bun.IDB, kind, ref string) (bool, error) {
	return q.NewSelect().Table("jobs").Where("ref = ? AND kind = ? AND state = 'waiting'", ref, kind).Exists(ctx)
}

// claim claims the next waiting job below a priority and, up to most of its kind, others of its batch.
func claim(ctx context.Context, tx bun.IDB, postgres bool, kinds []string, below int64, worker string, most func(kind string) int, now time.Time) ([]Job, error) {
	choose := func() *bun.SelectQuery {
		s := tx.NewSelect().Model((*Job)(nil)).Where("state = 'waiting' AND due_at <= ?", now).Order("priority", "due_at", "id")
		if postgres {
			s = s.For("UPDATE SKIP LOCKED")
		}
		return s
	}
	var first Job
	err := choose().Where("kind IN (?)", bun.List(kinds)).Where("priority < ?", below).Limit(1).Scan(ctx, &first)
	if found, err := db.Found(err); !found {
		return nil, err
	}
	ids := []string{first.ID}
	if most := most(first.Kind); first.Batch != "" && most > 1 {
		err = choose().Column("id").Where("batch = ? AND kind = ? AND id <> ?", first.Batch, first.Kind, first.ID).Limit(int64(most-1)).Scan(ctx, &ids)
		if err := db.One(err, nil); err != nil {
			return nil, err
		}
		ids = append(ids, first.ID)
	}
	var jobs []Job
	err = tx.NewUpdate().Model(&jobs).Set("state = 'running', fence = fence + 1, attempts = attempts + 1, progress = 0").
		Set("worker = ?, claimed_at = ?, lease_until = ?", worker, now, now.Add(leaseDuration)).Where("id IN (?)", bun.List(ids)).Returning("*").Scan(ctx)
	return jobs, err
}

// updateFenced changes a job under the fence of its claim.
func updateFenced(ctx context.Context, u *bun.UpdateQuery, j Job) error {
	return db.MustChange(ctx, u.Where("id = ? AND fence = ? AND state = 'running'", j.ID, j.Fence), ErrFenced)
}

func extendLease(ctx context.Context, tx bun.IDB, j Job, until time.Time) error {
	return updateFenced(ctx, tx.NewUpdate().Table("jobs").Set("lease_until = ?", until), j)
}

func reportProgress(ctx context.Context, tx bun.IDB, j Job, progress int64) error {
	return updateFenced(ctx, tx.NewUpdate().Table("jobs").Set("progress = ?", progress), j)
}

func finish(ctx context.Context, tx bun.IDB, j Job, state, lastError string, now time.Time) error {
	return updateFenced(ctx, tx.NewUpdate().Table("jobs").Set("state = ?, last_error = ?, finished_at = ?, lease_until = NULL", state, lastError, now), j)
}

// requeue releases a claimed job; counted: the attempt counts.
func requeue(ctx context.Context, tx bun.IDB, j Job, due time.Time, lastError string, counted bool) error {
	attempts := j.Attempts
	if !counted {
		attempts--
	}
	return updateFenced(ctx, tx.NewUpdate().Table("jobs").Set("state = 'waiting', lease_until = NULL, worker = ''").
		Set("due_at = ?, last_error = ?, attempts = ?", due, lastError, attempts), j)
}

// requeueOrphan releases the job of a dead worker with the highest priority.
func requeueOrphan(ctx context.Context, tx bun.IDB, j Job, lastError string) error {
	return updateFenced(ctx, tx.NewUpdate().Table("jobs").Set("state = 'waiting', lease_until = NULL, worker = ''").
		Set("priority = ?, last_error = ?", orphanPriority, lastError), j)
}

func cancel(ctx context.Context, tx bun.IDB, ref string, now time.Time) error {
	_, err := tx.NewUpdate().Table("jobs").Set("state = 'cancelled', finished_at = ?, lease_until = NULL", now).
		Where("ref = ? AND state IN ('waiting', 'running')", ref).Exec(ctx)
	return err
}

// expiredLeases lists the running jobs whose lease has expired.
func expiredLeases(ctx context.Context, q bun.IDB, now time.Time) (jobs []Job, err error) {
	err = q.NewSelect().Model(&jobs).Where("state = 'running' AND lease_until < ?", now).Scan(ctx)
	return jobs, err
}

// lockExpired locks the row of a job whose lease has expired; ErrFenced when it was extended or the job has
// ended.
func lockExpired(ctx context.Context, tx bun.IDB, j Job, now time.Time) error {
	return updateFenced(ctx, tx.NewUpdate().Table("jobs").Set("worker = worker").Where("lease_until < ?", now), j)
}

func countAhead(ctx context.Context, q bun.IDB, ref string) (n int64, err error) {
	err = q.NewRaw(`SELECT count(*) FROM jobs AS j JOIN (
			SELECT priority, due_at, id FROM jobs WHERE ref = ? AND state = 'waiting' ORDER BY priority, due_at, id LIMIT 1
		) AS mine ON (j.priority, j.due_at, j.id) < (mine.priority, mine.due_at, mine.id)
		WHERE j.state = 'waiting'`, ref).Scan(ctx, &n)
	return n, err
}

// missingOf returns which of some jobs there are not, in their order.
func missingOf(ctx context.Context, q bun.IDB, ids []string) (missing []string, err error) {
	var known []string
	if len(ids) > 0 {
		err = q.NewSelect().Table("jobs").Column("id").Where("id IN (?)", bun.List(ids)).Scan(ctx, &known)
	}
	for _, id := range ids {
		if !slices.Contains(known, id) {
			missing = append(missing, id)
		}
	}
	return missing, err
}

// ensurePeriodic inserts the row of a periodic job, whose id is its kind so that there is only one.
func ensurePeriodic(ctx context.Context, tx bun.IDB, kind string, now time.Time) error {
	j := Job{ID: kind, Kind: kind, State: "waiting", DueAt: now, MaxAttempts: 1 << 40, CreatedAt: now}
	j.Payload.V = []byte("null")
	_, err := tx.NewInsert().Model(&j).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}

func sweep(ctx context.Context, d *db.DB, before time.Time) error {
	return d.InTx(ctx, func(tx bun.IDB) error {
		_, err := tx.NewDelete().Table("jobs").Where("state IN ('done', 'cancelled') AND finished_at < ?", before).Exec(ctx)
		return err
	})
}

func counts(ctx context.Context, q bun.IDB) (counts []Count, err error) {
	err = q.NewSelect().Table("jobs").ColumnExpr("kind, state, count(*) AS n").Where("state IN ('waiting', 'running', 'failed')").
		GroupExpr("kind, state").OrderExpr("kind, state").Scan(ctx, &counts)
	return counts, err
}

func deleteContaining(ctx context.Context, tx bun.IDB, text string) error {
	_, err := tx.NewDelete().Table("jobs").Where("state <> 'running'").
		Where(`CAST(payload AS TEXT) LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text)+"%").Exec(ctx)
	return err
}
