package planning

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// orders are the ORDER BY of each sort.
var orders = map[string]string{
	"start_date": "b.start_date, b.id",
	"createdAt":  "b.created_at DESC, b.id DESC",
	"batch_name": "b.name_key, b.id",
	"fill":       "b.enrolled * 1.0 / b.capacity DESC, b.start_date, b.id",
}

func list(ctx context.Context, q bun.IDB, who access.Caller, f BatchFilter, limit, offset int64) (found []batch.Found, err error) {
	s := narrow(batch.SelectVisible(q, who, &found), f)
	if !f.bestAt.IsZero() {
		orderByBest(s, who, f.bestAt)
	}
	return found, s.OrderExpr(orders[f.SortBy]).Limit(limit).Offset(offset).Scan(ctx)
}

// orderByBest puts first what one can join and that clashes with no session of a batch of the caller; of these the one that would be fullest then, so that batches fill up
// one after the other, and of equals the earlier.
func orderByBest(s *bun.SelectQuery, who access.Caller, now time.Time) {
	s.OrderExpr("CASE WHEN b.status IN (?, ?) AND b.enrolled + b.reserved < b.capacity THEN 0 ELSE 1 END", batch.Upcoming, batch.Active).
		OrderExpr(`CASE WHEN EXISTS (SELECT 1 FROM batch_members AS m JOIN batch_sessions AS o ON o.batch_id = m.batch_id AND o.status = 'scheduled' AND o.ends_at > ?
			JOIN batch_sessions AS s ON s.batch_id = b.id AND s.status = 'scheduled' AND s.starts_at < o.ends_at AND s.ends_at > o.starts_at
			WHERE m.user_id = ? AND m.status IN ('active', 'on_hold') AND m.batch_id <> b.id) THEN 1 ELSE 0 END`, now, who.ID).
		OrderExpr("(b.enrolled + b.reserved + 1) * 1.0 / b.capacity DESC, b.start_date, b.id")
}

