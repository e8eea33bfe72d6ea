package report_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/site/report"
	"lectern/internal/testapp"
)

func dashboard(t *testing.T, who testapp.User, query string) report.Dashboard {
	t.Helper()
	return testapp.Read[rest.Answer[report.Dashboard]](t, who.Do("GET", "/dashboard/stats"+query, "", 200)).Data
}

func find(t *testing.T, d report.Dashboard, metric string) report.Figure {
	t.Helper()
	for _, f := range d.Figures {
		if f.Metric == metric {
			return f
		}
	}
	t.Fatalf("no %s in %+v", metric, d.Figures)
	return report.Figure{}
}

func value(f report.Figure) string {
	if f.Value == nil {
		return "unknown"
	}
	return fmt.Sprint(*f.Value)
}

// rowsOf reads all pages of what a figure was made of.
func rowsOf(t *testing.T, who testapp.User, f report.Figure) (all []report.FigureRow) {
	t.Helper()
	q := url.Values{"metric": {f.Metric}, "scope": {f.Scope}, "from": {f.From}, "to": {f.To}, "limit": {"2"}}
	for {
		page := testapp.Read[rest.Answer[report.RowPage]](t, who.Do("GET", "/dashboard/rows?"+q.Encode(), "", 200)).Data
		if all = append(all, page.Rows...); page.NextCursor == "" {
			return all
		}
		q.Set("cursor", page.NextCursor)
	}
}

// livingSchool has learners who learned on the day of the class and before, one of whom teaches, and an administrator.
func livingSchool(t *testing.T) (s *school, admin testapp.User) {
	s = newSchool(t)
	admin = s.User(access.Admin)
	now := s.Clock.Now()
	for i, user := range append(s.users, s.Teacher.ID) {
		course := s.courses[i%2]
		s.Exec("INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES (?, ?, ?, 'active', ?, ?)", db.NewID(), user, course, now.AddDate(0, 0, -i), now)
		for back := range 3 {
			s.Exec("INSERT INTO lesson_activity (user_id, lesson_id, course_id, starts_at, acts, seconds, completed) VALUES (?, ?, ?, ?, 1, 600, ?)",
				user, s.lessons[course], course, now.AddDate(0, 0, -back*(i+1)).Truncate(15*time.Minute), back == 0)
		}
		s.Exec(`INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, started_at, last_at, completed_at, updated_at)
			VALUES (?, ?, 1, 1, 1, 100, 0, '', ?, ?, ?, ?)`, user, course, now, now, now, now)
	}
	if err := s.Reports.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, admin
}

func TestEveryFigureHasTheRowsThatItWasMadeOf(t *testing.T) {
	t.Parallel()
	s, admin := livingSchool(t)
	d := dashboard(t, admin, "")
	if d.Role != "admin" || d.Timezone != "UTC" || d.AsOf == nil {
		t.Errorf("%+v", d)
	}
	for metric, want := range map[string]string{"active_1": "5", "active_7": "5", "active_30": "5", "new_learners": "5", "enrolments": "6", "courses_done": "5", "lessons_done": "5", "learning_time": "9000", "order_conversion": "unknown"} {
		if got := value(find(t, d, metric)); got != want { // the teacher counts in no figure of learners; six are enrolled, with the student of the class
			t.Errorf("%s is %s, not %s", metric, got, want)
		}
	}
	taught := dashboard(t, s.Teacher, "?role=instructor")
	for _, w := range []struct {
		who testapp.User
		of  report.Dashboard
	}{{admin, d}, {s.Teacher, taught}} {
		for _, f := range w.of.Figures {
			if !f.HasRows {
				continue
			}
			sum := int64(0)
			rows := rowsOf(t, w.who, f)
			for _, r := range rows {
				sum += r.Value
			}
			if sum != *f.Value || f.Unit == "count" && f.Metric != "lessons_done" && int64(len(rows)) != *f.Value {
				t.Errorf("%s of %s is %d, but its %d rows add up to %d", f.Metric, f.Scope, *f.Value, len(rows), sum)
			}
		}
	}
	if f := find(t, taught, "active_week"); value(f) != "5" || len(taught.Courses) != 2 || taught.Courses[0].Enrolled+taught.Courses[1].Enrolled != 6 {
		t.Errorf("%+v, %+v", f, taught.Courses)
	}
}

