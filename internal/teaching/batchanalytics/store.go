package batchanalytics

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/batch"
)

// selection says which batches b are counted.
type selection func(*bun.SelectQuery) *bun.SelectQuery

// taughtBy selects the batches that the caller may change: administrators all.
func taughtBy(who access.Caller) selection {
	return func(s *bun.SelectQuery) *bun.SelectQuery {
		if who.HasRole(access.Admin) {
			return s
		}
		return batch.WhereTaught(s, who)
	}
}

// assignedTo selects the batches of one instructor; of all for none.
func assignedTo(instructorID string) selection {
	return func(s *bun.SelectQuery) *bun.SelectQuery {
		if instructorID == "" {
			return s
		}
		return s.Where("b.assigned_instructor = ?", instructorID)
	}
}

// and selects what both select.
func (f DashboardFilter) and(which selection) selection {
	return func(s *bun.SelectQuery) *bun.SelectQuery { return s.Apply(f.selection).Apply(which) }
}

func (f DashboardFilter) selection(s *bun.SelectQuery) *bun.SelectQuery {
	if f.CourseID != "" {
		s.Where("b.course_id = ?", f.CourseID)
	}
	if f.StartDate != "" {
		s.Where("b.start_date >= ?", f.StartDate)
	}
	if f.EndDate != "" {
		s.Where("b.start_date <= ?", f.EndDate)
	}
	return s.Apply(assignedTo(f.InstructorID))
}

// countBatches counts batches by what cells have in common.
func countBatches(ctx context.Context, q bun.IDB, which selection) (cells []cell, err error) {
	counted := q.NewSelect().TableExpr("batches AS b").
		ColumnExpr("b.course_id, coalesce(b.assigned_instructor, '') AS instructor_id, b.status, b.batch_type, substr(b.start_date, 1, 7) AS month").
		ColumnExpr("count(*) AS batches, CAST(sum(b.capacity) AS BIGINT) AS capacity, CAST(sum(b.enrolled) AS BIGINT) AS enrolled").
		Apply(which).GroupExpr("1, 2, 3, 4, 5")
	for name, percent := range map[string]int64{"below25": 25, "below50": 50, "below75": 75} {
		counted.ColumnExpr("count(CASE WHEN b.enrolled * 100 < b.capacity * ? THEN 1 END) AS ?", percent, bun.Ident(name))
	}
	return cells, q.NewSelect().TableExpr("(?) AS g", counted).ColumnExpr("g.*, c.title AS course_title, coalesce(u.full_name, '') AS instructor_name").
		Join("JOIN courses AS c ON c.id = g.course_id").Join("LEFT JOIN users AS u ON u.id = g.instructor_id").Scan(ctx, &cells)
}

// statusCell are batches of a course with a status that take place in a period.
type statusCell struct {
	Period                int64
	CourseID, CourseTitle string
	Status                string
	Batches               int64
}

// countStatuses counts the batches of each of some periods: those of whose days one lies in it.
func countStatuses(ctx context.Context, q bun.IDB, periods []DayRange) (cells []statusCell, err error) {
	days := q.NewSelect().ColumnExpr("? AS n, ? AS first_day, ? AS last_day", 0, periods[0].From, periods[0].Until)
	for n, p := range periods[1:] {
		days.UnionAll(q.NewSelect().ColumnExpr("?, ?, ?", n+1, p.From, p.Until))
	}
	counted := q.NewSelect().TableExpr("(?) AS p", days).Join("JOIN batches AS b ON b.start_date <= p.last_day AND b.end_date >= p.first_day").
		ColumnExpr("p.n AS period, b.course_id, b.status, count(*) AS batches").GroupExpr("1, 2, 3")
	return cells, q.NewSelect().TableExpr("(?) AS g", counted).ColumnExpr("g.*, c.title AS course_title").
		Join("JOIN courses AS c ON c.id = g.course_id").Scan(ctx, &cells)
}

// isOpen selects batches b that are upcoming or under way.
const isOpen = "b.status IN ('Upcoming', 'Active')"

