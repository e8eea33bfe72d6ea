package report

import (
	"context"
	"slices"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
)

// sums are the sums of days, by metric and scope.
type sums map[[2]string]map[string]int64

func sumsOf(all []daySum) sums {
	s := sums{}
	for _, d := range all {
		key := [2]string{d.Metric, d.Scope}
		if s[key] == nil {
			s[key] = map[string]int64{}
		}
		s[key][d.Day] = d.Value
	}
	return s
}

// between adds up the days of a range.
func (s sums) between(metric, scope string, from, to int64) int64 {
	m, _ := metricOf(metric)
	return total(s[[2]string{metric, scope}], m, from, to+1)
}

const conversionDays = 60 // after a demo class, in which an enrolment counts for it

// admin fills in the dashboard of administrators.
func (v view) admin(ctx context.Context, st *Dashboard) (err error) {
	if st.Today, err = v.waits(ctx, access.Admin, ""); err != nil {
		return err
	}
	q, today := v.deps.DB.Reader(), v.today()
	days, err := schoolDays(ctx, q, today-conversionDays-2*period+1, today)
	if err != nil {
		return err
	}
	failed, err := failedJobs(ctx, q, v.now.AddDate(0, 0, -7))
	if err != nil {
		return err
	}
	s := sumsOf(days)
	for metric, length := range map[string]int64{"active_1": 1, "active_7": 7, "active_30": 30} {
		f := figure(metric, scopeSchool, today-length+1, today)
		st.Figures = append(st.Figures, f.counted(s.between(metric, scopeSchool, today, today), s.between(metric, scopeSchool, today-length, today-length)))
	}
	from, before := today-period+1, today-2*period+1
	for _, metric := range []string{"new_learners", "sign_ups", "enrolments", "withdrawals", "learning_time", "lessons_done", "courses_done", "certificates", "orders", "demos", "ai_runs"} {
		st.Figures = append(st.Figures, figure(metric, scopeSchool, from, today).counted(s.between(metric, scopeSchool, from, today), s.between(metric, scopeSchool, before, from-1)))
	}
	st.Figures = append(st.Figures, s.revenue(from, today, before)...)
	share := func(name, part, whole string, from, to int64) Figure {
		earlier := from - period
		return figure(name, scopeSchool, from, to).rate(s.between(part, scopeSchool, from, to), s.between(whole, scopeSchool, from, to),
			s.between(part, scopeSchool, earlier, from-1), s.between(whole, scopeSchool, earlier, from-1))
	}
	st.Figures = append(st.Figures, share("order_conversion", "orders_paid", "orders", from, today),
		share("demo_conversion", "demos_converted", "demos", from-conversionDays, today-conversionDays), figure("failed_jobs", scopeSchool, 0, 0).counted(failed, 0))
	slices.SortFunc(st.Figures, byMetric)
	st.AsOf, err = asOf(ctx, q)
	return err
}

// revenue is a figure for each currency.
func (s sums) revenue(from, to, before int64) (fs []Figure) {
	for key := range s {
		if currency, ok := strings.CutPrefix(key[1], scopeCurrency+":"); ok {
			f := figure("revenue", key[1], from, to)
			f.Currency, f.HasRows = currency, true
			value, earlier := s.between("revenue", key[1], from, to), s.between("revenue", key[1], before, from-1)
			if f.Value = &value; earlier > 0 {
				f.Previous = &earlier
			}
			fs = append(fs, f)
		}
	}
	slices.SortFunc(fs, byMetric)
	return fs
}

// byMetric sorts figures as metrics are listed, and those of a metric by scope.
func byMetric(a, b Figure) int {
	at := func(f Figure) int {
		return slices.IndexFunc(metrics, func(m Metric) bool { return m.Metric == f.Metric })
	}
	if n := at(a) - at(b); n != 0 {
		return n
	}
	return strings.Compare(a.Scope, b.Scope)
}

