package report

import (
	"context"
	"slices"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
)

// StatsQuery asks for a dashboard.
type StatsQuery struct {
	Role    string `query:"role" enum:"student,instructor,corporate,admin" msg:"role must be student, instructor, corporate or admin" doc:"As which of the caller's roles; without it the one with the most to decide."`
	Company string `query:"company" maxLength:"36" msg:"This doesn't exist, or it isn't yours." doc:"Of a corporate client: one of their companies; without it all that they manage."`
}

// roleOf returns the role whose dashboard the caller asks for. errNoScope for a role that they do not have.
func roleOf(who access.Caller, asked string) (access.Role, error) {
	for _, role := range []access.Role{access.Admin, access.Instructor, access.Corporate, access.Student} {
		if who.HasRole(role) && (asked == "" || asked == string(role)) {
			return role, nil
		}
	}
	return "", errNoScope
}

// Stats returns the dashboard of one of the caller's roles. For signed-in callers. errNoScope for a role or a company that is not theirs.
func (s *Service) Stats(ctx context.Context, who access.Caller, q StatsQuery) (st Dashboard, err error) {
	role, err := roleOf(who, q.Role)
	if err != nil {
		return st, err
	}
	days, err := s.calendar(ctx)
	if err != nil {
		return st, err
	}
	st = Dashboard{Role: string(role), Timezone: days.Zone.String(), Today: []TodayItem{}, Figures: []Figure{}}
	v := view{s, who, days, s.deps.Clock.Now()}
	switch role {
	case access.Admin:
		err = v.admin(ctx, &st)
	case access.Instructor:
		err = v.instructor(ctx, &st)
	case access.Corporate:
		err = v.corporate(ctx, &st, q.Company)
	case access.Student:
		err = v.student(ctx, &st)
	}
	return st, err
}

// view is a dashboard in the making.
type view struct {
	*Service
	who  access.Caller
	days clock.Calendar
	now  time.Time
}

func (v view) today() int64 { return v.days.Day(v.now) }

// waits returns what waits for the caller in a role.
func (v view) waits(ctx context.Context, role access.Role, company string) ([]TodayItem, error) {
	q, today := v.deps.DB.Reader(), v.today()
	switch role {
	case access.Admin:
		return todayOf(ctx, q, waitingForAdmins(v.now))
	case access.Instructor:
		return todayOf(ctx, q, waitingForInstructors(v.who, v.now, v.days.Start(today+1)))
	case access.Corporate:
		companies, err := v.companies(ctx, company)
		if err != nil || len(companies) == 0 {
			return []TodayItem{}, err
		}
		return todayOf(ctx, q, waitingForManagers(companies, v.now))
	}
	return todayOf(ctx, q, waitingForStudents(v.who, v.now))
}

// Today returns what waits for the caller in one of their roles. Faults as for Stats.
func (s *Service) Today(ctx context.Context, who access.Caller, q StatsQuery) ([]TodayItem, error) {
	role, err := roleOf(who, q.Role)
	if err != nil {
		return nil, err
	}
	days, err := s.calendar(ctx)
	if err != nil {
		return nil, err
	}
	return view{s, who, days, s.deps.Clock.Now()}.waits(ctx, role, q.Company)
}

// companies returns those that the caller manages. errNoScope for one that they do not.
func (v view) companies(ctx context.Context, id string) ([]string, error) {
	ids, err := managedCompanies(ctx, v.deps.DB.Reader(), v.who.ID, id)
	if err == nil && id != "" && !slices.Contains(ids, id) {
		return nil, errNoScope
	}
	return ids, err
}

// figure returns an empty figure of a metric.
func figure(metric, scope string, from, to int64) Figure {
	m, _ := metricOf(metric)
	f := Figure{Metric: metric, Scope: scope, Unit: m.Unit}
	if to > 0 {
		f.From, f.To = clock.FormatDay(from), clock.FormatDay(to)
		f.HasRows = len(m.Scopes) > 0
	}
	return f
}

// counted is a figure that counts, with the period before.
func (f Figure) counted(value, before int64) Figure {
	perCase := int64(1)
	if f.Unit == "seconds" {
		perCase = 60 * 60
	}
	f.Value, f.Cases = &value, value/perCase
	return f.compared(before, before/perCase)
}

// compared hides the comparison of few cases, whose differences mean nothing.
func (f Figure) compared(before, earlier int64) Figure {
	if f.Cases >= fewCases && earlier >= fewCases {
		f.Previous = &before
	}
	return f
}

// rate is a figure in percent, hidden for few cases.
func (f Figure) rate(part, cases, partBefore, earlier int64) Figure {
	if f.Cases = cases; cases >= rateCases {
		f.Value = new(100 * part / cases)
	}
	if earlier >= fewCases {
		return f.compared(100*partBefore/earlier, earlier)
	}
	return f
}
