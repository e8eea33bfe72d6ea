package publication

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNotFound = fault.New(fault.NotFound, "publication_not_found", "This publication doesn't exist.")

// row is a course with what the checklist needs.
type row struct {
	bun.BaseModel `bun:"table:courses,alias:c"`

	course.Found
	Schedule db.JSON[schedule.LiveSchedule] `bun:"type:jsonb"`
}

// find reads a course that the caller may see.
func find(ctx context.Context, q bun.IDB, who access.Caller, courseID string) (r row, err error) {
	return scan(ctx, course.SelectVisible(q, who, courseID, &r), &r)
}

// lock is find for update.
func lock(ctx context.Context, tx bun.IDB, who access.Caller, courseID string) (r row, err error) {
	return scan(ctx, db.ForUpdate(course.SelectVisible(tx, who, courseID, &r)), &r)
}

func scan(ctx context.Context, s *bun.SelectQuery, r *row) (row, error) {
	if err := s.Scan(ctx); err != nil {
		return row{}, db.One(err, course.ErrNotFound)
	}
	return *r, r.RequireTeaches()
}

// lockAny locks a course for its scheduled publication.
func lockAny(ctx context.Context, tx bun.IDB, courseID string) (c course.Course, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&c).Where("c.id = ?", courseID)).Scan(ctx)
	return c, db.One(err, course.ErrNotFound)
}

// orEmpty returns an empty curriculum for a course that has none yet.
func orEmpty(r outline.Record, err error) (outline.Record, error) {
	if fault.Is(err, fault.NotFound) {
		return outline.Record{}, nil
	}
	return r, err
}

// insert numbers a publication and stores it. Its course is locked.
func insert(ctx context.Context, tx bun.IDB, p *CoursePublication) error {
	if err := tx.NewRaw("SELECT coalesce(max(number), 0) + 1 FROM course_publications WHERE course_id = ?", p.CourseID).Scan(ctx, &p.Number); err != nil {
		return err
	}
	_, err := tx.NewInsert().Model(p).Exec(ctx)
	return err
}

func byID(ctx context.Context, q bun.IDB, courseID, id string) (p CoursePublication, err error) {
	err = q.NewSelect().Model(&p).Where("p.id = ? AND p.course_id = ?", id, courseID).Scan(ctx)
	return p, db.One(err, errNotFound)
}

// latest returns the latest publication that stands, nil for none.
func latest(ctx context.Context, q bun.IDB, courseID string) (*CoursePublication, error) {
	var p CoursePublication
	err := q.NewSelect().Model(&p).Where("p.course_id = ? AND p.undone_at IS NULL", courseID).OrderExpr("p.number DESC").Limit(1).Scan(ctx)
	if found, err := db.Found(err); err != nil || !found {
		return nil, err
	}
	return &p, nil
}

func markUndone(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE course_publications SET undone_at = ? WHERE id = ?", now, id).Exec(ctx)
	return err
}

// due returns the courses that are to be published by now.
func due(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	return ids, q.NewRaw("SELECT course_id FROM curricula WHERE publish_at <= ? ORDER BY publish_at, course_id LIMIT 100", now).Scan(ctx, &ids)
}

func learners(ctx context.Context, q bun.IDB, courseID string) (n int64, err error) {
	return n, q.NewRaw("SELECT count(*) FROM enrolled_students WHERE course_id = ?", courseID).Scan(ctx, &n)
}

// videosOf returns the videos of the lessons of a draft, in order. One that was deleted counts as failed.
func videosOf(ctx context.Context, q bun.IDB, o outline.Outline, courseID string) (vs []draftVideo, err error) {
	err = q.NewRaw(`SELECT l.lesson_id, coalesce(v.status, 'failed') AS status, coalesce(v.live_generation > 0, FALSE) AS is_playable
		FROM lesson_videos AS l LEFT JOIN videos AS v ON v.id = l.video_id WHERE l.course_id = ? ORDER BY l.position`, courseID).Scan(ctx, &vs)
	titles := map[string]string{}
	for _, l := range o.AllLessons() {
		titles[l.ID] = l.Title
	}
	for i := range vs {
		vs[i].Title = titles[vs[i].LessonID]
	}
	return vs, err
}
