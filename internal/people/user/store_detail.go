package user

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

const shown = 20 // most rows of each list

var errNoUser = fault.New(fault.NotFound, "user_not_found", "This account doesn't exist.")

// detail reads everything about one user from the tables of other features.
func detail(ctx context.Context, q bun.IDB, id string, now time.Time) (d UserDetail, err error) {
	us, err := query{db: q, now: now}.byID(ctx, id)
	if err != nil {
		return d, err
	}
	d = UserDetail{UserRow: us[0], Locks: []UserLock{}, Sessions: []UserSession{}, Enrollments: []UserEnrollment{}, Applications: []UserApplication{}}
	for _, read := range []func(context.Context, bun.IDB, *UserDetail, time.Time) error{
		readProfile, readLocks, readSessions, readPassword, readEnrollments, readApplications,
	} {
		if err := read(ctx, q, &d, now); err != nil {
			return d, err
		}
	}
	return d, nil
}

func (q query) byID(ctx context.Context, id string) (us []UserRow, err error) {
	err = q.columns(q.db.NewSelect().Model(&us)).Where("u.id = ? AND (SELECT g.erased_at FROM deletion_requests AS g WHERE g.user_id = u.id) IS NULL", id).Scan(ctx)
	if err == nil && len(us) == 0 {
		err = errNoUser
	}
	if err != nil {
		return nil, err
	}
	return us, readRoles(ctx, q.db, us)
}

func readProfile(ctx context.Context, q bun.IDB, d *UserDetail, _ time.Time) error {
	var row struct {
		AvatarID string
		About    db.JSON[struct{ Headline, TimeZone, Locale string }]
	}
	err := q.NewRaw("SELECT avatar_id, about FROM profiles WHERE user_id = ?", d.ID).Scan(ctx, &row)
	d.Profile = UserProfile{row.About.V.Headline, row.About.V.TimeZone, row.About.V.Locale, row.AvatarID}
	return db.One(err, nil)
}

func readLocks(ctx context.Context, q bun.IDB, d *UserDetail, now time.Time) error {
	return q.NewRaw(`SELECT 'admin_lock' AS reason, note, locked_until FROM admin_locks WHERE user_id = ? AND (locked_until IS NULL OR locked_until > ?)
		UNION ALL SELECT CASE reason WHEN 'two_factor_attempts' THEN 'failed_login_attempts' ELSE reason END AS reason, '' AS note, locked_until FROM lockouts WHERE user_id = ? AND locked_until > ?`, d.ID, now, d.ID, now).Scan(ctx, &d.Locks)
}

func readSessions(ctx context.Context, q bun.IDB, d *UserDetail, now time.Time) error {
	return q.NewRaw(`SELECT id, user_agent, network, two_factor, created_at, rotated_at FROM sessions
		WHERE user_id = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY rotated_at DESC, id`, d.ID, now).Scan(ctx, &d.Sessions)
}

func readPassword(ctx context.Context, q bun.IDB, d *UserDetail, _ time.Time) error {
	return q.NewRaw("SELECT password_hash <> '' AS password FROM users WHERE id = ?", d.ID).Scan(ctx, &d.Factors.Password)
}

func readEnrollments(ctx context.Context, q bun.IDB, d *UserDetail, _ time.Time) error {
	err := q.NewRaw(`SELECT e.course_id, c.title, e.status, e.created_at FROM enrollments AS e JOIN courses AS c ON c.id = e.course_id
		WHERE e.user_id = ? ORDER BY e.created_at DESC, e.id DESC LIMIT ?`, d.ID, shown).Scan(ctx, &d.Enrollments)
	if err != nil {
		return err
	}
	return q.NewRaw(`SELECT (SELECT count(*) FROM enrollments WHERE user_id = ?) AS enrolled,
		(SELECT count(*) FROM course_instructors WHERE user_id = ?) AS teaches`, d.ID, d.ID).Scan(ctx, &d.Enrolled, &d.Teaches)
}

func readApplications(ctx context.Context, q bun.IDB, d *UserDetail, _ time.Time) error {
	return q.NewRaw("SELECT id, role, status, created_at FROM role_applications WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?",
		d.ID, shown).Scan(ctx, &d.Applications)
}
