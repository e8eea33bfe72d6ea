package seat

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func insertPool(ctx context.Context, tx bun.IDB, p SeatPool) error {
	_, err := tx.NewInsert().Model(&p).Exec(ctx)
	return err
}

// insertBought adds the pool of a line, or opens it again.
func insertBought(ctx context.Context, tx bun.IDB, p SeatPool) error {
	_, err := tx.NewInsert().Model(&p).On("CONFLICT (line_id) DO UPDATE").Set("ends_at = NULL, ended_at = NULL").Exec(ctx)
	return err
}

func endBought(ctx context.Context, tx bun.IDB, line string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE seat_pools SET ends_at = ? WHERE line_id = ? AND (ends_at IS NULL OR ends_at > ?)", now, line, now).Exec(ctx)
	return err
}

func pools(ctx context.Context, q bun.IDB, company string, limit, offset int64) (ps []SeatPool, total int64, err error) {
	ps = []SeatPool{}
	n, err := q.NewSelect().Model(&ps).Where("p.company_id = ?", company).OrderExpr("p.created_at DESC, p.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err == nil {
		err = complete(ctx, q, ps)
	}
	return ps, int64(n), err
}

// complete adds the courses of pools.
func complete(ctx context.Context, q bun.IDB, ps []SeatPool) error {
	var ids []string
	for i := range ps {
		ps[i].CourseIDs, ps[i].Courses = ps[i].CoursesRow.V, []SeatCourse{}
		ids = append(ids, ps[i].CourseIDs...)
	}
	if len(ids) == 0 {
		return nil
	}
	var courses []SeatCourse
	err := q.NewSelect().TableExpr("courses").Column("id", "title").Where("id IN (?)", bun.List(ids)).OrderExpr("title, id").Scan(ctx, &courses)
	for i := range ps {
		for _, c := range courses {
			if slices.Contains(ps[i].CourseIDs, c.ID) {
				ps[i].Courses = append(ps[i].Courses, c)
			}
		}
	}
	return err
}

// lockPool returns a pool whose row no other transaction changes until this one ends.
func lockPool(ctx context.Context, tx bun.IDB, company, id string) (p SeatPool, err error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE seat_pools SET taken = taken WHERE id = ? AND company_id = ?", id, company), errNoPool); err != nil {
		return p, err
	}
	return p, tx.NewSelect().Model(&p).Where("p.id = ?", id).Scan(ctx)
}

// take counts one seat. The guard is in the statement: no two managers get the last one.
func take(ctx context.Context, tx bun.IDB, pool string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE seat_pools SET taken = taken + 1 WHERE id = ? AND taken < total", pool), errNoneLeft)
}

func giveBack(ctx context.Context, tx bun.IDB, pool string) error {
	_, err := tx.NewRaw("UPDATE seat_pools SET taken = taken - 1 WHERE id = ?", pool).Exec(ctx)
	return err
}

func useSwap(ctx context.Context, tx bun.IDB, pool string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE seat_pools SET swaps_left = swaps_left - 1 WHERE id = ? AND swaps_left > 0", pool), errSwap)
}

// insertSeat returns false if the person has a live seat in the course already.
func insertSeat(ctx context.Context, tx bun.IDB, seat Seat) (bool, error) {
	return db.Changed(tx.NewInsert().Model(&seat).On("CONFLICT DO NOTHING").Exec(ctx))
}

func liveSeat(ctx context.Context, q bun.IDB, pool, id string) (seat Seat, err error) {
	err = q.NewSelect().Model(&seat).Where("s.id = ? AND s.pool_id = ? AND s.state IN ('offered', 'active')", id, pool).Scan(ctx)
	return seat, db.One(err, errNoSeat)
}

// liveSeatsOf returns those that a user has, in all companies for "".
func liveSeatsOf(ctx context.Context, q bun.IDB, company, user string) (ss []Seat, err error) {
	s := q.NewSelect().Model(&ss).Where("s.user_id = ? AND s.state IN ('offered', 'active')", user)
	if company != "" {
		s.Where("s.company_id = ?", company)
	}
	return ss, s.OrderExpr("s.pool_id, s.id").Scan(ctx)
}

func endSeat(ctx context.Context, tx bun.IDB, id, state string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE seats SET state = ?, ended_at = ? WHERE id = ? AND state IN ('offered', 'active')", state, now, id).Exec(ctx))
}

