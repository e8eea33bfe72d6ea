package progress

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// opening is the instant from which the activity of a learner in a lesson counts. Earlier activity, by the clock of their
// device, is stored but does not count: opening a locked lesson gains nothing, and the result does not depend on whether
// events arrive late or before those that unlock their lesson. Package lesson decides likewise what is locked (reader.lock).
type opening struct {
	from   time.Time // the zero time: always
	closed bool      // the lesson that unlocks it is not completed
}

func (o opening) counts(f fact) bool {
	return f.Kind == completed || !o.closed && !f.ClientTime.Before(o.from) // completed: while it was open
}

// opening returns when the lesson opens for a learner who was enrolled at enrolled and completed the lesson that unlocks it at
// done, nil for not yet.
func (l lesson) opening(enrolled time.Time, done *time.Time) (o opening) {
	if l.Previewable {
		return o
	}
	if l.ReleaseAt != nil {
		o.from = *l.ReleaseAt
	}
	if l.ReleaseDays > 0 {
		o.from = latest(o.from, enrolled.AddDate(0, 0, int(l.ReleaseDays)))
	}
	if l.ReleaseAfter != "" {
		if done == nil {
			return opening{closed: true}
		}
		o.from = latest(o.from, *done)
	}
	return o
}

// opens returns when a lesson opens for a learner, with the transaction tx.
func opens(ctx context.Context, tx bun.IDB, userID string, l lesson) (o opening, err error) {
	var enrolled time.Time
	if l.ReleaseDays > 0 {
		if enrolled, err = enrolledAt(ctx, tx, userID, l.CourseID); err != nil {
			return o, err
		}
	}
	var done *time.Time
	if l.ReleaseAfter != "" {
		if done, _, err = outcome(ctx, tx, userID, l.ReleaseAfter); err != nil {
			return o, err
		}
	}
	return l.opening(enrolled, done), nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// unlock recounts the lessons that a lesson whose completion has changed unlocks, and those that these unlock. seen ends
// cycles, which an outline may contain.
func (s *Service) unlock(ctx context.Context, tx bun.IDB, userID string, l lesson, seen map[string]bool) error {
	if seen[l.LessonID] {
		return nil
	}
	seen[l.LessonID] = true
	next, err := begunAfter(ctx, tx, userID, l)
	if err != nil {
		return err
	}
	for _, after := range next {
		if _, err := s.recountOne(ctx, tx, userID, after, seen); err != nil {
			return err
		}
	}
	return nil
}
