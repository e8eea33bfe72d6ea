package batchanalytics_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batchanalytics"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

const at = "/batches/analytics"

// world is a school on Tuesday, 1 September 2026, 08:00 UTC, in which two instructors teach batches of two courses.
type world struct {
	*testapp.Class
	admin, colleague testapp.User
	second           string // the colleague's course
	t                *testing.T
}

func newWorld(t *testing.T) world {
	c := testapp.NewClass(t)
	w := world{c, c.User(access.Admin), c.User(access.Instructor), "", t}
	w.second = c.Course(w.colleague)
	return w
}

// batch makes a batch and gives it a status and taken seats; its sessions are an hour long, on days of September 2026.
func (w world) batch(teacher testapp.User, course, members, status string, enrolled int, days ...string) planning.Batch {
	w.t.Helper()
	var entries []string
	for _, d := range days {
		day, start, _ := strings.Cut(d, " ")
		entries = append(entries, fmt.Sprintf(`{"date":"2026-09-%s","start_time":"%s:00","end_time":"%s:30"}`, day, start, start))
	}
	body := fmt.Sprintf(`{"batch_name":"Bees","timezone":"UTC","assigned_instructor":%q,"start_date":"2026-09-02","end_date":"2026-09-30","schedule":[%s]%s}`, teacher.ID, strings.Join(entries, ","), members)
	b := testapp.Read[rest.Answer[planning.Batch]](w.t, teacher.Do("POST", "/batches/courses/"+course+"/batches", body, 201)).Data
	w.Exec("UPDATE batches SET status = ?, enrolled = ? WHERE id = ?", status, enrolled, b.ID)
	return b
}

func figures[T any](w world, who testapp.User, path string) T {
	w.t.Helper()
	return testapp.Read[rest.Answer[T]](w.t, who.Do("GET", at+path, "", 200)).Data
}

// row writes values with spaces between them.
func row(values ...any) string { return strings.TrimSpace(fmt.Sprintln(values...)) }

func is(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

func TestWhoSeesWhichFigures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.batch(w.Teacher, w.CourseID, `,"capacity":20`, "Active", 12, "07 10")
	w.batch(w.colleague, w.second, `,"capacity":8`, "Upcoming", 4, "07 10")
	for _, path := range []string{"", "/dashboard", "/status-distribution", "/instructor-workload", "/capacity"} {
		w.Nobody().Do("GET", at+path, "", 401)
		w.Student.Do("GET", at+path, "", 403)
	}
	w.Teacher.Do("GET", at+"/dashboard", "", 403)
	w.Teacher.Do("GET", at+"/status-distribution", "", 403)
	own := figures[batchanalytics.BatchAnalytics](w, w.Teacher, "")
	is(t, "own", row(own.TotalBatches, own.TotalCapacity, own.TotalEnrolled, own.OverallUtilization, len(own.ByCourse), len(own.ByInstructor)), "1 20 12 60 1 1")
	all := figures[batchanalytics.BatchAnalytics](w, w.admin, "") // the worked example of the design: 12 of 20 and 4 of 8 are 57.1 %
	is(t, "all", row(all.TotalBatches, all.TotalCapacity, all.TotalEnrolled, all.OverallUtilization, len(all.ByCourse), len(all.ByInstructor)), "2 28 16 57.1 2 2")
	is(t, "a foreign course", figures[batchanalytics.BatchAnalytics](w, w.Teacher, "?course_id="+w.second).TotalBatches, 0)
	is(t, "the other course", figures[batchanalytics.BatchAnalytics](w, w.admin, "?course_id="+w.second).TotalEnrolled, 4)
	is(t, "a foreign course's capacity", figures[batchanalytics.CapacityReport](w, w.Teacher, "/capacity?course_id="+w.second).Overall.Batches, 0)
	workload := figures[batchanalytics.InstructorWorkload](w, w.Teacher, "/instructor-workload?instructor_id="+w.colleague.ID)
	if len(workload.Instructors) != 1 || workload.Instructors[0].InstructorID != w.Teacher.ID {
		t.Errorf("an instructor sees %+v", workload)
	}
}

func TestDashboardAndStatuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.batch(w.Teacher, w.CourseID, `,"capacity":20`, "Active", 12, "07 10")
	w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Completed", 9, "08 10")
	cancelled := w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Cancelled", 0, "09 10")
	later := w.batch(w.colleague, w.second, `,"capacity":8`, "Upcoming", 4, "07 10")
	w.Exec("UPDATE batches SET start_date = '2026-07-20', end_date = '2026-08-31' WHERE id = ?", cancelled.ID)
	w.Exec("UPDATE batches SET start_date = '2026-10-05', end_date = '2026-12-01' WHERE id = ?", later.ID)
	d := figures[batchanalytics.BatchDashboard](w, w.admin, "/dashboard")
	is(t, "overview", row(d.Overview.TotalBatches, d.Overview.TotalCapacity, d.Overview.TotalEnrolled, d.Overview.OverallUtilization, *d.Overview.AverageBatchSize), "4 38 25 65.8 8.3")
	is(t, "months", row(len(d.Trends), d.Trends[0].Month, d.Trends[0].CancelledBatches, d.Trends[1].TotalEnrolled, d.Trends[2].Month), "3 2026-07 1 21 2026-10")
	is(t, "the top course", row(d.TopCourses[0].CourseID == w.CourseID, d.TopCourses[0].TotalEnrolled, d.TopCourses[1].TotalEnrolled), "true 21 4")
	for _, p := range d.InstructorPerformance {
		if p.InstructorID == w.Teacher.ID {
			is(t, "completion", *p.CompletionRate, 50)
		} else if p.CompletionRate != nil {
			t.Error("nothing has ended, and is completed to", *p.CompletionRate)
		}
	}
	narrow := figures[batchanalytics.BatchDashboard](w, w.admin, "/dashboard?start_date=2026-09-01&end_date=2026-09-30&course_id="+w.CourseID+"&instructor_id="+w.Teacher.ID)
	is(t, "September", narrow.Overview.TotalBatches, 2)
	if answer := w.admin.Do("GET", at+"/dashboard?start_date=2026-09-02&end_date=2026-09-01", "", 400); !strings.Contains(answer, "End date must be after start date") {
		t.Error(answer)
	}

	month := figures[batchanalytics.StatusDistribution](w, w.admin, "/status-distribution")
	is(t, "the month", row(month.Timeframe, month.Period), "month {2026-09-01 2026-09-30}")
	is(t, "September's statuses", month.Distribution, "[{Upcoming 0 0 0} {Active 1 50 1} {Completed 1 50 1} {Cancelled 0 0 -1}]")
	is(t, "the months", row(len(month.Historical), month.Historical[0].From, month.Historical[9].CancelledBatches, month.Historical[10].CancelledBatches, month.Historical[11].TotalBatches), "12 2025-10-01 1 1 2")
	is(t, "courses of September", len(month.ByCourse), 1)
	for timeframe, want := range map[string]string{"week": "{2026-08-31 2026-09-06}", "quarter": "{2026-07-01 2026-09-30}", "year": "{2026-01-01 2026-12-31}"} {
		is(t, timeframe, figures[batchanalytics.StatusDistribution](w, w.admin, "/status-distribution?timeframe="+timeframe).Period, want)
	}
	is(t, "the year", len(figures[batchanalytics.StatusDistribution](w, w.admin, "/status-distribution?timeframe=year").ByCourse), 2)
	w.admin.Do("GET", at+"/status-distribution?timeframe=decade", "", 400)
}

func TestCapacity(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	small := w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Upcoming", 2, "07 10")
	large := w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Upcoming", 4, "08 10")
	active := w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Active", 4, "09 10")
	half := w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Upcoming", 5, "10 10")
	full := w.batch(w.Teacher, w.CourseID, `,"capacity":4`, "Upcoming", 4, "11 10")
	w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Completed", 1, "14 10")
	w.batch(w.Teacher, w.CourseID, `,"capacity":10`, "Cancelled", 0, "15 10")
	w.Exec("INSERT INTO batch_waiting (id, batch_id, user_id, position, status, created_at, updated_at) VALUES ('w', ?, ?, 1, 'waiting', ?, ?)", full.ID, w.Student.ID, w.Clock.Now(), w.Clock.Now())
	c := figures[batchanalytics.CapacityReport](w, w.Teacher, "/capacity")
	is(t, "overall", c.Overall, "{5 44 19 25 43.2}")
	is(t, "the course", c.ByCourse[0].OpenSeats, "{5 44 19 25 43.2}")
	is(t, "statuses", c.ByStatus, "[{Upcoming {4 34 15 19 44.1}} {Active {1 10 4 6 40}} {Completed {1 10 1 9 10}} {Cancelled {1 10 0 10 0}}]")
	is(t, "fill", c.UtilizationDistribution, "[{0-25 1} {25-50 2} {50-75 1} {75-100 1}]")
	ids := func(all []batchanalytics.BatchFill) (ids []string) {
		for _, b := range all {
			ids = append(ids, b.ID)
		}
		return ids
	}
	if got := ids(c.Underfull); len(got) != 3 || got[0] != small.ID || slices.Contains(got, half.ID) || !slices.Contains(got, active.ID) {
		t.Errorf("half empty: %+v", c.Underfull)
	}
	if len(c.Wanted) != 1 || c.Wanted[0].ID != full.ID || c.Wanted[0].Waiting != 1 {
		t.Errorf("wanted: %+v", c.Wanted)
	}
	if len(c.MergeHints) != 1 || c.MergeHints[0].From.ID != small.ID || c.MergeHints[0].Into.ID != large.ID || c.MergeHints[0].Enrolled != 6 {
		t.Errorf("hints: %+v", c.MergeHints)
	}
	for why, change := range map[string]string{
		"they begin 15 days apart":         "UPDATE batches SET start_date = '2026-08-18' WHERE id = ?",
		"a reserved seat would be missing": "UPDATE batches SET capacity = 9, enrolled = 4, reserved = 4 WHERE id <> ? AND enrolled = 4 AND status = 'Upcoming' AND capacity = 10",
		"nobody would go":                  "UPDATE batches SET start_date = '2026-09-02', enrolled = 0 WHERE id = ?",
	} {
		before := c.MergeHints
		w.Exec(change, small.ID)
		if got := figures[batchanalytics.CapacityReport](w, w.Teacher, "/capacity").MergeHints; len(got) != 0 || len(before) != 1 {
			t.Errorf("%s: %+v", why, got)
		}
		w.Exec("UPDATE batches SET start_date = '2026-09-02', enrolled = 2 WHERE id = ?", small.ID)
		w.Exec("UPDATE batches SET reserved = 0, capacity = 10 WHERE id = ?", large.ID)
	}
}

