package catalogue

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/price"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// HomeCourse is a course on the home page with its price in one currency.
type HomeCourse struct {
	Course course.Course `json:"course"`
	Price  *price.Price  `json:"price,omitempty" doc:"Absent for a free course, and where it has none in the currency."`
}

// HomeDisplay is the content of the home page.
type HomeDisplay struct {
	Currency string       `json:"currency"`
	Chosen   bool         `json:"chosen" doc:"Whether an administrator has chosen the courses; else they are the newest."`
	Courses  []HomeCourse `json:"courses"`
}

// EditVersion is compared with If-Match. Which courses are the newest does not change it.
func (h HomeDisplay) EditVersion() int64 {
	ids := []string{}
	if h.Chosen {
		for _, c := range h.Courses {
			ids = append(ids, c.Course.ID)
		}
	}
	return rest.VersionOf(ids)
}

// HomeList sets the courses of the home page, in order.
type HomeList struct {
	CourseIDs []string `json:"course_ids" maxItems:"24" msg:"course_ids must be a list;maxItems=The home page can show at most 24 courses"`
}

// Home returns the courses of the home page with prices: those that an administrator has chosen, or else the newest
// eight. For anyone. Courses that have left the catalogue are not shown.
func (s *Service) Home(ctx context.Context, code string) (HomeDisplay, error) {
	return readHome(ctx, s.db.Reader(), code)
}

func readHome(ctx context.Context, q bun.IDB, code string) (h HomeDisplay, err error) {
	codes, err := price.Currencies(ctx, q)
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
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.ID
	}
	prices, err := price.In(ctx, q, ids, h.Currency)
	h.Courses = make([]HomeCourse, len(cs))
	for i, c := range cs {
		h.Courses[i] = HomeCourse{c, prices[c.ID]}
	}
	return h, err
}

// SetHome chooses the courses of the home page; with none it shows the newest. For administrators. It returns
// fault.Invalid for a course that is not in the catalogue, fault.Precondition, with the page as it is, if that was changed since the caller
// read it.
func (s *Service) SetHome(ctx context.Context, who access.Caller, n HomeList, held rest.IfMatch) (HomeDisplay, error) {
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		now, err := readHome(ctx, tx, "")
		if err != nil {
			return err
		}
		if !held.Matches(now.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed the home page. Your choice is not saved yet.").WithDetails(now)
		}
		all, err := putHome(ctx, tx, n.CourseIDs)
		if err != nil {
			return err
		}
		if !all {
			return fault.Fields{{Name: "course_ids", Code: "unknown_value", Message: "One of these courses is not in the catalogue, or is listed twice"}}.Err()
		}
		return course.AuditChange(ctx, tx, s.audit, who, "course.home_changed", "", nil, n)
	})
	if err != nil {
		return HomeDisplay{}, err
	}
	return s.Home(ctx, "")
}
