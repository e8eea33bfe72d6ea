package notification

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/db"
)

// choices returns a user's choices for the given kinds, by default all.
func choices(ctx context.Context, q bun.IDB, userID string, kinds ...notificationkind.Kind) (chosen []KindChoice, err error) {
	s := q.NewSelect().Model(&chosen).Where("nc.user_id = ?", userID)
	if len(kinds) > 0 {
		s = s.Where("nc.kind IN (?)", bun.List(kinds))
	}
	err = s.Scan(ctx)
	return chosen, err
}

func saveChoice(ctx context.Context, tx bun.IDB, c KindChoice) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT (user_id, kind) DO UPDATE").
		Set("in_app = excluded.in_app, mail = excluded.mail").Exec(ctx)
	return err
}

func readSchedule(ctx context.Context, q bun.IDB, userID string) (r digestSchedule, err error) {
	err = q.NewSelect().Model(&r).Where("ns.user_id = ?", userID).Scan(ctx)
	if found, err := db.Found(err); err != nil || found {
		return r, err
	}
	return defaultSchedule(userID), nil
}

func putSchedule(ctx context.Context, tx bun.IDB, r digestSchedule) error {
	_, err := tx.NewInsert().Model(&r).On("CONFLICT (user_id) DO UPDATE").
		Set("frequency = excluded.frequency, hour = excluded.hour, weekday = excluded.weekday, time_zone = excluded.time_zone, next_at = excluded.next_at").Exec(ctx)
	return err
}

// dueSchedules lists schedules with a due digest.
func dueSchedules(ctx context.Context, q bun.IDB, now time.Time) (rs []digestSchedule, err error) {
	err = q.NewSelect().Model(&rs).Where("ns.next_at <= ?", now).Order("ns.next_at").Limit(sweepBatch).Scan(ctx)
	return rs, err
}

// lockDueSchedule reads the user's schedule and locks it for update; false when its digest is not due, perhaps because
// another worker has just sent it.
func lockDueSchedule(ctx context.Context, tx bun.IDB, userID string, now time.Time) (r digestSchedule, due bool, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&r).Where("ns.user_id = ? AND ns.next_at <= ?", userID, now)).Scan(ctx)
	due, err = db.Found(err)
	return r, due, err
}

// collect takes a user's notifications out of the waiting state and returns the unread ones, oldest first.
func collect(ctx context.Context, tx bun.IDB, userID string) (ids []string, err error) {
	var rows []notificationRow
	err = tx.NewUpdate().Model(&rows).Set("mail = CASE WHEN read_at IS NULL THEN 'sent' ELSE 'none' END").
		Where("user_id = ? AND mail = 'waiting'", userID).Returning("id, number, mail").Scan(ctx)
	for _, n := range sortedByNumber(rows) {
		if n.Mail == mailSent {
			ids = append(ids, n.ID)
		}
	}
	return ids, err
}

// notificationsToEmail reads the user's notifications that are to be emailed.
func notificationsToEmail(ctx context.Context, q bun.IDB, userID string, ids []string) (rows []notificationRow, err error) {
	err = q.NewSelect().Model(&rows).Where("n.user_id = ? AND n.id IN (?)", userID, bun.List(ids)).OrderExpr("n.number").Scan(ctx)
	if err == nil {
		err = nameUsers(ctx, q, rows)
	}
	return rows, err
}

// emailRecipient returns a user who may get emails, nil for others: only confirmed addresses do.
func emailRecipient(ctx context.Context, q bun.IDB, userID string) (*recipient, error) {
	found, err := eligibleRecipients(ctx, q, []string{userID}, nil)
	if err != nil || len(found) == 0 || found[0].EmailVerifiedAt == nil {
		return nil, err
	}
	return &found[0], nil
}
