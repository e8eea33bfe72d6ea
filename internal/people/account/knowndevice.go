package account

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

const deviceKept = 180 * 24 * time.Hour // a device is known for so long after its last sign-in

// newSecret is 256 random bits for an address or a device.
func newSecret() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: crypto/rand
	return base64.RawURLEncoding.EncodeToString(raw)
}

// hashOf is a secret as it is kept. It has 256 random bits, so that a plain hash cannot be guessed backwards.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// know makes a device known on which somebody has signed in, and gives its token.
func (s *Service) know(ctx context.Context, tx bun.IDB, user string) (token string, err error) {
	token, now := newSecret(), s.Clock.Now()
	return token, insertDevice(ctx, tx, device{ID: db.NewID(), UserID: user, TokenHash: hashOf(token), CreatedAt: now, LastUsedAt: now})
}
