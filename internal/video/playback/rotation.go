package playback

import (
	"context"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/keyrotation"
	"lectern/internal/platform/seal"
)

func (s *Service) dataKeys() keyrotation.Table[keyRow] {
	return keyrotation.Table[keyRow]{
		DB: s.db, Master: s.master, Keys: "data keys",
		Count: countKeys, Outdated: outdatedKeys, Replace: replaceKey,
		Wrapped: func(k keyRow) (seal.KeyID, seal.WrappedKey) { return k.id(), k.wrapped() },
	}
}

// RewrapKeys wraps the data keys by the newest master key and counts them; segments stay as they are. For operators, after a
// rotation.
func (s *Service) RewrapKeys(ctx context.Context) (int, error) { return s.dataKeys().Rewrap(ctx) }

// Checks finds data keys that no master key of this machine opens: their videos do not play.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{s.dataKeys().Check("keys")}
}
