package report

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"

	"github.com/uptrace/bun"
)

// Rebuilt says what Rebuild has compared.
type Rebuilt struct{ Parts, Differences int }

// Rebuild sums everything again from its sources and reports how many days and courses had other figures before. There should be none. For
// operators.
func (s *Service) Rebuild(ctx context.Context) (r Rebuilt, err error) {
	if err := s.Refresh(ctx); err != nil {
		return r, err
	}
	before, err := s.digests(ctx)
	if err != nil {
		return r, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := markAll(ctx, tx); err != nil {
			return err
		}
		return markCourses(ctx, tx)
	})
	if err == nil {
		err = s.Refresh(ctx)
	}
	if err != nil {
		return r, err
	}
	now, err := s.digests(ctx)
	for part, digest := range now {
		if r.Parts++; before[part] != digest {
			r.Differences++
		}
		delete(before, part)
	}
	r.Parts, r.Differences = r.Parts+len(before), r.Differences+len(before)
	return r, err
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
