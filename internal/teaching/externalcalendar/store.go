package externalcalendar

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/ics"
)

func calendarsOf(ctx context.Context, q bun.IDB, instructorID string, now time.Time) (all []ExternalCalendar, err error) {
	all = []ExternalCalendar{}
	return all, q.NewSelect().Model(&all).ColumnExpr("?TableColumns").
		ColumnExpr("(SELECT count(*) FROM external_busy AS b WHERE b.calendar_id = c.id AND b.until_at > ?) AS busy_count", now).
		Where("c.instructor_id = ?", instructorID).OrderExpr("c.created_at, c.id").Scan(ctx)
}

// ofTeachers keeps calendars of people who may teach. Those of others are read no more, and read again when their owner teaches again.
const ofTeachers = `EXISTS (SELECT 1 FROM users AS u JOIN user_roles AS r ON r.user_id = u.id
	WHERE u.id = c.instructor_id AND u.status = 'active' AND r.role IN ('instructor', 'admin'))`

// find returns a calendar that is to be read; nil when it no longer exists or its owner teaches no more.
func find(ctx context.Context, q bun.IDB, id string) (*ExternalCalendar, error) {
	var c ExternalCalendar
	return db.Optional(&c, q.NewSelect().Model(&c).Where("c.id = ? AND "+ofTeachers, id).Scan(ctx))
}

// lockUser lets only one request at a time add calendars of a user.
func lockUser(ctx context.Context, tx bun.IDB, id string) error {
	var locked string
	return db.ForUpdate(tx.NewSelect().TableExpr("users").Column("id").Where("id = ?", id)).Scan(ctx, &locked)
}

func insert(ctx context.Context, tx bun.IDB, c ExternalCalendar) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, instructorID, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM external_calendars WHERE id = ? AND instructor_id = ?", id, instructorID), errNotFound)
}

func setNext(ctx context.Context, tx bun.IDB, instructorID, id string, next time.Time) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE external_calendars SET next_at = ?, etag = '' WHERE id = ? AND instructor_id = ?", next, id, instructorID), errNotFound)
}

// due returns calendars that are to be read, those first that have waited longest.
func due(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	return ids, q.NewSelect().TableExpr("external_calendars AS c").Column("c.id").Where("c.next_at <= ? AND "+ofTeachers, now).OrderExpr("c.next_at, c.id").Limit(mostAdded).Scan(ctx, &ids)
}

func postpone(ctx context.Context, tx bun.IDB, ids []string, next time.Time) error {
	_, err := tx.NewRaw("UPDATE external_calendars SET next_at = ? WHERE id IN (?)", next, bun.List(ids)).Exec(ctx)
	return err
}

func setFailed(ctx context.Context, tx bun.IDB, id, why string, since, next time.Time) error {
	_, err := tx.NewRaw("UPDATE external_calendars SET last_error = ?, failed_since = ?, next_at = ? WHERE id = ?", why, since, next, id).Exec(ctx)
	return err
}

// setRead replaces the busy times of a calendar; those that are nil stay as they are.
func setRead(ctx context.Context, tx bun.IDB, c ExternalCalendar, found *ics.BusyTimes, etag string, now time.Time) error {
	done, err := tx.NewRaw("UPDATE external_calendars SET last_error = '', failed_since = NULL, read_at = ?, next_at = ?, etag = ? WHERE id = ?", now, now.Add(readEvery), etag, c.ID).Exec(ctx)
	if changed, err := db.Changed(done, err); err != nil || !changed || found == nil {
		return err
	}
	if _, err := tx.NewRaw("UPDATE external_calendars SET unread = ? WHERE id = ?", found.Unread, c.ID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM external_busy WHERE calendar_id = ?", c.ID).Exec(ctx); err != nil {
		return err
	}
	for some := range slices.Chunk(found.Spans, 500) {
		rows := make([]span, len(some))
		for i, b := range some {
			rows[i] = span{CalendarID: c.ID, InstructorID: c.InstructorID, FromAt: b.FromAt.UTC(), UntilAt: b.UntilAt.UTC()}
		}
		if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// span is a busy time as stored.
type span struct {
	bun.BaseModel `bun:"table:external_busy"`

	CalendarID   string `bun:",pk"`
	InstructorID string
	FromAt       time.Time `bun:",pk"`
	UntilAt      time.Time
}

func erase(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM external_calendars WHERE instructor_id = ?", user).Exec(ctx)
	return err
}
