package sample

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// numbers selects 0 up to a bound. Ids are made of them: UUIDs of version 7 that contain the number.
const (
	numbers  = "WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?) "
	personID = "'00000000-0000-7000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2)"
	placeID  = "'00000000-0000-7000-9000-' || substr(CAST(1000000000000 + 10 * i + k.k AS TEXT), 2)"
)

// learnersIn lists the students of a course, in the order in which they have enrolled.
func (in Installation) learnersIn(ctx context.Context, courseID string) (ids []string, err error) {
	err = in.DB.Reader().NewSelect().Table("enrolled_students").Column("user_id").Where("course_id = ?", courseID).OrderExpr("created_at, id").Limit(20).Scan(ctx, &ids)
	return ids, err
}

// learnersAtOnce is how many students' progress one transaction writes.
const learnersAtOnce = 5000

// fillLearners writes the students, their enrolments and their progress.
func (in Installation) fillLearners(ctx context.Context, size School, tell func(string)) error {
	hash, err := in.Hasher.Hash(ctx, Password)
	if err != nil {
		return err
	}
	if err := in.DB.InTx(ctx, func(tx bun.IDB) error { return insertLearners(ctx, tx, size, hash) }); err != nil {
		return fmt.Errorf("learners: %w", err)
	}
	for from := int64(0); from < size.Learners; from += learnersAtOnce {
		to := min(from+learnersAtOnce, size.Learners)
		if err := in.DB.InTx(ctx, func(tx bun.IDB) error { return insertProgress(ctx, tx, from, to) }); err != nil {
			return fmt.Errorf("progress: %w", err)
		}
		tell(fmt.Sprintf("%d of %d learners", to, size.Learners))
	}
	return in.analyse(ctx)
}

// analyse updates the database's statistics, which normally happens over time. Table by table, because analysing all locks
// them all, including those of other schemas.
func (in Installation) analyse(ctx context.Context) error {
	for _, table := range []string{"users", "user_roles", "courses", "published_lessons", "enrollments", "lesson_progress", "course_progress"} {
		err := in.DB.InTx(ctx, func(tx bun.IDB) error {
			_, err := tx.NewRaw("ANALYZE ?", bun.Ident(table)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("analyse %s: %w", table, err)
		}
	}
	return nil
}

// insertLearners writes users and their enrolments: student i takes ten evenly spaced courses, from course i on.
func insertLearners(ctx context.Context, tx bun.IDB, size School, hash string) error {
	const now = "(SELECT max(created_at) FROM courses)"
	for _, s := range []struct {
		query string
		args  []any
	}{
		{numbers + `INSERT INTO users (id, email, email_key, full_name, name_key, password_hash, status, created_at, updated_at, email_verified_at)
			SELECT ` + personID + `, 'learner' || i || '@school.test', 'learner' || i || '@school.test', 'Learner ' || i, 'learner ' || i, ?, 'active', ` +
			now + `, ` + now + `, ` + now + ` FROM n`, []any{size.Learners, hash}},
		{numbers + `INSERT INTO user_roles (user_id, role) SELECT ` + personID + `, 'student' FROM n`, []any{size.Learners}},
		{numbers + `, k (k) AS (SELECT i FROM n WHERE i < ?),
			c (id, at) AS (SELECT id, row_number() OVER (ORDER BY id) - 1 FROM courses)
			INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at)
			SELECT ` + placeID + `, ` + personID + `, c.id, 'active', ` + now + `, ` + now + `
			FROM n CROSS JOIN k JOIN c ON c.at = (n.i + k.k * ?) % ?`,
			[]any{size.Learners, coursesEach, size.Courses / coursesEach, size.Courses}},
		{`INSERT INTO course_grants (id, user_id, course_id, source, source_id, created_at) SELECT id, user_id, course_id, 'free', id, created_at FROM enrollments`, nil},
	} {
		if _, err := tx.NewRaw(s.query, s.args...).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// insertProgress writes the progress of a range of students: three lessons in four are completed.
func insertProgress(ctx context.Context, tx bun.IDB, from, to int64) error {
	const person = "'00000000-0000-7000-8000-' || substr(CAST(1000000000000 + ? AS TEXT), 2)"
	_, err := tx.NewRaw(`INSERT INTO lesson_progress (user_id, lesson_id, course_id, status, percent, time_spent, started_at, completed_at, last_at, updated_at)
		SELECT e.user_id, l.lesson_id, e.course_id, CASE WHEN l.position % 4 = 0 THEN 'in_progress' ELSE 'completed' END,
			CASE WHEN l.position % 4 = 0 THEN 50 ELSE 100 END, 60 * l.position, e.created_at,
			CASE WHEN l.position % 4 = 0 THEN NULL ELSE e.created_at END, e.created_at, e.created_at
		FROM enrollments AS e JOIN published_lessons AS l ON l.course_id = e.course_id
		WHERE e.user_id >= `+person+` AND e.user_id < `+person, from, to).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, started_at, last_at, updated_at)
		SELECT p.user_id, p.course_id, 1, sum(CASE WHEN p.completed_at IS NULL THEN 0 ELSE 1 END), count(*),
			100 * sum(CASE WHEN p.completed_at IS NULL THEN 0 ELSE 1 END) / count(*), sum(p.time_spent), max(p.lesson_id), min(p.started_at), max(p.last_at), max(p.last_at)
		FROM lesson_progress AS p WHERE p.user_id >= `+person+` AND p.user_id < `+person+` GROUP BY p.user_id, p.course_id`, from, to).Exec(ctx)
	return err
}
