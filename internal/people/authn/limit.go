package authn

import (
	"context"
	"errors"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
)

// Limit limits calls to an operation by client address, which a whole school may share, and by account, whether or not it
// exists.
type Limit struct{ Client, Account ratelimit.Rule }

// EmailLimit protects mailboxes from being filled.
var EmailLimit = Limit{
	ratelimit.Rule{Name: "letter client", Limit: 300, Window: time.Hour},
	ratelimit.Rule{Name: "letter account", Limit: 5, Window: time.Hour},
}

// DeadLinks bounds how many links of one purpose, "reset" for example, a client may try that turn out dead. Links that work are not
// counted: a whole school may open its welcomes at once.
func DeadLinks(purpose string) ratelimit.Rule {
	return ratelimit.Rule{Name: "dead links " + purpose, Limit: 120, Window: time.Hour}
}

// Limits applies limits to clients.
type Limits struct{ limiter *ratelimit.Limiter }

// LimitsDeps is what Limits needs.
type LimitsDeps struct{ Limiter *ratelimit.Limiter }

// NewLimits returns the limits of an installation.
func NewLimits(d LimitsDeps) *Limits {
	deps.Require(d)
	return &Limits{d.Limiter}
}

// Take counts a request, also one that succeeds. account is "" where there is none. fault.TooMany when the limit is used up.
func (l *Limits) Take(ctx context.Context, limit Limit, from access.Client, account string) error {
	var hits []ratelimit.Hit
	if limit.Client.Limit > 0 {
		hits = append(hits, ratelimit.Hit{Rule: limit.Client, Subject: from.RateLimitKey()})
	}
	if account != "" {
		hits = append(hits, ratelimit.Hit{Rule: limit.Account, Subject: account})
	}
	return l.limiter.Allow(ctx, hits...)
}

// Guard does what a client asks, and counts it where it fails on its secret: an unknown link, a wrong password or code. Successes and
// other refusals are not counted, so that no number of users behind one address shuts the next one out. fault.TooMany when there were
// too many failures; then nothing is done.
func (l *Limits) Guard(ctx context.Context, r ratelimit.Rule, from access.Client, do func() error) error {
	hit := ratelimit.Hit{Rule: r, Subject: from.RateLimitKey()}
	if err := l.limiter.Check(ctx, hit); err != nil {
		return err
	}
	err := do()
	if isGuess(err) {
		err = errors.Join(err, l.limiter.Count(context.WithoutCancel(ctx), hit))
	}
	return err
}

// Guarded is Guard for what has an answer.
func Guarded[T any](ctx context.Context, l *Limits, r ratelimit.Rule, from access.Client, do func() (T, error)) (answer T, err error) {
	err = l.Guard(ctx, r, from, func() (err error) {
		answer, err = do()
		return err
	})
	return answer, err
}

// isGuess reports whether a secret was not right.
func isGuess(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && (f.Kind == fault.Gone || f.Kind == fault.Unauthenticated || f.Code == "wrong_password" || f.Code == "wrong_code" || f.Code == "passkey_refused")
}
