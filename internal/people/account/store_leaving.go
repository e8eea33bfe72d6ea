package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

func setStatus(ctx context.Context, tx bun.IDB, user, status string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE users SET status = ?, updated_at = ? WHERE id = ?", status, now, user).Exec(ctx)
	return err
}

// personal are the tables of this package whose rows about a user go with them. What stays names nobody: statistics of locks.
var personal = []string{"user_roles", "sessions", "sign_in_challenges", "devices", "lockouts", "admin_locks", "account_links",
	"role_applications", "email_changes", "user_tails", "security_events"}

// eraseUser leaves of a user what others refer to: that there was somebody.
func eraseUser(ctx context.Context, tx bun.IDB, u User, now time.Time) error {
	for _, table := range personal {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", u.ID).Exec(ctx); err != nil {
			return err
		}
	}
	if _, err := tx.NewDelete().Table("sign_ups").Where("email_key = ?", u.EmailKey).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewDelete().Table("invitations").Where("email = ? OR lower(email) = ?", u.Email, u.EmailKey).Exec(ctx); err != nil {
		return err
	}
	nobody := "erased-" + u.ID + "@invalid" // RFC 2606: an address that nobody can have
	_, err := tx.NewRaw(`UPDATE users SET email = ?, email_key = ?, full_name = 'Deleted person', name_key = 'deleted person', password_hash = '', email_verified_at = NULL,
		status = ?, updated_at = ? WHERE id = ?`, nobody, nobody, disabled, now, u.ID).Exec(ctx)
	return err
}
