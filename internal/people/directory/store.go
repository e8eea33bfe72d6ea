package directory

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var ErrNoUser = fault.New(fault.NotFound, "user_not_found", "This account doesn't exist.")

var errNumberTaken = fault.New(fault.Conflict, "student_number_taken", "Another account has this student number.")

func isNumberTaken(err error) bool {
	return db.IsUniqueViolation(err) && strings.Contains(err.Error(), "student_number")
}

// Insert stores a user with their roles. fault.Conflict when the address or the student number has an account.
func Insert(ctx context.Context, tx bun.IDB, u User) error {
	_, err := tx.NewInsert().Model(&u).Exec(ctx)
	if isNumberTaken(err) {
		return errNumberTaken.WithCause(err)
	}
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "email_taken", "There is already an account with this email address.").WithCause(err)
	}
	if err != nil {
		return fmt.Errorf("insert user: %w", err)
	}
	rows := make([]role, len(u.Roles))
	for i, r := range u.Roles {
		rows[i] = role{UserID: u.ID, Role: r}
	}
	if _, err = tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx); err != nil { // roles may contain duplicates
		return err
	}
	return index(ctx, tx, u)
}

// ByEmail returns the user of an address, given as EmailKey. fault.NotFound.
func ByEmail(ctx context.Context, q bun.IDB, key string) (User, error) {
	return one(ctx, q, "u.email_key = ?", key)
}

// HasEmail reports whether an address has an account, however it is spelt.
func HasEmail(ctx context.Context, q bun.IDB, email string) (bool, error) {
	return q.NewSelect().Model((*User)(nil)).Where("u.email_key = ?", EmailKey(email)).Exists(ctx)
}

// ByStudentNumber returns the user of a student number, given as StudentNumberKey. fault.NotFound.
func ByStudentNumber(ctx context.Context, q bun.IDB, key string) (User, error) {
	return one(ctx, q, "u.student_number_key = ?", key)
}

// ByID returns a user. fault.NotFound.
func ByID(ctx context.Context, q bun.IDB, id string) (User, error) {
	return one(ctx, q, "u.id = ?", id)
}

func one(ctx context.Context, q bun.IDB, where, value string) (u User, err error) {
	err = q.NewSelect().Model(&u).Where(where, value).Scan(ctx)
	if err != nil {
		return User{}, db.One(err, ErrNoUser)
	}
	us := []User{u}
	err = ReadRoles(ctx, q, us)
	return us[0], err
}

// Lock returns a user whose row is locked for update until the transaction ends. fault.NotFound, also for an erased user.
func Lock(ctx context.Context, tx bun.IDB, id string) (User, error) {
	var locked string
	err := db.ForUpdate(tx.NewSelect().Table("users").Column("id").Where("id = ?", id)).Scan(ctx, &locked)
	if err != nil {
		return User{}, db.One(err, ErrNoUser)
	}
	erased, err := tx.NewSelect().Table("deletion_requests").Where("user_id = ? AND erased_at IS NOT NULL", id).Exists(ctx)
	if err == nil && erased {
		err = ErrNoUser
	}
	if err != nil {
		return User{}, err
	}
	return ByID(ctx, tx, id)
}

// List returns at most limit users after the id ("" for the first), in order of creation.
func List(ctx context.Context, q bun.IDB, after string, limit int64) (us []User, err error) {
	err = q.NewSelect().Model(&us).Where("u.id > ?", after).Order("u.id").Limit(limit).Scan(ctx)
	if err != nil || len(us) == 0 {
		return us, err
	}
	return us, ReadRoles(ctx, q, us)
}

// UpdatePerson stores the name, address and student number of u. fault.Conflict when another account has the address or the number.
func UpdatePerson(ctx context.Context, tx bun.IDB, u User) error {
	_, err := tx.NewUpdate().Model(&u).Column("full_name", "email", "email_key", "student_number", "student_number_key", "email_verified_at", "updated_at").WherePK().Exec(ctx)
	if isNumberTaken(err) {
		return errNumberTaken.WithCause(err)
	}
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "email_taken", "Another account has this email address.").WithCause(err)
	}
	if err != nil {
		return err
	}
	return index(ctx, tx, u)
}

// ReplacePassword stores a new password hash of u. fault.Conflict when it has been changed since u was read.
func ReplacePassword(ctx context.Context, tx bun.IDB, u User, hash string, now time.Time) error {
	update := tx.NewRaw("UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ? AND password_hash = ?", hash, now, u.ID, u.PasswordHash)
	return db.MustChange(ctx, update, fault.New(fault.Conflict, "password_changed", "Your password has been changed. Sign in again."))
}

// NeverSeen is the last time at which a user was seen who never was.
var NeverSeen = time.Unix(0, 0).UTC()

// MarkSeen records that a user has signed in or renewed a session.
func MarkSeen(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE users SET last_seen_at = ? WHERE id = ? AND last_seen_at < ?", now, user, now).Exec(ctx)
	return err
}

// VoidPassword leaves a user without a password: they choose another by a link in an email.
func VoidPassword(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE users SET password_hash = '', updated_at = ? WHERE id = ?", now, user).Exec(ctx)
	return err
}

// SetStatus makes a user Active or Disabled.
func SetStatus(ctx context.Context, tx bun.IDB, user, status string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE users SET status = ?, updated_at = ? WHERE id = ?", status, now, user).Exec(ctx)
	return err
}

// MarkVerified records that a user's address is confirmed, with the time of the first call.
func MarkVerified(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE users SET email_verified_at = ? WHERE id = ? AND email_verified_at IS NULL", now, user).Exec(ctx)
	return err
}

// Anonymize removes the roles of u and everything in the row that identifies the user. The row stays, because content
// refers to it.
func Anonymize(ctx context.Context, tx bun.IDB, u User, now time.Time) error {
	for _, table := range []string{"user_roles", "user_search_keys"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", u.ID).Exec(ctx); err != nil {
			return err
		}
	}
	address := "erased-" + u.ID + "@invalid" // RFC 2606: a domain that cannot exist
	_, err := tx.NewRaw(`UPDATE users SET email = ?, email_key = ?, full_name = '', name_key = '', password_hash = '', email_verified_at = NULL, student_number = NULL, student_number_key = NULL,
		status = ?, updated_at = ? WHERE id = ?`, address, address, Disabled, now, u.ID).Exec(ctx)
	return err
}
