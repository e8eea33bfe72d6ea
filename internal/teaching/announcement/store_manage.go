package announcement

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func insert(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewUpdate().Model(&r).ExcludeColumn("id", "created_by", "created_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM announcements WHERE id = ?", id).Exec(ctx)
	return err
}

// lock reads an announcement and keeps it as it is until the transaction ends, or returns errNotFound.
func lock(ctx context.Context, tx bun.IDB, id string) (r row, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&r).Where("a.id = ?", id)).Scan(ctx)
	return r, db.One(err, errNotFound)
}

// target is a part of an announcement's audience, with the time in which it sees the announcement.
type target struct {
	bun.BaseModel `bun:"table:announcement_targets"`

	AnnouncementID string
	Audience       string
	VisibleFrom    time.Time
	VisibleUntil   time.Time
}

// putTargets replaces the audience of an announcement.
func putTargets(ctx context.Context, tx bun.IDB, r row, to audience) error {
	if _, err := tx.NewRaw("DELETE FROM announcement_targets WHERE announcement_id = ?", r.ID).Exec(ctx); err != nil {
		return err
	}
	from, until := r.window()
	var targets []target
	for _, key := range to.stored() {
		targets = append(targets, target{AnnouncementID: r.ID, Audience: key, VisibleFrom: from, VisibleUntil: until})
	}
	_, err := tx.NewInsert().Model(&targets).Exec(ctx)
	return err
}

// putWindow changes the time in which an announcement is seen.
func putWindow(ctx context.Context, tx bun.IDB, r row) error {
	from, until := r.window()
	_, err := tx.NewRaw("UPDATE announcement_targets SET visible_from = ?, visible_until = ? WHERE announcement_id = ?", from, until, r.ID).Exec(ctx)
	return err
}

// forgetReceipts forgets who has read an announcement.
func forgetReceipts(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM announcement_receipts WHERE announcement_id = ?", id).Exec(ctx)
	return err
}

// archiveOld archives announcements without an end that were published before an instant.
func archiveOld(ctx context.Context, tx bun.IDB, before time.Time) error {
	const old = "state = 'released' AND expires_at IS NULL AND publish_at < ?"
	if _, err := tx.NewRaw("UPDATE announcement_targets SET visible_until = visible_from WHERE announcement_id IN (SELECT id FROM announcements WHERE "+old+")", before).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE announcements SET state = 'archived', version = version + 1 WHERE "+old, before).Exec(ctx)
	return err
}

func eraseReader(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("DELETE FROM announcement_receipts WHERE user_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM announcement_targets WHERE audience = ?", userPrefix+user).Exec(ctx)
	return err
}
