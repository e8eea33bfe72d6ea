package session

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoSession = fault.New(fault.NotFound, "session_not_found", "This device is no longer signed in.")

func insertSession(ctx context.Context, tx bun.IDB, s session) error {
	if _, err := tx.NewInsert().Model(&s).Exec(ctx); err != nil {
		return fmt.Errorf("insert session: %w", err)
	}
	return nil
}

// rotate advances a live session from this generation to the next, and leaves any other alone. Of several concurrent calls
// one succeeds.
func rotate(ctx context.Context, tx bun.IDB, id string, generation int64, network string, now time.Time, idle time.Duration) error {
	_, err := tx.NewRaw(`UPDATE sessions SET generation = generation + 1, rotated_at = ?, expires_at = ?, network = ?
		WHERE id = ? AND generation = ? AND revoked_at IS NULL AND expires_at > ?`,
		now, now.Add(idle), network, id, generation, now).Exec(ctx)
	return err
}

// endIdle ends a live session that has not been used for longer than is allowed now: the limit may have become shorter since its expiry
// was set.
func endIdle(ctx context.Context, tx bun.IDB, id string, now time.Time, idle time.Duration) error {
	_, err := tx.NewRaw("UPDATE sessions SET expires_at = ? WHERE id = ? AND rotated_at <= ? AND expires_at > ?", now, id, now.Add(-idle), now).Exec(ctx)
	return err
}

// markSeen records that the user of a live session renews it. It precedes the change of the session, because those who disable a user
// lock the user first, too.
func markSeen(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	var user string
	err := tx.NewRaw("SELECT user_id FROM sessions WHERE id = ? AND revoked_at IS NULL AND expires_at > ?", id, now).Scan(ctx, &user)
	if live, err := db.Found(err); err != nil || !live {
		return err
	}
	return directory.MarkSeen(ctx, tx, user, now)
}

func liveSession(ctx context.Context, tx bun.IDB, id string, now time.Time) (s session, err error) {
	err = tx.NewSelect().Model(&s).Where("s.id = ? AND s.revoked_at IS NULL AND s.expires_at > ?", id, now).Scan(ctx)
	return s, db.One(err, errNoSession)
}

// liveSessions lists a user's live sessions, last used first.
func liveSessions(ctx context.Context, q bun.IDB, user string, now time.Time) (rows []session, err error) {
	err = q.NewSelect().Model(&rows).Where("s.user_id = ? AND s.revoked_at IS NULL AND s.expires_at > ?", user, now).
		Order("s.rotated_at DESC", "s.id").Scan(ctx)
	return rows, err
}

// demandsFactor tests whether a role of a user requires a second factor. The table is the two-factor feature's.
const demandsFactor = `EXISTS (SELECT 1 FROM user_roles AS r JOIN two_factor_roles AS d ON d.role = r.role WHERE r.user_id = ?)`

func rolesDemandFactor(ctx context.Context, q bun.IDB, user string) (required bool, err error) {
	err = q.NewRaw("SELECT "+demandsFactor, user).Scan(ctx, &required)
	return required, err
}

// standing is what a user with a valid session may do.
type standing struct {
	Roles      string // comma-separated
	Unaccepted string // kinds of legal documents to accept first, comma-separated
}

// standingOf returns the roles of a user whose session is valid at now, and what they must accept. fault.NotFound when the session
// is over, the user is disabled or locked by hand, or a role requires a second factor that the session was opened without.
func standingOf(ctx context.Context, q bun.IDB, id, user string, now time.Time) (row standing, err error) {
	err = q.NewRaw(`SELECT coalesce((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS roles,
		coalesce((SELECT string_agg(m.kind, ',') FROM unaccepted_documents AS m WHERE m.user_id = ?), '') AS unaccepted
		FROM sessions AS s JOIN users AS u ON u.id = s.user_id
		WHERE s.id = ? AND s.user_id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND u.status = ?
		AND NOT EXISTS (SELECT 1 FROM admin_locks AS a WHERE a.user_id = u.id AND (a.locked_until IS NULL OR a.locked_until > ?))
		AND (s.two_factor OR NOT `+demandsFactor+`)`,
		user, id, user, now, directory.Active, now, user).Scan(ctx, &row)
	return row, db.One(err, errNoSession)
}

func revoke(ctx context.Context, tx bun.IDB, id, why string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE sessions SET revoked_at = ?, revoked_reason = ? WHERE id = ? AND revoked_at IS NULL",
		now, why, id).Exec(ctx)
	return err
}

// revokeAll ends every session of a user except the one to keep, "" for none.
func revokeAll(ctx context.Context, tx bun.IDB, user, keep, why string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE sessions SET revoked_at = ?, revoked_reason = ? WHERE user_id = ? AND id <> ? AND revoked_at IS NULL",
		now, why, user, keep).Exec(ctx)
	return err
}

// noteProof records that the user of a session has just proven their identity; twoFactor: by more than a password.
func noteProof(ctx context.Context, tx bun.IDB, id string, twoFactor bool, now time.Time) error {
	u := tx.NewUpdate().Table("sessions").Set("proven_at = ?", now).Where("id = ?", id)
	if twoFactor {
		u = u.Set("two_factor = ?", true)
	}
	_, err := u.Exec(ctx)
	return err
}

// provenAt returns when the user of a live session last proved their identity; fault.Unauthenticated when the session is
// over.
func provenAt(ctx context.Context, q bun.IDB, who access.Caller) (at *time.Time, err error) {
	err = q.NewRaw("SELECT proven_at FROM sessions WHERE id = ? AND user_id = ? AND revoked_at IS NULL", who.Session, who.ID).Scan(ctx, &at)
	return at, db.One(err, errSessionEnded)
}

func deleteEndedSessions(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM sessions WHERE expires_at < ? OR revoked_at < ?", before, before).Exec(ctx)
	return err
}

func deleteOf(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"sessions", "sign_in_challenges", "devices"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// localeOf returns the locale (BCP 47) of a user's profile, "" when they have chosen none.
func localeOf(ctx context.Context, q bun.IDB, user string) (string, error) {
	var row struct {
		About db.JSON[struct{ Locale string }]
	}
	err := q.NewRaw("SELECT about FROM profiles WHERE user_id = ?", user).Scan(ctx, &row)
	return row.About.V.Locale, db.One(err, nil)
}