// selectFill selects batches b with who waits for a seat.
func selectFill(q bun.IDB, which selection, found *[]BatchFill) *bun.SelectQuery {
	return q.NewSelect().TableExpr("batches AS b").Join("JOIN courses AS c ON c.id = b.course_id").Join("LEFT JOIN users AS u ON u.id = b.assigned_instructor").
		ColumnExpr("b.id, b.batch_name, b.batch_type, b.course_id, c.title AS course_title, coalesce(u.full_name, '') AS instructor_name, b.status, b.start_date, b.capacity, b.enrolled, b.reserved").
		ColumnExpr("(SELECT count(*) FROM batch_waiting AS w WHERE w.batch_id = b.id AND w.status IN ('waiting', 'offered')) AS waiting").
		Apply(which).Where(isOpen)
}

// underfull returns the open groups that are less than half full, the emptiest first.
func underfull(ctx context.Context, q bun.IDB, which selection, limit int64) ([]BatchFill, error) {
	found := []BatchFill{}
	return found, selectFill(q, which, &found).Where("b.batch_type = 'group' AND b.enrolled * 2 < b.capacity").
		OrderExpr("b.enrolled * 1.0 / b.capacity, b.start_date, b.id").Limit(limit).Scan(ctx, &found)
}

// wanted returns the open groups for which learners wait, those with the most first.
func wanted(ctx context.Context, q bun.IDB, which selection, limit int64) ([]BatchFill, error) {
	found := []BatchFill{}
	return found, selectFill(q, which, &found).Where("b.id IN (SELECT w.batch_id FROM batch_waiting AS w WHERE w.status IN ('waiting', 'offered'))").
		OrderExpr("waiting DESC, b.start_date, b.id").Limit(limit).Scan(ctx, &found)
}

// person is an instructor.
type person struct{ ID, FullName string }

// instructors returns those who teach, or have open batches; one of them if an id is given.
func instructors(ctx context.Context, q bun.IDB, id string) (people []person, err error) {
	s := q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id, u.full_name").
		Where("(u.status = 'active' AND u.id IN (SELECT r.user_id FROM user_roles AS r WHERE r.role = 'instructor') OR u.id IN (SELECT b.assigned_instructor FROM batches AS b WHERE " + isOpen + "))")
	if id != "" {
		s.Where("u.id = ?", id)
	}
	return people, s.OrderExpr("u.full_name, u.id").Scan(ctx, &people)
}

// studentsOf counts the learners in the open batches of each instructor, each learner once.
func studentsOf(ctx context.Context, q bun.IDB, which selection) (map[string]int64, error) {
	var found []struct {
		InstructorID string
		Students     int64
	}
	err := q.NewSelect().TableExpr("batches AS b").Join("JOIN batch_members AS m ON m.batch_id = b.id AND m.status IN ('active', 'on_hold')").
		ColumnExpr("b.assigned_instructor AS instructor_id, count(DISTINCT m.user_id) AS students").
		Where("b.assigned_instructor IS NOT NULL AND "+isOpen).Apply(which).GroupExpr("1").Scan(ctx, &found)
	students := map[string]int64{}
	for _, f := range found {
		students[f.InstructorID] = f.Students
	}
	return students, err
}

// arrival is when an instructor was in a session of theirs.
type arrival struct {
	SessionID, InstructorID string
	StartsAt, JoinedAt      time.Time
}

// arrivals returns when instructors joined their sessions that began within a range, by time.
func arrivals(ctx context.Context, q bun.IDB, which selection, from, until time.Time) (found []arrival, err error) {
	return found, q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").
		Join("JOIN attendance_intervals AS i ON i.session_id = s.id AND i.user_id = coalesce(s.instructor_id, b.assigned_instructor)").
		ColumnExpr("s.id AS session_id, i.user_id AS instructor_id, s.starts_at, i.joined_at").
		Where("s.starts_at >= ? AND s.starts_at < ? AND s.status <> 'cancelled'", from, until).Apply(which).OrderExpr("i.joined_at").Scan(ctx, &found)
}