// count counts the batches of a list, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, who access.Caller, f BatchFilter) (rest.Count, error) {
	some := narrow(batch.WhereVisible(q.NewSelect().TableExpr("batches AS b"), who), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// narrow applies a filter to batches b.
func narrow(s *bun.SelectQuery, f BatchFilter) *bun.SelectQuery {
	s.Where("b.archived = ?", f.Archived)
	for column, value := range map[string]string{"b.status": f.Status, "b.batch_type": f.BatchType, "b.course_id": f.CourseID, "b.assigned_instructor": f.InstructorID, "b.student_id": f.studentID} {
		if value != "" {
			s.Where("? = ?", bun.Ident(column), value)
		}
	}
	if f.StartDateFrom != "" {
		s.Where("b.start_date >= ?", f.StartDateFrom)
	}
	if f.StartDateTo != "" {
		s.Where("b.start_date <= ?", f.StartDateTo)
	}
	if f.HasSeats {
		s.Where("b.enrolled + b.reserved < b.capacity")
	}
	if f.Search != "" {
		s.Where(`b.name_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	return s
}

// courseRow is what this package reads of a course.
type courseRow struct {
	ID      string
	Title   string
	Teaches bool
}

// courseOf reads a course that the caller teaches. It returns fault.NotFound for one that they may not know of, fault.Forbidden for one that
// they may only see.
func courseOf(ctx context.Context, q bun.IDB, who access.Caller, id string) (c courseRow, err error) {
	const teaches = "(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))"
	args := []any{who.HasRole(access.Admin), who.ID}
	err = q.NewSelect().TableExpr("courses AS c").ColumnExpr("c.id, c.title").ColumnExpr(teaches+" AS teaches", args...).
		Where("c.id = ?", id).Where("(c.status = 'Published' OR "+teaches+")", args...).Scan(ctx, &c)
	if err = db.One(err, fault.New(fault.NotFound, "course_not_found", "This course doesn't exist.")); err == nil && !c.Teaches {
		err = fault.New(fault.Forbidden, "not_your_course", "Only instructors of this course can change it.")
	}
	return c, err
}

// checkInstructor returns the name of a batch's instructor, who must teach its course; "" for none. It returns fault.Invalid.
func checkInstructor(ctx context.Context, q bun.IDB, r batch.Row) (name string, err error) {
	if r.AssignedInstructor == nil {
		return "", nil
	}
	err = q.NewSelect().TableExpr("course_instructors AS i").Join("JOIN users AS u ON u.id = i.user_id").Column("u.full_name").
		Where("i.course_id = ? AND i.user_id = ?", r.CourseID, *r.AssignedInstructor).Scan(ctx, &name)
	return name, db.One(err, fault.InvalidField("assigned_instructor", "unknown_value", "This instructor doesn't teach the course. Add them to the course first"))
}

// substitutesIn returns who teaches sessions in place of the instructor of their batch, by name.
func substitutesIn(ctx context.Context, q bun.IDB, sessions []classsession.Session) (people []InstructorDetails, err error) {
	var ids []string
	for _, s := range sessions {
		if s.InstructorID != nil {
			ids = append(ids, *s.InstructorID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return people, q.NewSelect().TableExpr("users AS u").Column("u.id", "u.full_name").Where("u.id IN (?)", bun.List(ids)).OrderExpr("u.name_key, u.id").Scan(ctx, &people)
}

// nameOfStudent returns the name of a student, or fault.Invalid if there is none.
func nameOfStudent(ctx context.Context, q bun.IDB, id string) (name string, err error) {
	err = q.NewSelect().TableExpr("users AS u").Column("u.full_name").
		Where("u.id = ? AND u.status = 'active' AND EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'student')", id).Scan(ctx, &name)
	return name, db.One(err, fault.InvalidField("student_id", "unknown_value", "This student doesn't exist"))
}

// countIndividual counts the individual batches of an instructor that are active or upcoming.
func countIndividual(ctx context.Context, q bun.IDB, instructorID string) (int64, error) {
	return q.NewSelect().Table("batches").Where("assigned_instructor = ? AND batch_type = 'individual' AND status NOT IN ('Completed', 'Cancelled')", instructorID).Count(ctx)
}

// followDates gives batches the status that follows from their dates. One with a session ahead is not completed.
func followDates(ctx context.Context, tx bun.IDB, now time.Time) error {
	if _, err := tx.NewRaw("UPDATE batches SET status = 'Active', version = version + 1, updated_at = ? WHERE status = 'Upcoming' AND starts_at <= ?", now, now).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw(`UPDATE batches SET status = 'Completed', version = version + 1, updated_at = ? WHERE status = 'Active' AND ends_at <= ?
		AND NOT EXISTS (SELECT 1 FROM batch_sessions AS s WHERE s.batch_id = batches.id AND s.ends_at > ? AND s.status <> 'cancelled')`, now, now, now).Exec(ctx); err != nil {
		return err
	}
	return batch.CloseWaiting(ctx, tx, now)
}

func hasCode(ctx context.Context, q bun.IDB, code string) (bool, error) {
	return q.NewSelect().Table("batches").Where("batch_code = ?", code).Exists(ctx)
}

// activeMembers returns the active members of a batch, in the order in which they joined.
func activeMembers(ctx context.Context, q bun.IDB, batchID string) (members []batch.Member, err error) {
	return members, q.NewSelect().Model(&members).Where("m.batch_id = ? AND m.status = ?", batchID, batch.MemberActive).OrderExpr("m.joined_at, m.user_id").Scan(ctx)
}

// currentMembers returns the members of a batch that are active or on hold, in the order in which they joined.
func currentMembers(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	return ids, q.NewSelect().TableExpr("batch_members AS m").Column("m.user_id").Where("m.batch_id = ? AND m.status IN (?, ?)", batchID, batch.MemberActive, batch.MemberOnHold).
		OrderExpr("m.joined_at, m.user_id").Scan(ctx, &ids)
}

// openDisputes counts the disputes of attendance that are to be answered, by batch.
func openDisputes(ctx context.Context, q bun.IDB, batchIDs []string) (map[string]int64, error) {
	var counted []struct {
		BatchID string
		N       int64
	}
	err := q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN attendance_disputes AS d ON d.session_id = s.id AND d.state = 'open'").ColumnExpr("s.batch_id, count(*) AS n").
		Where("s.batch_id IN (?)", bun.List(batchIDs)).GroupExpr("s.batch_id").Scan(ctx, &counted)
	by := make(map[string]int64, len(counted))
	for _, c := range counted {
		by[c.BatchID] = c.N
	}
	return by, err
}
