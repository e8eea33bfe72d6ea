package analytics_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/analytics"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// class is a world with five students who are named and differ in everything that is sorted by.
func class(t *testing.T) (w *world, names []string) {
	t.Helper()
	w = newWorld(t, 4)
	w.Exec("DELETE FROM enrollments WHERE user_id = ?", w.learner.ID)
	for i, name := range []string{"Ann", "Ben", "Cleo", "Dan", "Eve"} {
		u := w.User(access.Student)
		w.Enroll(u, w.course)
		w.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
		for n := range i { // Ann has not begun
			w.does(u, w.course, w.lessons[n], "viewed", 0)
			w.does(u, w.course, w.lessons[n], "time", 10)
			w.Clock.Advance(10 * time.Second) // no device spends one time in two lessons
		}
		names = append(names, name)
		w.Clock.Advance(time.Hour - time.Duration(i)*10*time.Second)
	}
	return w, names
}

func (w *world) students(query string) rest.List[analytics.CourseStudent] {
	w.t.Helper()
	return testapp.Read[rest.List[analytics.CourseStudent]](w.t, w.teacher.Do("GET", "/student-analytics/courses/"+w.course+"/students"+query, "", 200))
}

func TestStudentsAreTheirTeachers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	base := "/student-analytics/courses/" + w.course
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{
		"nobody":           {w.Nobody(), 401},
		"its learner":      {w.learner, 403},
		"another teacher":  {w.User(access.Instructor), 404},
		"its teacher":      {w.teacher, 200},
		"an administrator": {w.User(access.Admin), 200},
	} {
		t.Log(name)
		for _, path := range []string{"", "/students", "/students/" + w.learner.ID, "/export"} {
			c.who.Do("GET", base+path, "", c.want)
		}
	}
	w.teacher.Do("GET", base+"/students/"+w.teacher.ID, "", 404)
	for _, query := range []string{"?sort=email", "?sort=u.email_key", "?cursor=x", "?cursor=" + rest.EncodeCursor("x", "y")} {
		w.teacher.Do("GET", base+"/students"+query, "", 400)
	}
}

