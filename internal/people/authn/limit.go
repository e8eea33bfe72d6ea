package authn

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ratelimit"
)

// Limit bounds how often an operation may be called: by a client, behind which a whole school may be, and about an account,
// whether or not it exists.
type Limit struct{ Client, Account ratelimit.Rule }

// Limits that several features share.
var (
	EmailLimit = Limit{ // protects mailboxes from being filled
		ratelimit.Rule{Name: "letter client", Limit: 60, Window: time.Hour},
		ratelimit.Rule{Name: "letter account", Limit: 5, Window: time.Hour},
	}
	LinkLimit = Limit{Client: ratelimit.Rule{Name: "link client", Limit: 120, Window: time.Hour}}
)

// Take uses a limit once; account is "" where there is none. fault.TooMany when it is used up.
func (l Limit) Take(ctx context.Context, limits *ratelimit.Limiter, from access.Client, account string) error {
	hits := []ratelimit.Hit{{Rule: l.Client, Subject: from.RateLimitKey()}}
	if account != "" {
		hits = append(hits, ratelimit.Hit{Rule: l.Account, Subject: account})
	}
	return limits.Allow(ctx, hits...)
}