// Four weeks from Tuesday, 1 September, 08:00 on: what is later, off or cancelled does not count, and an archived batch does.
func TestWorkload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hours := `{"timezone":"UTC","takes_demos":false,"hours":[{"weekday":1,"from":"09:00","until":"10:00"},{"weekday":1,"from":"10:00","until":"10:30"}],"overrides":[]}`
	w.Teacher.Do("PUT", "/instructors/"+w.Teacher.ID+"/availability", hours, 200)
	b := w.batch(w.Teacher, w.CourseID, `,"capacity":20`, "Active", 0, "07 10", "14 09", "08 10")
	w.batch(w.Teacher, w.CourseID, `,"capacity":20`, "Cancelled", 0)
	w.Exec("UPDATE batches SET end_date = '2026-10-30' WHERE id = ?", b.ID)
	w.Teacher.Do("POST", "/batches/"+b.ID+"/schedule", `{"date":"2026-09-30","start_time":"10:00","end_time":"11:00"}`, 201) // after the four weeks
	w.Teacher.Do("POST", "/instructors/"+w.Teacher.ID+"/time-off", `{"from":"2026-09-22","until":"2026-09-22","timezone":"UTC"}`, 201)
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, b.ID, w.Student.ID), 200)
	w.Teacher.Do("PATCH", "/batches/"+b.ID+"/archive", `{}`, 200)
	one := figures[batchanalytics.InstructorWorkload](w, w.admin, "/instructor-workload?instructor_id="+w.Teacher.ID)
	l := one.Instructors[0]
	is(t, "counts", row(l.Total, l.Active, l.Upcoming, l.Individual, l.Group, l.Students, l.Utilization), "2 1 0 0 1 1 5")
	is(t, "hours", row(l.WeeklyHours, *l.HoursOffered, l.OutsideHours, l.State), "0.4 1.5 1 underutilized") // 1.5 hours in 4 weeks; Tuesday is outside
	if l.OnTimeStartRate != nil || *l.CompletionRate != 0 {
		t.Errorf("%+v", l)
	}
	w.Exec("UPDATE batches SET enrolled = 8 WHERE id = ?", b.ID)
	is(t, "40 % of the seats", figures[batchanalytics.InstructorWorkload](w, w.Teacher, "/instructor-workload").Instructors[0].State, "optimal")
	w.Teacher.Do("PUT", "/instructors/"+w.Teacher.ID+"/availability", `{"timezone":"UTC","takes_demos":false,"hours":[],"overrides":[{"date":"2026-09-07","windows":[{"from":"10:00","until":"11:00"}]}]}`, 200)
	all := figures[batchanalytics.InstructorWorkload](w, w.admin, "/instructor-workload")
	is(t, "summary", row(len(all.Instructors), all.Summary), "2 {1 1 0}")
	for _, other := range all.Instructors {
		if other.InstructorID == w.colleague.ID && (other.HoursOffered != nil || other.Total != 0 || other.WeeklyHours != 0) {
			t.Errorf("%+v", other)
		}
	}
}

// An instructor who enters within 5 minutes is on time; who enters again later is so still.
func TestPunctuality(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.batch(w.Teacher, w.CourseID, "", "Active", 0, "07 10", "08 10", "09 10")
	w.Teacher.Do("PUT", "/batches/"+b.ID+"/room", `{"provider":"built_in"}`, 200)
	rate := func(day, minutes int) *float64 {
		w.Clock.Advance(time.Date(2026, 9, day, 10, minutes, 0, 0, time.UTC).Sub(w.Clock.Now()))
		w.Teacher.Do("POST", "/sessions/"+b.Schedule[day-7].ID+"/presence", "", 200)
		return figures[batchanalytics.InstructorWorkload](w, w.Teacher, "/instructor-workload").Instructors[0].OnTimeStartRate
	}
	is(t, "5 minutes", *rate(7, 5), 100)
	is(t, "again", *rate(7, 20), 100)
	is(t, "6 minutes", *rate(8, 6), 50)
	is(t, "before", *rate(9, -10), 50) // it has not begun
	w.Clock.Advance(time.Hour)
	is(t, "begun", *figures[batchanalytics.InstructorWorkload](w, w.Teacher, "/instructor-workload").Instructors[0].OnTimeStartRate, 66.7)
}
