package demo

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/demoturn"
)

// demoTime is when an instructor has a demo.
type demoTime struct {
	ID           string
	InstructorID string
	StartsAt     time.Time
}

// demosOf returns the demos of instructors that count against the cap of their day.
func demosOf(ctx context.Context, q bun.IDB, ids []string, from, until time.Time) (demos []demoTime, err error) {
	return demos, q.NewSelect().TableExpr("demo_bookings AS d").Column("d.id", "d.instructor_id", "d.starts_at").
		Where("d.instructor_id IN (?) AND d.starts_at >= ? AND d.starts_at < ? AND d.status IN ('confirmed', 'completed')", bun.List(ids), from, until).Scan(ctx, &demos)
}

// instructorLoad is how many demos an instructor has.
type instructorLoad struct {
	InstructorID string
	Demos        int64
	LastGivenAt  time.Time
}

// loadsOf counts the demos of instructors, without cancelled ones and those that the learner missed.
func loadsOf(ctx context.Context, q bun.IDB, ids []string, from, until time.Time) (loads []instructorLoad, err error) {
	return loads, q.NewSelect().TableExpr("demo_bookings AS d").Column("d.instructor_id").ColumnExpr("count(*) AS demos").ColumnExpr("max(d.created_at) AS last_given_at").
		Where("d.instructor_id IN (?) AND d.starts_at >= ? AND d.starts_at < ?", bun.List(ids), from, until).
		Where("d.status IN ('confirmed', 'completed') OR d.status = 'no_show' AND d.no_show_side = 'instructor'").GroupExpr("d.instructor_id").Scan(ctx, &loads)
}

// countAhead counts the confirmed demos of an address that are ahead.
func countAhead(ctx context.Context, q bun.IDB, emailKey string, now time.Time) (int64, error) {
	return q.NewSelect().TableExpr("demo_bookings").Where("email_key = ? AND starts_at > ? AND status = 'confirmed'", emailKey, now).Count(ctx)
}

func holdByID(ctx context.Context, q bun.IDB, id string) (*holdRow, error) {
	if id == "" {
		return nil, nil
	}
	h := new(holdRow)
	return db.Optional(h, q.NewSelect().Model(h).Where("o.id = ?", id).Scan(ctx))
}

func putHold(ctx context.Context, tx bun.IDB, h holdRow) error {
	if err := deleteHold(ctx, tx, h.ID); err != nil {
		return err
	}
	_, err := tx.NewInsert().Model(&h).Exec(ctx)
	return err
}

func deleteHold(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM demo_holds WHERE id = ?", id).Exec(ctx)
	return err
}

// countHolds counts the slots that forms of a network hold, besides one form.
func countHolds(ctx context.Context, q bun.IDB, network, without string, now time.Time) (int64, error) {
	return q.NewSelect().TableExpr("demo_holds").Where("network = ? AND id <> ? AND expires_at > ?", network, without, now).Count(ctx)
}

// countHeld counts the slots of an instructor that visitors hold within a day, besides one form.
func countHeld(ctx context.Context, q bun.IDB, instructorID, without string, from, until, now time.Time) (int64, error) {
	return q.NewSelect().TableExpr("demo_holds").Where("instructor_id = ? AND starts_at >= ? AND starts_at < ? AND network <> '' AND id <> ? AND expires_at > ?",
		instructorID, from.UTC(), until.UTC(), without, now).Count(ctx)
}

func deleteExpiredHolds(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM demo_holds WHERE expires_at <= ?", now).Exec(ctx)
	return err
}

// substitutesOf names candidates, in their order.
func substitutesOf(ctx context.Context, q bun.IDB, candidates []demoturn.Candidate) ([]classsession.Substitute, error) {
	ids, people := make([]string, len(candidates)), []classsession.Substitute{}
	for i, c := range candidates {
		ids[i] = c.ID
	}
	if len(ids) == 0 {
		return people, nil
	}
	err := q.NewSelect().TableExpr("users").Column("id", "full_name").Where("id IN (?)", bun.List(ids)).Scan(ctx, &people)
	slices.SortFunc(people, func(a, b classsession.Substitute) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return people, err
}
