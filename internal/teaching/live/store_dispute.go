package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/classsession"
)

// wasExpected reports whether a user had to attend a session, or came as a guest.
func wasExpected(ctx context.Context, q bun.IDB, s classsession.Session, userID string) (bool, error) {
	member, err := expected(q.NewSelect(), s).Where("m.user_id = ?", userID).Exists(ctx)
	if err != nil || member {
		return member, err
	}
	return isGuest(ctx, q, s.ID, userID)
}

// disputed is an open dispute with who has made it.
type disputed struct {
	attendancedispute.Filed

	FullName string
	GuestOf  string
}

// openDisputes returns a page of the open disputes of a batch, the oldest first, and their number.
func openDisputes(ctx context.Context, q bun.IDB, batchID string, limit, offset int64, now time.Time) (list []OpenDispute, total int64, err error) {
	of := func() *bun.SelectQuery {
		return attendancedispute.Select(q, attendance.OfSession).Join("JOIN batch_sessions AS s ON s.id = d.session_id").Where("s.batch_id = ? AND d.state = ?", batchID, attendancedispute.Open)
	}
	n, err := of().Count(ctx)
	if err != nil {
		return nil, 0, err
	}
	var page []disputed
	err = of().Join("JOIN users AS u ON u.id = d.user_id").ColumnExpr("u.full_name").
		ColumnExpr(`coalesce((SELECT b.batch_name FROM admitted_guests AS g JOIN batch_sessions AS f ON f.id = g.for_session_id JOIN batches AS b ON b.id = f.batch_id
			WHERE g.session_id = d.session_id AND g.user_id = d.user_id), '') AS guest_of`).OrderExpr("d.created_at, d.session_id, d.user_id").Limit(limit).Offset(offset).Scan(ctx, &page)
	if err != nil {
		return nil, 0, err
	}
	list, err = withEvidence(ctx, q, page, now)
	return list, int64(n), err
}

// withEvidence adds to open disputes their sessions, and the attendance of those who have made them.
func withEvidence(ctx context.Context, q bun.IDB, page []disputed, now time.Time) ([]OpenDispute, error) {
	list := make([]OpenDispute, len(page))
	if len(page) == 0 {
		return list, nil
	}
	var ids, users []string
	for _, d := range page {
		ids, users = append(ids, d.OwnerID), append(users, d.UserID)
	}
	var sessions []classsession.Session
	if err := q.NewSelect().Model(&sessions).Where("s.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	by := make(map[string]classsession.Session, len(sessions))
	for _, s := range sessions {
		by[s.ID] = s
	}
	intervals, err := attendance.Intervals(ctx, q, ids, users)
	if err != nil {
		return nil, err
	}
	marks, err := attendance.Marks(ctx, q, ids, users)
	if err != nil {
		return nil, err
	}
	makeUps, err := attendance.MakeUps(ctx, q, ids, users, now)
	for i, d := range page {
		s, of := by[d.OwnerID], attendance.Cell{SessionID: d.OwnerID, UserID: d.UserID}
		row := AttendanceRow{UserID: d.UserID, FullName: d.FullName, GuestOf: d.GuestOf, Dispute: &d.AttendanceDispute}
		row.fill(s, intervals[of], marks[of], makeUps[of], now)
		list[i] = OpenDispute{SessionID: s.ID, SessionTitle: s.Title, StartsAt: s.StartsAt, Timezone: s.Timezone, Learner: row}
	}
	return list, err
}
