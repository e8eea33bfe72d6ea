package coupon

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
)

type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Audit  *audit.Log
	Limits *ratelimit.Limiter
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// List lists coupons, newest first, and their number. For administrators.
func (s *Service) List(ctx context.Context, limit, offset int64) ([]Coupon, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := count(ctx, q)
	if err != nil {
		return nil, n, err
	}
	found, err := list(ctx, q, limit, offset)
	return found, n, err
}

// Get returns a coupon. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (Coupon, error) {
	return find(ctx, s.deps.DB.Reader(), id)
}

// Uses lists the orders for which a coupon was used, newest first, and their number. For administrators. fault.NotFound.
func (s *Service) Uses(ctx context.Context, id string, limit, offset int64) ([]CouponUse, rest.Count, error) {
	q := s.deps.DB.Reader()
	if _, err := find(ctx, q, id); err != nil {
		return nil, rest.Count{}, err
	}
	n, err := countUses(ctx, q, id)
	if err != nil {
		return nil, n, err
	}
	found, err := uses(ctx, q, id, limit, offset)
	return found, n, err
}

// Create adds a coupon. For administrators. fault.Invalid, also for a code that there is already.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewCoupon) (c Coupon, err error) {
	if n, err = n.normalise(); err != nil {
		return c, err
	}
	now := s.deps.Clock.Now()
	c = Coupon{ID: db.NewID(), CreatedAt: now}.with(n, now)
	return c, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insert(ctx, tx, c); err != nil {
			return err
		}
		if err := complete(ctx, tx, &c); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "coupon.created", TargetKind: "coupon", TargetID: c.ID, After: c})
	})
}

// Put changes a coupon. Orders that were placed keep the price that they have. For administrators. fault.NotFound, fault.Invalid, also for fewer uses than
// there were or a smaller budget than was spent, fault.Precondition with the coupon as it is if it was changed since.
func (s *Service) Put(ctx context.Context, who access.Caller, id string, n NewCoupon, version rest.IfMatch) (c Coupon, err error) {
	if n, err = n.normalise(); err != nil {
		return c, err
	}
	return s.change(ctx, who, id, version, "coupon.changed", func(tx bun.IDB, before Coupon) (Coupon, error) {
		if n.Most != nil && before.Taken > *n.Most {
			return before, fault.InvalidField("most", "too_small", "The coupon was used more often than that already")
		}
		after := before.with(n, s.deps.Clock.Now())
		if after.Spent, err = spentBy(ctx, tx, after); err != nil {
			return before, err
		}
		if n.Budget != nil && after.Spent > *n.Budget {
			return before, fault.InvalidField("budget", "too_small", "The coupon has taken more than that off already")
		}
		return after, nil
	})
}

// Deactivate ends a coupon; its uses stay. Doing so again changes nothing. For administrators. fault.NotFound.
func (s *Service) Deactivate(ctx context.Context, who access.Caller, id string) (Coupon, error) {
	return s.change(ctx, who, id, rest.IfMatch{ETag: "*"}, "coupon.deactivated", func(_ bun.IDB, before Coupon) (Coupon, error) {
		c := before
		if c.Active {
			c.Active, c.Version, c.UpdatedAt = false, c.Version+1, s.deps.Clock.Now()
		}
		return c, nil
	})
}

func (s *Service) change(ctx context.Context, who access.Caller, id string, version rest.IfMatch, action string, to func(bun.IDB, Coupon) (Coupon, error)) (c Coupon, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this coupon. Your change is not saved yet.").WithDetails(before)
		}
		if c, err = to(tx, before); err != nil || c.Version == before.Version {
			return err
		}
		if err := update(ctx, tx, c); err != nil {
			return err
		}
		if err := complete(ctx, tx, &c); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "coupon", TargetID: id, Before: before, After: c})
	})
	return c, err
}

// guessRule limits how many codes that don't exist come from a network.
var guessRule = ratelimit.Rule{Name: "coupon guesses", Limit: 100, Window: time.Hour}

// Check limits the guessing of codes. It returns fault.TooMany once a network has tried too many that don't exist; otherwise nothing is counted but those.
// Not within a transaction.
func (s *Service) Check(ctx context.Context, code string) error {
	hit := ratelimit.Hit{Rule: guessRule, Subject: access.ClientOf(ctx).NetworkKey()}
	if err := s.deps.Limits.Check(ctx, hit); err != nil {
		return err
	}
	_, err := byCode(ctx, s.deps.DB.Reader(), code)
	if fault.Is(err, fault.NotFound) {
		return s.deps.Limits.Count(ctx, hit)
	}
	return err
}

// Discount returns what a code takes off each line, or why it takes nothing off.
func (s *Service) Discount(ctx context.Context, q bun.IDB, who access.Caller, code, currency string, lines []Line) (shares []int64, whyNot string, err error) {
	shares = make([]int64, len(lines))
	c, err := byCode(ctx, q, code)
	if fault.Is(err, fault.NotFound) {
		return shares, Unknown, nil
	}
	if err != nil {
		return shares, "", err
	}
	used, err := takenBy(ctx, q, c.ID, who.ID)
	if err != nil {
		return shares, "", err
	}
	weights := c.weights(lines)
	if whyNot = c.whyNot(s.deps.Clock.Now(), currency, weights, used); whyNot == "" {
		shares = c.shares(weights)
	}
	return shares, whyNot, nil
}

// Hold takes one use for an order that is being placed, with its transaction. It returns false if others were faster.
func (s *Service) Hold(ctx context.Context, tx bun.IDB, who access.Caller, code, orderID string, amount int64) (bool, error) {
	c, err := byCode(ctx, tx, code)
	if err != nil {
		return false, err
	}
	u := use{OrderID: orderID, CouponID: c.ID, UserID: who.ID, Amount: amount, State: held, CreatedAt: s.deps.Clock.Now()}
	taken, err := take(ctx, tx, c, u)
	if err != nil || !taken {
		return false, err
	}
	return true, insertUse(ctx, tx, u)
}

// Redeem records that the order for which a use is held was paid. For an order that had expired the use is taken again; if there is none left, the buyer still
// has the price that was named.
func (s *Service) Redeem(ctx context.Context, tx bun.IDB, orderID string) error {
	changed, err := setState(ctx, tx, orderID, held, used)
	if err != nil || changed {
		return err
	}
	u, c, err := useOf(ctx, tx, orderID)
	if err != nil || u == nil || u.State != released {
		return err
	}
	taken, err := take(ctx, tx, c, *u)
	if err != nil {
		return err
	}
	state := used
	if !taken {
		state = over
	}
	_, err = setState(ctx, tx, orderID, released, state)
	return err
}

// Release gives back the uses that are held for orders, each once.
func (s *Service) Release(ctx context.Context, tx bun.IDB, orderIDs []string) error {
	for _, id := range slices.Sorted(slices.Values(orderIDs)) {
		changed, err := setState(ctx, tx, id, held, released)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		u, _, err := useOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := giveBack(ctx, tx, *u); err != nil {
			return err
		}
	}
	return nil
}
