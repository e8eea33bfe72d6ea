package discussion

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

type query struct {
	lesson, thread string
	behind         []string // the id of the previous comment; nil on the first page
	limit          int64
}

func selectComments(s *bun.SelectQuery) *bun.SelectQuery {
	return s.ColumnExpr("c.*, u.full_name AS author_name").
		ColumnExpr("EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.course_id AND i.user_id = c.author_id) AS is_instructor").
		Join("JOIN users AS u ON u.id = c.author_id")
}

func list(ctx context.Context, idb bun.IDB, q query) (cs []Comment, err error) {
	cs = []Comment{}
	s := selectComments(idb.NewSelect().Model(&cs)).Where("c.lesson_id = ? AND c.thread_id = ?", q.lesson, q.thread).Limit(q.limit).
		ColumnExpr("(SELECT count(*) FROM lesson_comments AS r WHERE r.lesson_id = c.lesson_id AND r.thread_id = c.id AND r.deleted_at IS NULL) AS replies")
	order, after := "c.id DESC", "c.id < ?"
	if q.thread != "" {
		order, after = "c.id", "c.id > ?"
	}
	if q.behind != nil {
		s.Where(after, q.behind[0])
	}
	return cs, s.OrderExpr(order).Scan(ctx)
}

func byID(ctx context.Context, q bun.IDB, id string) (c Comment, err error) {
	err = selectComments(q.NewSelect().Model(&c)).Where("c.id = ?", id).Scan(ctx)
	return c, db.One(err, errNoComment)
}

// lock returns a comment, locked for update.
func lock(ctx context.Context, tx bun.IDB, id string) (c Comment, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&c).ColumnExpr("c.*")).Where("c.id = ?", id).Scan(ctx)
	return c, db.One(err, errNoComment)
}

func insert(ctx context.Context, tx bun.IDB, c Comment) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, c Comment) error {
	_, err := tx.NewUpdate().Model(&c).Column("body", "format", "edited_at", "deleted_at", "hidden_at", "hidden_by", "hidden_reason").WherePK().Exec(ctx)
	return err
}

func erase(ctx context.Context, tx bun.IDB, userID string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE lesson_comments SET body = '', hidden_reason = '', deleted_at = coalesce(deleted_at, ?) WHERE author_id = ?", now, userID).Exec(ctx)
	return err
}
