package analytics

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// rankedRow is a learner on a leaderboard.
type rankedRow struct {
	UserID    string
	FullName  string
	Completed int64
	Percent   *int64
}

// isEnrolled reports whether a user is enrolled in a course.
func isEnrolled(ctx context.Context, q bun.IDB, userID, courseID string) (learns bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM enrolled_students WHERE user_id = ? AND course_id = ?)", userID, courseID).Scan(ctx, &learns)
	return learns, err
}

// selectRanked selects the participants: learners who have begun and have left neither the leaderboard nor the course.
func selectRanked(q bun.IDB, courseID string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("course_progress AS g").
		Join("JOIN enrolled_students AS e ON e.user_id = g.user_id AND e.course_id = g.course_id").
		Where("g.course_id = ? AND g.started_at IS NOT NULL", courseID).
		Where("NOT EXISTS (SELECT 1 FROM leaderboard_opt_outs AS o WHERE o.user_id = g.user_id AND o.course_id = g.course_id)")
}

func namedRanked(q bun.IDB, courseID string) *bun.SelectQuery {
	return selectRanked(q, courseID).Join("JOIN users AS u ON u.id = g.user_id").ColumnExpr("g.user_id, u.full_name, g.completed, g.percent")
}

func firstRanked(ctx context.Context, q bun.IDB, courseID string, limit int64) (rows []rankedRow, err error) {
	return rows, namedRanked(q, courseID).OrderExpr("g.completed DESC, g.user_id").Limit(limit).Scan(ctx, &rows)
}

// ranked returns one learner, nil if they do not take part.
func ranked(ctx context.Context, q bun.IDB, courseID, userID string) (*rankedRow, error) {
	r := new(rankedRow)
	return db.Optional(r, namedRanked(q, courseID).Where("g.user_id = ?", userID).Scan(ctx, r))
}

// countRanked counts the participants who have completed more than the given number of lessons.
func countRanked(ctx context.Context, q bun.IDB, courseID string, more int64) (int64, error) {
	return selectRanked(q, courseID).Where("g.completed > ?", more).Count(ctx)
}

func hasLeft(ctx context.Context, q bun.IDB, userID, courseID string) (left bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM leaderboard_opt_outs WHERE user_id = ? AND course_id = ?)", userID, courseID).Scan(ctx, &left)
	return left, err
}

func optOut(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) error {
	_, err := tx.NewRaw("INSERT INTO leaderboard_opt_outs (user_id, course_id, left_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", userID, courseID, now).Exec(ctx)
	return err
}

func optIn(ctx context.Context, tx bun.IDB, userID, courseID string) error {
	_, err := tx.NewRaw("DELETE FROM leaderboard_opt_outs WHERE user_id = ? AND course_id = ?", userID, courseID).Exec(ctx)
	return err
}

func eraseOptOuts(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM leaderboard_opt_outs WHERE user_id = ?", userID).Exec(ctx)
	return err
}
