package authn

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ratelimit"
)

// Limit limits calls to an operation by client address, which a whole school may share, and by account, whether or not it
// exists.
type Limit struct{ Client, Account ratelimit.Rule }

// Limits that several features share.
var (
	EmailLimit = Limit{ // protects mailboxes from floods of emails
		ratelimit.Rule{Name: "letter client", Limit: 60, Window: time.Hour},
		ratelimit.Rule{Name: "letter account", Limit: 5, Window: time.Hour},
	}
	LinkLimit = Limit{Client: ratelimit.Rule{Name: "link client", Limit: 120, Window: time.Hour}}
)

// Take counts one call; account is "" where there is none. fault.TooMany when the limit is reached.
func (l Limit) Take(ctx context.Context, limits *ratelimit.Limiter, from access.Client, account string) error {
	hits := []ratelimit.Hit{{Rule: l.Client, Subject: from.RateLimitKey()}}
	if account != "" {
		hits = append(hits, ratelimit.Hit{Rule: l.Account, Subject: account})
	}
	return limits.Allow(ctx, hits...)
}
