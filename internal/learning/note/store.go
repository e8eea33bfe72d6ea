package note

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
)

func list(ctx context.Context, q bun.IDB, userID, lessonID string) (notes []Note, err error) {
	notes = []Note{}
	return notes, q.NewSelect().Model(&notes).Where("n.user_id = ? AND n.lesson_id = ?", userID, lessonID).
		OrderExpr("n.at_ms IS NULL, n.at_ms, n.id").Scan(ctx)
}

// search selects a page of a user's notes, last changed first.
type search struct {
	userID, words string
	scope         course.Condition // of notes n in courses c
	before        time.Time        // changed before this, or at this instant with a lower id
	id            string
	limit         int64
}

func found(ctx context.Context, idb bun.IDB, q search) (notes []Note, err error) {
	notes = []Note{}
	s := idb.NewSelect().Model(&notes).ColumnExpr("n.*, c.title AS course_title, coalesce(p.title, '') AS lesson_title, coalesce(p.position, 0) AS lesson_position").
		Join("JOIN courses AS c ON c.id = n.course_id").
		Join("LEFT JOIN published_lessons AS p ON p.course_id = n.course_id AND p.lesson_id = n.lesson_id").
		Where("n.user_id = ? AND (n.updated_at < ? OR n.updated_at = ? AND n.id < ?)", q.userID, q.before, q.before, q.id).
		Where(q.scope.SQL, q.scope.Args...)
	if q.words != "" {
		s.Where(`n.search_text LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(q.words)+"%")
	}
	return notes, s.OrderExpr("n.updated_at DESC, n.id DESC").Limit(q.limit).Scan(ctx)
}

// notedLessons returns the lessons of some courses c on which a user has notes, in the order of courses and lessons.
func notedLessons(ctx context.Context, q bun.IDB, userID string, scope course.Condition, limit int64) (ls []NotedLesson, err error) {
	ls = []NotedLesson{}
	return ls, q.NewSelect().TableExpr("lesson_notes AS n").Join("JOIN courses AS c ON c.id = n.course_id").
		Join("LEFT JOIN published_lessons AS p ON p.course_id = n.course_id AND p.lesson_id = n.lesson_id").
		ColumnExpr("n.course_id, c.title AS course_title, n.lesson_id, coalesce(p.title, '') AS lesson_title, count(*) AS notes").
		Where("n.user_id = ?", userID).Where(scope.SQL, scope.Args...).
		GroupExpr("n.course_id, c.title, c.title_key, n.lesson_id, p.title, p.position").
		OrderExpr("c.title_key, n.course_id, p.position IS NULL, p.position, n.lesson_id").Limit(limit).Scan(ctx, &ls)
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
