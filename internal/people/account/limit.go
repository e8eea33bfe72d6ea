package account

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ratelimit"
)

// limit is how often an operation may be asked for: by a client, behind which a whole school may be, and about an account,
// whether or not it exists.
type limit struct{ client, account ratelimit.Rule }

var (
	signInLimit = limit{ // wrong passwords are the lockout's business; this bounds the work of a flood
		ratelimit.Rule{Name: "sign-in client", Most: 600, Window: 5 * time.Minute},
		ratelimit.Rule{Name: "sign-in account", Most: 300, Window: 5 * time.Minute},
	}
	letterLimit = limit{ // nobody's mailbox is to be filled
		ratelimit.Rule{Name: "letter client", Most: 60, Window: time.Hour},
		ratelimit.Rule{Name: "letter account", Most: 5, Window: time.Hour},
	}
	linkLimit = limit{client: ratelimit.Rule{Name: "link client", Most: 120, Window: time.Hour}}
)

// take uses a limit once; account is "" where there is none. fault.TooMany when it is used up.
func (s *Service) take(ctx context.Context, l limit, from access.Origin, account string) error {
	takes := []ratelimit.Take{{Rule: l.client, Who: from.Client()}}
	if account != "" {
		takes = append(takes, ratelimit.Take{Rule: l.account, Who: account})
	}
	return s.Limits.Take(ctx, takes...)
}
