package formguard

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// code is a code that was sent to an address, without its digits.
type code struct {
	bun.BaseModel `bun:"table:form_codes,alias:c"`

	ID        string `bun:",pk"`
	EmailKey  string
	Email     string
	Languages string
	Tries     int64
	CreatedAt time.Time
	ExpiresAt time.Time
}

// liveCode returns the code of an address that still works; nil for none.
func liveCode(ctx context.Context, q bun.IDB, emailKey string, now time.Time) (*code, error) {
	c := new(code)
	return db.Optional(c, q.NewSelect().Model(c).Where("c.email_key = ? AND c.expires_at > ?", emailKey, now).Scan(ctx))
}

// lockCode is liveCode, and keeps the code as it is until the transaction ends.
func lockCode(ctx context.Context, tx bun.IDB, emailKey string, now time.Time) (*code, error) {
	c := new(code)
	return db.Optional(c, db.ForUpdate(tx.NewSelect().Model(c).Where("c.email_key = ? AND c.expires_at > ?", emailKey, now)).Scan(ctx))
}

func codeByID(ctx context.Context, q bun.IDB, id string) (*code, error) {
	c := new(code)
	return db.Optional(c, q.NewSelect().Model(c).Where("c.id = ?", id).Scan(ctx))
}

// putCode stores the code of an address in place of one that has expired. It reports false if another one was stored since.
func putCode(ctx context.Context, tx bun.IDB, c code) (bool, error) {
	if _, err := tx.NewRaw("DELETE FROM form_codes WHERE email_key = ? AND expires_at <= ?", c.EmailKey, c.CreatedAt).Exec(ctx); err != nil {
		return false, err
	}
	result, err := tx.NewInsert().Model(&c).On("CONFLICT (email_key) DO NOTHING").Exec(ctx)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func countTry(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE form_codes SET tries = tries + 1 WHERE id = ?", id).Exec(ctx)
	return err
}

func deleteExpired(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM form_codes WHERE expires_at <= ?", now).Exec(ctx)
	return err
}
