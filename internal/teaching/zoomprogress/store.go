package zoomprogress

import (
	"context"

	"github.com/uptrace/bun"
)

// current returns the state of a meeting as it is stored.
func current(ctx context.Context, q bun.IDB, ownerID string) (p MeetingProgress, err error) {
	return p, q.NewRaw(`SELECT state, last_error AS error, last_detail AS detail FROM live_meetings
		WHERE owner_id = ? AND state NOT IN ('deleting', 'deleted')`, ownerID).Scan(ctx, &p)
}
