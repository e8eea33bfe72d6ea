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

const recoveryCodes = 10 // that are made at once

// codeLetters has none that is taken for another when a code is read from paper (Crockford's base32).
var codeLetters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// newCode is 50 random bits as people type them: abcde-fgh23.
func newCode() string {
	raw := make([]byte, 7)
	rand.Read(raw) // never fails: crypto/rand ends the process instead
	text := codeLetters.EncodeToString(raw)
	return text[:5] + "-" + text[5:10]
}

// bareCode is a code as it may be typed: in either case, with or without dashes and blanks, o for 0.
func bareCode(code string) string {
	return strings.NewReplacer("-", "", " ", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(code))
}

// hashOf is a recovery code as it is kept, under a key outside the database.
func (s *Service) hashOf(user, code string) string {
	return hex.EncodeToString(sign.New(s.key, "recovery code").Hash(user, bareCode(code)))
}

// firstCodes makes recovery codes for a user who has set up their first factor; none for one who has codes.
func (s *Service) firstCodes(ctx context.Context, tx bun.IDB, user string) (RecoveryCodes, error) {
	has, err := factorsOf(ctx, tx, user)
	if err != nil || has.RecoveryCodes > 0 {
		return RecoveryCodes{[]string{}}, err
	}
	return s.newCodes(ctx, tx, user)
}

// newCodes gives a user other codes than they had.
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

// RenewCodes gives the caller other recovery codes; the old ones are good no more. fault.Conflict when nothing is set
// up that they would stand in for, fault.Forbidden when the caller is not fresh.
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
			return fault.New(fault.Conflict, "no_factor", "Set up an authenticator app or a passkey first; recovery codes stand in for it.")
		}
		if codes, err = s.newCodes(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, who, who.ID, onNewCodes, "")
	})
}

// takeRecoveryCode uses a recovery code up: of several at once one gets it. The owner is told.
func (s *Service) takeRecoveryCode(ctx context.Context, tx bun.IDB, user, code string) (right bool, err error) {
	if right, err = useRecoveryCode(ctx, tx, user, s.hashOf(user, code), s.clock.Now()); err != nil || !right {
		return false, err
	}
	return true, s.queueEmail(ctx, tx, user, onRecoveryCode, "")
}
