package batchanalytics

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
	"lectern/internal/teaching/workinghours"
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Calendars *busy.Calendars // of instructors
	Settings  *settings.Store
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// today returns the day of the school.
func (s *Service) today(ctx context.Context) (time.Time, error) {
	current, err := s.deps.Settings.Current(ctx, s.deps.DB.Reader())
	year, month, day := s.deps.Clock.Now().In(current.School.Zone()).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC), err
}

// Analytics returns the figures of batches, perhaps of one course: instructors of those that they may change, administrators of all.
func (s *Service) Analytics(ctx context.Context, who access.Caller, courseID string) (a BatchAnalytics, err error) {
	cells, err := countBatches(ctx, s.deps.DB.Reader(), DashboardFilter{CourseID: courseID}.and(taughtBy(who)))
	a.BatchTotals, a.ByCourse, a.ByInstructor = sum(cells).totals(), byCourse(cells), []InstructorBatches{}
	for _, p := range parts(cells, instructorOf) {
		a.ByInstructor = append(a.ByInstructor, InstructorBatches{p.id, p.name, p.share()})
	}
	return a, err
}

// Dashboard returns the figures of batches that begin within a range. For administrators. fault.Invalid for a range that ends before it begins.
func (s *Service) Dashboard(ctx context.Context, f DashboardFilter) (d BatchDashboard, err error) {
	if f.StartDate != "" && f.EndDate != "" && f.EndDate < f.StartDate {
		return d, fault.InvalidField("end_date", "out_of_range", "End date must be after start date")
	}
	cells, err := countBatches(ctx, s.deps.DB.Reader(), f.selection)
	all := sum(cells)
	d.Overview, d.Trends, d.TopCourses = BatchOverview{all.totals(), all.averageSize()}, byMonth(cells), byCourse(cells)
	slices.SortStableFunc(d.TopCourses, func(a, b CourseBatches) int { return cmp.Compare(b.TotalEnrolled, a.TotalEnrolled) })
	d.TopCourses = d.TopCourses[:min(topCourses, len(d.TopCourses))]
	d.InstructorPerformance = []InstructorPerformance{}
	for _, p := range parts(cells, instructorOf) {
		d.InstructorPerformance = append(d.InstructorPerformance, InstructorPerformance{InstructorBatches{p.id, p.name, p.share()}, p.completionRate()})
	}
	return d, err
}

// StatusDistribution returns how many batches have which status, in the current period and before. For administrators.
func (s *Service) StatusDistribution(ctx context.Context, timeframe string) (StatusDistribution, error) {
	today, err := s.today(ctx)
	if err != nil {
		return StatusDistribution{}, err
	}
	periods := periodsOf(timeframe, today)
	cells, err := countStatuses(ctx, s.deps.DB.Reader(), periods)
	return distributionOf(timeframe, periods, cells), err
}

// Capacity returns how full batches are, perhaps those of one course: instructors of those that they may change, administrators of all.
func (s *Service) Capacity(ctx context.Context, who access.Caller, courseID string) (c CapacityReport, err error) {
	today, err := s.today(ctx)
	if err != nil {
		return c, err
	}
	q, which := s.deps.DB.Reader(), DashboardFilter{CourseID: courseID}.and(taughtBy(who))
	cells, err := countBatches(ctx, q, which)
	if err != nil {
		return c, err
	}
	c = capacityOf(cells, today.Format(time.DateOnly))
	halfEmpty, err := underfull(ctx, q, which, mostCompared)
	if err != nil {
		return c, err
	}
	c.MergeHints, c.Underfull = mergeHints(halfEmpty), halfEmpty[:min(mostShown, len(halfEmpty))]
	c.Wanted, err = wanted(ctx, q, which, mostShown)
	return c, err
}

// Workload returns how much instructors teach: to administrators of all or of one, to instructors of themselves.
func (s *Service) Workload(ctx context.Context, who access.Caller, instructorID string) (w InstructorWorkload, err error) {
	if !who.HasRole(access.Admin) {
		instructorID = who.ID
	}
	q, now, which := s.deps.DB.Reader(), s.deps.Clock.Now(), assignedTo(instructorID)
	w.Instructors = []InstructorLoad{}
	people, err := instructors(ctx, q, instructorID)
	if err != nil || len(people) == 0 {
		return w, err
	}
	loads, ids := map[string]*load{}, make([]string, len(people))
	for i, p := range people {
		loads[p.ID], ids[i] = &load{}, p.ID
	}
	if err := s.addLoads(ctx, loads, ids, which, now); err != nil {
		return w, err
	}
	for _, p := range people {
		one := loads[p.ID].of(p, now)
		w.Instructors = append(w.Instructors, one)
		switch one.State {
		case overloaded:
			w.Summary.Overloaded++
		case underutilized:
			w.Summary.Underutilized++
		default:
			w.Summary.Optimal++
		}
	}
	return w, nil
}

// addLoads reads what instructors teach: in as many statements for all as for one.
func (s *Service) addLoads(ctx context.Context, loads map[string]*load, ids []string, which selection, now time.Time) error {
	q := s.deps.DB.Reader()
	cells, err := countBatches(ctx, q, which)
	if err != nil {
		return err
	}
	students, err := studentsOf(ctx, q, which)
	if err != nil {
		return err
	}
	taken, err := s.deps.Calendars.Between(ctx, q, ids, now, now.Add(horizon))
	if err != nil {
		return err
	}
	hours, err := workinghours.Of(ctx, q, ids)
	if err != nil {
		return err
	}
	seen, err := arrivals(ctx, q, which, now.Add(-horizon), now)
	for id, l := range loads {
		l.students = students[id]
	}
	each(loads, cells, func(c cell) string { return c.InstructorID }, func(l *load, c cell) { l.cells = append(l.cells, c) })
	each(loads, taken, func(t busy.Time) string { return t.OwnerID }, func(l *load, t busy.Time) { l.taken = append(l.taken, t) })
	each(loads, hours, func(h workinghours.Row) string { return h.InstructorID }, func(l *load, h workinghours.Row) { l.hours = &h })
	each(loads, seen, func(a arrival) string { return a.InstructorID }, func(l *load, a arrival) { l.arrivals = append(l.arrivals, a) })
	return err
}

// each gives what was read to the loads of those whom it concerns.
func each[T any](loads map[string]*load, all []T, owner func(T) string, give func(*load, T)) {
	for _, one := range all {
		if l := loads[owner(one)]; l != nil {
			give(l, one)
		}
	}
}
