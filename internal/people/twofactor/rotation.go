package twofactor

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/seal"
)

// Secrets counts the authenticator secrets by whether this machine's master keys open them.
type Secrets struct {
	Total   int64
	Old     int64 // sealed by an older master key than the newest here
	Unknown int64 // sealed by a master key that is not here: their owners cannot sign in by code
}

// String describes the state for operators.
func (s Secrets) String() string {
	switch {
	case s.Unknown > 0:
		return fmt.Sprintf("%d of %d authenticator apps are sealed by a master key that this machine lacks: bring the keys back", s.Unknown, s.Total)
	case s.Old > 0:
		return fmt.Sprintf("%d of %d authenticator apps are sealed by an older master key, which must stay: lectern rotate-keys --only-rewrap", s.Old, s.Total)
	}
	return fmt.Sprintf("all %d authenticator apps are sealed by the newest master key", s.Total)
}

// Secrets counts the stored secrets. For operators.
func (s *Service) Secrets(ctx context.Context) (state Secrets, err error) {
	byMaster, err := countSecrets(ctx, s.db.Reader())
	known, newest := s.master.Fingerprints(), s.master.Newest()
	for _, c := range byMaster {
		state.Total += c.Count
		if _, ok := known[c.Master]; !ok {
			state.Unknown += c.Count
		} else if c.Master != newest {
			state.Old += c.Count
		}
	}
	return state, err
}

// Reseal reseals every secret under the newest master key and returns how many it changed. For the operator after a
// rotation; it may be interrupted and run again. Apps keep showing the same codes.
func (s *Service) Reseal(ctx context.Context) (n int, err error) {
	const batch = 500
	for last := ""; ; {
		rows, err := secretsNotBy(ctx, s.db.Reader(), s.master.Newest(), last, batch)
		if err != nil || len(rows) == 0 {
			return n, err
		}
		err = s.db.InTx(ctx, func(tx bun.IDB) error {
			for _, a := range rows {
				w, _, err := s.master.Rewrap(keyOf(a.UserID), seal.WrappedKey{Text: a.Secret, Master: a.Master})
				if err != nil {
					return err
				}
				if err := reseal(ctx, tx, a, w); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n, last = n+len(rows), rows[len(rows)-1].UserID
	}
}

// Checks reports secrets that no master key of this machine opens.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ bool) ([]consistency.Finding, error) {
		state, err := s.Secrets(ctx)
		return []consistency.Finding{{Part: "factors", OK: state.Unknown == 0, Text: state.String()}}, err
	}}
}
