package review

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// addReport stores a user's report of a locked review, unless they have reported it before.
func addReport(ctx context.Context, tx bun.IDB, reviewID, userID string, n NewReport, now time.Time) (added bool, err error) {
	added, err = db.Changed(tx.NewRaw(`INSERT INTO course_review_reports (review_id, user_id, reason, details, created_at, is_open)
		VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, reviewID, userID, n.Reason, n.Details, now, true).Exec(ctx))
	if err != nil || !added {
		return false, err
	}
	_, err = tx.NewRaw("UPDATE course_reviews SET open_reports = open_reports + 1 WHERE id = ?", reviewID).Exec(ctx)
	return true, err
}

// closeReports marks the reports of a review as decided on.
func closeReports(ctx context.Context, tx bun.IDB, reviewID string) error {
	_, err := tx.NewRaw("UPDATE course_review_reports SET is_open = ? WHERE review_id = ?", false, reviewID).Exec(ctx)
	return err
}

// eraseReports deletes the reports that a user has made.
func eraseReports(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw(`UPDATE course_reviews SET open_reports = open_reports - 1
		WHERE id IN (SELECT review_id FROM course_review_reports WHERE user_id = ? AND is_open)`, userID).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("DELETE FROM course_review_reports WHERE user_id = ?", userID).Exec(ctx)
	return err
}

// reported lists the reviews with open reports or, with hidden, those that are hidden, newest first.
func reported(ctx context.Context, q bun.IDB, hidden bool, behind []string, limit int64) (rs []ReportedReview, err error) {
	rs = []ReportedReview{}
	s := selectReviews(q.NewSelect().Model(&rs), "").ColumnExpr("c.title AS course_title").Join("JOIN courses AS c ON c.id = r.course_id").
		OrderExpr("r.id DESC").Limit(limit)
	if hidden {
		s.Where("r.hidden_at IS NOT NULL")
	} else {
		s.Where("r.open_reports > 0")
	}
	if behind != nil {
		s.Where("r.id < ?", behind[0])
	}
	return rs, s.Scan(ctx)
}

// readReports fills in the open reports of reviews, in one query.
func readReports(ctx context.Context, q bun.IDB, rs []ReportedReview) error {
	if len(rs) == 0 {
		return nil
	}
	ids, place := make([]string, len(rs)), make(map[string]int, len(rs))
	for i, r := range rs {
		ids[i], place[r.ID] = r.ID, i
	}
	var found []ReviewReport
	err := q.NewSelect().TableExpr("course_review_reports AS p").Join("JOIN users AS u ON u.id = p.user_id").
		ColumnExpr("p.review_id, p.reason, p.details, p.user_id AS reporter_id, u.full_name AS reporter_name, p.created_at").
		Where("p.review_id IN (?) AND p.is_open", bun.List(ids)).OrderExpr("p.created_at, p.user_id").Scan(ctx, &found)
	for _, p := range found {
		r := &rs[place[p.ReviewID]]
		r.Reports = append(r.Reports, p)
	}
	return err
}
