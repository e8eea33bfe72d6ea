package content

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insertContent(ctx context.Context, tx bun.IDB, courseID string, c Content, now time.Time) (id string, err error) {
	id = db.NewID()
	_, err = tx.NewRaw("INSERT INTO lesson_contents (id, course_id, content, created_at) VALUES (?, ?, ?, ?)",
		id, courseID, db.JSON[Content]{V: c}, now).Exec(ctx)
	return id, err
}

func ByID(ctx context.Context, q bun.IDB, courseID string, ids []string) (map[string]Content, error) {
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

func HasVideo(ctx context.Context, q bun.IDB, courseID, videoID string) (known bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM videos WHERE id = ? AND course_id = ?)", videoID, courseID).Scan(ctx, &known)
	return known, err
}

func InsertFile(ctx context.Context, tx bun.IDB, f CourseFile) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return err
}

// FileByID returns fault.NotFound if there is none.
func FileByID(ctx context.Context, q bun.IDB, id string) (f CourseFile, err error) {
	err = q.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx)
	return f, db.One(err, fault.New(fault.NotFound, "file_not_found", "This file doesn't exist."))
}

// ofCourse returns which of these ids are of rows of the table that belong to the course.
func ofCourse(ctx context.Context, q bun.IDB, table, courseID string, ids []string) (map[string]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var found []string
	err := q.NewSelect().Table(table).Column("id").Where("course_id = ?", courseID).Where("id IN (?)", bun.In(ids)).Scan(ctx, &found)
	own := make(map[string]bool, len(found))
	for _, id := range found {
		own[id] = true
	}
	return own, err
}
