package sample_test

import (
	"net/http/httptest"
	"testing"

	"lectern/internal/learning/progress"
	"lectern/internal/people/authn"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/sample"
	"lectern/internal/testapp"
)

func TestSchoolHasTheSizeOfItsScale(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	in := sample.Installation{App: app.App, DB: app.DB}
	if size := sample.SchoolOf(1); size != (sample.School{Courses: 2000, Learners: 100_000}) {
		t.Error(size)
	}
	size := sample.School{Courses: 12, Learners: 60}
	if err := sample.FillSchool(t.Context(), in, size, func(string) {}); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int64{
		"SELECT count(*) FROM courses WHERE status = 'Published'":                                     12,
		"SELECT count(*) FROM users":                                                                  60 + 4,
		"SELECT count(DISTINCT user_id) FROM enrollments":                                             60,
		"SELECT count(*) FROM enrollments":                                                            600,
		"SELECT count(*) FROM lesson_progress":                                                        600 * 20,
		"SELECT count(*) FROM course_progress WHERE percent = 75":                                     600,
		"SELECT max(n) - min(n) FROM (SELECT count(*) AS n FROM enrollments GROUP BY course_id) AS c": 0,
	} {
		if got := app.Count(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	if d := ofLearner(t, app); d.Percent == nil || *d.Percent != 75 || len(d.Lessons) != 20 {
		t.Errorf("a learner sees %+v", d)
	}
	if err := sample.FillSchool(t.Context(), in, size, func(string) {}); !fault.Is(err, fault.Conflict) {
		t.Errorf("filled twice: %v", err)
	}
}

// ofLearner is what the last student sees of one of their courses.
func ofLearner(t *testing.T, app *testapp.App) progress.CourseProgressDetail {
	t.Helper()
	body := `{"email":"learner59@school.test","password":"lectern-demo"}`
	learner := testapp.Read[rest.Answer[authn.SignedIn]](t, app.Nobody().Do("POST", "/auth/login", body, 200)).Data
	var course string
	err := app.DB.Reader().NewRaw("SELECT course_id FROM enrollments WHERE user_id = ? LIMIT 1", learner.User.ID).Scan(t.Context(), &course)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/api/v1/progress/courses/"+course, nil)
	r.Header.Set("Authorization", "Bearer "+learner.AccessToken)
	w := app.Nobody().SendRaw(r)
	return testapp.Read[rest.Answer[progress.CourseProgressDetail]](t, w.Body.String()).Data
}
