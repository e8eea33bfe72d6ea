package course

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"
	"golang.org/x/text/currency"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// usualCurrencies are offered until an administrator has chosen others.
var usualCurrencies = []string{"USD", "EUR", "GBP", "INR"}

// Currency is one in which courses are offered.
type Currency struct {
	Code        string `json:"code" doc:"ISO 4217."`
	MinorDigits int    `json:"minor_digits" doc:"How many digits of an amount stand behind the point."`
	IsDefault   bool   `json:"is_default" doc:"For whoever has not chosen."`
}

// CurrencyList is the currencies of the school, the first of them for whoever has not chosen.
type CurrencyList struct {
	Codes []string `json:"codes" minItems:"1" maxItems:"50" msg:"At least one currency is required;maxItems=At most 50 currencies can be offered"`
}

// Currencies is in which currencies courses are offered, the default first. For anybody.
func (s *Service) Currencies(ctx context.Context) ([]Currency, error) {
	codes, err := currencies(ctx, s.DB.Reader())
	list := make([]Currency, len(codes))
	for i, code := range codes {
		list[i] = Currency{code, minorDigits(code), i == 0}
	}
	return list, err
}

// SetCurrencies says in which currencies courses are offered. For administrators. fault.Invalid.
func (s *Service) SetCurrencies(ctx context.Context, who access.Caller, n CurrencyList) ([]Currency, error) {
	var broken fault.Fields
	codes := make([]string, len(n.Codes))
	for i, code := range n.Codes {
		codes[i] = strings.ToUpper(strings.TrimSpace(code))
		_, err := currency.ParseISO(codes[i])
		broken.Require(err == nil, "codes", "unknown_value", "There is no currency "+codes[i]+": use a code such as EUR")
		broken.Require(!slices.Contains(codes[:i], codes[i]), "codes", "duplicate", codes[i]+" is there twice")
	}
	if err := broken.Err(); err != nil {
		return nil, err
	}
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := currencies(ctx, tx)
		if err != nil {
			return err
		}
		if err := putCurrencies(ctx, tx, codes); err != nil {
			return err
		}
		return s.note(ctx, tx, who, "course.currencies_changed", "", map[string]any{"codes": before}, map[string]any{"codes": codes})
	})
	if err != nil {
		return nil, err
	}
	return s.Currencies(ctx)
}

// HomeCourse is a course on the first page, with its price in one currency.
type HomeCourse struct {
	Course Course `json:"course"`
	Price  *Price `json:"price,omitempty" doc:"Absent for a free course, and where it has none in the currency."`
}

// HomeDisplay is what the first page shows.
type HomeDisplay struct {
	Currency string       `json:"currency"`
	Chosen   bool         `json:"chosen" doc:"Whether an administrator has chosen the courses; else they are the newest."`
	Courses  []HomeCourse `json:"courses"`
}

// HomeList is the courses of the first page, in their order.
type HomeList struct {
	CourseIDs []string `json:"course_ids" maxItems:"24" msg:"course_ids must be a list;maxItems=The first page shows at most 24 courses"`
}

// Home is the courses of the first page with their prices: those that an administrator has chosen, else the newest eight.
// For anybody; courses that left the catalogue are not shown.
func (s *Service) Home(ctx context.Context, code string) (h HomeDisplay, err error) {
	q := s.DB.Reader()
	codes, err := currencies(ctx, q)
	if err != nil {
		return h, err
	}
	if h.Currency = strings.ToUpper(code); h.Currency == "" {
		h.Currency = codes[0]
	}
	cs, chosen, err := homeCourses(ctx, q)
	if h.Chosen = chosen; err != nil {
		return h, err
	}
	by, err := pricesIn(ctx, q, cs, h.Currency)
	h.Courses = make([]HomeCourse, len(cs))
	for i, c := range cs {
		h.Courses[i] = HomeCourse{c, by[c.ID]}
	}
	return h, err
}

// SetHome chooses the courses of the first page; none lets it show the newest. For administrators. fault.Invalid for one that
// is not in the catalogue.
func (s *Service) SetHome(ctx context.Context, who access.Caller, n HomeList) (HomeDisplay, error) {
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		all, err := putHome(ctx, tx, n.CourseIDs)
		if err != nil {
			return err
		}
		if !all {
			return fault.Fields{{Name: "course_ids", Code: "unknown_value", Message: "One of these courses is not in the catalogue, or is there twice"}}.Err()
		}
		return s.note(ctx, tx, who, "course.home_changed", "", nil, n)
	})
	if err != nil {
		return HomeDisplay{}, err
	}
	return s.Home(ctx, "")
}
