package notification

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// eligibleRecipients returns those of the users who are active and have one of the roles (nil: any), ordered by id.
func eligibleRecipients(ctx context.Context, q bun.IDB, ids []string, roles []access.Role) (readers []recipient, err error) {
	s := q.NewSelect().Table("users").Column("id", "email", "full_name", "email_verified_at").
		Where("status = 'active'").Where("id IN (?)", bun.List(ids)).Order("id")
	if roles != nil {
		s = s.Where("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = users.id AND r.role IN (?))", bun.List(roles))
	}
	err = s.Scan(ctx, &readers)
	return readers, err
}

// lockInbox creates the inbox if missing and locks it until the transaction ends.
func lockInbox(ctx context.Context, tx bun.IDB, userID string) (b inbox, err error) {
	err = tx.NewRaw(`INSERT INTO notification_inboxes (user_id, version, unread) VALUES (?, 0, 0)
		ON CONFLICT (user_id) DO UPDATE SET version = notification_inboxes.version RETURNING user_id, version, unread`, userID).Scan(ctx, &b)
	if db.IsForeignKeyViolation(err) { // the account was deleted while its token was still valid
		err = fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.").WithCause(err)
	}
	return b, err
}

func saveInbox(ctx context.Context, tx bun.IDB, b inbox) error {
	_, err := tx.NewUpdate().Model(&b).WherePK().Exec(ctx)
	return err
}

// readInbox returns an empty inbox when there is no row.
func readInbox(ctx context.Context, q bun.IDB, userID string) (b inbox, err error) {
	b.UserID = userID
	err = q.NewSelect().Model(&b).Where("b.user_id = ?", userID).Scan(ctx)
	return b, db.One(err, nil)
}

// recountUnread recounts after a change to many notifications.
func recountUnread(ctx context.Context, tx bun.IDB, b *inbox) error {
	return tx.NewSelect().Table("notifications").ColumnExpr("count(*)").
		Where("user_id = ? AND in_app AND read_at IS NULL", b.UserID).Scan(ctx, &b.Unread)
}

// insertOnce returns false when the user already has a notification with this deduplication key.
func insertOnce(ctx context.Context, tx bun.IDB, n notificationRow) (bool, error) {
	return db.Changed(tx.NewInsert().Model(&n).On("CONFLICT (user_id, dedup_key, kind) DO NOTHING").Exec(ctx))
}

// selectVisible selects the notifications in a user's list.
func selectVisible(q bun.IDB, dest any, userID string) *bun.SelectQuery {
	return q.NewSelect().Model(dest).Where("n.user_id = ? AND n.in_app", userID)
}

func (f Filter) narrow(s *bun.SelectQuery) *bun.SelectQuery {
	if f.Unread {
		s = s.Where("n.read_at IS NULL")
	}
	if f.Group != "" {
		var kinds []notificationkind.Kind
		for kind, about := range notificationkind.Catalogue {
			if about.Group == f.Group {
				kinds = append(kinds, kind)
			}
		}
		s = s.Where("n.kind IN (?)", bun.List(kinds))
	}
	return s
}

func list(ctx context.Context, q bun.IDB, userID string, f Filter, before, limit, offset int64) (rows []notificationRow, err error) {
	s := f.narrow(selectVisible(q, &rows, userID)).OrderExpr("n.number DESC").Limit(limit)
	if before > 0 {
		s = s.Where("n.number < ?", before)
	} else {
		s = s.Offset(offset)
	}
	if err = s.Scan(ctx); err == nil {
		err = nameUsers(ctx, q, rows)
	}
	return rows, err
}

// nameUsers adds the names of the users whose acts notifications tell of, except of closed accounts.
func nameUsers(ctx context.Context, q bun.IDB, rows []notificationRow) error {
	var ids []string
	for _, n := range rows {
		if id := n.Data.V["user"]; id != "" {
			ids = append(ids, id)
		}
	}
	if ids == nil {
		return nil
	}
	var known []recipient
	err := q.NewSelect().Table("users").Column("id", "full_name").Where("status <> 'disabled'").Where("id IN (?)", bun.List(ids)).Scan(ctx, &known)
	names := map[string]string{}
	for _, user := range known {
		names[user.ID] = user.FullName
	}
	for i := range rows {
		rows[i].Person = names[rows[i].Data.V["user"]]
	}
	return err
}

