package curriculum

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// row is a curriculum as it is stored.
type row struct {
	bun.BaseModel `bun:"table:curricula,alias:k"`

	CourseID         string `bun:",pk"`
	Outline          db.JSON[Outline]
	Revision         int64
	PublishedVersion int64
	PublishedOutline db.JSON[Outline]
	PublishAt        *time.Time
	PublishBy        *string
	CreatedAt        time.Time
	UpdatedAt        time.Time
	UpdatedBy        string
}

// CurriculumVersion is a published curriculum.
type CurriculumVersion struct {
	bun.BaseModel `bun:"table:curriculum_versions,alias:v" json:"-"`

	CourseID        string           `bun:",pk" json:"-"`
	Number          int64            `bun:",pk" json:"number"`
	Outline         db.JSON[Outline] `json:"-"`
	Note            string           `json:"note"`
	PublishedBy     string           `json:"-"`
	PublishedByName string           `bun:",scanonly" json:"published_by"`
	PublishedAt     time.Time        `json:"published_at"`
}

// edited is a draft that an edit has replaced.
type edited struct {
	bun.BaseModel `bun:"table:curriculum_edits"`

	CourseID string `bun:",pk"`
	Revision int64  `bun:",pk"`
	Outline  db.JSON[Outline]
	What     string
	EditedBy string
	EditedAt time.Time
}

// course is what this package reads of one.
type course struct {
	ID, Title, CourseType, Status string
}

func courseByID(ctx context.Context, q bun.IDB, id string) (c course, err error) {
	err = q.NewRaw("SELECT id, title, course_type, status FROM courses WHERE id = ?", id).Scan(ctx, &c)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoCourse
	}
	return c, err
}

var errNone = fault.New(fault.NotFound, "curriculum_not_found", "This course has no curriculum yet.")

// read is the curriculum of a course; errNone. To change it, lock it.
func read(ctx context.Context, q bun.IDB, courseID string) (r row, err error) {
	return scan(ctx, q.NewSelect().Model(&r), courseID, &r)
}

func lock(ctx context.Context, tx bun.IDB, courseID string) (r row, err error) {
	return scan(ctx, db.ForUpdate(tx.NewSelect().Model(&r)), courseID, &r)
}

func scan(ctx context.Context, s *bun.SelectQuery, courseID string, r *row) (row, error) {
	err := s.Where("k.course_id = ?", courseID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNone
	}
	return *r, err
}

// insert makes a curriculum unless there is one.
func insert(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewInsert().Model(&r).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewUpdate().Model(&r).WherePK().Exec(ctx)
	return err
}

// keep notes a draft that is about to be replaced, and forgets what is too old to be undone.
func keep(ctx context.Context, tx bun.IDB, e edited) error {
	if _, err := tx.NewInsert().Model(&e).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM curriculum_edits WHERE course_id = ? AND revision <= ?", e.CourseID, e.Revision-keptEdits).Exec(ctx)
	return err
}

// lastEdit is the newest draft that can be gone back to; ok is false for none.
func lastEdit(ctx context.Context, q bun.IDB, courseID string) (e edited, ok bool, err error) {
	err = q.NewSelect().Model(&e).Where("course_id = ?", courseID).Order("revision DESC").Limit(1).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return e, false, nil
	}
	return e, err == nil, err
}

func forgetEdit(ctx context.Context, tx bun.IDB, e edited) error {
	_, err := tx.NewDelete().Model(&e).WherePK().Exec(ctx)
	return err
}

// registerLessons gives new identities to a course for good. fault.Conflict when one is another course's.
func registerLessons(ctx context.Context, tx bun.IDB, courseID string, ids []string, now time.Time) error {
	for _, id := range ids {
		var owner string
		err := tx.NewRaw(`INSERT INTO lessons (id, course_id, created_at) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING course_id`, id, courseID, now).Scan(ctx, &owner)
		if err != nil {
			return err
		}
		if owner != courseID {
			return fault.New(fault.Conflict, "lesson_elsewhere", "A lesson of this identity belongs to another course.")
		}
	}
	return nil
}