func TestWhoSeesWhichFigures(t *testing.T) {
	t.Parallel()
	s, admin := livingSchool(t)
	other, student := s.User(access.Instructor), s.Student
	audits := s.Count("SELECT count(*) FROM audit_log")
	for _, path := range []string{"stats", "today", "metrics", "admin", "series", "rows", "export"} {
		s.Nobody().Do("GET", "/dashboard/"+path, "", 401)
	}
	student.Do("GET", "/dashboard/admin", "", 403)
	student.Do("GET", "/dashboard/stats?role=admin", "", 404)
	other.Do("GET", "/dashboard/today?role=corporate", "", 404)
	const days = "&from=2026-08-30&to=2026-09-01"
	for _, path := range []string{"series", "rows", "export"} {
		at := "/dashboard/" + path + "?metric=enrolments" + days
		for _, who := range []testapp.User{student, other} {
			who.Do("GET", at, "", 404) // the school is the default
			who.Do("GET", at+"&scope=course:"+s.CourseID, "", 404)
		}
		student.Do("GET", at+"&scope=self", "", 404)
		admin.Do("GET", at+"&scope=course:"+db.NewID(), "", 404)
		admin.Do("GET", at+"&scope=planet", "", 404)
		admin.Do("GET", "/dashboard/"+path+"?metric=happiness"+days, "", 400)
		admin.Do("GET", "/dashboard/"+path+"?metric=sign_ups&scope=self"+days, "", 400)
		admin.Do("GET", "/dashboard/"+path+"?metric=enrolments&from=2026-09-02&to=2026-09-01", "", 400)
		s.Teacher.Do("GET", at+"&scope=course:"+s.CourseID, "", 200)
		s.Teacher.Do("GET", at+"&scope=self", "", 200)
	}
	if answer := admin.Do("GET", "/dashboard/series?metric=enrolments&from=2024-01-01&to=2026-09-01", "", 400); !strings.Contains(answer, `"too_long"`) {
		t.Error(answer)
	}
	if n := s.Count("SELECT count(*) FROM audit_log") - audits; n != 2 {
		t.Errorf("%d exports were recorded, not the 2 that were made", n)
	}
}

func TestSeries(t *testing.T) {
	t.Parallel()
	s, admin := livingSchool(t)
	read := func(query string) (points string) {
		series := testapp.Read[rest.Answer[report.MetricSeries]](t, admin.Do("GET", "/dashboard/series?metric=enrolments&"+query, "", 200)).Data
		for _, p := range series.Points {
			points += fmt.Sprintf("%s %d", p.From, p.Value)
			if p.Previous != nil {
				points += fmt.Sprintf(" (%d)", *p.Previous)
			}
			points += "; "
		}
		return points
	}
	for query, want := range map[string]string{
		"from=2026-08-30&to=2026-09-01":                              "2026-08-30 1; 2026-08-31 1; 2026-09-01 2; ",
		"from=2026-08-30&to=2026-09-01&compare=true":                 "2026-08-30 1 (0); 2026-08-31 1 (1); 2026-09-01 2 (1); ",
		"from=2026-08-30&to=2026-09-01&step=week":                    "2026-08-30 1; 2026-08-31 3; ",
		"from=2026-08-28&to=2026-09-01&step=month":                   "2026-08-28 4; 2026-09-01 2; ",
		"from=2026-09-01&to=2026-09-01&scope=course:" + s.courses[1]: "2026-09-01 0; ",
	} {
		if got := read(query); got != want {
			t.Errorf("%s: %s, not %s", query, got, want)
		}
	}
	sheet := admin.Do("GET", "/dashboard/export?metric=enrolments&from=2026-09-01&to=2026-09-01&sheet=rows", "", 200)
	if lines := strings.Count(strings.TrimSpace(sheet), "\n"); lines != 2 {
		t.Errorf("%d rows:\n%s", lines, sheet)
	}
}

func TestWhatWaitsToday(t *testing.T) {
	t.Parallel()
	s, admin := livingSchool(t)
	kinds := func(who testapp.User, role string) (all string) {
		items := testapp.Read[rest.Answer[[]report.TodayItem]](t, who.Do("GET", "/dashboard/today?role="+role, "", 200)).Data
		for _, i := range items {
			all += fmt.Sprintf("%s %d %s; ", i.Kind, i.Count, i.Since.Format(time.DateOnly))
		}
		return all
	}
	if got := kinds(admin, "admin") + kinds(s.Teacher, "instructor") + kinds(s.Student, "student"); got != "" {
		t.Error(got)
	}
	now := s.Clock.Now()
	s.Exec("INSERT INTO role_applications (id, user_id, role, about, status, note, created_at) VALUES (?, ?, 'instructor', '', 'pending', '', ?)", db.NewID(), s.Student.ID, now.AddDate(0, 0, -3))
	s.Exec("UPDATE enrollments SET status = 'waitlisted', created_at = ? WHERE user_id = ?", now.AddDate(0, 0, -2), s.Student.ID)
	if got := kinds(admin, "admin") + kinds(s.Teacher, "instructor"); got != "applications 1 2026-08-29; waitlisted 1 2026-08-30; " {
		t.Error(got)
	}
}
