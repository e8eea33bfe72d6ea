package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/joinlink"
)

// joinLink is a link into a meeting as stored.
type joinLink struct {
	bun.BaseModel `bun:"table:online_meeting_links,alias:l"`

	joinlink.Link
	MeetingID string
	UserID    string
	Moderates bool
}

const linkTable = "online_meeting_links"

func insertLink(ctx context.Context, tx bun.IDB, l joinLink) error {
	_, err := tx.NewInsert().Model(&l).Exec(ctx)
	return err
}

// linkOf returns a link, used or not; errNoLink.
func linkOf(ctx context.Context, q bun.IDB, digest string) (l joinLink, err error) {
	return l, db.One(q.NewSelect().Model(&l).Where("l.digest = ?", digest).Scan(ctx), errNoLink)
}

// nameOf returns the name of a user, as a meeting server shows it.
func nameOf(ctx context.Context, q bun.IDB, userID string) (name string, err error) {
	return name, db.One(q.NewSelect().TableExpr("users").Column("full_name").Where("id = ?", userID).Scan(ctx, &name), errNoLink)
}

func deleteUnusedLinks(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM online_meeting_links WHERE expires_at < ? AND used_at IS NULL", before).Exec(ctx)
	return err
}
