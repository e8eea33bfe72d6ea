package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// markJoined keeps when each side has entered the room of a booking first; administrators are no side.
func markJoined(ctx context.Context, tx bun.IDB, id string, as reader, now time.Time) error {
	column := "learner_joined_at"
	if as.isStaff {
		column = "instructor_joined_at"
	}
	_, err := tx.NewRaw("UPDATE demo_bookings SET ? = ? WHERE id = ? AND ? IS NULL AND (? OR instructor_id = ?)", bun.Ident(column), now, id, bun.Ident(column), !as.isStaff, as.userID).Exec(ctx)
	return err
}

// mostCompleted bounds what is completed at once.
const mostCompleted = 200

// joinedBookings returns confirmed bookings that ended before an instant and whose room both sides have entered.
func joinedBookings(ctx context.Context, q bun.IDB, before time.Time) (due []DemoBooking, err error) {
	return due, selectBookings(q, &due).Where("d.status = ? AND d.starts_at < ? AND d.ends_at <= ? AND d.learner_joined_at IS NOT NULL AND d.instructor_joined_at IS NOT NULL", Confirmed, before, before).
		OrderExpr("d.starts_at, d.id").Limit(mostCompleted).Scan(ctx, &due)
}
