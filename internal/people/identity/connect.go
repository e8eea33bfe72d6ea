package identity

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// ConnectProven connects a proven identity to the caller's account. The token proves the identity, and a fresh session proves the
// account. fault.Gone for an invalid token, fault.Forbidden for another account or a session that is not fresh,
// fault.Conflict when the identity has been connected elsewhere.
func (s *Service) ConnectProven(ctx context.Context, who access.Caller, c IdentityProof) (all []Connected, err error) {
	id, ok := s.readToken("link", c.Token)
	if !ok {
		return nil, errNoLink
	}
	return all, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		f, err := useProof(ctx, tx, id, s.clock.Now())
		if err != nil {
			return err
		}
		if f.UserID == nil || *f.UserID != who.ID {
			return fault.New(fault.Forbidden, "other_account", "This is for another account than the one you are signed in to. Sign in to that account.")
		}
		if err := s.connect(ctx, tx, who.ID, f.Provider, providerUser{Issuer: f.Issuer, Subject: f.Subject, Email: f.Email}); err != nil {
			return err
		}
		all, err = s.connected(ctx, tx, who.ID)
		return err
	})
}

// connect connects an identity to a user and notifies them. fault.Conflict when another user has it.
func (s *Service) connect(ctx context.Context, tx bun.IDB, user, name string, p providerUser) error {
	held, err := identityOf(ctx, tx, name, p)
	switch {
	case err != nil:
		return err
	case held.UserID == user:
		return touchIdentity(ctx, tx, held.ID, p.Email, s.clock.Now())
	case held.UserID != "":
		return errTaken
	}
	if err := insertIdentity(ctx, tx, newIdentity(s.clock.Now(), user, name, p)); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, user, "identity_connected"); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), Changed{User: user, Provider: name, Connected: true})
}

func newIdentity(now time.Time, user, name string, p providerUser) Connected {
	return Connected{ID: db.NewID(), UserID: user, Provider: name, Issuer: p.Issuer, Subject: p.Subject, Email: p.Email, CreatedAt: now, LastUsedAt: now}
}

// Connected lists the identities with which the caller can sign in.
func (s *Service) Connected(ctx context.Context, who access.Caller) ([]Connected, error) {
	return s.connected(ctx, s.db.Reader(), who.ID)
}

func (s *Service) connected(ctx context.Context, q bun.IDB, user string) ([]Connected, error) {
	all, err := identities(ctx, q, user)
	if err != nil {
		return nil, err
	}
	password, err := hasPassword(ctx, q, user)
	if err != nil {
		return nil, err
	}
	if all == nil { // encodes as [], not null
		all = []Connected{}
	}
	working := 0
	for _, c := range all {
		if s.isConfigured(c) {
			working++
		}
	}
	for i, c := range all {
		all[i].Label = s.label(c.Provider)
		all[i].OnlyWayIn = !password && s.isConfigured(c) && working == 1
	}
	return all, nil
}

// isConfigured reports whether the identity's provider is still set up.
func (s *Service) isConfigured(c Connected) bool {
	_, err := s.provider(c.Provider)
	return err == nil
}

// Disconnect removes an identity from the caller's account and notifies them. fault.NotFound when it is not theirs,
// fault.Conflict when it is their last way to sign in, fault.Forbidden when their session is not fresh.
func (s *Service) Disconnect(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := lockUser(ctx, tx, who.ID); err != nil { // concurrent requests must not remove the last two
			return err
		}
		all, err := s.connected(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(c Connected) bool { return c.ID == id })
		if i < 0 {
			return fault.New(fault.NotFound, "identity_not_found", "This connected account doesn't exist.")
		}
		if all[i].OnlyWayIn {
			return fault.New(fault.Conflict, "only_way_in", "You need this to sign in. Choose a password first, on the page “Forgot your password?”.")
		}
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		if err := deleteIdentity(ctx, tx, id); err != nil {
			return err
		}
		if err := s.security.Record(ctx, tx, who.ID, "identity_removed"); err != nil {
			return err
		}
		return events.Publish(ctx, tx, s.clock.Now(), Changed{User: who.ID, Provider: all[i].Provider})
	})
}
