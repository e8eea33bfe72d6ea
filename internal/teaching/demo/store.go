package demo

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demostats"
)

func selectBookings(q bun.IDB, model any) *bun.SelectQuery {
	return q.NewSelect().Model(model).ColumnExpr("?TableColumns").ColumnExpr("(SELECT u.full_name FROM users AS u WHERE u.id = d.instructor_id) AS instructor_name").
		ColumnExpr("EXISTS (SELECT 1 FROM live_meetings AS lm WHERE lm.owner_id = d.id AND lm.state = 'failed' AND lm.state NOT IN ('deleting', 'deleted')) AS zoom_failed")
}

func bookingByID(ctx context.Context, q bun.IDB, id string) (b DemoBooking, err error) {
	err = selectBookings(q, &b).Where("d.id = ?", id).Scan(ctx)
	return b, db.One(err, errNoBooking)
}

func bookingByDigest(ctx context.Context, q bun.IDB, digest string) (b DemoBooking, err error) {
	err = selectBookings(q, &b).Where("d.manage_digest = ?", digest).Scan(ctx)
	return b, db.One(err, errNoBooking)
}

// bookingByHold returns what a form has booked; nil for nothing.
func bookingByHold(ctx context.Context, q bun.IDB, holdID string) (*DemoBooking, error) {
	b := new(DemoBooking)
	return db.Optional(b, selectBookings(q, b).Where("d.hold_id = ?", holdID).Scan(ctx))
}

func insertBooking(ctx context.Context, tx bun.IDB, b DemoBooking) error {
	_, err := tx.NewInsert().Model(&b).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errFormTwice
	}
	return err
}

// lockBooking keeps a booking as it is until the transaction ends. errNotDecided if it was changed since it was read.
func lockBooking(ctx context.Context, tx bun.IDB, read DemoBooking) (b DemoBooking, err error) {
	var id string
	err = db.ForUpdate(tx.NewSelect().TableExpr("demo_bookings").Column("id").Where("id = ?", read.ID)).Scan(ctx, &id)
	if err = db.One(err, errNoBooking); err != nil {
		return b, err
	}
	if b, err = bookingByID(ctx, tx, id); err == nil && b.Sequence != read.Sequence {
		err = errNotDecided
	}
	return b, err
}

func updateBooking(ctx context.Context, tx bun.IDB, b *DemoBooking, now time.Time) error {
	b.UpdatedAt = now
	_, err := tx.NewUpdate().Model(b).Column("starts_at", "ends_at", "instructor_id", "status", "is_late", "reschedules", "cancellation_reason", "completion_notes", "rating", "feedback",
		"no_show_side", "learner_joined_at", "instructor_joined_at", "sequence", "updated_at", "decided_at").WherePK().Exec(ctx)
	return err
}

func insertChange(ctx context.Context, tx bun.IDB, h DemoChange) error {
	_, err := tx.NewInsert().Model(&h).Exec(ctx)
	return err
}

// readHistory reads the history of bookings.
func readHistory(ctx context.Context, q bun.IDB, of []DemoBooking) error {
	if len(of) == 0 {
		return nil
	}
	ids := make([]string, len(of))
	for i, b := range of {
		ids[i] = b.ID
	}
	var changes []DemoChange
	err := q.NewSelect().Model(&changes).Where("h.booking_id IN (?)", bun.List(ids)).OrderExpr("h.booking_id, h.created_at, h.id").Scan(ctx)
	for _, h := range changes {
		b := &of[slices.Index(ids, h.BookingID)]
		b.History = append(b.History, h)
	}
	return err
}

// narrow applies a filter, and what the caller may see.
func narrow(s *bun.SelectQuery, f BookingFilter) *bun.SelectQuery {
	if !f.who.HasRole(access.Admin) {
		s.Where("d.user_id = ? OR d.instructor_id = ?", f.who.ID, f.who.ID)
		if !f.who.HasRole(access.Instructor) {
			s.Where("d.user_id = ?", f.who.ID)
		}
	}
	if f.UserID != "" {
		s.Where("d.user_id = ?", f.UserID)
	}
	if f.instructorID != "" {
		s.Where("d.instructor_id = ?", f.instructorID)
	}
	switch f.Status {
	case "":
	case "pending":
		s.Where("d.status = ? AND d.ends_at < ?", Confirmed, f.now)
	case "rescheduled":
		s.Where("d.status = ? AND d.sequence > 0", Confirmed)
	default:
		s.Where("d.status = ?", f.Status)
	}
	if !f.from.IsZero() && f.StartDate != "" {
		s.Where("d.starts_at >= ?", f.from)
	}
	if f.EndDate != "" {
		s.Where("d.starts_at < ?", f.until)
	}
	return s
}