// takeOffered takes what is offered to an address, except what the user has already through another one, and returns it.
func takeOffered(ctx context.Context, tx bun.IDB, company, user, key string, now time.Time) (ss []Seat, err error) {
	err = tx.NewRaw(`UPDATE seats AS s SET state = 'active', user_id = ?, taken_at = ? WHERE company_id = ? AND email_key = ? AND state = 'offered' AND expires_at > ?
		AND NOT EXISTS (SELECT 1 FROM seats AS o WHERE o.company_id = s.company_id AND o.course_id = s.course_id AND o.user_id = ? AND o.state = 'active')
		RETURNING id, pool_id, course_id`, user, now, company, key, now, user).Scan(ctx, &ss)
	return ss, db.One(err, nil)
}

func progressOf(ctx context.Context, q bun.IDB, seat Seat) (percent int64, err error) {
	err = q.NewRaw("SELECT coalesce(percent, 0) FROM course_progress WHERE user_id = ? AND course_id = ?", seat.UserID, seat.CourseID).Scan(ctx, &percent)
	return percent, db.One(err, nil)
}

func isPublished(ctx context.Context, q bun.IDB, courseID string) (bool, error) {
	return q.NewSelect().TableExpr("courses").Where("id = ? AND status = 'Published'", courseID).Exists(ctx)
}

// overdue returns live seats whose offer, or whose pool, is over.
func overdue(ctx context.Context, q bun.IDB, now time.Time, limit int64) (ss []Seat, err error) {
	err = q.NewRaw(`SELECT id, pool_id, state FROM seats WHERE state = 'offered' AND expires_at <= ?
		UNION SELECT s.id, s.pool_id, s.state FROM seat_pools AS p JOIN seats AS s ON s.pool_id = p.id AND s.state IN ('offered', 'active') WHERE p.ends_at <= ? AND p.ended_at IS NULL
		ORDER BY pool_id, id LIMIT ?`, now, now, limit).Scan(ctx, &ss)
	return ss, db.One(err, nil)
}

func endPools(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("UPDATE seat_pools SET ended_at = ? WHERE ends_at <= ? AND ended_at IS NULL", now, now).Exec(ctx)
	return err
}

func deleteNeverTaken(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM seats WHERE state = 'released' AND user_id IS NULL AND ended_at < ?", before).Exec(ctx)
	return err
}

func anonymize(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("UPDATE seats SET email = '', email_key = id, user_id = NULL WHERE user_id = ?", user).Exec(ctx)
	return err
}

func narrow(s *bun.SelectQuery, company string, f SeatFilter) *bun.SelectQuery {
	s.Where("s.company_id = ?", company)
	if f.PoolID != "" {
		s.Where("s.pool_id = ?", f.PoolID)
	}
	if f.State != "" {
		s.Where("s.state = ?", f.State)
	}
	if f.CourseID != "" {
		s.Where("s.course_id = ?", f.CourseID)
	}
	return s
}

// seats returns seats with what their company sees of their progress: none of those who have left, and nothing that was learned after the seat ended.
func seats(ctx context.Context, q bun.IDB, company string, f SeatFilter, before time.Time, beforeID string, limit int64) (ss []Seat, err error) {
	ss = []Seat{}
	s := q.NewSelect().Model(&ss).ColumnExpr("s.*, coalesce(u.full_name, '') AS full_name, coalesce(c.title, '') AS course_title, g.percent, g.completed_at, g.last_at").
		Join("LEFT JOIN users AS u ON u.id = s.user_id").Join("LEFT JOIN courses AS c ON c.id = s.course_id").
		Join("LEFT JOIN company_people AS m ON m.company_id = s.company_id AND m.user_id = s.user_id AND m.state = 'active'").
		Join("LEFT JOIN course_progress AS g ON g.user_id = m.user_id AND g.course_id = s.course_id AND (s.ended_at IS NULL OR g.last_at <= s.ended_at)")
	return ss, narrow(s, company, f).Where("(s.offered_at, s.id) < (?, ?)", before, beforeID).OrderExpr("s.offered_at DESC, s.id DESC").Limit(limit).Scan(ctx)
}

func countSeats(ctx context.Context, q bun.IDB, company string, f SeatFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("seats AS s"), company, f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}
