package classroom

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
)

// kind is that of resources that are classrooms.
const kind = "room"

func selectRooms(q bun.IDB, now time.Time) *bun.SelectQuery {
	return q.NewSelect().TableExpr("classrooms AS c").Join("JOIN resources AS r ON r.id = c.id").ColumnExpr("c.id, r.name, c.capacity, c.place, c.active, c.version").
		ColumnExpr("(SELECT count(*) FROM resource_busy AS b WHERE b.resource_id = c.id AND b.until_at > ?) AS ahead", now)
}

func list(ctx context.Context, q bun.IDB, now time.Time) (rooms []Classroom, err error) {
	rooms = []Classroom{}
	return rooms, selectRooms(q, now).OrderExpr("c.active DESC, c.name_key, c.id").Scan(ctx, &rooms)
}

// find returns a classroom, or errNotFound.
func find(ctx context.Context, q bun.IDB, id string, now time.Time) (c Classroom, err error) {
	return c, db.One(selectRooms(q, now).Where("c.id = ?", id).Scan(ctx, &c), errNotFound)
}

// insert stores a new classroom, or returns errNameUsed.
func insert(ctx context.Context, tx bun.IDB, c Classroom, now time.Time) error {
	done, err := db.Changed(tx.NewRaw("INSERT INTO resources (id, kind, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (kind, name) DO NOTHING", c.ID, kind, c.Name, now).Exec(ctx))
	if err == nil && !done {
		err = errNameUsed
	}
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO classrooms (id, name_key, capacity, place, active, version, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		c.ID, text.Fold(c.Name), c.Capacity, c.Place, c.Active, c.Version, now).Exec(ctx)
	return err
}

// update stores a changed classroom, or returns errNameUsed.
func update(ctx context.Context, tx bun.IDB, c Classroom, now time.Time) error {
	_, err := tx.NewRaw("UPDATE resources SET name = ? WHERE id = ?", c.Name, c.ID).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errNameUsed.WithCause(err)
	}
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("UPDATE classrooms SET name_key = ?, capacity = ?, place = ?, active = ?, version = ?, updated_at = ? WHERE id = ?",
		text.Fold(c.Name), c.Capacity, c.Place, c.Active, c.Version, now, c.ID).Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM resources WHERE id = ? AND kind = ?", id, kind).Exec(ctx)
	return err
}

// usesOf returns the batches that are not over and in a classroom.
func usesOf(ctx context.Context, q bun.IDB, id string, now time.Time) (uses []ClassroomUse, err error) {
	return uses, q.NewRaw(`SELECT b.id AS batch_id, b.batch_name,
			(SELECT count(*) FROM batch_sessions AS s WHERE s.batch_id = b.id AND s.room_id = ? AND s.status = 'scheduled' AND s.ends_at > ?) AS sessions
		FROM batches AS b WHERE b.status IN ('Upcoming', 'Active') AND b.id IN (SELECT o.id FROM batches AS o WHERE o.room_id = ?
			UNION SELECT s.batch_id FROM batch_sessions AS s WHERE s.room_id = ? AND s.status = 'scheduled' AND s.ends_at > ?)
		ORDER BY b.name_key, b.id LIMIT 100`, id, now, id, id, now).Scan(ctx, &uses)
}

// disagreeing counts the sessions ahead that are in a classroom, and returns up to 100 of those for which its time is not taken.
func disagreeing(ctx context.Context, q bun.IDB, now time.Time) (sessions int64, wrong []string, err error) {
	ahead := func() *bun.SelectQuery {
		return q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").
			Where("s.room_id IS NOT NULL AND s.status = 'scheduled' AND s.starts_at > ? AND b.status IN ('Upcoming', 'Active')", now)
	}
	if sessions, err = ahead().Count(ctx); err != nil {
		return 0, nil, err
	}
	return sessions, wrong, ahead().Column("s.id").Where(`NOT EXISTS (SELECT 1 FROM resource_busy AS t WHERE t.kind = 'session' AND t.ref_id = s.id AND t.resource_id = s.room_id
		AND t.starts_at = s.starts_at AND t.ends_at = s.ends_at)`).OrderExpr("s.starts_at, s.id").Limit(100).Scan(ctx, &wrong)
}
