package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// deviceRetention is how long a device stays known after its last sign-in.
const deviceRetention = 180 * 24 * time.Hour

// device is a device on which a user has signed in before.
type device struct {
	bun.BaseModel `bun:"table:devices"`

	ID         string `bun:",pk"`
	UserID     string
	TokenHash  string
	CreatedAt  time.Time
	LastUsedAt time.Time
}

// hashSecret returns what is stored of a secret. The secret has 256 random bits, so a plain hash cannot be reversed.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// rememberDevice stores the device of a sign-in as known and returns its token.
func (s *Service) rememberDevice(ctx context.Context, tx bun.IDB, user string) (token string, err error) {
	raw := make([]byte, 32)
	rand.Read(raw) // crypto/rand: it never returns an error
	token, now := base64.RawURLEncoding.EncodeToString(raw), s.clock.Now()
	return token, insertDevice(ctx, tx, device{ID: db.NewID(), UserID: user, TokenHash: hashSecret(token), CreatedAt: now, LastUsedAt: now})
}

// ForgetDevices deletes a user's known devices. For other features.
func (s *Service) ForgetDevices(ctx context.Context, tx bun.IDB, user string) error {
	return deleteDevices(ctx, tx, user)
}
