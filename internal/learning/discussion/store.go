package discussion

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
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
	s := selectComments(idb.NewSelect().Model(&cs)).Where("c.lesson_id = ? AND c.thread_id = ?", q.lesson, q.thread).Limit(q.limit).ColumnExpr(replies)
	order, after := "c.id DESC", "c.id < ?"
	if q.thread != "" {
		order, after = "c.id", "c.id > ?"
	}
	if q.behind != nil {
		s.Where(after, q.behind[0])
	}
	return cs, s.OrderExpr(order).Scan(ctx)
}

const replies = "(SELECT count(*) FROM lesson_comments AS r WHERE r.lesson_id = c.lesson_id AND r.thread_id = c.id AND r.deleted_at IS NULL) AS replies"

// ofCourse returns the comments that begin threads in a course, the newest first.
func ofCourse(ctx context.Context, q bun.IDB, courseID string, unanswered bool, behind []string, limit int64) (cs []CourseComment, err error) {
	cs = []CourseComment{}
	s := selectComments(q.NewSelect().Model(&cs)).ColumnExpr(replies).ColumnExpr("coalesce(p.title, '') AS lesson_title").
		Join("LEFT JOIN published_lessons AS p ON p.course_id = c.course_id AND p.lesson_id = c.lesson_id").Where("c.course_id = ? AND c.thread_id = ''", courseID).Limit(limit)
	if unanswered {
		s.Where("c.awaits_answer")
	}
	if behind != nil {
		s.Where("c.id < ?", behind[0])
	}
	return cs, s.OrderExpr("c.id DESC").Scan(ctx)
}

// countUnanswered counts the comments of a course that await an answer, up to rest.MaxCount.
func countUnanswered(ctx context.Context, q bun.IDB, courseID string) (rest.Count, error) {
	some := q.NewSelect().TableExpr("lesson_comments AS c").ColumnExpr("1").Where("c.course_id = ? AND c.awaits_answer", courseID).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// settle finds out anew whether the comment that begins a thread awaits an answer: a learner has written it, and no instructor has replied.
func settle(ctx context.Context, tx bun.IDB, thread string) error {
	_, err := tx.NewRaw(`UPDATE lesson_comments SET awaits_answer = deleted_at IS NULL AND hidden_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = lesson_comments.course_id AND i.user_id = lesson_comments.author_id)
		AND NOT EXISTS (SELECT 1 FROM lesson_comments AS r JOIN course_instructors AS i ON i.course_id = r.course_id AND i.user_id = r.author_id
			WHERE r.lesson_id = lesson_comments.lesson_id AND r.thread_id = lesson_comments.id AND r.deleted_at IS NULL)
		WHERE id = ?`, thread).Exec(ctx)
	return err
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
	_, err := tx.NewRaw("UPDATE lesson_comments SET body = '', hidden_reason = '', awaits_answer = FALSE, deleted_at = coalesce(deleted_at, ?) WHERE author_id = ?", now, userID).Exec(ctx)
	return err
}
