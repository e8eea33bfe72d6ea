package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Reader reads users' second factors. It is separate from Service to break a cycle: session needs it, and Service needs
// sessions.
type Reader struct{}

// Methods returns a user's methods for the second step, most convenient first; none without second factors.
func (Reader) Methods(ctx context.Context, q bun.IDB, user string) ([]Method, error) {
	has, err := factorsOf(ctx, q, user)
	var methods []Method
	if has.Passkeys > 0 {
		methods = append(methods, passkey)
	}
	if has.Authenticator {
		methods = append(methods, totp)
	}
	if len(methods) > 0 && has.RecoveryCodes > 0 {
		methods = append(methods, recovery)
	}
	return methods, err
}

// ForgetAddedSince removes what a user has set up since an instant, with the transaction tx: it may be a stranger's. For package recovery.
func (Reader) ForgetAddedSince(ctx context.Context, tx bun.IDB, user string, since time.Time) error {
	return deleteFactorsSince(ctx, tx, user, since)
}
