package attendance

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/classsession"
)

// guestIn is a learner in a session of another batch, which they attend in place of one that they have missed.
type guestIn struct {
	bun.BaseModel `bun:"table:batch_sessions,alias:s"`

	classsession.Session
	UserID       string `bun:",scanonly"`
	ForSessionID string `bun:",scanonly"`
}

// MakeUps returns who has attended another session in place of one of these, by what is known now: nothing of it is stored, so that it is no longer so once their
// attendance of the other session is corrected. nil for all users.
func MakeUps(ctx context.Context, q bun.IDB, sessions, users []string, now time.Time) (map[Cell]bool, error) {
	var guests []guestIn
	s := q.NewSelect().Model(&guests).ColumnExpr("?TableColumns").ColumnExpr("g.user_id, g.for_session_id").Join("JOIN session_guests AS g ON g.session_id = s.id").
		Join("JOIN batches AS b ON b.id = s.batch_id").Where("g.for_session_id IN (?) AND s.status = 'scheduled' AND b.status <> 'Cancelled' AND s.ends_at <= ?", bun.List(sessions), now)
	if users != nil {
		s.Where("g.user_id IN (?)", bun.List(users))
	}
	if err := s.Scan(ctx); err != nil || len(guests) == 0 {
		return nil, err
	}
	var hosts, visitors []string
	for _, g := range guests {
		hosts, visitors = append(hosts, g.ID), append(visitors, g.UserID)
	}
	intervals, err := Intervals(ctx, q, hosts, visitors)
	if err != nil {
		return nil, err
	}
	marks, err := Marks(ctx, q, hosts, visitors)
	made := map[Cell]bool{}
	for _, g := range guests {
		of := Cell{g.ID, g.UserID}
		status := In(g.Session, intervals[of], now).Status
		if m := marks[of]; m != nil {
			status = m.Status
		}
		if hasAttended(status) {
			made[Cell{g.ForSessionID, g.UserID}] = true
		}
	}
	return made, err
}
