package report

import (
	"context"

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
