package playback

import (
	"context"
	"fmt"

	"lectern/internal/platform/consistency"
)

// KeyState is how the data keys stand to the master keys of this machine.
type KeyState struct {
	Total   int64 // data keys
	Old     int64 // wrapped by an older master key than the newest here
	Unknown int64 // wrapped by a master key that is not here: their videos do not play
}

// String is the state in words for operators.
func (k KeyState) String() string {
	switch {
	case k.Unknown > 0:
		return fmt.Sprintf("%d of %d data keys are wrapped by a master key that this machine lacks: bring the keys back", k.Unknown, k.Total)
	case k.Old > 0:
		return fmt.Sprintf("%d of %d data keys are wrapped by an older master key, which must stay: lectern rotate-keys --only-rewrap", k.Old, k.Total)
	}
	return fmt.Sprintf("all %d data keys are wrapped by the newest master key", k.Total)
}

// OldKeys counts the data keys by the master key that wraps them. For operators.
func (s *Service) OldKeys(ctx context.Context) (k KeyState, err error) {
	byMaster, err := countKeys(ctx, s.db.Reader())
	known, newest := s.master.Fingerprints(), s.master.Newest()
	for version, n := range byMaster {
		k.Total += n
		if _, ok := known[version]; !ok {
			k.Unknown += n
		} else if version != newest {
			k.Old += n
		}
	}
	return k, err
}

// Checks finds data keys that no master key of this machine opens.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ bool) ([]consistency.Finding, error) {
		k, err := s.OldKeys(ctx)
		return []consistency.Finding{{Part: "keys", OK: k.Unknown == 0, Text: k.String()}}, err
	}}
}
