package review

import (
	"context"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

type query struct {
	course, caller string
	filter         ReviewFilter
	behind         *position // nil on the first page
	limit          int64
}

// position is where a list goes on: behind the review with these values.
type position struct {
	stars int64
	id    string
}

// decode returns nil for the first page, or fault.Invalid.
func (f ReviewFilter) decode(scroll rest.CursorParam) (*position, error) {
	values, err := scroll.Decode(2)
	if err != nil || values == nil {
		return nil, err
	}
	stars, err := strconv.ParseInt(values[0], 10, 64)
	if err != nil {
		return nil, rest.InvalidCursor()
	}
	return &position{stars, values[1]}, nil
}

func (f ReviewFilter) encode(r Review) string {
	return rest.EncodeCursor(strconv.FormatInt(r.Stars, 10), r.ID)
}

func selectReviews(s *bun.SelectQuery, caller string) *bun.SelectQuery {
	return s.ColumnExpr("r.*, u.full_name, coalesce(t.full_name, '') AS answer_name").
		ColumnExpr("EXISTS (SELECT 1 FROM course_review_reports AS p WHERE p.review_id = r.id AND p.user_id = ?) AS is_reported", caller).
		Join("JOIN users AS u ON u.id = r.user_id").Join("LEFT JOIN users AS t ON t.id = r.answered_by")
}

func list(ctx context.Context, q bun.IDB, l query) (rs []Review, err error) {
	rs = []Review{}
	s := selectReviews(q.NewSelect().Model(&rs), l.caller).Where("r.course_id = ? AND r.hidden_at IS NULL", l.course).Limit(l.limit)
	if l.filter.Stars > 0 {
		s.Where("r.stars = ?", l.filter.Stars)
	}
	order, behind := "r.id DESC", "r.id < ?0"
	switch {
	case l.filter.Stars > 0: // all have the same
	case l.filter.Sort == "highest":
		order, behind = "r.stars DESC, r.id DESC", "(r.stars, r.id) < (?1, ?0)"
	case l.filter.Sort == "lowest":
		order, behind = "r.stars, r.id DESC", "r.stars >= ?1 AND (r.stars > ?1 OR r.id < ?0)"
	}
	if l.behind != nil {
		s.Where(behind, l.behind.id, l.behind.stars)
	}
	return rs, s.OrderExpr(order).Scan(ctx)
}

func byID(ctx context.Context, q bun.IDB, id string) (r Review, err error) {
	err = selectReviews(q.NewSelect().Model(&r), "").Where("r.id = ?", id).Scan(ctx)
	return r, db.One(err, errNoReview)
}

func byCourseAndAuthor(ctx context.Context, q bun.IDB, courseID, userID string) (r Review, err error) {
	err = selectReviews(q.NewSelect().Model(&r), userID).Where("r.course_id = ? AND r.user_id = ?", courseID, userID).Scan(ctx)
	return r, db.One(err, errNoReview)
}

func byAuthor(ctx context.Context, q bun.IDB, userID string) (rs []Review, err error) {
	return rs, q.NewSelect().Model(&rs).ColumnExpr("r.*").Where("r.user_id = ?", userID).OrderExpr("r.course_id").Scan(ctx)
}

// lock returns a review, locked for update.
func lock(ctx context.Context, tx bun.IDB, id string) (r Review, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&r).ColumnExpr("r.*")).Where("r.id = ?", id).Scan(ctx)
	return r, db.One(err, errNoReview)
}

func insert(ctx context.Context, tx bun.IDB, r Review) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r Review) error {
	_, err := tx.NewUpdate().Model(&r).ExcludeColumn("id", "course_id", "user_id", "created_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM course_reviews WHERE id = ?", id).Exec(ctx)
	return err
}

// standingOf returns a user's relation to a course.
func standingOf(ctx context.Context, q bun.IDB, userID, courseID string) (at standing, err error) {
	err = q.NewRaw(`SELECT u.full_name,
		EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = ?1 AND i.user_id = u.id) AS teaches,
		EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = ?1 AND e.user_id = u.id) AS enrolled,
		EXISTS (SELECT 1 FROM course_completions AS d WHERE d.course_id = ?1 AND d.user_id = u.id) AS completed_once,
		coalesce(g.percent, 0) AS percent, coalesce(g.required = 0, FALSE) AS nothing_is_required, g.started_at IS NOT NULL AS has_begun_some_lesson
		FROM users AS u LEFT JOIN course_progress AS g ON g.user_id = u.id AND g.course_id = ?1 WHERE u.id = ?0`, userID, courseID).Scan(ctx, &at)
	return at, err
}

// eraseAnswers deletes the answers that a user has written.
func eraseAnswers(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw(`UPDATE course_reviews SET answer = '', answered_by = NULL, answered_at = NULL, answer_edited_at = NULL, revision = revision + 1
		WHERE answered_by = ?`, userID).Exec(ctx)
	return err
}