// Every advertised order, page by page, in both directions, gives everybody once.
func TestStudentsByEveryColumn(t *testing.T) {
	t.Parallel()
	w, up := class(t)
	down := slices.Clone(up)
	slices.Reverse(down)
	for _, by := range []string{"fullName", "progressPercentage", "timeSpent", "lastAt", "enrolledAt"} {
		for sort, want := range map[string][]string{by: up, "-" + by: down} {
			var got []string
			for cursor := ""; ; {
				page := w.students(fmt.Sprintf("?limit=2&sort=%s&cursor=%s", sort, cursor))
				for _, s := range page.Data {
					got = append(got, s.FullName)
				}
				if cursor = page.NextCursor; cursor == "" || len(got) > 5 {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v", sort, got)
			}
		}
	}
	if page := w.students("?page=2&limit=2&sort=fullName"); len(page.Data) != 2 || page.Data[0].FullName != "Cleo" || page.Pagination.TotalItems != 5 {
		t.Errorf("%+v", page)
	}
}

func TestWhoIsAtRisk(t *testing.T) {
	t.Parallel()
	w, _ := class(t)
	risks := func() (all string) {
		for _, s := range w.students("?sort=fullName").Data {
			all += fmt.Sprintf("%s %s %v, ", s.FullName, s.Risk, s.AtRisk)
		}
		return all
	}
	if got := risks(); got != "Ann  false, Ben  false, Cleo  false, Dan  false, Eve  false, " {
		t.Error(got)
	}
	w.Clock.Advance(8 * 24 * time.Hour)
	w.Exec("UPDATE lesson_progress SET status = 'failed' WHERE course_id = ? AND user_id = (SELECT id FROM users WHERE full_name = 'Ben')", w.course)
	if got := risks(); got != "Ann not_started true, Ben failed true, Cleo  false, Dan  false, Eve  false, " {
		t.Error(got)
	}
	w.Clock.Advance(8 * 24 * time.Hour)
	if got := risks(); got != "Ann not_started true, Ben inactive true, Cleo inactive true, Dan inactive true, Eve  false, " { // Eve has completed
		t.Error(got)
	}
	if page := w.students("?atRisk=true"); len(page.Data) != 4 || page.Pagination.TotalItems != 4 {
		t.Errorf("%+v", page.Data)
	}
	if a := testapp.Read[rest.Answer[analytics.CourseAnalytics]](t, w.teacher.Do("GET", "/student-analytics/courses/"+w.course, "", 200)).Data; a.AtRisk != 4 || a.Active != 0 {
		t.Errorf("%+v", a)
	}
}

func TestStudentsByEnrollmentAndProgress(t *testing.T) {
	t.Parallel()
	w, _ := class(t)
	enroll := func(name, status string) testapp.User {
		u := w.User(access.Student)
		w.Enroll(u, w.course)
		w.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
		w.Exec("UPDATE enrollments SET status = ?, ends_at = NULL WHERE user_id = ?", status, u.ID)
		return u
	}
	enroll("Fay", "waitlisted")
	gus := enroll("Gus", "withdrawn")
	w.Clock.Advance(8 * 24 * time.Hour)
	for query, want := range map[string]string{
		"":                                     "Ann Ben Cleo Dan Eve", // who may learn now
		"&enrollment=any":                      "Ann Ben Cleo Dan Eve Fay Gus",
		"&enrollment=waitlisted":               "Fay",
		"&enrollment=withdrawn":                "Gus",
		"&enrollment=suspended":                "",
		"&progress=not_started":                "Ann",
		"&progress=in_progress":                "Ben Cleo Dan",
		"&progress=completed":                  "Eve",
		"&atRisk=true":                         "Ann",
		"&enrollment=any&atRisk=true":          "Ann", // who may not learn is not at risk
		"&enrollment=any&progress=not_started": "Ann Fay Gus",
	} {
		page := w.students("?sort=fullName" + query)
		var got []string
		for _, s := range page.Data {
			got = append(got, s.FullName)
		}
		if strings.Join(got, " ") != want || page.Pagination.TotalItems != int64(len(got)) {
			t.Errorf("%s: %v of %d, want %s", query, got, page.Pagination.TotalItems, want)
		}
	}
	if fay := w.students("?enrollment=waitlisted").Data[0]; fay.Enrollment != "waitlisted" || fay.EndsAt != nil || fay.Risk != "" {
		t.Errorf("%+v", fay)
	}
	i := testapp.Read[rest.Answer[analytics.StudentInsight]](t, w.teacher.Do("GET", "/student-analytics/courses/"+w.course+"/students/"+gus.ID, "", 200)).Data
	if i.Student.Enrollment != "withdrawn" || i.Student.AtRisk {
		t.Errorf("who has left is still shown: %+v", i.Student)
	}
	for _, query := range []string{"?enrollment=gone", "?progress=half"} {
		w.teacher.Do("GET", "/student-analytics/courses/"+w.course+"/students"+query, "", 400)
	}
}

func TestAnalyticsOfACourse(t *testing.T) {
	t.Parallel()
	w, _ := class(t)
	gone := w.User(access.Student)
	w.Enroll(gone, w.course)
	w.does(gone, w.course, w.lessons[0], "viewed", 0)
	w.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", gone.ID)
	a := testapp.Read[rest.Answer[analytics.CourseAnalytics]](t, w.teacher.Do("GET", "/student-analytics/courses/"+w.course, "", 200)).Data
	if a.Title != "Bees" || a.Students != 5 || a.NotStarted != 1 || a.Completed != 1 || a.Active != 4 || a.Percent != 50 || a.TimeSpent != 100 || len(a.Lessons) != 4 {
		t.Errorf("%+v", a)
	}
	if l := a.Lessons[0]; l.Begun != 4 || l.Completed != 4 {
		t.Errorf("of whom left the course: %+v", l)
	}
	if l := a.Lessons[1]; l.Title != "Lesson 2" || l.Begun != 3 || l.Completed != 3 || l.TimeSpent != 30 || l.AverageTime != 10 || l.AverageScore != nil {
		t.Errorf("%+v", l)
	}
	empty := w.Course(w.teacher)
	if a := testapp.Read[rest.Answer[analytics.CourseAnalytics]](t, w.teacher.Do("GET", "/student-analytics/courses/"+empty, "", 200)).Data; a.Students != 0 || a.Lessons == nil {
		t.Errorf("nobody: %+v", a)
	}
}

func TestOneStudent(t *testing.T) {
	t.Parallel()
	w, _ := class(t)
	dan := w.students("?sort=fullName").Data[3]
	i := testapp.Read[rest.Answer[analytics.StudentInsight]](t, w.teacher.Do("GET", "/student-analytics/courses/"+w.course+"/students/"+dan.UserID+"?weeks=1", "", 200)).Data
	if i.Student.FullName != "Dan" || i.Student.Completed != 3 || *i.Progress.Percent != 75 || i.Progress.Weeks[0].Completed != 3 || i.Progress.Lessons[2].Status != "completed" ||
		i.Progress.Lessons[3].Status != "not_started" {
		t.Errorf("%+v", i)
	}
}

func TestStudentsAsASheet(t *testing.T) {
	t.Parallel()
	w, _ := class(t)
	w.Exec("UPDATE users SET full_name = '=1+1' WHERE full_name = 'Dan'")
	lines := strings.Split(strings.TrimSpace(w.teacher.Do("GET", "/student-analytics/courses/"+w.course+"/export", "", 200)), "\r\n")
	if len(lines) != 6 || !strings.Contains(lines[1], ",Ann,2026-09-01T08:00:00Z,not_started,0,0,4,0,,,,") ||
		!strings.Contains(lines[4], ",'=1+1,") || !strings.Contains(lines[5], ",Eve,2026-09-01T12:00:00Z,completed,100,4,4,40,2026-09-01T12:00:00Z,") || strings.Contains(lines[5], "@") {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
}
