package attendance

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// Cell is a learner in a session.
type Cell struct{ SessionID, UserID string }

// Book has what is known of the attendance of some users in some sessions of a batch.
type Book struct {
	Sessions  []classsession.Session
	intervals map[Cell][]Interval
	marks     map[Cell]*Mark
	makeUps   map[Cell]bool
	now       time.Time
}

// Read returns the book of sessions and users, as of now.
func Read(ctx context.Context, q bun.IDB, sessions []classsession.Session, users []string, now time.Time) (b Book, err error) {
	b = Book{Sessions: sessions, now: now}
	if len(sessions) == 0 || len(users) == 0 {
		return b, nil
	}
	ids := make([]string, len(sessions))
	for i, s := range sessions {
		ids[i] = s.ID
	}
	if b.intervals, err = Intervals(ctx, q, ids, users); err != nil {
		return b, err
	}
	if b.marks, err = Marks(ctx, q, ids, users); err != nil {
		return b, err
	}
	b.makeUps, err = MakeUps(ctx, q, ids, users, now)
	return b, err
}

// Status returns the attendance of a user in a session, and whether an instructor has set it.
func (b Book) Status(s classsession.Session, userID string) (status string, isMarked bool) {
	of := Cell{s.ID, userID}
	status = In(s, b.intervals[of], b.now).Status
	if m := b.marks[of]; m != nil {
		status, isMarked = m.Status, true
	}
	return Finally(status, b.makeUps[of]), isMarked
}

// Rate returns how many of the sessions for which a member was expected they have attended.
func (b Book) Rate(m batch.Member) (r Rate) {
	for _, s := range b.Sessions {
		if IsExpected(m, s) {
			status, _ := b.Status(s, m.UserID)
			r.Add(status)
		}
	}
	return r
}

// Begun returns the sessions of a batch that have begun and are not cancelled, by time.
func Begun(ctx context.Context, q bun.IDB, batchID string, now time.Time) (begun []classsession.Session, err error) {
	all, err := classsession.Of(ctx, q, batchID)
	for _, s := range all {
		if s.Status == classsession.Scheduled && !s.StartsAt.After(now) {
			begun = append(begun, s)
		}
	}
	return begun, err
}

// Rates returns the attendance of members of a batch so far, by user.
func Rates(ctx context.Context, q bun.IDB, batchID string, members []batch.Member, now time.Time) (map[string]Rate, error) {
	rates := map[string]Rate{}
	sessions, err := Begun(ctx, q, batchID, now)
	if err != nil {
		return nil, err
	}
	users := make([]string, len(members))
	for i, m := range members {
		users[i] = m.UserID
	}
	book, err := Read(ctx, q, sessions, users, now)
	for _, m := range members {
		rates[m.UserID] = book.Rate(m)
	}
	return rates, err
}
