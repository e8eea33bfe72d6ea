package progress

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

const rebuildPage = 500

// Rebuilt is the outcome of a rebuild.
type Rebuilt struct {
	Lessons     int64 // of learners, recomputed
	Courses     int64
	Differences int64 // from what was stored; there should be none
}

// Rebuild recomputes all progress from events and counts where the stored progress differed. For operators.
func (s *Service) Rebuild(ctx context.Context) (r Rebuilt, err error) {
	var after pair
	for {
		page, err := learnerLessons(ctx, s.db.Reader(), after, rebuildPage)
		if err != nil || len(page) == 0 {
			return r, err
		}
		for i, p := range page {
			last := i+1 == len(page) || page[i+1].UserID != p.UserID || page[i+1].CourseID != p.CourseID
			if err := s.db.InTx(ctx, func(tx bun.IDB) error { return s.rebuild(ctx, tx, p, last, &r) }); err != nil {
				return r, err
			}
		}
		after = page[len(page)-1]
	}
}

func (s *Service) rebuild(ctx context.Context, tx bun.IDB, p pair, wholeCourse bool, r *Rebuilt) error {
	g, err := lockCourse(ctx, tx, p.UserID, p.CourseID, s.clock.Now())
	if err != nil {
		return err
	}
	same, err := s.rebuildLesson(ctx, tx, p)
	if err != nil {
		return err
	}
	r.Lessons++
	if !same {
		r.Differences++
	}
	if !wholeCourse {
		return nil
	}
	now, err := s.recountCourse(ctx, tx, g)
	r.Courses++
	if !sameCourse(g, now) {
		r.Differences++
	}
	return err
}

// rebuildLesson recounts a lesson of a learner and reports whether nothing has changed. The progress in a lesson that is no
// longer published stays as it was: the rule by which its events counted is gone with it.
func (s *Service) rebuildLesson(ctx context.Context, tx bun.IDB, p pair) (same bool, err error) {
	l, err := publishedLesson(ctx, tx, p.CourseID, p.LessonID)
	if err != nil || l.Completion == "" {
		return true, err
	}
	before, err := lessonsOf(ctx, tx, p.UserID, p.CourseID)
	if err != nil {
		return false, err
	}
	sameActivity, err := s.recount(ctx, tx, p.UserID, l)
	if err != nil {
		return false, err
	}
	after, err := lessonsOf(ctx, tx, p.UserID, p.CourseID)
	return sameActivity && sameLessons(before, after), err
}

func sameLessons(a, b []LessonProgress) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.LessonID != y.LessonID || x.Status != y.Status || x.Percent != y.Percent || !same(x.Score, y.Score) || x.TimeSpent != y.TimeSpent ||
			!sameTime(x.StartedAt, y.StartedAt) || !sameTime(x.CompletedAt, y.CompletedAt) || !x.LastAt.Equal(y.LastAt) {
			return false
		}
	}
	return true
}

func sameCourse(a, b CourseProgress) bool {
	return a.Version == b.Version && a.Completed == b.Completed && a.Required == b.Required && same(a.Percent, b.Percent) &&
		a.TimeSpent == b.TimeSpent && a.LastLesson == b.LastLesson && sameTime(a.CompletedAt, b.CompletedAt)
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func sameTime(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }

// recountStudents recounts a course for each of its students.
func (s *Service) recountStudents(ctx context.Context, courseID string) error {
	after := ""
	for {
		ids, err := learnersAfter(ctx, s.db.Reader(), courseID, after, rebuildPage)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, userID := range ids {
			err := s.db.InTx(ctx, func(tx bun.IDB) error {
				g, err := lockCourse(ctx, tx, userID, courseID, s.clock.Now())
				if err == nil {
					_, err = s.recountCourse(ctx, tx, g)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}