func listBookings(ctx context.Context, q bun.IDB, f BookingFilter, limit, offset int64) (rows []DemoBooking, err error) {
	return rows, narrow(selectBookings(q, &rows), f).OrderExpr("d.starts_at DESC, d.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

// countBookings counts the bookings of a list, up to rest.MaxCount.
func countBookings(ctx context.Context, q bun.IDB, f BookingFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("demo_bookings AS d"), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// exportBookings returns the bookings after one, by time.
func exportBookings(ctx context.Context, q bun.IDB, f BookingFilter, after DemoBooking, limit int64) (rows []DemoBooking, err error) {
	return rows, narrow(selectBookings(q, &rows), f).Where("(d.starts_at, d.id) > (?, ?)", after.StartsAt, after.ID).OrderExpr("d.starts_at, d.id").Limit(limit).Scan(ctx)
}

func groupBookings(ctx context.Context, q bun.IDB, f BookingFilter) (groups []demostats.Group, err error) {
	return groups, narrow(q.NewSelect().TableExpr("demo_bookings AS d"), f).Column("d.status", "d.demo_type", "d.source", "d.no_show_side").
		ColumnExpr("d.ends_at < ? AS is_over", f.now).ColumnExpr("d.converted_at IS NOT NULL AS is_converted").
		ColumnExpr("coalesce(d.utm->>'source', '') || CASE WHEN d.utm->>'campaign' IS NULL THEN '' ELSE ' / ' || (d.utm->>'campaign') END AS campaign").
		ColumnExpr("count(*) AS n").GroupExpr("1, 2, 3, 4, 5, 6, 7").Scan(ctx, &groups)
}

// eraseVisitor removes what identifies a user from their bookings, and returns the ids of those bookings.
func eraseVisitor(ctx context.Context, tx bun.IDB, user string, now time.Time) (ids []string, err error) {
	if err = tx.NewSelect().TableExpr("demo_bookings").Column("id").Where("user_id = ?", user).Scan(ctx, &ids); err != nil || len(ids) == 0 {
		return nil, err
	}
	_, err = tx.NewRaw(`UPDATE demo_bookings SET user_id = NULL, email = '', email_key = '', full_name = '', phone_number = '', course_interest = '', experience_level = '', requirements = '', notes = '',
		cancellation_reason = '', completion_notes = '', feedback = '', utm = '{}', languages = '', manage_digest = id,
		status = CASE WHEN status = 'confirmed' AND starts_at > ? THEN 'cancelled' ELSE status END, sequence = sequence + 1, updated_at = ? WHERE id IN (?)`, now, now, bun.List(ids)).Exec(ctx)
	if err == nil {
		_, err = tx.NewRaw("UPDATE demo_history SET user_id = NULL, reason = '' WHERE booking_id IN (?)", bun.List(ids)).Exec(ctx)
	}
	if err == nil {
		_, err = tx.NewRaw("UPDATE demo_history SET user_id = NULL WHERE user_id = ?", user).Exec(ctx)
	}
	return ids, err
}

// addressOf returns the address of a user, "" for none.
func addressOf(ctx context.Context, q bun.IDB, userID string) (email string, err error) {
	if userID == "" {
		return "", nil
	}
	err = q.NewSelect().TableExpr("users").Column("email").Where("id = ?", userID).Scan(ctx, &email)
	return email, db.One(err, nil)
}

// instructorMail is what emails need of an instructor.
type instructorMail struct{ Email, FullName string }

func instructorByID(ctx context.Context, q bun.IDB, id string) (i instructorMail, err error) {
	err = q.NewSelect().TableExpr("users").Column("email", "full_name").Where("id = ? AND status = 'active'", id).Scan(ctx, &i)
	return i, db.One(err, nil)
}

// hasFeedback reports whether there is feedback on a demo class.
func hasFeedback(ctx context.Context, q bun.IDB, bookingID string) (bool, error) {
	return q.NewSelect().TableExpr("demo_feedback").Where("booking_id = ?", bookingID).Exists(ctx)
}
