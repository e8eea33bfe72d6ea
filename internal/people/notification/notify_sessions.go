package notification

import (
	"context"
	"strconv"
	"time"
)

// notifySessionsChanged notifies the members and the instructor of a batch that sessions were moved, cancelled or restored, in the time zone
// of the batch; not the user who did it.
func (s *Service) notifySessionsChanged(ctx context.Context, dedupKey, changeID string) error {
	c, err := sessionChangeOf(ctx, s.db.Reader(), changeID)
	if err != nil || c == nil {
		return err
	}
	members, err := batchMembers(ctx, s.db.Reader(), c.BatchID)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(c.Timezone)
	if err != nil {
		return err
	}
	kind := map[string]Kind{"moved": SessionMoved, "cancelled": SessionCancelled, "restored": SessionRestored}[c.Kind]
	if c.Sessions > 1 {
		kind = SessionsChanged
	}
	at := func(instant time.Time) string { return instant.In(zone).Format(storedTime) }
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: without(append(members, c.Instructor), c.ChangedBy), Data: Data{
		"batch": c.BatchID, "batch_name": c.BatchName, "course": c.CourseID, "count": strconv.FormatInt(c.Sessions, 10), "from": at(c.FromStart), "to": at(c.ToStart),
		"zone": c.Timezone, "reason": c.Reason,
	}})
}
