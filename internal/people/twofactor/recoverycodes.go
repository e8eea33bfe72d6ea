package twofactor

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/hex"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

const recoveryCodes = 10 // per set

// codeLetters is Crockford's base32, without characters that are easily confused on paper.
var codeLetters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// newCode returns 50 random bits in the form that users type: abcde-fgh23.
func newCode() string {
	raw := make([]byte, 7)
	rand.Read(raw) // never fails: crypto/rand ends the process instead
	text := codeLetters.EncodeToString(raw)
	return text[:5] + "-" + text[5:10]
}

// bareCode normalises a typed code: either case, with or without dashes and spaces, o for 0.
func bareCode(code string) string {
	return strings.NewReplacer("-", "", " ", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(code))
}

// hashOf hashes a recovery code under a key that is not in the database.
func (s *Service) hashOf(user, code string) string {
	return hex.EncodeToString(sign.New(s.key, "recovery code").Hash(user, bareCode(code)))
}

// firstCodes creates recovery codes for a user who has just set up their first factor; none when they already have codes.
func (s *Service) firstCodes(ctx context.Context, tx bun.IDB, user string) (RecoveryCodes, error) {
	has, err := factorsOf(ctx, tx, user)
	if err != nil || has.RecoveryCodes > 0 {
		return RecoveryCodes{[]string{}}, err
	}
	return s.newCodes(ctx, tx, user)
}

// newCodes replaces a user's recovery codes.
func (s *Service) newCodes(ctx context.Context, tx bun.IDB, user string) (RecoveryCodes, error) {
	if err := deleteRecoveryCodes(ctx, tx, user); err != nil {
		return RecoveryCodes{}, err
	}
	codes, rows := make([]string, recoveryCodes), make([]recoveryCode, recoveryCodes)
	for i := range codes {
		codes[i] = newCode()
		rows[i] = recoveryCode{UserID: user, CodeHash: s.hashOf(user, codes[i]), CreatedAt: s.clock.Now()}
	}
	return RecoveryCodes{codes}, insertRecoveryCodes(ctx, tx, rows)
}

// RenewCodes replaces the caller's recovery codes. fault.Conflict when no second factor is set up, fault.Forbidden when the
// session is not fresh.
func (s *Service) RenewCodes(ctx context.Context, who access.Caller) (codes RecoveryCodes, err error) {
	return codes, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		has, err := factorsOf(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if !has.any() {
			return fault.New(fault.Conflict, "no_factor", "Set up an authenticator app or a passkey first. Recovery codes are a backup for them.")
		}
		if codes, err = s.newCodes(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, who, who.ID, onNewCodes, "")
	})
}

// takeRecoveryCode consumes a recovery code: of concurrent uses one succeeds. The owner is notified.
func (s *Service) takeRecoveryCode(ctx context.Context, tx bun.IDB, user, code string) (right bool, err error) {
	if right, err = useRecoveryCode(ctx, tx, user, s.hashOf(user, code), s.clock.Now()); err != nil || !right {
		return false, err
	}
	return true, s.queueEmail(ctx, tx, user, onRecoveryCode, "")
}
