package graderetention

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/settings"
)

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
}

// Service implements the use cases.
type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Erase copies the results of a user, without what identifies them, with the transaction that erases the user. It runs before the
// features that delete them. Nothing is kept unless the setting says so.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	current, err := s.deps.Settings.Current(ctx, tx)
	if err != nil || current.Retention.GradeMonths == 0 {
		return err
	}
	now := s.deps.Clock.Now()
	learners, err := learnersOf(ctx, tx, user)
	if err != nil || len(learners) == 0 {
		return err
	}
	ids := make(map[string]string, len(learners)) // by course
	for i := range learners {
		l := &learners[i]
		l.ID = uuid.NewString() // random throughout, unlike db.NewID, which holds the time
		l.ErasedOn = *day(&now)
		l.KeepUntil = addMonths(l.ErasedOn, current.Retention.GradeMonths)
		l.StartedOn, l.CompletedOn = day(l.StartedOn), day(l.CompletedOn)
		ids[l.CourseID] = l.ID
	}
	if err := insert(ctx, tx, learners); err != nil {
		return err
	}
	for _, keep := range []func(context.Context, bun.IDB, string, map[string]string) error{keepLessons, keepAttempts, keepOutcomes, keepSubmissions} {
		if err := keep(ctx, tx, user, ids); err != nil {
			return err
		}
	}
	return nil
}

// Sweeps delete what was kept for long enough.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"graderetention.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			current, err := s.deps.Settings.Current(ctx, tx)
			if err != nil {
				return err
			}
			return s.deleteDue(ctx, tx, current.Retention.GradeMonths)
		})
	}}
}

// deleteDue deletes what has been kept as long as was announced when it was erased, or as long as the setting says now, whichever is shorter.
func (s *Service) deleteDue(ctx context.Context, tx bun.IDB, months int64) error {
	days, err := erasureDays(ctx, tx)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	var over []time.Time
	for _, d := range days {
		if !addMonths(d.UTC(), months).After(now) {
			over = append(over, d)
		}
	}
	return deleteLearners(ctx, tx, now, over)
}
