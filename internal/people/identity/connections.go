package identity

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
)

// Connections are the identities that are connected to accounts. They exist before the service, because signing up asks for them
// and the service asks for sign-ups.
type Connections struct{ clock clock.Clock }

// NewConnections returns the connections.
func NewConnections(c clock.Clock) *Connections { return &Connections{c} }

// Settle connects the identity that waits for a sign-up, if one does, to the account that the sign-up has made, with the
// transaction tx. For package signup.
func (c *Connections) Settle(ctx context.Context, tx bun.IDB, signUp, user string) error {
	f, err := useSignUpProof(ctx, tx, signUp, c.clock.Now())
	if err != nil || f.ID == "" {
		return err
	}
	p := providerUser{Issuer: f.Issuer, Subject: f.Subject, Email: f.Email}
	held, err := identityOf(ctx, tx, f.Provider, p)
	if err != nil || held.ID != "" { // connected to another account meanwhile; this one can be signed in to by a password
		return err
	}
	return insertIdentity(ctx, tx, newIdentity(c.clock.Now(), user, f.Provider, p))
}

// Forget disconnects every identity of a user, with the transaction tx: whoever connected them had not shown that the account's
// address is theirs, and now its owner has. For package recovery.
func (*Connections) Forget(ctx context.Context, tx bun.IDB, user string) error {
	return deleteIdentities(ctx, tx, user)
}