// count counts up to most.
func count(ctx context.Context, q bun.IDB, userID string, f Filter, most int64) (n int64, err error) {
	found := f.narrow(selectVisible(q, (*notificationRow)(nil), userID)).ColumnExpr("1").Limit(most)
	err = q.NewSelect().TableExpr("(?) AS found", found).ColumnExpr("count(*)").Scan(ctx, &n)
	return n, err
}

// since lists notifications between two numbers, oldest first.
func since(ctx context.Context, q bun.IDB, userID string, after, upTo, limit int64) (rows []notificationRow, err error) {
	err = selectVisible(q, &rows, userID).Where("n.number > ? AND n.number <= ?", after, upTo).OrderExpr("n.number").Limit(limit).Scan(ctx)
	if err == nil {
		err = nameUsers(ctx, q, rows)
	}
	return rows, err
}

func ownNotification(ctx context.Context, q bun.IDB, userID, id string) (n notificationRow, err error) {
	err = selectVisible(q, &n, userID).Where("n.id = ?", id).Scan(ctx)
	return n, db.One(err, fault.New(fault.NotFound, "notification_not_found", "This notification doesn't exist."))
}

// markRead marks notifications from one number to another, both included.
func markRead(ctx context.Context, tx bun.IDB, userID string, from, to int64, now time.Time) error {
	_, err := tx.NewUpdate().Table("notifications").Set("read_at = ?", now).
		Where("user_id = ? AND number BETWEEN ? AND ? AND in_app AND read_at IS NULL", userID, from, to).Exec(ctx)
	return err
}

// hide removes a notification from the list and from the next digest. The row stays until it is swept, so that a second
// delivery of its event does not create it again.
func hide(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewUpdate().Table("notifications").Set("in_app = FALSE").
		Set("mail = CASE mail WHEN 'waiting' THEN 'none' ELSE mail END").Where("id = ?", id).Exec(ctx)
	return err
}

// sweepBatch limits how many are deleted in one transaction.
const sweepBatch = 500

// sweep deletes a batch of notifications that were read or created before the given instants, and returns their number.
func sweep(ctx context.Context, d *db.DB, read, came time.Time) (gone int64, err error) {
	err = d.InTx(ctx, func(tx bun.IDB) error {
		var old []notificationRow
		err := tx.NewSelect().Model(&old).Column("id", "user_id").Where("n.created_at < ? AND n.read_at IS NOT NULL OR n.created_at < ?", read, came).
			Order("n.created_at").Limit(sweepBatch).Scan(ctx)
		if err != nil || len(old) == 0 {
			return err
		}
		gone = int64(len(old))
		ids := map[string][]string{}
		for _, n := range old {
			ids[n.UserID] = append(ids[n.UserID], n.ID)
		}
		return deleteNotifications(ctx, tx, ids)
	})
	return gone, err
}

// deleteNotifications deletes notifications, grouped by owner.
func deleteNotifications(ctx context.Context, tx bun.IDB, ids map[string][]string) error {
	for _, owner := range slices.Sorted(maps.Keys(ids)) { // always in the same order, so that concurrent transactions do not deadlock
		b, err := lockInbox(ctx, tx, owner)
		if err != nil {
			return err
		}
		if _, err := tx.NewDelete().Table("notifications").Where("id IN (?)", bun.List(ids[owner])).Exec(ctx); err != nil {
			return err
		}
		b.Version++
		if err := errors.Join(recountUnread(ctx, tx, &b), saveInbox(ctx, tx, b)); err != nil {
			return err
		}
	}
	return nil
}

// Erase deletes a user's notifications and preferences, with the transaction tx. For package profile, when the account is erased.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"notifications", "notification_inboxes", "notification_preferences", "notification_schedules"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
