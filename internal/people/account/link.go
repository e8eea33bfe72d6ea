package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// purpose is what a link that was sent by mail is good for.
type purpose string

const (
	toVerify purpose = "verify"
	toReset  purpose = "reset"
	toUnlock purpose = "unlock"
)

// linkLives is how long a link is good.
var linkLives = map[purpose]time.Duration{toVerify: 24 * time.Hour, toReset: 30 * time.Minute, toUnlock: 30 * time.Minute}

// link is one that was sent, and may be used once.
type link struct {
	bun.BaseModel `bun:"table:account_links,alias:k"`

	ID        string `bun:",pk"`
	UserID    string
	Purpose   purpose
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// errDeadLink is for every link that is not good: nobody learns why.
var errDeadLink = fault.New(fault.Gone, "link_dead", "This link is too old or has been used already. Please ask for a new one.")

// linkToken is id and a MAC over it. It can be made again, so it need not be kept anywhere.
func (s *Service) linkToken(p purpose, id string) string {
	raw := uuid.MustParse(id)
	return base64.RawURLEncoding.EncodeToString(append(raw[:], s.mac("link to "+string(p), raw[:])...))
}

// readLinkToken says which link a token is of, when it is one of ours and for this purpose.
func (s *Service) readLinkToken(p purpose, token string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != 16+sha256.Size || !hmac.Equal(raw[16:], s.mac("link to "+string(p), raw[:16])) {
		return "", false
	}
	return uuid.UUID(raw[:16]).String(), true
}

// redeem uses a link with the transaction tx and gives its user: of several at once one. errDeadLink for the others.
func (s *Service) redeem(ctx context.Context, tx bun.IDB, p purpose, token string) (User, error) {
	id, ok := s.readLinkToken(p, token)
	if !ok {
		return User{}, errDeadLink
	}
	user, err := useLink(ctx, tx, id, p, s.Clock.Now())
	if err != nil {
		return User{}, err
	}
	return userByID(ctx, tx, user)
}

// peek is the user of a link that is good, and leaves it so.
func (s *Service) peek(ctx context.Context, p purpose, token string) (User, error) {
	id, ok := s.readLinkToken(p, token)
	if !ok {
		return User{}, errDeadLink
	}
	user, err := ownerOfLink(ctx, s.DB.Reader(), id, p, s.Clock.Now())
	if err != nil {
		return User{}, err
	}
	return userByID(ctx, s.DB.Reader(), user)
}
