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
		ratelimit.Rule{Name: "sign-in client", Limit: 600, Window: 5 * time.Minute},
		ratelimit.Rule{Name: "sign-in account", Limit: 300, Window: 5 * time.Minute},
	}
	letterLimit = limit{ // nobody's mailbox is to be filled
		ratelimit.Rule{Name: "letter client", Limit: 60, Window: time.Hour},
		ratelimit.Rule{Name: "letter account", Limit: 5, Window: time.Hour},
	}
	linkLimit = limit{client: ratelimit.Rule{Name: "link client", Limit: 120, Window: time.Hour}}
)

// take uses a limit once; account is "" where there is none. fault.TooMany when it is used up.
func (s *Service) take(ctx context.Context, l limit, from access.Client, account string) error {
	takes := []ratelimit.Hit{{Rule: l.client, Subject: from.RateLimitKey()}}
	if account != "" {
		takes = append(takes, ratelimit.Hit{Rule: l.account, Subject: account})
	}
	return s.Limits.Allow(ctx, takes...)
}
