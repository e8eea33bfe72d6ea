package batch

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// teaches selects batches b that the caller may change: as an administrator, the instructor of the batch, or one of its course.
func teaches(who access.Caller) (sql string, args []any) {
	return `(? OR b.assigned_instructor = ? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = b.course_id AND i.user_id = ?))`,
		[]any{who.HasRole(access.Admin), who.ID, who.ID}
}

const (
	isMember = "EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status <> 'dropped')"
	isOpen   = "(b.batch_type = 'group' AND NOT b.archived AND EXISTS (SELECT 1 FROM courses AS c WHERE c.id = b.course_id AND c.status = 'Published'))"
)

// SelectVisible selects the batches that the caller may see into a model of Found: group batches of courses in the catalogue, those that
// they teach, and those of which they are a member.
func SelectVisible(q bun.IDB, who access.Caller, model any) *bun.SelectQuery {
	return WhereVisible(selectFound(q, who, model), who)
}

// selectFound selects all batches with the caller's relation to them.
func selectFound(q bun.IDB, who access.Caller, model any) *bun.SelectQuery {
	taught, args := teaches(who)
	return q.NewSelect().Model(model).Join("LEFT JOIN classrooms AS cr ON cr.id = b.room_id").ColumnExpr("?TableColumns").ColumnExpr(taught+" AS teaches", args...).
		ColumnExpr("coalesce((SELECT m.status FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ?), '') AS member_status", who.ID).
		ColumnExpr("EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = b.course_id AND e.user_id = ?) AS is_enrolled", who.ID).
		ColumnExpr("(SELECT c.title FROM courses AS c WHERE c.id = b.course_id) AS course_title").
		ColumnExpr("coalesce((SELECT u.full_name FROM users AS u WHERE u.id = b.assigned_instructor), '') AS instructor_name").
		ColumnExpr("coalesce((SELECT r.name FROM resources AS r WHERE r.id = b.room_id), '') AS room_name, coalesce(cr.place, '') AS room_place, coalesce(cr.capacity, 0) AS room_capacity")
}

// WhereVisible restricts a query to the batches b that the caller may see.
func WhereVisible(s *bun.SelectQuery, who access.Caller) *bun.SelectQuery {
	taught, args := teaches(who)
	return s.Where("("+isOpen+" OR "+taught+" OR "+isMember+")", append(args, who.ID)...)
}

// WhereTaught restricts a query to the batches b that the caller may change.
func WhereTaught(s *bun.SelectQuery, who access.Caller) *bun.SelectQuery {
	taught, args := teaches(who)
	return s.Where(taught, args...)
}

// Find reads a batch that the caller may see, or returns ErrNotFound.
func Find(ctx context.Context, q bun.IDB, who access.Caller, id string) (f Found, err error) {
	err = SelectVisible(q, who, &f).Where("b.id = ?", id).Scan(ctx)
	return f, db.One(err, ErrNotFound)
}

// FindAny reads a batch with the caller's relation to it, also if they may not see it: what they may know is for the calling function to decide. ErrNotFound.
func FindAny(ctx context.Context, q bun.IDB, who access.Caller, id string) (f Found, err error) {
	return f, db.One(selectFound(q, who, &f).Where("b.id = ?", id).Scan(ctx), ErrNotFound)
}

// ReadTaught reads a batch that the caller may change, without a lock. It returns ErrNotFound, or ErrNotTaught.
func ReadTaught(ctx context.Context, q bun.IDB, who access.Caller, id string) (f Found, err error) {
	if f, err = Find(ctx, q, who, id); err == nil && !f.Teaches {
		err = ErrNotTaught
	}
	return f, err
}

// FindTaught locks and reads a batch that the caller may change. It returns ErrNotFound, or ErrNotTaught.
func FindTaught(ctx context.Context, tx bun.IDB, who access.Caller, id string) (f Found, err error) {
	if err := Lock(ctx, tx, id); err != nil {
		return f, err
	}
	return ReadTaught(ctx, tx, who, id)
}

// FindLocked locks and reads a batch that the caller may see. It returns ErrNotFound.
func FindLocked(ctx context.Context, tx bun.IDB, who access.Caller, id string) (f Found, err error) {
	if err := Lock(ctx, tx, id); err != nil {
		return f, err
	}
	return Find(ctx, tx, who, id)
}

// Lock keeps a batch as it is until the transaction ends: before the calendars of its instructors, in the order of all locks. It returns ErrNotFound.
func Lock(ctx context.Context, tx bun.IDB, id string) error {
	var found string
	err := db.ForUpdate(tx.NewSelect().TableExpr("batches").Column("id").Where("id = ?", id)).Scan(ctx, &found)
	return db.One(err, ErrNotFound)
}

// RowOf returns a batch, whoever asks, or ErrNotFound.
func RowOf(ctx context.Context, q bun.IDB, id string) (r Row, err error) {
	return r, db.One(q.NewSelect().Model(&r).Where("b.id = ?", id).Scan(ctx), ErrNotFound)
}

// Insert stores a new batch; fault.Conflict if another has its code.
func Insert(ctx context.Context, tx bun.IDB, r Row) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "batch_code_taken", "Another batch has this code. Choose another one.").WithCause(err)
	}
	return err
}

// Update stores what has changed of a batch besides its seats, as the next version.
func Update(ctx context.Context, tx bun.IDB, r *Row, now time.Time) error {
	r.Version, r.UpdatedAt = r.Version+1, now
	_, err := tx.NewUpdate().Model(r).ExcludeColumn("id", "course_id", "batch_type", "enrolled", "reserved", "created_by", "created_at").WherePK().Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "batch_code_taken", "Another batch has this code. Choose another one.").WithCause(err)
	}
	return err
}

// Remove deletes a batch with its sessions.
func Remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM batches WHERE id = ?", id).Exec(ctx)
	return err
}

// TeachesCourse reports whether a user is one of the instructors of a course.
func TeachesCourse(ctx context.Context, q bun.IDB, courseID, userID string) (bool, error) {
	return q.NewSelect().Table("course_instructors").Where("course_id = ? AND user_id = ?", courseID, userID).Exists(ctx)
}
