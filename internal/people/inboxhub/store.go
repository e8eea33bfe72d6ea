package inboxhub

import (
	"context"

	"github.com/uptrace/bun"
)

type inbox struct {
	UserID  string
	Version int64
}

// versions reads the versions of some inboxes.
func versions(ctx context.Context, q bun.IDB, userIDs []string) (boxes []inbox, err error) {
	return boxes, q.NewSelect().Table("notification_inboxes").Column("user_id", "version").Where("user_id IN (?)", bun.List(userIDs)).Scan(ctx, &boxes)
}
