package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/workinghours"
)

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Calendars   *busy.Calendars // of instructors
	Settings    *settings.Store
	Limits      *ratelimit.Limiter
	Queue       *jobs.Queue
	Mail        mail.Sender
	Preferences mail.Preferences
	Forms       *formguard.Guard
	Servers     meeting.Servers
	Zoom        Zoom
	Key         []byte // for the links
	Address     string `optional:"a worker that does not know it leaves emails to others"`
}

// Zoom makes the meetings that take place there.
type Zoom interface {
	// MakeAgain tries again at once to make the meeting of one of ours; fault.NotFound if none is wanted.
	MakeAgain(ctx context.Context, tx bun.IDB, bookingID string) error
}

type Service struct {
	deps  Deps
	links sign.Signer
	cache *workinghours.Cache
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, sign.New(d.Key, "demo links"), workinghours.NewCache(workinghours.CacheDeps{DB: d.DB, Calendars: d.Calendars})}
}

// Limits on visitors, against robots.
var (
	bookingRule = ratelimit.Rule{Name: "demo bookings", Limit: 5, Window: time.Hour}
	holdRule    = ratelimit.Rule{Name: "demo holds", Limit: 20, Window: time.Hour}
	slotsRule   = ratelimit.Rule{Name: "demo slots", Limit: 60, Window: time.Minute}
	linkRule    = ratelimit.Rule{Name: "demo links", Limit: 10, Window: time.Minute}
)

const (
	mostHolds    = 3 // of a network at a time, for who is not signed in
	mostBookings = 2 // ahead, of an address
	formPurpose  = "demo booking"
	linkLifetime = 90 * 24 * time.Hour // as long as feedback can be given
)

var (
	errNoBooking  = fault.New(fault.NotFound, "booking_not_found", "This booking doesn't exist.")
	errNoLink     = fault.New(fault.NotFound, "link_not_found", "This link doesn't work any more. Use the one in our latest email.")
	errNotDecided = fault.New(fault.Conflict, "not_confirmed", "This demo class is no longer open, so it can't be changed.")
)

// limited counts a use of a rule by the caller: by their account, or else by their network.
func (s *Service) limited(ctx context.Context, who access.Caller, rule ratelimit.Rule) error {
	return s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: rule, Subject: subject(ctx, who)})
}

func subject(ctx context.Context, who access.Caller) string {
	if who.ID != "" {
		return who.ID
	}
	return access.ClientOf(ctx).NetworkKey()
}

// network is the key under which holds of a network are counted; "" for who is signed in.
func (s *Service) network(ctx context.Context, who access.Caller) string {
	if who.ID != "" {
		return ""
	}
	return s.links.Text("network", access.ClientOf(ctx).NetworkKey())
}

// manageToken is the secret of the link with which a visitor manages a booking: 256 bits, made again whenever it is sent, never stored.
func (s *Service) manageToken(bookingID string) string { return s.links.Text(bookingID) }

func (s *Service) manageURL(bookingID string) string {
	return s.deps.Address + "/demo/manage#" + s.manageToken(bookingID)
}

// digestOf is what is stored of a token.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// byLink returns the booking of a link. It counts wrong ones: errNoLink, fault.TooMany.
func (s *Service) byLink(ctx context.Context, token string) (DemoBooking, error) {
	hit := ratelimit.Hit{Rule: linkRule, Subject: access.ClientOf(ctx).NetworkKey()}
	if err := s.deps.Limits.Check(ctx, hit); err != nil {
		return DemoBooking{}, err
	}
	b, err := bookingByDigest(ctx, s.deps.DB.Reader(), digestOf(token))
	if fault.Is(err, fault.NotFound) || err == nil && s.deps.Clock.Now().After(b.EndsAt.Add(linkLifetime)) {
		if err := s.deps.Limits.Count(ctx, hit); err != nil {
			return DemoBooking{}, err
		}
		return DemoBooking{}, errNoLink
	}
	return b, err
}

// schoolZone returns the time zone of the school.
func (s *Service) schoolZone(ctx context.Context, q bun.IDB) (string, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	return current.School.TimeZone, err
}
