package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// factors counts a user's second factors.
type factors struct {
	Authenticator bool
	Passkeys      int64
	RecoveryCodes int64 // unused
}

// any reports whether the user can take a second step; recovery codes alone do not count.
func (f factors) any() bool { return f.Authenticator || f.Passkeys > 0 }

func factorsOf(ctx context.Context, q bun.IDB, user string) (f factors, err error) {
	err = q.NewRaw(`SELECT EXISTS (SELECT 1 FROM authenticators WHERE user_id = ? AND confirmed) AS authenticator,
		(SELECT count(*) FROM passkeys WHERE user_id = ?) AS passkeys,
		(SELECT count(*) FROM recovery_codes WHERE user_id = ? AND used_at IS NULL) AS recovery_codes`, user, user, user).Scan(ctx, &f)
	return f, err
}

// account is the owner of second factors.
type account struct{ ID, Email, FullName string }

func accountOf(ctx context.Context, q bun.IDB, user string) (o account, err error) {
	err = q.NewRaw("SELECT id, email, full_name FROM users WHERE id = ?", user).Scan(ctx, &o)
	return o, db.One(err, fault.New(fault.NotFound, "user_not_found", "This account doesn't exist."))
}

func hasPassword(ctx context.Context, q bun.IDB, user string) (has bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM users WHERE id = ? AND password_hash <> '')", user).Scan(ctx, &has)
	return has, err
}

// isRequired reports whether one of the user's roles requires a second factor.
func isRequired(ctx context.Context, q bun.IDB, user string) (must bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM user_roles AS r JOIN two_factor_roles AS d ON d.role = r.role WHERE r.user_id = ?)", user).Scan(ctx, &must)
	return must, err
}

func requiredRoles(ctx context.Context, q bun.IDB) (roles []access.Role, err error) {
	roles = []access.Role{}
	err = q.NewRaw("SELECT role FROM two_factor_roles ORDER BY role").Scan(ctx, &roles)
	return roles, err
}

func replaceRequiredRoles(ctx context.Context, tx bun.IDB, roles []access.Role, by string, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM two_factor_roles").Exec(ctx); err != nil {
		return err
	}
	for _, role := range roles {
		if _, err := tx.NewRaw("INSERT INTO two_factor_roles (role, set_by, set_at) VALUES (?, ?, ?)", role, by, now).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// countFactors counts the users of each role and those of them with a second factor.
func countFactors(ctx context.Context, q bun.IDB) ([]TwoFactorCount, error) {
	var rows []TwoFactorCount
	err := q.NewRaw(`SELECT r.role, count(*) AS total, sum(CASE WHEN EXISTS (SELECT 1 FROM authenticators AS a WHERE a.user_id = r.user_id AND a.confirmed)
		OR EXISTS (SELECT 1 FROM passkeys AS p WHERE p.user_id = r.user_id) THEN 1 ELSE 0 END) AS with_factor
		FROM user_roles AS r JOIN users AS u ON u.id = r.user_id WHERE u.status = 'active' GROUP BY r.role`).Scan(ctx, &rows)
	counts := make([]TwoFactorCount, len(access.AllRoles))
	for i, role := range access.AllRoles {
		counts[i].Role = role
		for _, row := range rows {
			if row.Role == role {
				counts[i] = row
			}
		}
	}
	return counts, err
}

// deleteFactors deletes a user's second factors, including unfinished setups.
func deleteFactors(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []bun.Ident{"authenticators", "passkeys", "recovery_codes", "passkey_challenges"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE user_id = ?", table, user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// deleteFactorsSince takes away what a user has set up since an instant, and recovery codes made since then.
func deleteFactorsSince(ctx context.Context, tx bun.IDB, user string, since time.Time) error {
	for _, table := range []bun.Ident{"authenticators", "passkeys", "recovery_codes"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE user_id = ? AND created_at >= ?", table, user, since).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func deleteStaleChallenges(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM passkey_challenges WHERE expires_at <= ?", now).Exec(ctx)
	return err
}
