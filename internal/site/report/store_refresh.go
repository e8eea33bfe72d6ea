package report

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// newID is an id that the database makes, for rows that are inserted by a SELECT.
func newID(q bun.IDB) bun.Safe {
	if db.IsPostgres(q) {
		return "gen_random_uuid()::text"
	}
	return "lower(hex(randomblob(16)))"
}

// dayOf is the UTC day of a column as a text.
func dayOf(q bun.IDB, column string) string {
	if db.IsPostgres(q) {
		return "to_char(" + column + " AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
	}
	return "substr(" + column + ", 1, 10)"
}

type dirtyRow struct {
	bun.BaseModel `bun:"table:report_dirty"`

	ID   string `bun:",pk"`
	Kind string
	Key  string
}

func mark(ctx context.Context, tx bun.IDB, kind string, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	rows := make([]dirtyRow, len(keys))
	for i, key := range keys {
		rows[i] = dirtyRow{ID: db.NewID(), Kind: kind, Key: key}
	}
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}

// takeMarks deletes the marks of some keys and returns these.
func takeMarks(ctx context.Context, tx bun.IDB, kind string, limit int) (keys []string, err error) {
	if err = tx.NewRaw("SELECT DISTINCT key FROM report_dirty WHERE kind = ? ORDER BY key LIMIT ?", kind, limit).Scan(ctx, &keys); err != nil || len(keys) == 0 {
		return nil, err
	}
	_, err = tx.NewRaw("DELETE FROM report_dirty WHERE kind = ? AND key IN (?)", kind, bun.List(keys)).Exec(ctx)
	return keys, err
}

// markAll marks everything that is summed or was.
func markAll(ctx context.Context, tx bun.IDB) error {
	selects := []string{
		"SELECT DISTINCT 'learner' AS kind, user_id AS key FROM lesson_activity", "SELECT DISTINCT 'learner', user_id FROM active_days",
		"SELECT DISTINCT 'activity_day', day FROM active_days", "SELECT DISTINCT 'activity_day', day FROM stat_days WHERE metric IN ('active_1', 'learning_time', 'lessons_done', 'new_learners')",
	}
	for _, f := range facts {
		selects = append(selects, "SELECT DISTINCT '"+f.mark+"', "+dayOf(tx, f.at)+" FROM "+f.from+" WHERE "+f.where,
			"SELECT DISTINCT '"+f.mark+"', day FROM stat_days WHERE metric = '"+f.metric+"'")
	}
	_, err := tx.NewRaw("INSERT INTO report_dirty (id, kind, key) SELECT ?, kind, key FROM ("+strings.Join(selects, " UNION ")+") AS m WHERE key IS NOT NULL", newID(tx)).Exec(ctx)
	return err
}

func markCourses(ctx context.Context, tx bun.IDB) error {
	_, err := tx.NewRaw("INSERT INTO report_dirty (id, kind, key) SELECT ?, 'course', id FROM courses", newID(tx)).Exec(ctx)
	return err
}

// markEnrollments marks the days and the courses of what a user is enrolled in.
func markEnrollments(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw(`INSERT INTO report_dirty (id, kind, key) SELECT ?, kind, key FROM (
			SELECT 'enrollments' AS kind, `+dayOf(tx, "created_at")+` AS key FROM enrollments WHERE user_id = ?1
			UNION SELECT 'enrollments', `+dayOf(tx, "updated_at")+` FROM enrollments WHERE user_id = ?1
			UNION SELECT 'completions', `+dayOf(tx, "completed_at")+` FROM course_progress WHERE user_id = ?1 AND completed_at IS NOT NULL
			UNION SELECT 'course', course_id FROM enrollments WHERE user_id = ?1) AS m`, newID(tx), userID).Exec(ctx)
	return err
}

// refreshState is what the last refresh was made by.
type refreshState struct {
	zone string
	day  int64
}

