// Package pricing serves currencies and quotes. Authors set prices with the rest of a course (package authoring);
// rows and arithmetic are in package price.
package pricing

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/price"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
)

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Audit *audit.Log
}

type Service struct {
	db    *db.DB
	clock clock.Clock
	audit *audit.Log
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Clock, d.Audit}
}

// Currency is a currency in which courses are offered.
type Currency struct {
	Code        string `json:"code" doc:"ISO 4217."`
	MinorDigits int    `json:"minor_digits" doc:"How many digits of an amount stand behind the point."`
	IsDefault   bool   `json:"is_default" doc:"For users who have not chosen."`
}

// CurrencyOffer lists the currencies in which courses are offered, the default first.
type CurrencyOffer []Currency

// EditVersion is compared with If-Match.
func (o CurrencyOffer) EditVersion() int64 { return rest.VersionOf(o) }

// StaleCurrencies is the offer as it is now, for an administrator who edited an older one.
type StaleCurrencies struct {
	Currencies CurrencyOffer `json:"currencies"`
}

// CurrencyList sets the currencies on offer, the default first.
type CurrencyList struct {
	Codes []string `json:"codes" minItems:"1" maxItems:"50" msg:"At least one currency is required;maxItems=At most 50 currencies can be offered"`
}

// Currencies lists the currencies on offer, the default first. For anyone.
func (s *Service) Currencies(ctx context.Context) (CurrencyOffer, error) {
	codes, err := price.Currencies(ctx, s.db.Reader())
	return offerOf(codes), err
}

func offerOf(codes []string) CurrencyOffer {
	list := make(CurrencyOffer, len(codes))
	for i, code := range codes {
		list[i] = Currency{code, money.MinorDigits(code), i == 0}
	}
	return list
}

// SetCurrencies replaces the currencies on offer. For administrators. It returns fault.Invalid, or fault.Precondition, with
// what is offered now, if that was changed since the caller read it.
func (s *Service) SetCurrencies(ctx context.Context, who access.Caller, n CurrencyList, held rest.IfMatch) (CurrencyOffer, error) {
	var broken fault.Fields
	codes := make([]string, len(n.Codes))
	for i, code := range n.Codes {
		codes[i] = strings.ToUpper(strings.TrimSpace(code))
		broken.Require(money.Known(codes[i]), "codes", "unknown_value", "There is no currency "+codes[i]+". Use a code such as EUR")
		broken.Require(!slices.Contains(codes[:i], codes[i]), "codes", "duplicate", codes[i]+" appears twice")
	}
	if err := broken.Err(); err != nil {
		return nil, err
	}
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		before, err := price.Currencies(ctx, tx)
		if err != nil {
			return err
		}
		if now := offerOf(before); !held.Matches(now.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed the currencies. Your choice is not saved yet.").
				WithDetails(StaleCurrencies{now})
		}
		if err := price.PutCurrencies(ctx, tx, codes); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.audit, who, "course.currencies_changed", "", map[string]any{"codes": before}, map[string]any{"codes": codes})
	})
	return offerOf(codes), err
}

// Quote returns what places in a course cost at this moment, to callers who may see the course. It returns
// fault.NotFound, fault.Conflict if there is no price in the currency, or fault.Invalid for more places than a batch
// has.
func (s *Service) Quote(ctx context.Context, who access.Caller, id string, r price.PriceRequest) (price.PriceQuote, error) {
	q := s.db.Reader()
	c, err := course.Find(ctx, q, who, id)
	if err != nil {
		return price.PriceQuote{}, err
	}
	return s.quote(ctx, q, c, r)
}

// Offer is Quote with the title of the course, for the feature that sells it: in addition it returns fault.Conflict for a course that is
// free or not open for enrolment.
func (s *Service) Offer(ctx context.Context, q bun.IDB, who access.Caller, id string, r price.PriceRequest) (string, price.PriceQuote, error) {
	c, err := course.Find(ctx, q, who, id)
	if err != nil {
		return "", price.PriceQuote{}, err
	}
	if c.Status != course.Published {
		return "", price.PriceQuote{}, fault.New(fault.Conflict, "course_not_open", "This course is not open for enrolment.")
	}
	if c.IsFree {
		return "", price.PriceQuote{}, fault.New(fault.Conflict, "course_is_free", "This course is free. Enrol in it without paying.")
	}
	quote, err := s.quote(ctx, q, c, r)
	return c.Title, quote, err
}

func (s *Service) quote(ctx context.Context, q bun.IDB, c course.Found, r price.PriceRequest) (price.PriceQuote, error) {
	id := c.ID
	code := strings.ToUpper(r.Currency)
	if code == "" {
		code = c.FeeCurrency
	}
	if c.IsFree {
		return price.PriceQuote{CourseID: id, Currency: code, MinorDigits: money.MinorDigits(code), Plan: r.Plan, Places: r.Places, At: s.clock.Now()}, nil
	}
	prices, err := price.Of(ctx, q, id, false)
	if err != nil {
		return price.PriceQuote{}, err
	}
	if i := slices.IndexFunc(prices, func(p price.Price) bool { return p.Currency == code }); i >= 0 {
		return prices[i].Quote(r.Plan, r.Places, s.clock.Now())
	}
	return price.PriceQuote{}, fault.New(fault.Conflict, "no_price", "This course has no price in "+code+".")
}

// QuoteSessions returns what sessions of a course for one learner cost at this moment, to callers who may see the course. It returns fault.NotFound, or
// fault.Invalid where neither a rate nor a price says what they cost. The rules are section 3.11 of the design.
func (s *Service) QuoteSessions(ctx context.Context, who access.Caller, r price.SessionsRequest) (quote price.SessionsQuote, err error) {
	q := s.db.Reader()
	c, err := course.Find(ctx, q, who, r.CourseID)
	if err != nil {
		return quote, err
	}
	if r.InstructorID != "" {
		if err := checkInstructor(ctx, q, c, r.InstructorID); err != nil {
			return quote, err
		}
	}
	code := cmp.Or(r.Currency, c.FeeCurrency)
	if r.CustomHourlyRate != nil && !money.Known(code) {
		return quote, fault.InvalidField("currency", "unknown_value", "An hourly rate needs a currency, such as EUR")
	}
	prices, err := price.Of(ctx, q, c.ID, false)
	if err != nil {
		return quote, err
	}
	i := slices.IndexFunc(prices, func(p price.Price) bool { return p.Currency == code })
	switch {
	case i >= 0:
		return prices[i].QuoteSessions(r, s.clock.Now())
	case r.CustomHourlyRate != nil:
		return price.Price{CourseID: c.ID, Currency: code}.QuoteSessions(r, s.clock.Now())
	}
	return quote, fault.InvalidField("custom_hourly_rate", "no_price", "This course has no price for individual teaching. Enter an hourly rate")
}

// checkInstructor returns fault.Invalid for one who does not teach the course.
func checkInstructor(ctx context.Context, q bun.IDB, c course.Found, id string) error {
	one := []course.Course{c.Course}
	if err := course.ReadInstructors(ctx, q, one); err != nil {
		return err
	}
	if !slices.ContainsFunc(one[0].Instructors, func(i course.Instructor) bool { return i.ID == id }) {
		return fault.InvalidField("instructor_id", "unknown_value", "This instructor doesn't teach the course")
	}
	return nil
}