// instructor fills in the dashboard of those who teach: all figures are of the courses that they teach, together.
func (v view) instructor(ctx context.Context, st *Dashboard) (err error) {
	if st.Today, err = v.waits(ctx, access.Instructor, ""); err != nil {
		return err
	}
	q, today := v.deps.DB.Reader(), v.today()
	from, before := today-period+1, today-2*period+1
	kept, err := taughtNow(ctx, q, v.who.ID)
	if err != nil {
		return err
	}
	now := courseFigures{}
	for _, k := range kept {
		now[k.Metric] += k.Value
	}
	st.Courses = funnels(kept)
	st.Figures = append(st.Figures, figure("enrolled", scopeSelf, 0, 0).counted(now["enrolled"], 0), figure("completion_rate", scopeSelf, 0, 0).rate(now["ripe_done"], now["ripe"], 0, 0))
	changes, err := taughtChanges(ctx, q, v.who.ID, v.days, today)
	if err != nil {
		return err
	}
	known := map[string]change{}
	for _, c := range changes {
		known[c.Metric] = c
	}
	for _, metric := range []string{"enrolments", "learning_time", "lessons_done", "courses_done"} {
		st.Figures = append(st.Figures, figure(metric, scopeSelf, from, today).counted(known[metric].Value, known[metric].Before))
	}
	active, quizzes := known["active_week"], known["pass_rate"]
	st.Figures = append(st.Figures, figure("active_week", scopeSelf, today-6, today).counted(active.Value, active.Before),
		figure("pass_rate", scopeSelf, from, today).rate(quizzes.Value, quizzes.Cases, quizzes.Before, quizzes.Earlier))
	gs, err := gradings(ctx, q, v.who.ID, v.days.Start(before))
	if err != nil {
		return err
	}
	st.Figures = append(st.Figures, gradingTime(gs, from, today, v.days))
	slices.SortFunc(st.Figures, byMetric)
	st.AsOf, err = asOf(ctx, q)
	return err
}

// gradingTime is the median of what was returned in a period, in hours.
func gradingTime(gs []grading, from, to int64, days clock.Calendar) Figure {
	var now, before []time.Duration
	for _, g := range gs {
		took := max(0, g.ReturnedAt.Sub(g.SubmittedAt))
		if g.ReturnedAt.Before(days.Start(from)) {
			before = append(before, took)
		} else {
			now = append(now, took)
		}
	}
	f := figure("grading_time", scopeSelf, from, to)
	if f.Cases = int64(len(now)); len(now) > 0 {
		f.Value = new(int64(median(now).Hours()))
	}
	if len(before) >= fewCases {
		return f.compared(int64(median(before).Hours()), int64(len(before)))
	}
	return f
}

// corporate fills in the dashboard of those who manage companies: members with a seat, in the courses of their seats.
func (v view) corporate(ctx context.Context, st *Dashboard, company string) error {
	companies, err := v.companies(ctx, company)
	if err != nil || len(companies) == 0 {
		return err
	}
	q, today := v.deps.DB.Reader(), v.today()
	if st.Today, err = todayOf(ctx, q, waitingForManagers(companies, v.now)); err != nil {
		return err
	}
	changes, err := companyChanges(ctx, q, companies, today, v.now)
	if err != nil {
		return err
	}
	known := map[string]change{}
	for _, c := range changes {
		known[c.Metric] = c
	}
	const of = "company"
	bought, from := known["seats_bought"].Value, today-period+1
	hours := figure("company_time", of, from, today)
	hours.Value, hours.Cases = new(known["company_time"].Value), known["company_time"].Cases
	use := figure("seat_use", of, today-29, today)
	if use.Cases = bought; bought > 0 {
		use.Value = new(100 * known["seat_use"].Value / bought)
	}
	st.Figures = append(st.Figures, figure("seats_taken", of, 0, 0).counted(known["seats_taken"].Value, 0), figure("seats_bought", of, 0, 0).counted(bought, 0), use,
		hours.compared(known["company_time"].Before, known["company_time"].Earlier), figure("company_done", of, 0, 0).counted(known["company_done"].Value, 0))
	st.AsOf, err = asOf(ctx, q)
	return err
}

// student fills in the dashboard of learners, by their own time zone.
func (v view) student(ctx context.Context, st *Dashboard) (err error) {
	if st.Today, err = v.waits(ctx, access.Student, ""); err != nil {
		return err
	}
	l, err := v.deps.Learning.Figures(ctx, v.who)
	if err != nil {
		return err
	}
	own := func(metric string, value, before int64) Figure {
		f := figure(metric, scopeSelf, 0, 0)
		f.Value, f.Cases, f.From, f.To = &value, value, l.From, l.To
		return f
	}
	week := func(metric string, value, before int64) Figure {
		f := own(metric, value, before)
		f.Previous = &before
		return f
	}
	st.Figures = append(st.Figures, week("own_time", l.Seconds, l.SecondsBefore), week("own_lessons", l.Lessons, l.LessonsBefore), own("own_streak", l.Streak, 0))
	return nil
}