// lockState reads the state, and keeps others from summing until the transaction ends.
func lockState(ctx context.Context, tx bun.IDB, now time.Time) (state refreshState, err error) {
	if _, err := tx.NewRaw("INSERT INTO stat_now (metric, scope, value, computed_at) VALUES ('state', '', 0, ?) ON CONFLICT (metric, scope) DO UPDATE SET computed_at = excluded.computed_at", now).Exec(ctx); err != nil {
		return state, err
	}
	var row struct {
		Scope string
		Value int64
	}
	err = tx.NewRaw("SELECT scope, value FROM stat_now WHERE metric = 'zone'").Scan(ctx, &row)
	_, err = db.Found(err)
	return refreshState{row.Scope, row.Value}, err
}

func putState(ctx context.Context, tx bun.IDB, zone string, day int64, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM stat_now WHERE metric = 'zone'").Exec(ctx); err != nil {
		return err
	}
	return putNow(ctx, tx, "zone", zone, day, now)
}

func putNow(ctx context.Context, tx bun.IDB, metric, scope string, value int64, now time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO stat_now (metric, scope, value, computed_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (metric, scope) DO UPDATE SET value = excluded.value, computed_at = excluded.computed_at`, metric, scope, value, now).Exec(ctx)
	return err
}

// quarter is what a learner did in a course within a quarter of an hour.
type quarter struct {
	UserID, CourseID           string
	StartsAt                   time.Time
	Acts, Seconds, Completions int64
}

// quartersOf returns what a learner did in courses that they do not teach, by time and course.
func quartersOf(ctx context.Context, tx bun.IDB, of span, days clock.Calendar) (qs []quarter, err error) {
	s := tx.NewSelect().TableExpr("lesson_activity AS f").Where("f.user_id = ?", of.userID).Where(isLearner).
		ColumnExpr("f.user_id, f.course_id, f.starts_at, CAST(sum(f.acts) AS BIGINT) AS acts, CAST(sum(f.seconds) AS BIGINT) AS seconds, count(CASE WHEN f.completed THEN 1 END) AS completions").
		GroupExpr("f.user_id, f.course_id, f.starts_at").OrderExpr("f.starts_at, f.course_id")
	if of.to > 0 {
		s.Where("f.starts_at >= ? AND f.starts_at < ?", days.Start(of.from), days.Start(of.to))
	}
	return qs, s.Scan(ctx, &qs)
}

// activeDay is a day on which a learner learned in a course.
type activeDay struct {
	bun.BaseModel `bun:"table:active_days"`

	CourseID    string `bun:",pk"`
	Day         string `bun:",pk"`
	UserID      string `bun:",pk"`
	Acts        int64
	Seconds     int64
	Completions int64
}

func (d activeDay) compare(e activeDay) int {
	return cmp.Or(cmp.Compare(d.Day, e.Day), cmp.Compare(d.CourseID, e.CourseID))
}

// activeDaysOf returns the stored days of a learner within a range, and the first of all their days.
func activeDaysOf(ctx context.Context, tx bun.IDB, of span) (ds []activeDay, first string, err error) {
	s := tx.NewSelect().Model(&ds).Where("user_id = ?", of.userID).OrderExpr("day, course_id")
	if of.to > 0 {
		s.Where("day >= ? AND day < ?", clock.FormatDay(of.from), clock.FormatDay(of.to))
	}
	if err = s.Scan(ctx); err != nil {
		return nil, "", err
	}
	first, err = firstDay(ctx, tx, of.userID)
	return ds, first, err
}

// firstDay returns the first day on which a learner did something, "" for none.
func firstDay(ctx context.Context, tx bun.IDB, userID string) (day string, err error) {
	return day, tx.NewRaw("SELECT coalesce(min(day), '') FROM active_days WHERE user_id = ? AND acts > 0", userID).Scan(ctx, &day)
}

func replaceActiveDays(ctx context.Context, tx bun.IDB, of span, ds []activeDay) error {
	d := tx.NewDelete().Model((*activeDay)(nil)).Where("user_id = ?", of.userID)
	if of.to > 0 {
		d.Where("day >= ? AND day < ?", clock.FormatDay(of.from), clock.FormatDay(of.to))
	}
	if _, err := d.Exec(ctx); err != nil || len(ds) == 0 {
		return err
	}
	_, err := tx.NewInsert().Model(&ds).Exec(ctx)
	return err
}

// sumActivityDay writes the sums of a day of learning.
func sumActivityDay(ctx context.Context, tx bun.IDB, day string) error {
	if _, err := tx.NewRaw("DELETE FROM stat_days WHERE day = ? AND metric IN ('active_1', 'learning_time', 'lessons_done', 'new_learners')", day).Exec(ctx); err != nil {
		return err
	}
	for _, sum := range []string{
		"SELECT 'active_1', 'school', ?0, count(DISTINCT user_id) FROM active_days WHERE day = ?0 AND acts > 0 HAVING count(*) > 0",
		"SELECT 'active_1', 'course:' || course_id, ?0, count(*) FROM active_days WHERE day = ?0 AND acts > 0 GROUP BY course_id",
		"SELECT 'learning_time', 'school', ?0, CAST(sum(seconds) AS BIGINT) FROM active_days WHERE day = ?0 AND seconds > 0 HAVING count(*) > 0",
		"SELECT 'learning_time', 'course:' || course_id, ?0, CAST(sum(seconds) AS BIGINT) FROM active_days WHERE day = ?0 AND seconds > 0 GROUP BY course_id",
		"SELECT 'lessons_done', 'school', ?0, CAST(sum(completions) AS BIGINT) FROM active_days WHERE day = ?0 AND completions > 0 HAVING count(*) > 0",
		"SELECT 'lessons_done', 'course:' || course_id, ?0, CAST(sum(completions) AS BIGINT) FROM active_days WHERE day = ?0 AND completions > 0 GROUP BY course_id",
		`SELECT 'new_learners', 'school', ?0, count(DISTINCT a.user_id) FROM active_days AS a WHERE a.day = ?0 AND a.acts > 0
			AND NOT EXISTS (SELECT 1 FROM active_days AS b WHERE b.user_id = a.user_id AND b.day < ?0 AND b.acts > 0) HAVING count(*) > 0`,
	} {
		if _, err := tx.NewRaw("INSERT INTO stat_days (metric, scope, day, value) "+sum, day).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// sumSpans writes how many learners were active in the 7 and the 30 days that end with each of some days.
func sumSpans(ctx context.Context, tx bun.IDB, keys []string) error {
	for _, key := range keys {
		day, err := clock.ParseDay(key)
		if err != nil {
			continue
		}
		if _, err := tx.NewRaw("DELETE FROM stat_days WHERE day = ? AND metric IN ('active_7', 'active_30')", key).Exec(ctx); err != nil {
			return err
		}
		for metric, length := range map[string]int64{"active_7": 7, "active_30": spanDays} {
			if _, err := tx.NewRaw(`INSERT INTO stat_days (metric, scope, day, value)
				SELECT ?, 'school', ?, count(DISTINCT user_id) FROM active_days WHERE day > ? AND day <= ? AND acts > 0 HAVING count(*) > 0`,
				metric, key, clock.FormatDay(day-length), key).Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// sumFacts writes the sums of facts of some days.
func sumFacts(ctx context.Context, tx bun.IDB, fs []fact, local []int64, days clock.Calendar) error {
	for _, f := range fs {
		for _, day := range local {
			if err := sumFact(ctx, tx, f, day, days); err != nil {
				return err
			}
		}
	}
	return nil
}

func sumFact(ctx context.Context, tx bun.IDB, f fact, day int64, days clock.Calendar) error {
	date := clock.FormatDay(day)
	if _, err := tx.NewRaw("DELETE FROM stat_days WHERE metric = ? AND day = ?", f.metric, date).Exec(ctx); err != nil {
		return err
	}
	scopes := []string{"'school'"}
	if f.currency != "" {
		scopes = []string{"'currency:' || " + f.currency}
	}
	if f.course != "" {
		scopes = append(scopes, "'course:' || "+f.course)
	}
	for _, scope := range scopes {
		sum := tx.NewSelect().TableExpr(f.from).ColumnExpr(scope+" AS scope, CAST(sum("+f.value+") AS BIGINT) AS value").
			Where(f.where).Where(f.at+" >= ? AND "+f.at+" < ?", days.Start(day), days.Start(day+1))
		if _, err := tx.NewRaw("INSERT INTO stat_days (metric, scope, day, value) SELECT ?, s.scope, ?, s.value FROM (?) AS s WHERE s.scope IS NOT NULL AND s.value IS NOT NULL",
			f.metric, date, sum.GroupExpr("1")).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