// courseOfLesson is errNoLesson for none.
func courseOfLesson(ctx context.Context, q bun.IDB, lessonID string) (courseID string, err error) {
	err = q.NewRaw("SELECT course_id FROM lessons WHERE id = ?", lessonID).Scan(ctx, &courseID)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoLesson
	}
	return courseID, err
}

func insertContent(ctx context.Context, tx bun.IDB, courseID string, c Content, now time.Time) (id string, err error) {
	id = db.NewID()
	_, err = tx.NewRaw("INSERT INTO lesson_contents (id, course_id, content, created_at) VALUES (?, ?, ?, ?)",
		id, courseID, string(c), now).Exec(ctx)
	return id, err
}

// contents reads what is in some lessons of a course, by content id.
func contents(ctx context.Context, q bun.IDB, courseID string, ids []string) (map[string]Content, error) {
	found := make(map[string]Content, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	var rows []struct {
		ID      string
		Content string
	}
	err := q.NewRaw("SELECT id, content FROM lesson_contents WHERE course_id = ? AND id IN (?)", courseID, bun.In(ids)).Scan(ctx, &rows)
	for _, r := range rows {
		found[r.ID] = Content(r.Content)
	}
	return found, err
}

func hasVideo(ctx context.Context, q bun.IDB, courseID, videoID string) (known bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM videos WHERE id = ? AND course_id = ?)", videoID, courseID).Scan(ctx, &known)
	return known, err
}

func insertFile(ctx context.Context, tx bun.IDB, f CourseFile) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return err
}

func fileByID(ctx context.Context, q bun.IDB, id string) (f CourseFile, err error) {
	err = q.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.New(fault.NotFound, "file_not_found", "There is no such file.")
	}
	return f, err
}

func filesOf(ctx context.Context, q bun.IDB, courseID string, limit, offset int64) (files []CourseFile, total int64, err error) {
	total, err = q.NewSelect().Model(&files).Where("f.course_id = ?", courseID).OrderExpr("f.created_at DESC, f.id DESC").
		Limit(limit).Offset(offset).ScanAndCount(ctx)
	return files, total, err
}

// enrolledAt is when somebody got their place in a course; ok is false for who has no open one.
func enrolledAt(ctx context.Context, q bun.IDB, userID, courseID string) (at time.Time, ok bool, err error) {
	err = q.NewRaw("SELECT created_at FROM enrolled_students WHERE user_id = ? AND course_id = ?", userID, courseID).Scan(ctx, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return at, false, nil
	}
	return at, err == nil, err
}

// lessonsShowing are the published lessons with a video: as much of them as says when they open.
func lessonsShowing(ctx context.Context, q bun.IDB, courseID, videoID string) (lessons []Lesson, err error) {
	var rows []struct {
		LessonID, After string
		Previewable     bool
		At              *time.Time
		Days            int64
	}
	err = q.NewRaw(`SELECT lesson_id, previewable, release_at AS at, coalesce(release_days, 0) AS days, coalesce(release_after, '') AS after
		FROM published_lessons WHERE course_id = ? AND video_id = ? AND video_id <> ''`, courseID, videoID).Scan(ctx, &rows)
	for _, r := range rows {
		lessons = append(lessons, Lesson{ID: r.LessonID, Previewable: r.Previewable, Release: Release{At: r.At, DaysAfterEnrolment: r.Days, AfterLesson: r.After}})
	}
	return lessons, err
}

// courseOf is the course of a lesson. errNoLesson.
func courseOf(ctx context.Context, q bun.IDB, lessonID string) (courseID string, err error) {
	err = q.NewRaw("SELECT course_id FROM lessons WHERE id = ?", lessonID).Scan(ctx, &courseID)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoLesson
	}
	return courseID, err
}
