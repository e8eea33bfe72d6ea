package progress

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// opening is from when on what a learner does in a lesson counts. What they did before, by the clock of their device, is
// kept and does not: whoever got at a locked lesson gains nothing, and events that come late, or before those of the
// lesson that unlocks theirs, come to the same. Package curriculum says in the same words what is locked (reader.lock).
type opening struct {
	from   time.Time // the zero time: always
	closed bool      // the lesson to be completed first is not
}

func (o opening) counts(f fact) bool {
	return f.Kind == completed || !o.closed && !f.ClientTime.Before(o.from) // completed: while it was open
}

// opening is that of a lesson for somebody who got their place at enrolled, and completed the lesson before at done, or not.
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

// opens is when a lesson opened for a learner, in the transaction that counts it.
func opens(ctx context.Context, tx bun.IDB, userID string, l lesson) (o opening, err error) {
	var enrolled time.Time
	if l.ReleaseDays > 0 {
		if enrolled, err = enrolledAt(ctx, tx, userID, l.CourseID); err != nil {
			return o, err
		}
	}
	var done *time.Time
	if l.ReleaseAfter != "" {
		if done, err = completedAt(ctx, tx, userID, l.ReleaseAfter); err != nil {
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

// unlock counts anew what opens after a lesson whose completion has changed, and what opens after that. seen ends circles,
// which an outline may hold.
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
