package demofeedback

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func selectFeedback(q bun.IDB, model any) *bun.SelectQuery {
	return q.NewSelect().Model(model).ColumnExpr("?TableColumns").ColumnExpr("d.starts_at, d.full_name AS visitor_name, u.full_name AS instructor_name").
		Join("JOIN demo_bookings AS d ON d.id = f.booking_id").Join("JOIN users AS u ON u.id = f.instructor_id")
}

func byID(ctx context.Context, q bun.IDB, id string) (f DemoFeedback, err error) {
	err = selectFeedback(q, &f).Where("f.id = ?", id).Scan(ctx)
	return f, db.One(err, errNoFeedback)
}

// lock returns feedback and keeps it as it is until the transaction ends.
func lock(ctx context.Context, tx bun.IDB, id string) (f DemoFeedback, err error) {
	var locked string
	if err = db.One(db.ForUpdate(tx.NewSelect().TableExpr("demo_feedback").Column("id").Where("id = ?", id)).Scan(ctx, &locked), errNoFeedback); err != nil {
		return f, err
	}
	return byID(ctx, tx, id)
}

// byBooking returns the feedback on a demo class; nil for none.
func byBooking(ctx context.Context, q bun.IDB, bookingID string) (*DemoFeedback, error) {
	f := new(DemoFeedback)
	return db.Optional(f, selectFeedback(q, f).Where("f.booking_id = ?", bookingID).Scan(ctx))
}

func bookingByID(ctx context.Context, q bun.IDB, id string) (b bookingRow, err error) {
	err = q.NewSelect().Model(&b).ColumnExpr("?TableColumns").ColumnExpr("EXISTS (SELECT 1 FROM demo_feedback AS f WHERE f.booking_id = d.id) AS is_reviewed").Where("d.id = ?", id).Scan(ctx)
	return b, db.One(err, errNoBooking)
}

func insert(ctx context.Context, tx bun.IDB, f DemoFeedback) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errGiven
	}
	return err
}

func update(ctx context.Context, tx bun.IDB, f DemoFeedback) error {
	_, err := tx.NewUpdate().Model(&f).WherePK().ExcludeColumn("id", "booking_id", "user_id", "instructor_id", "source", "created_at").Exec(ctx)
	return err
}

func listOwn(ctx context.Context, q bun.IDB, userID string, o OwnFilter, limit, offset int64) (rows []DemoFeedback, n int64, err error) {
	column := map[string]string{"createdAt": "f.created_at", "overallRating": "f.overall_rating"}[o.SortBy]
	direction := map[string]string{"asc": "ASC", "desc": "DESC"}[o.SortOrder]
	s := selectFeedback(q, &rows).Where("f.user_id = ?", userID).OrderExpr(column + " " + direction + ", f.created_at DESC, f.id DESC").Limit(limit).Offset(offset)
	if err = s.Scan(ctx); err != nil {
		return nil, 0, err
	}
	n, err = q.NewSelect().TableExpr("demo_feedback").Where("user_id = ?", userID).Count(ctx)
	return rows, n, err
}

// demosToReview returns the completed demo classes of a user since then on which there is no feedback.
func demosToReview(ctx context.Context, q bun.IDB, userID string, since time.Time) ([]DemoToReview, error) {
	demos := []DemoToReview{}
	return demos, q.NewSelect().TableExpr("demo_bookings AS d").ColumnExpr("d.id AS booking_id, d.starts_at, d.ends_at, d.demo_type, u.full_name AS instructor_name").
		Join("JOIN users AS u ON u.id = d.instructor_id").Where("d.user_id = ? AND d.status = 'completed' AND d.ends_at >= ?", userID, since).
		Where("NOT EXISTS (SELECT 1 FROM demo_feedback AS f WHERE f.booking_id = d.id)").OrderExpr("d.starts_at DESC, d.id DESC").Limit(rest.MaxLimit).Scan(ctx, &demos)
}

func list(ctx context.Context, q bun.IDB, l ListFilter, from, until time.Time, limit, offset int64) (rows []DemoFeedback, n rest.Count, err error) {
	narrow := func(s *bun.SelectQuery) *bun.SelectQuery {
		if l.InstructorID != "" {
			s.Where("f.instructor_id = ?", l.InstructorID)
		}
		if l.Rating > 0 {
			s.Where("f.overall_rating = ?", l.Rating)
		}
		if l.StartDate != "" {
			s.Where("f.created_at >= ?", from)
		}
		if l.EndDate != "" {
			s.Where("f.created_at < ?", until)
		}
		return s
	}
	if err = narrow(selectFeedback(q, &rows)).OrderExpr("f.created_at DESC, f.id DESC").Limit(limit).Offset(offset).Scan(ctx); err != nil {
		return nil, n, err
	}
	some := narrow(q.NewSelect().TableExpr("demo_feedback AS f")).ColumnExpr("1").Limit(rest.MaxCount + 1)
	counted, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rows, rest.CountUpTo(counted), err
}

// pastDemo is a demo class that was completed or missed, with its feedback if there is some.
type pastDemo struct {
	InstructorID, InstructorName          string
	StartsAt                              time.Time
	Status, NoShowSide                    string
	OverallRating                         int64 // 0 for no feedback
	ContentQuality, InstructorPerformance string
	WouldRecommend, IsConverted           bool
}

// pastDemos returns the demo classes that began in a range and were completed or missed.
func pastDemos(ctx context.Context, q bun.IDB, from, until time.Time) (demos []pastDemo, err error) {
	return demos, q.NewSelect().TableExpr("demo_bookings AS d").ColumnExpr("d.instructor_id, u.full_name AS instructor_name, d.starts_at, d.status, d.no_show_side, d.converted_at IS NOT NULL AS is_converted").
		ColumnExpr("coalesce(f.overall_rating, 0) AS overall_rating, coalesce(f.content_quality, '') AS content_quality").
		ColumnExpr("coalesce(f.instructor_performance, '') AS instructor_performance, coalesce(f.would_recommend, ?) AS would_recommend", false).
		Join("JOIN users AS u ON u.id = d.instructor_id").Join("LEFT JOIN demo_feedback AS f ON f.booking_id = d.id").
		Where("d.starts_at >= ? AND d.starts_at < ? AND d.status IN ('completed', 'no_show')", from, until).OrderExpr("d.starts_at").Scan(ctx, &demos)
}

func erase(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw(`UPDATE demo_feedback SET user_id = NULL, additional_comments = '', liked_most = '', improvement_areas = '', specific_feedback = '{}', follow_up_interest = ?, response = ''
		WHERE user_id = ?`, false, user).Exec(ctx)
	if err == nil {
		_, err = tx.NewRaw("UPDATE demo_feedback SET responded_by = NULL WHERE responded_by = ?", user).Exec(ctx)
	}
	return err
}
