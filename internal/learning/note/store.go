package note

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func list(ctx context.Context, q bun.IDB, userID, lessonID string) (notes []Note, err error) {
	notes = []Note{}
	return notes, q.NewSelect().Model(&notes).Where("n.user_id = ? AND n.lesson_id = ?", userID, lessonID).
		OrderExpr("n.at_ms IS NULL, n.at_ms, n.id").Scan(ctx)
}

// search selects a page of a user's notes in a course.
type search struct {
	userID, courseID, words string
	before                  time.Time // changed before this, or at this instant with a lower id
	id                      string
	limit                   int64
}

func found(ctx context.Context, idb bun.IDB, q search) (notes []Note, err error) {
	notes = []Note{}
	s := idb.NewSelect().Model(&notes).ColumnExpr("n.*, coalesce(p.title, '') AS lesson_title").
		Join("LEFT JOIN published_lessons AS p ON p.course_id = n.course_id AND p.lesson_id = n.lesson_id").
		Where("n.user_id = ? AND n.course_id = ? AND (n.updated_at < ? OR n.updated_at = ? AND n.id < ?)", q.userID, q.courseID, q.before, q.before, q.id)
	if q.words != "" {
		s.Where(`n.search_text LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(q.words)+"%")
	}
	return notes, s.OrderExpr("n.updated_at DESC, n.id DESC").Limit(q.limit).Scan(ctx)
}

func count(ctx context.Context, q bun.IDB, userID, lessonID string) (n int64, err error) {
	return q.NewSelect().Model((*Note)(nil)).Where("n.user_id = ? AND n.lesson_id = ?", userID, lessonID).Count(ctx)
}

func insert(ctx context.Context, tx bun.IDB, n Note) error {
	_, err := tx.NewInsert().Model(&n).Exec(ctx)
	return err
}

func own(ctx context.Context, q bun.IDB, userID, id string) (n Note, err error) {
	err = q.NewSelect().Model(&n).Where("n.id = ? AND n.user_id = ?", id, userID).Scan(ctx)
	return n, db.One(err, errNoNote)
}

func update(ctx context.Context, tx bun.IDB, n Note) error {
	_, err := tx.NewUpdate().Model(&n).Column("body", "search_text", "at_ms", "updated_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, userID, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM lesson_notes WHERE id = ? AND user_id = ?", id, userID), errNoNote)
}

func erase(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM lesson_notes WHERE user_id = ?", userID).Exec(ctx)
	return err
}
