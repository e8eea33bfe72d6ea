package outline

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Record is a stored curriculum: the draft, and the version that learners get.
type Record struct {
	bun.BaseModel `bun:"table:curricula,alias:k"`

	CourseID         string           `bun:",pk"`
	Outline          db.JSON[Outline] // of the draft
	Revision         int64
	PublishedVersion int64
	PublishedOutline db.JSON[Outline]
	Schedule
	CreatedAt time.Time
	UpdatedAt time.Time
	UpdatedBy string
}

// Schedule says when a draft is published by itself. The zero value: it is not.
type Schedule struct {
	PublishAt     *time.Time
	PublishBy     *string
	PublishStatus *string // that the course gets then; nil: it stays
}

var errNoCurriculum = fault.New(fault.NotFound, "curriculum_not_found", "This course has no curriculum yet.")

// Read returns fault.NotFound if the course has no curriculum.
func Read(ctx context.Context, q bun.IDB, courseID string) (r Record, err error) {
	return scan(ctx, q.NewSelect().Model(&r), courseID, &r)
}

// Lock is Read for update.
func Lock(ctx context.Context, tx bun.IDB, courseID string) (r Record, err error) {
	return scan(ctx, db.ForUpdate(tx.NewSelect().Model(&r)), courseID, &r)
}

func scan(ctx context.Context, s *bun.SelectQuery, courseID string, r *Record) (Record, error) {
	err := s.Where("k.course_id = ?", courseID).Scan(ctx)
	return *r, db.One(err, errNoCurriculum)
}

// RegisterIDs permanently binds new ids of sections and lessons to a course. It returns fault.Conflict if one belongs
// to another course.
func RegisterIDs(ctx context.Context, tx bun.IDB, courseID string, ids []string, now time.Time) error {
	for _, id := range ids {
		var owner string
		err := tx.NewRaw(`INSERT INTO lessons (id, course_id, created_at) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING course_id`, id, courseID, now).Scan(ctx, &owner)
		if err != nil {
			return err
		}
		if owner != courseID {
			return fault.New(fault.Conflict, "lesson_elsewhere", "A lesson with this ID belongs to another course.")
		}
	}
	return nil
}

// CourseOfLesson returns the id of a lesson's course, or ErrNoLesson.
func CourseOfLesson(ctx context.Context, q bun.IDB, lessonID string) (courseID string, err error) {
	err = q.NewRaw("SELECT course_id FROM lessons WHERE id = ?", lessonID).Scan(ctx, &courseID)
	return courseID, db.One(err, ErrNoLesson)
}

// canUndo reports whether there is an earlier draft to restore.
func canUndo(ctx context.Context, q bun.IDB, courseID string) (can bool, err error) {
	return can, q.NewRaw("SELECT EXISTS (SELECT 1 FROM curriculum_edits WHERE course_id = ?)", courseID).Scan(ctx, &can)
}
