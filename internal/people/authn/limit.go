package authn

import (
	"context"
	"errors"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/settings"
)

// Limit limits calls to an operation by client address, which a whole school may share, and by account, whether or not it
// exists.
type Limit struct {
	Client  ClientRule
	Account ratelimit.Rule
}

// ClientRule limits what one client address does. Setting, unless nil, is the school's number in place of its Limit.
type ClientRule struct {
	ratelimit.Rule
	Setting func(settings.LimitSettings) int64
}

// EmailLimit protects mailboxes from being filled.
var EmailLimit = Limit{
	ClientRule{ratelimit.Rule{Name: "email client", Window: time.Hour}, func(l settings.LimitSettings) int64 { return l.Emails }},
	ratelimit.Rule{Name: "email account", Limit: 5, Window: time.Hour},
}

// SignInFailures bounds how many secrets of one step of a sign-in a client may get wrong, at whatever accounts.
func SignInFailures(step string) ClientRule {
	return ClientRule{ratelimit.Rule{Name: step, Window: 5 * time.Minute}, func(l settings.LimitSettings) int64 { return l.SignInFailures }}
}

// DeadLinks bounds how many links of one purpose, "reset" for example, a client may try that turn out dead. Links that work are not
// counted: a whole school may open its welcomes at once.
func DeadLinks(purpose string) ClientRule {
	return ClientRule{ratelimit.Rule{Name: "dead links " + purpose, Window: time.Hour}, func(l settings.LimitSettings) int64 { return l.DeadLinks }}
}

// Limits applies limits to clients.
type Limits struct{ deps LimitsDeps }

// LimitsDeps is what Limits needs.
type LimitsDeps struct {
	Limiter  *ratelimit.Limiter
	Settings *settings.Store
	DB       *db.DB
}

// NewLimits returns the limits of an installation.
func NewLimits(d LimitsDeps) *Limits {
	deps.Require(d)
	return &Limits{d}
}

// Take counts a request, also one that succeeds. account is "" where there is none. fault.TooMany when the limit is used up.
func (l *Limits) Take(ctx context.Context, limit Limit, from access.Client, account string) error {
	var hits []ratelimit.Hit
	if limit.Client.Name != "" {
		hit, limited, err := l.hit(ctx, limit.Client, from)
		if err != nil {
			return err
		}
		if limited {
			hits = append(hits, hit)
		}
	}
	if account != "" {
		hits = append(hits, ratelimit.Hit{Rule: limit.Account, Subject: account})
	}
	return l.deps.Limiter.Allow(ctx, hits...)
}

// hit is a use of a rule by a client, as the school has set it. Clients in its own networks are not limited.
func (l *Limits) hit(ctx context.Context, r ClientRule, from access.Client) (hit ratelimit.Hit, limited bool, err error) {
	current, err := l.deps.Settings.Current(ctx, l.deps.DB.Reader())
	if r.Setting != nil {
		r.Limit = r.Setting(current.Limits)
	}
	return ratelimit.Hit{Rule: r.Rule, Subject: from.RateLimitKey()}, !current.Limits.Trusts(from.Address), err
}

// Guard does what a client asks, and counts it where it fails on its secret: an unknown link, a wrong password or code. Successes and
// other refusals are not counted, so that no number of users behind one address shuts the next one out. fault.TooMany when there were
// too many failures; then nothing is done.
func (l *Limits) Guard(ctx context.Context, r ClientRule, from access.Client, do func() error) error {
	hit, limited, err := l.hit(ctx, r, from)
	if err != nil {
		return err
	}
	if !limited {
		return do()
	}
	if err := l.deps.Limiter.Check(ctx, hit); err != nil {
		return err
	}
	err = do()
	if isGuess(err) {
		err = errors.Join(err, l.deps.Limiter.Count(context.WithoutCancel(ctx), hit))
	}
	return err
}

// Guarded is Guard for what has an answer.
func Guarded[T any](ctx context.Context, l *Limits, r ClientRule, from access.Client, do func() (T, error)) (answer T, err error) {
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
