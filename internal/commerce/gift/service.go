package gift

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sign"
)

// Courses is what this package needs of courses.
type Courses interface {
	// MayTake returns fault.Conflict for who learns in a course already, or may not come back.
	MayTake(ctx context.Context, q bun.IDB, userID, courseID string) error
	// Grant lets a user into a course for a gift.
	Grant(ctx context.Context, tx bun.IDB, userID, courseID, giftID string) error
	// Revoke takes that back.
	Revoke(ctx context.Context, tx bun.IDB, giftID string) error
}

// Accounts is what this package needs of users.
type Accounts interface {
	// EmailKey is equal for all spellings of an email address.
	EmailKey(email string) string
}

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Queue       *jobs.Queue
	Limits      *ratelimit.Limiter
	Courses     Courses
	Accounts    Accounts
	Mail        mail.Sender
	Preferences mail.Preferences
	Key         []byte // signs the links of gifts; shared by all servers
	Address     string // public address of the site; "" in a worker that does not know it, which leaves emails to others
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

func (s *Service) signer() sign.Signer { return sign.New(s.deps.Key, "gift") }

// noEnd: the row of a gift says when it expires.
var noEnd time.Time

func (s *Service) token(g Gift) string {
	return s.signer().Token(noEnd, g.ID, strconv.FormatInt(g.Link, 10))
}

// Check limits how many gifts a buyer orders, each of which sends an email. fault.TooMany. Not within a transaction.
func (s *Service) Check(ctx context.Context, who access.Caller) error {
	return s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: orderRule, Subject: who.ID})
}

// Add keeps for whom a line of an order is, with the transaction in which it is placed. fault.Invalid.
func (s *Service) Add(ctx context.Context, tx bun.IDB, who access.Caller, orderID, lineID string, r Recipient) error {
	now := s.deps.Clock.Now()
	r, err := r.normalise(now)
	if err != nil {
		return err
	}
	key := s.deps.Accounts.EmailKey(r.Email)
	own, err := emailKeyOf(ctx, tx, who.ID)
	if err != nil {
		return err
	}
	if own == key {
		return fault.InvalidField("gift.email", "own", "This is your own address. Buy the course for yourself instead")
	}
	if r.SendAt != nil {
		r.SendAt = new(clock.Exact(*r.SendAt))
	}
	return insert(ctx, tx, Gift{ID: db.NewID(), LineID: lineID, OrderID: orderID, BuyerID: who.ID, Email: r.Email, EmailKey: key, RecipientName: r.Name, SenderName: r.SenderName,
		Message: r.Message, SendAt: r.SendAt, CreatedAt: now})
}

// Provide sends the gift of a line that was paid, or opens again what a dispute had closed, with the transaction of package order.
func (s *Service) Provide(ctx context.Context, tx bun.IDB, lineID string) error {
	g, err := lock(ctx, tx, "line_id", lineID)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if g.PaidAt == nil {
		g.PaidAt = &now
	}
	g.RevokedAt = nil
	if g.RedeemedBy != nil && g.CourseID != nil {
		if err := s.deps.Courses.Grant(ctx, tx, *g.RedeemedBy, *g.CourseID, g.ID); err != nil {
			return err
		}
	}
	if g.isDue(now) {
		return s.send(ctx, tx, g)
	}
	return update(ctx, tx, g)
}

// TakeBack ends the gift of a line that was refunded or is disputed, for all who have it.
func (s *Service) TakeBack(ctx context.Context, tx bun.IDB, lineID string) error {
	g, err := lock(ctx, tx, "line_id", lineID)
	if err != nil {
		return err
	}
	g.RevokedAt = new(s.deps.Clock.Now())
	if err := update(ctx, tx, g); err != nil {
		return err
	}
	return s.deps.Courses.Revoke(ctx, tx, g.ID)
}

