package participants

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
)

// row is a time in which someone was there by a list.
type row struct {
	id, key, name string  // key is of the person in lists: the email address, or the name if there is none
	user          *string // nil: nobody has said who that is
	from, to      time.Time
}

// table returns where the rows of lists of a kind are stored, and the column that names the session or the meeting.
func table(kind attendance.Kind) (name, owner bun.Ident) {
	if kind == attendance.OfMeeting {
		return "online_meeting_imports", "meeting_id"
	}
	return "attendance_imports", "session_id"
}

// Unmatched returns the people in imported lists of whom it is not known who they are, by name.
func Unmatched(ctx context.Context, q bun.IDB, of Of) (people []UnmatchedPerson, err error) {
	name, owner := table(of.Kind)
	people = []UnmatchedPerson{}
	return people, q.NewSelect().TableExpr("?", name).ColumnExpr("external_key, max(name) AS name, min(joined_at) AS joined_at, max(left_at) AS left_at").
		Where("? = ? AND user_id IS NULL", owner, of.OwnerID).Group("external_key").OrderExpr("2, 1").Scan(ctx, &people)
}

// CountUnmatched counts the people in imported lists of whom it is not known who they are, by session or meeting.
func CountUnmatched(ctx context.Context, q bun.IDB, kind attendance.Kind, owners []string) (map[string]int64, error) {
	name, owner := table(kind)
	var rows []struct {
		OwnerID string
		People  int64
	}
	err := q.NewSelect().TableExpr("?", name).ColumnExpr("? AS owner_id, count(DISTINCT external_key) AS people", owner).
		Where("? IN (?) AND user_id IS NULL", owner, bun.List(owners)).GroupExpr("?", owner).Scan(ctx, &rows)
	of := map[string]int64{}
	for _, r := range rows {
		of[r.OwnerID] = r.People
	}
	return of, err
}

// rowsAtOnce limits how many rows one statement writes.
const rowsAtOnce = 500

// insert stores what is not stored yet.
func insert(ctx context.Context, tx bun.IDB, of Of, rows []row, by string, now time.Time) error {
	name, owner := table(of.Kind)
	for len(rows) > 0 {
		n := min(len(rows), rowsAtOnce)
		values := make([]bun.TupleValues, n)
		for i, r := range rows[:n] {
			values[i] = bun.Tuple([]any{r.id, of.OwnerID, r.key, r.name, r.user, r.from, r.to, by, now})
		}
		if _, err := tx.NewRaw("INSERT INTO ? (id, ?, external_key, name, user_id, joined_at, left_at, imported_by, imported_at) VALUES ? ON CONFLICT (?, external_key, joined_at) DO NOTHING",
			name, owner, bun.List(values), owner).Exec(ctx); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// assign reports whether there is such a person.
func assign(ctx context.Context, tx bun.IDB, of Of, n NewAssignment) (bool, error) {
	name, owner := table(of.Kind)
	return db.Changed(tx.NewRaw("UPDATE ? SET user_id = ? WHERE ? = ? AND external_key = ?", name, n.UserID, owner, of.OwnerID, n.ExternalKey).Exec(ctx))
}

func deleteUnmatched(ctx context.Context, tx bun.IDB, kind attendance.Kind, before time.Time) error {
	name, _ := table(kind)
	_, err := tx.NewRaw("DELETE FROM ? WHERE user_id IS NULL AND imported_at < ?", name, before).Exec(ctx)
	return err
}

// Erase deletes what lists of a kind say about a user, in the transaction that erases the user.
func Erase(ctx context.Context, tx bun.IDB, kind attendance.Kind, userID string) error {
	name, _ := table(kind)
	_, err := tx.NewRaw("DELETE FROM ? WHERE user_id = ?", name, userID).Exec(ctx)
	return err
}
