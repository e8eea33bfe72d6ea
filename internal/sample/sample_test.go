package sample_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/course"
	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/sample"
	"lectern/internal/testapp"
)

// uploads records uploads, and fails the first few.
type uploads struct {
	failures int
	got      []string
}

func (u *uploads) upload(_ context.Context, teacher access.Caller, courseID, title, clip string) error {
	if u.failures--; u.failures >= 0 {
		return errors.New("the network is down")
	}
	u.got = append(u.got, fmt.Sprint(teacher.Roles, " ", len(courseID), " ", title, " ", clip))
	return nil
}

func (u *uploads) into(app *testapp.App) sample.Installation {
	return sample.Installation{DB: app.DB, Hasher: app.Hasher, Accounts: app.Accounts, Clock: app.Clock, Authoring: app.Authoring, Catalogue: app.Catalogue, Enrollments: app.Enrollments, Curricula: app.Curricula, Lessons: app.Lessons, Exchange: app.Exchange, QuestionBanks: app.QuestionBanks, Progress: app.Progress, Upload: u.upload}
}

// signIn signs in as a demo user.
func signIn(t *testing.T, app *testapp.App, role string) authn.SignedIn {
	t.Helper()
	body := `{"email":"` + role + `@lectern.test","password":"lectern-demo"}`
	return testapp.Read[rest.Answer[authn.SignedIn]](t, app.Nobody().Do("POST", "/auth/login", body, 200)).Data
}

func TestFillIsIdempotent(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	up := &uploads{failures: 1}
	if err := sample.Fill(t.Context(), up.into(app)); err == nil {
		t.Fatal("the first filling is cut off")
	}
	for range 2 { // the second continues, the third finds it complete
		if err := sample.Fill(t.Context(), up.into(app)); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"[instructor] 36 Big Buck Bunny: the first half minute bbb-480p-30s.mp4"}; !slices.Equal(up.got, want) {
		t.Errorf("uploaded %q", up.got)
	}
	if people, courses := app.Count("SELECT count(*) FROM users"), app.Count("SELECT count(*) FROM courses"); people != 4 || courses != 8 {
		t.Errorf("%d people, %d courses", people, courses)
	}
	for _, role := range access.AllRoles {
		if got := signIn(t, app, string(role)).User.Roles; !slices.Equal(got, []access.Role{role}) {
			t.Errorf("%s has the roles %q", role, got)
		}
	}
	catalogue := testapp.Read[rest.List[course.Course]](t, app.Nobody().Do("GET", "/courses/get", "", 200)).Data
	if len(catalogue) != 7 || !strings.HasPrefix(catalogue[0].Title, "Animation") {
		t.Errorf("the catalogue shows %+v", catalogue)
	}
	if n := app.Count("SELECT count(*) FROM enrollments WHERE status = 'active'"); n != 4 {
		t.Errorf("%d enrollments", n)
	}
	if lessons, done := app.Count("SELECT count(*) FROM published_lessons"), app.Count("SELECT count(*) FROM lesson_progress WHERE status = 'completed'"); lessons != 5 || done != 2 {
		t.Errorf("%d lessons are published, of which the student has completed %d", lessons, done)
	}
	for _, c := range catalogue {
		path := "/tcourse/" + c.CourseType + "/" + c.ID
		got := testapp.Read[rest.Answer[authoring.TypedCourse]](t, app.Nobody().Do("GET", path, "", 200)).Data
		if planned := len(got.Schedule.Entries) + len(got.DoubtSchedule.Slots); !c.IsFree && planned == 0 {
			t.Errorf("%s costs something and has no times", c.Title)
		}
	}
}

func TestFillRefusesNonEmptyInstallation(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.User(access.Student)
	up := &uploads{}
	err := sample.Fill(t.Context(), up.into(app))
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "--data") {
		t.Errorf("%v", err)
	}
	if app.Count("SELECT count(*) FROM users") != 1 || app.Count("SELECT count(*) FROM courses") != 0 || len(up.got) != 0 ||
		app.Count("SELECT count(*) FROM settings") != 0 {
		t.Error("what was refused left something")
	}
}
