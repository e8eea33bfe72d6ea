package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoCourse = fault.New(fault.NotFound, "course_not_found", "There is no such course.")

// detail is a course as the caller may see it; errNoCourse for a stranger to it.
func (s *Service) detail(ctx context.Context, q bun.IDB, who access.Caller, id string) (c CourseDetail, err error) {
	v, t := visible(who), teaches(who)
	var r struct {
		row
		Teaches, Saved bool
	}
	err = q.NewSelect().Model(&r).ModelTableExpr("courses AS c").ColumnExpr("c.*").ColumnExpr(t.sql+" AS teaches", t.args...).
		ColumnExpr("EXISTS (SELECT 1 FROM saved_courses AS k WHERE k.course_id = c.id AND k.user_id = ?) AS saved", who.ID).
		Where("c.id = ?", id).Where(v.sql, v.args...).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return CourseDetail{}, errNoCourse
	}
	if err != nil {
		return CourseDetail{}, err
	}
	cs := []Course{r.Course}
	if err := readInstructors(ctx, q, cs); err != nil {
		return CourseDetail{}, err
	}
	c = CourseDetail{Course: cs[0], Page: r.Page.V.whole(), Description: r.Description, Brochure: s.shown(id, r.Brochure.V), Schedule: r.Schedule.V,
		Access: FreeAccess{r.AccessType, r.AccessFrom, r.AccessUntil}, CanTeach: r.Teaches, Saved: r.Saved}
	if c.Schedule.Entries == nil {
		c.Schedule.Entries = []ScheduleEntry{}
	}
	if c.Prices, err = prices(ctx, q, id, r.Teaches); err != nil {
		return CourseDetail{}, err
	}
	c.Enrollment, c.Progress, err = standing(ctx, q, who.ID, id)
	return c, err
}

// whole is p with [] for lists that were never written.
func (p Page) whole() Page {
	for _, list := range []*[]string{&p.Outcomes, &p.Prerequisites, &p.Features, &p.ToolsTechnologies} {
		if *list == nil {
			*list = []string{}
		}
	}
	if p.FAQ == nil {
		p.FAQ = []FAQEntry{}
	}
	return p
}

// standing is somebody's place and progress in a course; nil for none.
func standing(ctx context.Context, q bun.IDB, userID, courseID string) (*Enrollment, *CourseStanding, error) {
	if userID == "" {
		return nil, nil, nil
	}
	e, err := enrollmentOf(ctx, q, userID, courseID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	p, err := progressOf(ctx, q, userID, []string{courseID})
	return &e, p[courseID], err
}

// progressOf is how far somebody is in some courses, by course.
func progressOf(ctx context.Context, q bun.IDB, userID string, courseIDs []string) (map[string]*CourseStanding, error) {
	var rows []struct {
		CourseID string
		CourseStanding
	}
	err := q.NewSelect().Table("course_progress").Column("course_id", "percent", "completed", "required", "time_spent", "last_lesson", "last_at", "completed_at").
		Where("user_id = ? AND course_id IN (?)", userID, bun.List(courseIDs)).Scan(ctx, &rows)
	by := make(map[string]*CourseStanding, len(rows))
	for i := range rows {
		by[rows[i].CourseID] = &rows[i].CourseStanding
	}
	return by, err
}

// prices is what a course costs, in the order of its author; with those that are not active when all.
func prices(ctx context.Context, q bun.IDB, id string, all bool) (ps []Price, err error) {
	ps = []Price{}
	s := q.NewSelect().Model(&ps).Where("p.course_id = ?", id).Order("p.position")
	if !all {
		s.Where("p.is_active")
	}
	return ps, s.Scan(ctx)
}

func insert(ctx context.Context, tx bun.IDB, r row) error {
	if _, err := tx.NewInsert().Model(&r).ModelTableExpr("courses").Exec(ctx); err != nil {
		return fmt.Errorf("insert course: %w", err)
	}
	_, err := tx.NewRaw("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", r.ID, r.CreatedBy).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewUpdate().Model(&r).ModelTableExpr("courses").Column("title", "title_key", "summary", "description", "category", "course_type", "level", "language",
		"is_certification", "is_assignments", "is_projects", "is_quizzes", "min_hours_per_week", "max_hours_per_week", "no_of_sessions", "page", "updated_at").
		Where("id = ?", r.ID).Exec(ctx)
	return err
}

func setStatus(ctx context.Context, tx bun.IDB, id, status string, now time.Time) error {
	if _, err := tx.NewRaw("UPDATE courses SET updated_at = ?, status = ? WHERE id = ?", now, status, id).Exec(ctx); err != nil {
		return err
	}
	return reindex(ctx, tx, id)
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	if err := bump(ctx, tx); err != nil {
		return err
	}
	var words []string
	if err := tx.NewRaw("SELECT word FROM course_words WHERE course_id = ?", id).Scan(ctx, &words); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM courses WHERE id = ?", id).Exec(ctx); err != nil {
		return err
	}
	return forget(ctx, tx, words)
}

// held is what hangs on a course that must not go unnoticed.
type held struct{ Videos, Enrollments int64 }

func holds(ctx context.Context, q bun.IDB, id string) (h held, err error) {
	err = q.NewRaw(`SELECT (SELECT count(*) FROM videos WHERE course_id = ?0) + (SELECT count(*) FROM upload_sessions WHERE course_id = ?0) AS videos,
		(SELECT count(*) FROM enrollments WHERE course_id = ?0) AS enrollments`, id).Scan(ctx, &h)
	return h, err
}

// putPrices writes what a course costs in the place of what it did.
func putPrices(ctx context.Context, tx bun.IDB, id string, ps []Price) error {
	if _, err := tx.NewRaw("DELETE FROM course_prices WHERE course_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	if len(ps) > 0 {
		if _, err := tx.NewInsert().Model(&ps).Exec(ctx); err != nil {
			return err
		}
	}
	isFree, amount, code := fee(ps)
	_, err := tx.NewRaw("UPDATE courses SET is_free = ?, course_fee = ?, fee_currency = ? WHERE id = ?", isFree, amount, code, id).Exec(ctx)
	return err
}

func putBrochure(ctx context.Context, tx bun.IDB, id string, f brochureFile, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET brochure = ?, updated_at = ? WHERE id = ?", db.JSON[brochureFile]{V: f}, now, id).Exec(ctx)
	return err
}

func brochureOf(ctx context.Context, q bun.IDB, id string) (brochureFile, error) {
	var r struct{ Brochure db.JSON[brochureFile] }
	err := q.NewRaw("SELECT brochure FROM courses WHERE id = ?", id).Scan(ctx, &r)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoBrochure
	}
	return r.Brochure.V, err
}

// putInstructors writes who teaches a course in the place of who did; false when one of them does not hold the role.
func putInstructors(ctx context.Context, tx bun.IDB, id string, people []string) (bool, error) {
	people = slices.Compact(slices.Sorted(slices.Values(people)))
	able, err := tx.NewSelect().TableExpr("users AS u").Where("u.id IN (?) AND u.status = 'active'", bun.List(people)).
		Where("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role IN (?))", bun.List(teachers)).Count(ctx)
	if err != nil || able != int64(len(people)) {
		return false, err
	}
	if _, err := tx.NewRaw("DELETE FROM course_instructors WHERE course_id = ?", id).Exec(ctx); err != nil {
		return false, err
	}
	for _, person := range people {
		if _, err := tx.NewRaw("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", id, person).Exec(ctx); err != nil {
			return false, err
		}
	}
	return true, reindex(ctx, tx, id)
}
