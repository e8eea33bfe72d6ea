package profile

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
)

var (
	errNoPerson = fault.New(fault.NotFound, "person_not_found", "This user doesn't exist.")
	errGone     = fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.")
)

// lockProfile returns a user's row, creating it if missing, and locks it until tx ends.
func lockProfile(ctx context.Context, tx bun.IDB, user string, now time.Time) (p Profile, err error) {
	fresh := Profile{UserID: user, Version: 1, About: db.JSON[About]{V: emptyAbout()}, UpdatedAt: now}
	if _, err = tx.NewInsert().Model(&fresh).On("CONFLICT (user_id) DO NOTHING").Exec(ctx); err != nil {
		return p, err
	}
	err = db.ForUpdate(tx.NewSelect().Model(&p).Where("p.user_id = ?", user)).Scan(ctx)
	return p, err
}

// updateProfile writes the row with the next version.
func updateProfile(ctx context.Context, tx bun.IDB, p Profile, now time.Time) error {
	_, err := tx.NewRaw("UPDATE profiles SET about = ?, version = version + 1, updated_at = ? WHERE user_id = ?", p.About, now, p.UserID).Exec(ctx)
	return err
}

// updateAvatar keeps the version, so that a concurrent edit of the rest of the profile is not refused.
func updateAvatar(ctx context.Context, tx bun.IDB, user, avatar string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE profiles SET avatar_id = ?, updated_at = ? WHERE user_id = ?", avatar, now, user).Exec(ctx)
	return err
}

// readComprehensive returns a user with their profile, without statistics; errGone when there is none.
func readComprehensive(ctx context.Context, q bun.IDB, user string, now time.Time) (c ComprehensiveProfile, err error) {
	var row struct {
		ID, Email, FullName, AvatarID, Roles, PendingEmail string
		EmailVerifiedAt                                    *time.Time
		CreatedAt, UpdatedAt                               time.Time
		Version                                            int64
		About                                              db.JSON[About]
	}
	row.About.V = emptyAbout()
	err = q.NewRaw(`SELECT u.id, u.email, u.full_name, u.email_verified_at, u.created_at, coalesce(p.updated_at, u.created_at) AS updated_at,
			coalesce(p.version, 1) AS version, p.about, coalesce(p.avatar_id, '') AS avatar_id,
			coalesce((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS roles,
			coalesce((SELECT max(e.new_email) FROM email_changes AS e WHERE e.user_id = u.id AND e.confirmed_at IS NULL
				AND e.ended_at IS NULL AND e.expires_at > ?), '') AS pending_email
		FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = ?`, now, user).Scan(ctx, &row)
	if err := db.One(err, errGone); err != nil {
		return c, err
	}
	return ComprehensiveProfile{UserID: row.ID, ProfileEdit: ProfileEdit{row.FullName, row.About.V}, Email: row.Email, EmailVerified: row.EmailVerifiedAt != nil,
		PendingEmail: row.PendingEmail, Roles: rolesOf(row.Roles), Avatar: avatarOf(row.AvatarID), MemberSince: row.CreatedAt,
		UpdatedAt: row.UpdatedAt, Revision: row.Version}, nil
}

func rolesOf(text string) []access.Role {
	roles := []access.Role{}
	for role := range strings.SplitSeq(text, ",") {
		if role != "" {
			roles = append(roles, access.Role(role))
		}
	}
	slices.Sort(roles)
	return roles
}

func readStatistics(ctx context.Context, q bun.IDB, user string) (s ProfileStatistics, err error) {
	err = q.NewRaw(`SELECT
		(SELECT count(*) FROM enrolled_students WHERE user_id = ?0) AS courses_enrolled,
		(SELECT count(*) FROM course_completions WHERE user_id = ?0) AS courses_completed,
		(SELECT count(*) FROM watch_viewers WHERE user_id = ?0) AS videos_watched,
		(SELECT CAST(coalesce(sum(watched_ms), 0) AS BIGINT) / 1000 FROM watched_time WHERE user_id = ?0) AS seconds_watched,
		(SELECT count(*) FROM course_instructors AS i JOIN courses AS c ON c.id = i.course_id
			WHERE i.user_id = ?0 AND c.status = 'Published') AS courses_taught,
		(SELECT count(DISTINCT e.user_id) FROM course_instructors AS i JOIN enrolled_students AS e ON e.course_id = i.course_id
			WHERE i.user_id = ?0) AS students_taught`, user).Scan(ctx, &s)
	return s, err
}

// teachesPublicly tests whether user u teaches a course in the catalogue.
const teachesPublicly = `EXISTS (SELECT 1 FROM course_instructors AS i JOIN courses AS c ON c.id = i.course_id
	WHERE i.user_id = u.id AND c.status = 'Published')`

// readPublicProfile returns what the caller may see of a user, or fault.NotFound.
func readPublicProfile(ctx context.Context, q bun.IDB, who access.Caller, id string) (PublicProfile, error) {
	var row struct {
		ID, FullName, AvatarID                    string
		About                                     db.JSON[About]
		Teaches, TeachesViewer, TaughtBy, Studies bool
	}
	row.About.V = emptyAbout()
	err := q.NewRaw(`SELECT u.id, u.full_name, p.about, coalesce(p.avatar_id, '') AS avatar_id, `+teachesPublicly+` AS teaches,
			EXISTS (SELECT 1 FROM course_instructors AS i JOIN enrolled_students AS e ON e.course_id = i.course_id
				WHERE i.user_id = u.id AND e.user_id = ?0) AS teaches_viewer,
			EXISTS (SELECT 1 FROM course_instructors AS i JOIN enrolled_students AS e ON e.course_id = i.course_id
				WHERE i.user_id = ?0 AND e.user_id = u.id) AS taught_by,
			EXISTS (SELECT 1 FROM enrolled_students AS a JOIN enrolled_students AS b ON b.course_id = a.course_id
				WHERE a.user_id = u.id AND b.user_id = ?0) AS studies
		FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = ?1 AND u.status = 'active'`, who.ID, id).Scan(ctx, &row)
	if err := db.One(err, errNoPerson); err != nil {
		return PublicProfile{}, err
	}
	about := row.About.V
	known := who.ID == id || who.HasRole(access.Admin) || row.TeachesViewer || row.TaughtBy || row.Studies && !about.Preferences.HideFromClassmates
	if !row.Teaches && !(who.ID != "" && known) {
		return PublicProfile{}, errNoPerson
	}
	return PublicProfile{row.ID, row.FullName, about.Pronouns, about.Headline, about.Bio, about.Links, avatarOf(row.AvatarID), row.Teaches}, nil
}

// isAvatarInUse reports whether a user has the picture.
func isAvatarInUse(ctx context.Context, q bun.IDB, avatar string) (used bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM profiles WHERE avatar_id = ?)", avatar).Scan(ctx, &used)
	return used, err
}

// Preferences reads users' language and time zone from their profiles.
type Preferences struct{ Settings *settings.Store }

// LanguageAndZone returns a user's language (BCP 47), "" when not chosen, and time zone (IANA), the school's when not chosen.
func (r Preferences) LanguageAndZone(ctx context.Context, q bun.IDB, user string) (language, zone string, err error) {
	var p Profile
	if err = q.NewSelect().Model(&p).Where("p.user_id = ?", user).Scan(ctx); db.One(err, nil) != nil {
		return "", "", err
	}
	current, err := r.Settings.Current(ctx, q)
	return p.About.V.Locale, cmp.Or(p.About.V.TimeZone, current.School.TimeZone), err
}
