package live

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
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
