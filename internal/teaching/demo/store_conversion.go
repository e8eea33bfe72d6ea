package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// enrolledRow is an enrolment that may have followed from a demo class.
type enrolledRow struct {
	ID, UserID string
	CreatedAt  time.Time
	IsCounted  bool // as what followed from a demo class
}

func selectEnrolled(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("enrolled_students AS e").Column("e.id", "e.user_id", "e.created_at").
		ColumnExpr("EXISTS (SELECT 1 FROM demo_bookings AS d WHERE d.converted_enrollment_id = e.id) AS is_counted")
}

// enrollmentsSince returns the enrolments of a user since an instant that are not counted yet, the first one first.
func enrollmentsSince(ctx context.Context, q bun.IDB, userID string, since time.Time) (rows []enrolledRow, err error) {
	return rows, selectEnrolled(q).Where("e.user_id = ? AND e.created_at >= ?", userID, since).
		Where("NOT EXISTS (SELECT 1 FROM demo_bookings AS d WHERE d.converted_enrollment_id = e.id)").OrderExpr("e.created_at, e.id").Scan(ctx, &rows)
}

// enrollmentFor returns the enrolment that a conversion names: errNoEnrollment for none, and for instructors who don't teach its course.
func enrollmentFor(ctx context.Context, q bun.IDB, who access.Caller, n Conversion) (e enrolledRow, err error) {
	s := selectEnrolled(q).Where("e.user_id = ? AND e.course_id = ?", n.ConvertedUser, n.CourseID)
	if !who.HasRole(access.Admin) {
		s.Where("EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = e.course_id AND i.user_id = ?)", who.ID)
	}
	return e, db.One(s.Scan(ctx, &e), errNoEnrollment)
}

// latestCompleted returns the last demo class that a user had before an instant, and keeps it as it is until the transaction ends; nil for none.
func latestCompleted(ctx context.Context, tx bun.IDB, userID string, before time.Time) (*DemoBooking, error) {
	b := new(DemoBooking)
	return db.Optional(b, db.ForUpdate(tx.NewSelect().Model(b).Where("d.user_id = ? AND d.starts_at <= ? AND d.status = ?", userID, before, Completed).
		OrderExpr("d.starts_at DESC, d.id DESC").Limit(1)).Scan(ctx))
}

func updateConversion(ctx context.Context, tx bun.IDB, b *DemoBooking, now time.Time) error {
	b.UpdatedAt = now
	_, err := tx.NewUpdate().Model(b).Column("converted_enrollment_id", "converted_at", "updated_at").WherePK().Exec(ctx)
	return err
}

// adoptBookings makes what was booked without an account with a user's confirmed address their own.
func adoptBookings(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw(`UPDATE demo_bookings SET user_id = ? WHERE user_id IS NULL AND email_key <> '' AND email_key =
		(SELECT u.email_key FROM users AS u WHERE u.id = ? AND u.status = 'active' AND u.email_verified_at IS NOT NULL)`, userID, userID).Exec(ctx)
	return err
}

// adopters returns some users with whose confirmed address something was booked without an account.
func adopters(ctx context.Context, q bun.IDB, most int64) (ids []string, err error) {
	return ids, q.NewSelect().Distinct().TableExpr("demo_bookings AS d").ColumnExpr("u.id").Join("JOIN users AS u ON u.email_key = d.email_key").
		Where("d.user_id IS NULL AND d.email_key <> '' AND u.status = 'active' AND u.email_verified_at IS NOT NULL").OrderExpr("u.id").Limit(most).Scan(ctx, &ids)
}

// lockAddress lets one booking of an address happen at a time.
func lockAddress(ctx context.Context, tx bun.IDB, emailKey string, now time.Time) error {
	_, err := tx.NewRaw("INSERT INTO demo_addresses (email_key, booked_at) VALUES (?, ?) ON CONFLICT (email_key) DO UPDATE SET booked_at = excluded.booked_at", emailKey, now).Exec(ctx)
	return err
}

func deleteAddresses(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM demo_addresses WHERE booked_at < ?", before).Exec(ctx)
	return err
}
