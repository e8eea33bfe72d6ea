package report

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"time"

	"github.com/uptrace/bun"
)

// learnersOf returns who is enrolled in a course and does not teach it, by enrolment.
func learnersOf(ctx context.Context, q bun.IDB, courseID string) (ls []courseLearner, err error) {
	return ls, q.NewSelect().TableExpr("enrolled_students AS f").Join("JOIN users AS u ON u.id = f.user_id").
		Join("LEFT JOIN course_progress AS g ON g.user_id = f.user_id AND g.course_id = f.course_id").
		ColumnExpr("f.user_id, u.full_name, f.created_at AS enrolled_at, g.started_at, g.completed_at, coalesce(g.percent, 0) AS percent").
		Where("f.course_id = ?", courseID).Where(isLearner).OrderExpr("f.created_at, f.user_id").Scan(ctx, &ls)
}

func putCourse(ctx context.Context, tx bun.IDB, id string, f courseFigures, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM stat_now WHERE scope = ?", "course:"+id).Exec(ctx); err != nil {
		return err
	}
	for metric, value := range f {
		if err := putNow(ctx, tx, metric, "course:"+id, value, now); err != nil {
			return err
		}
	}
	return nil
}

// digests are of the figures of each day and each course.
func (s *Service) digests(ctx context.Context) (map[string]string, error) {
	parts := map[string]string{}
	for _, query := range []string{
		"SELECT 'learners of ' || day AS part, course_id || ' ' || user_id || ' ' || acts || ' ' || seconds || ' ' || completions AS line FROM active_days ORDER BY day, course_id, user_id",
		"SELECT 'sums of ' || day AS part, metric || ' ' || scope || ' ' || value AS line FROM stat_days ORDER BY day, metric, scope",
		"SELECT scope AS part, metric || ' ' || value AS line FROM stat_now WHERE scope >= 'course:' AND scope < 'course;' ORDER BY scope, metric",
	} {
		if err := s.digest(ctx, query, parts); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// digest reads lines that are sorted by part, one at a time.
func (s *Service) digest(ctx context.Context, query string, parts map[string]string) error {
	rows, err := s.deps.DB.Reader().QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	current, sum := "", hash.Hash(nil)
	for rows.Next() {
		var part, line string
		if err := rows.Scan(&part, &line); err != nil {
			return err
		}
		if part != current {
			if sum != nil {
				parts[current] = string(sum.Sum(nil))
			}
			current, sum = part, sha256.New()
		}
		fmt.Fprintln(sum, line)
	}
	if sum != nil {
		parts[current] = string(sum.Sum(nil))
	}
	return rows.Err()
}
