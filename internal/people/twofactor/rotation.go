package twofactor

import (
	"context"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/keyrotation"
	"lectern/internal/platform/seal"
)

func (s *Service) secrets() keyrotation.Table[authenticator] {
	return keyrotation.Table[authenticator]{
		DB: s.db, Master: s.master, Keys: "secrets of authenticator apps",
		Count: countSecrets, Outdated: outdatedSecrets, Replace: replaceSecret,
		Wrapped: func(a authenticator) (seal.KeyID, seal.WrappedKey) {
			return keyOf(a.UserID), seal.WrappedKey{Text: a.Secret, Master: a.MasterVersion}
		},
	}
}

// Secrets counts the secrets of authenticator apps by the master key that wraps them. For operators.
func (s *Service) Secrets(ctx context.Context) (keyrotation.Usage, error) {
	return s.secrets().Usage(ctx)
}

// RewrapSecrets wraps the secrets by the newest master key and counts them; apps show the same codes as before. For operators,
// after a rotation.
func (s *Service) RewrapSecrets(ctx context.Context) (int, error) { return s.secrets().Rewrap(ctx) }

// Checks finds secrets that no master key of this machine opens: their owners cannot sign in with a code.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{s.secrets().Check("factors")}
}
