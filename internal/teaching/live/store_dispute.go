package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/classsession"
)

// dispute is what a learner says against their attendance as stored.
type dispute struct {
	bun.BaseModel `bun:"table:attendance_disputes,alias:d"`

	SessionID string `bun:",pk"`
	UserID    string `bun:",pk"`
	AttendanceDispute
	AnsweredBy *string
}

func insertDispute(ctx context.Context, tx bun.IDB, d dispute) error {
	_, err := tx.NewInsert().Model(&d).Exec(ctx)
	return err
}

func updateDispute(ctx context.Context, tx bun.IDB, d dispute) error {
	_, err := tx.NewUpdate().Model(&d).Column("state", "answer", "answered_by", "answered_at").WherePK().Exec(ctx)
	return err
}

// disputeOf returns what a learner says against their attendance, or errNoDispute.
func disputeOf(ctx context.Context, q bun.IDB, sessionID, userID string) (d dispute, err error) {
	return d, db.One(q.NewSelect().Model(&d).Where("d.session_id = ? AND d.user_id = ?", sessionID, userID).Scan(ctx), errNoDispute)
}

// disputesOf returns what learners say against their attendance of a session, by user.
func disputesOf(ctx context.Context, q bun.IDB, sessionID string) (map[string]*AttendanceDispute, error) {
	var all []dispute
	err := q.NewSelect().Model(&all).Where("d.session_id = ?", sessionID).Scan(ctx)
	by := make(map[string]*AttendanceDispute, len(all))
	for i := range all {
		by[all[i].UserID] = &all[i].AttendanceDispute
	}
	return by, err
}

// wasExpected reports whether a user had to attend a session, or came as a guest.
func wasExpected(ctx context.Context, q bun.IDB, s classsession.Session, userID string) (bool, error) {
	member, err := expected(q.NewSelect(), s).Where("m.user_id = ?", userID).Exists(ctx)
	if err != nil || member {
		return member, err
	}
	return isGuest(ctx, q, s.ID, userID)
}

// ownDispute returns what a learner says against their attendance; nil for nothing.
func ownDispute(ctx context.Context, q bun.IDB, sessionID, userID string) (*AttendanceDispute, error) {
	d, err := disputeOf(ctx, q, sessionID, userID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return &d.AttendanceDispute, err
}

// disputed is an open dispute with who has made it.
type disputed struct {
	dispute `bun:",extend"`

	FullName string
	GuestOf  string
}

// openDisputes returns a page of the open disputes of a batch, the oldest first, and their number.
func openDisputes(ctx context.Context, q bun.IDB, batchID string, limit, offset int64, now time.Time) (list []OpenDispute, total int64, err error) {
	of := func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.TableExpr("attendance_disputes AS d").Join("JOIN batch_sessions AS s ON s.id = d.session_id").Where("s.batch_id = ? AND d.state = ?", batchID, disputeOpen)
	}
	if total, err = of(q.NewSelect()).Count(ctx); err != nil {
		return nil, 0, err
	}
	var page []disputed
	err = of(q.NewSelect()).Join("JOIN users AS u ON u.id = d.user_id").ColumnExpr("d.*, u.full_name").
		ColumnExpr(`coalesce((SELECT b.batch_name FROM admitted_guests AS g JOIN batch_sessions AS f ON f.id = g.for_session_id JOIN batches AS b ON b.id = f.batch_id
			WHERE g.session_id = d.session_id AND g.user_id = d.user_id), '') AS guest_of`).OrderExpr("d.created_at, d.session_id, d.user_id").Limit(limit).Offset(offset).Scan(ctx, &page)
	if err != nil {
		return nil, 0, err
	}
	list, err = withEvidence(ctx, q, page, now)
	return list, total, err
}

// withEvidence adds to open disputes their sessions, and the attendance of those who have made them.
func withEvidence(ctx context.Context, q bun.IDB, page []disputed, now time.Time) ([]OpenDispute, error) {
	list := make([]OpenDispute, len(page))
	if len(page) == 0 {
		return list, nil
	}
	var ids, users []string
	for _, d := range page {
		ids, users = append(ids, d.SessionID), append(users, d.UserID)
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
		s, of := by[d.SessionID], attendance.Cell{SessionID: d.SessionID, UserID: d.UserID}
		row := AttendanceRow{UserID: d.UserID, FullName: d.FullName, GuestOf: d.GuestOf, Dispute: &d.AttendanceDispute}
		row.fill(s, intervals[of], marks[of], makeUps[of], now)
		list[i] = OpenDispute{SessionID: s.ID, SessionTitle: s.Title, StartsAt: s.StartsAt, Timezone: s.Timezone, Learner: row}
	}
	return list, err
}
