package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/joinlink"
)

// sessionOf returns a session, whoever asks, or errNoSession.
func sessionOf(ctx context.Context, q bun.IDB, id string) (s classsession.Session, err error) {
	return s, db.One(q.NewSelect().Model(&s).Where("s.id = ?", id).Scan(ctx), errNoSession)
}

// roomOf returns the room of a batch, or with sessionID what one session has instead; NoRoom for none.
func roomOf(ctx context.Context, q bun.IDB, batchID, sessionID string) (r Room, err error) {
	s := q.NewSelect().TableExpr("live_rooms AS r").Column("r.provider", "r.url", "r.version", "r.wishes")
	if sessionID == "" {
		s.Where("r.batch_id = ? AND r.session_id IS NULL", batchID)
	} else {
		s.Where("r.session_id = ?", sessionID)
	}
	if err = s.Scan(ctx, &r); db.One(err, nil) != nil {
		return r, err
	}
	if r.Provider == "" {
		r.Provider = NoRoom
	}
	return r, nil
}

// putRoom stores a room in place of the one there was, as the next version. NoRoom is kept too, so that versions never repeat.
func putRoom(ctx context.Context, tx bun.IDB, batchID, sessionID string, r Room, now time.Time) error {
	var session *string
	where, id := "batch_id = ? AND session_id IS NULL", batchID
	if sessionID != "" {
		session, where, id = &sessionID, "session_id = ?", sessionID
	}
	done, err := tx.NewRaw("UPDATE live_rooms SET provider = ?, url = ?, wishes = ?, version = ?, updated_at = ? WHERE "+where, r.Provider, r.URL, r.Wishes, r.Version, now, id).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); n > 0 || err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO live_rooms (batch_id, session_id, provider, url, wishes, version, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		batchID, session, r.Provider, r.URL, r.Wishes, r.Version, now).Exec(ctx)
	return err
}

// joinLink is a link into a room as stored.
type joinLink struct {
	bun.BaseModel `bun:"table:join_links,alias:l"`

	joinlink.Link
	SessionID string
	UserID    string
	Moderates bool
}

const linkTable = "join_links"

func insertLink(ctx context.Context, tx bun.IDB, l joinLink) error {
	_, err := tx.NewInsert().Model(&l).Exec(ctx)
	return err
}

// linkOf returns the session and the user of a link, used or not; errNoLink.
func linkOf(ctx context.Context, q bun.IDB, digest string) (l joinLink, err error) {
	return l, db.One(q.NewSelect().Model(&l).Where("l.digest = ?", digest).Scan(ctx), errNoLink)
}

func insertInterval(ctx context.Context, tx bun.IDB, i attendance.Interval) error {
	_, err := tx.NewInsert().Model(&i).Exec(ctx)
	return err
}

// people returns who is in the built-in room, instructors first.
func people(ctx context.Context, q bun.IDB, s classsession.Session, alive time.Time) (in []builtinroom.Person, err error) {
	in = []builtinroom.Person{}
	return in, q.NewRaw(`SELECT u.id AS user_id, u.full_name, min(i.joined_at) AS since,
			NOT EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = ? AND m.user_id = u.id)
				AND NOT EXISTS (SELECT 1 FROM session_guests AS g WHERE g.session_id = ? AND g.user_id = u.id) AS teaches
		FROM attendance_intervals AS i JOIN users AS u ON u.id = i.user_id
		WHERE i.session_id = ? AND i.source = 'room' AND NOT i.closed AND i.left_at >= ?
		GROUP BY u.id, u.full_name, u.name_key ORDER BY 4 DESC, u.name_key, u.id`, s.BatchID, s.ID, s.ID, alive).Scan(ctx, &in)
}

// namesOf returns the name of a user and that of a batch, as a meeting server shows them.
func namesOf(ctx context.Context, q bun.IDB, userID, batchID string) (fullName, batchName string, err error) {
	err = q.NewRaw("SELECT u.full_name, b.batch_name FROM users AS u, batches AS b WHERE u.id = ? AND b.id = ?", userID, batchID).Scan(ctx, &fullName, &batchName)
	return fullName, batchName, db.One(err, errNoLink)
}

// markStarted says that a session is started, unless it was before.
func markStarted(ctx context.Context, tx bun.IDB, sessionID string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE batch_sessions SET started_at = ? WHERE id = ? AND started_at IS NULL", now, sessionID).Exec(ctx)
	return err
}
