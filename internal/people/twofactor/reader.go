package twofactor

import (
	"context"

	"github.com/uptrace/bun"
)

// Reader reads what users have set up. It exists before the service, because signing in asks for it and the service asks for
// sessions.
type Reader struct{}

// Methods returns with what a user can take the second step, the handiest first; none when they have set nothing up.
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
