package identity

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
)

// Connections stores the identities of accounts. It is separate from Service to break a cycle: signup needs it, and Service
// needs signup.
type Connections struct{ clock clock.Clock }

func NewConnections(c clock.Clock) *Connections { return &Connections{c} }

// ConnectPending connects the identity that waits for a sign-up, if any, to the account that the sign-up has made. For package
// signup.
func (c *Connections) ConnectPending(ctx context.Context, tx bun.IDB, signUp, user string) error {
	f, err := useSignUpProof(ctx, tx, signUp, c.clock.Now())
	if err != nil || f.ID == "" {
		return err
	}
	p := providerUser{Issuer: f.Issuer, Subject: f.Subject, Email: f.Email}
	held, err := identityOf(ctx, tx, f.Provider, p)
	if err != nil || held.ID != "" { // connected to another account in between; the new account has a password
		return err
	}
	return insertIdentity(ctx, tx, newIdentity(c.clock.Now(), user, f.Provider, p))
}

// Forget disconnects every identity of a user when the owner of the account's address registers: the user who connected them had
// not confirmed that address. For package recovery.
func (*Connections) Forget(ctx context.Context, tx bun.IDB, user string) error {
	return deleteIdentities(ctx, tx, user)
}
