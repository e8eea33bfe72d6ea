package graderetention

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

const rowsAtATime = 500

// insert stores rows, a limited number with each statement.
func insert[T any](ctx context.Context, tx bun.IDB, rows []T) error {
	for some := range slices.Chunk(rows, rowsAtATime) {
		if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// learnersOf returns the courses in which a user learns or has results, each with their progress. Times are exact and ids missing yet.
func learnersOf(ctx context.Context, q bun.IDB, user string) (ls []learner, err error) {
	return ls, q.NewRaw(`SELECT c.course_id, EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.user_id = ?0 AND e.course_id = c.course_id) AS counted,
		coalesce(g.completed, 0) AS completed, coalesce(g.required, 0) AS required, g.percent, coalesce(g.time_spent, 0) AS time_spent,
		g.started_at AS started_on, g.completed_at AS completed_on
		FROM (SELECT course_id FROM enrolled_students WHERE user_id = ?0
			UNION SELECT course_id FROM lesson_progress WHERE user_id = ?0
			UNION SELECT course_id FROM quiz_attempts WHERE user_id = ?0 AND NOT trial AND status = 'submitted'
			UNION SELECT course_id FROM submissions WHERE user_id = ?0) AS c
		LEFT JOIN course_progress AS g ON g.user_id = ?0 AND g.course_id = c.course_id`, user).Scan(ctx, &ls)
}

func keepLessons(ctx context.Context, tx bun.IDB, user string, ids map[string]string) error {
	var rows []lessonResult
	err := tx.NewRaw(`SELECT course_id, lesson_id, status, percent, score, time_spent, started_at AS started_on, completed_at AS completed_on
		FROM lesson_progress WHERE user_id = ?`, user).Scan(ctx, &rows)
	for i := range rows {
		r := &rows[i]
		r.LearnerID, r.StartedOn, r.CompletedOn = ids[r.CourseID], day(r.StartedOn), day(r.CompletedOn)
	}
	if err != nil {
		return err
	}
	return insert(ctx, tx, rows)
}

func keepAttempts(ctx context.Context, tx bun.IDB, user string, ids map[string]string) error {
	var rows []attempt
	err := tx.NewRaw(`SELECT course_id, lesson_id, number, earned, possible, percent, passed, submitted_at AS submitted_on
		FROM quiz_attempts WHERE user_id = ? AND NOT trial AND status = 'submitted'`, user).Scan(ctx, &rows)
	for i := range rows {
		r := &rows[i]
		r.LearnerID, r.SubmittedOn = ids[r.CourseID], day(r.SubmittedOn)
	}
	if err != nil {
		return err
	}
	return insert(ctx, tx, rows)
}

func keepOutcomes(ctx context.Context, tx bun.IDB, user string, ids map[string]string) error {
	var rows []outcome
	err := tx.NewRaw(`SELECT a.course_id, a.lesson_id, a.number, w.question_id, w.outcome FROM quiz_attempts AS a JOIN quiz_answers AS w ON w.attempt_id = a.id
		WHERE a.user_id = ? AND NOT a.trial AND a.status = 'submitted'`, user).Scan(ctx, &rows)
	for i := range rows {
		rows[i].LearnerID = ids[rows[i].CourseID]
	}
	if err != nil {
		return err
	}
	return insert(ctx, tx, rows)
}

// grade is the part of a grade of package assignment that is kept.
type grade struct {
	Earned   float64
	Possible int64
	Percent  int64
	Done     bool
}

func keepSubmissions(ctx context.Context, tx bun.IDB, user string, ids map[string]string) error {
	var rows []struct {
		submission
		Grade, ReturnedGrade db.JSON[*grade]
	}
	err := tx.NewRaw(`SELECT course_id, lesson_id, status, number, late, excused, grade, returned_grade, submitted_at AS submitted_on, returned_at AS returned_on
		FROM submissions WHERE user_id = ?`, user).Scan(ctx, &rows)
	if err != nil {
		return err
	}
	kept := make([]submission, len(rows))
	for i, r := range rows {
		k := r.submission
		k.LearnerID, k.SubmittedOn, k.ReturnedOn = ids[k.CourseID], day(k.SubmittedOn), day(k.ReturnedOn)
		g := r.ReturnedGrade.V
		if g == nil && r.Grade.V != nil && r.Grade.V.Done {
			g = r.Grade.V
		}
		if g != nil {
			k.Earned, k.Possible, k.Percent = strconv.FormatFloat(g.Earned, 'f', -1, 64), g.Possible, &g.Percent
		}
		kept[i] = k
	}
	return insert(ctx, tx, kept)
}

// erasureDays returns the days on which accounts of whom something is kept were erased.
func erasureDays(ctx context.Context, q bun.IDB) (days []time.Time, err error) {
	return days, q.NewRaw("SELECT DISTINCT erased_on FROM retained_learners").Scan(ctx, &days)
}

// deleteLearners deletes those whose time is over and those erased on some days.
func deleteLearners(ctx context.Context, tx bun.IDB, now time.Time, days []time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM retained_learners WHERE keep_until <= ?", now).Exec(ctx); err != nil || len(days) == 0 {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM retained_learners WHERE erased_on IN (?)", bun.List(days)).Exec(ctx)
	return err
}