// send sends a locked gift: the link by email, and the course at once to the account that has the address, unless it has the course already.
func (s *Service) send(ctx context.Context, tx bun.IDB, g Gift) error {
	now := s.deps.Clock.Now()
	g.SentAt, g.Link = &now, g.Link+1
	if g.ExpiresAt == nil {
		g.ExpiresAt = new(now.AddDate(0, redeemable, 0))
	}
	user, err := accountOf(ctx, tx, g.EmailKey)
	if err != nil {
		return err
	}
	if user != "" && g.CourseID != nil {
		err := s.deps.Courses.MayTake(ctx, tx, user, *g.CourseID)
		if err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
		if err == nil {
			g.RedeemedBy, g.RedeemedAt = &user, &now
			if err := s.deps.Courses.Grant(ctx, tx, user, *g.CourseID, g.ID); err != nil {
				return err
			}
		}
	}
	if err := update(ctx, tx, g); err != nil {
		return err
	}
	_, err = s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{g.ID, g.Link}})
	return err
}

const atOnce = 200 // gifts that are sent in one go

// SendDue sends the gifts whose day has come.
func (s *Service) SendDue(ctx context.Context) error {
	ids, err := due(ctx, s.deps.DB.Reader(), s.deps.Clock.Now(), atOnce)
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			g, err := lock(ctx, tx, "id", id)
			if err != nil || !g.isDue(s.deps.Clock.Now()) {
				return err
			}
			return s.send(ctx, tx, g)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) shown(g Gift) Gift {
	now := s.deps.Clock.Now()
	g.Status, g.CanResend = g.status(now), g.canResend(now)
	return g
}

// Mine lists the gifts that the caller has paid, newest first, and their number. For signed-in callers.
func (s *Service) Mine(ctx context.Context, who access.Caller, limit, offset int64) ([]Gift, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := count(ctx, q, who.ID)
	if err != nil {
		return nil, n, err
	}
	found, err := list(ctx, q, who.ID, limit, offset)
	for i, g := range found {
		found[i] = s.shown(g)
	}
	return found, n, err
}

// Resend sends a gift that nobody has accepted to another address, or again to the same one; the link before ends. One that is to be sent later keeps its day.
// For its buyer. It returns fault.NotFound, fault.Conflict for one that was accepted or has ended, fault.Invalid, fault.TooMany.
func (s *Service) Resend(ctx context.Context, who access.Caller, id string, to GiftAddress) (g Gift, err error) {
	to.Email = strings.TrimSpace(to.Email)
	if !isAddress(to.Email) {
		return g, fault.InvalidField("email", "invalid_format", "This is not a valid email address")
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: resendRule, Subject: who.ID}); err != nil {
		return g, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if g, err = lock(ctx, tx, "id", id); err != nil {
			return err
		}
		if g.BuyerID != who.ID || g.PaidAt == nil {
			return errNoGift
		}
		if !g.canResend(s.deps.Clock.Now()) {
			return errTaken
		}
		if err := s.redirect(ctx, tx, g, to); err != nil {
			return err
		}
		g, err = find(ctx, tx, "id", id)
		return err
	})
	return s.shown(g), err
}

func (s *Service) redirect(ctx context.Context, tx bun.IDB, g Gift, to GiftAddress) error {
	if err := s.deps.Courses.Revoke(ctx, tx, g.ID); err != nil {
		return err
	}
	g.Email, g.EmailKey, g.RedeemedBy, g.RedeemedAt, g.ReturnedAt = to.Email, s.deps.Accounts.EmailKey(to.Email), nil, nil, nil
	if name := strings.TrimSpace(to.Name); name != "" {
		g.RecipientName = name
	}
	if g.SentAt == nil {
		return update(ctx, tx, g)
	}
	return s.send(ctx, tx, g)
}

// HasTaken reports whether the gift of an order was accepted, as its buyer sees it; false for an order without one.
func (s *Service) HasTaken(ctx context.Context, q bun.IDB, orderID string) (bool, error) {
	g, err := find(ctx, q, "order_id", orderID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return g.taken(), err
}

func (s *Service) publish(ctx context.Context, tx bun.IDB, id, turn string) error {
	return events.Publish(ctx, tx, s.deps.Clock.Now(), TurnedEvent{id, turn})
}
