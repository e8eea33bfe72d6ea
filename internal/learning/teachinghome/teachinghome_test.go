package teachinghome_test

import (
	"testing"

	"lectern/internal/learning/teachinghome"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type made = rest.Answer[struct{ ID string }]

func TestWaiting(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	course := app.Course(teacher)
	app.Course(teacher) // nothing waits here
	app.Enroll(learner, course)
	waiting := func(who testapp.User) []teachinghome.TaughtCourse {
		t.Helper()
		return testapp.Read[rest.Answer[[]teachinghome.TaughtCourse]](t, who.Do("GET", "/teaching/home", "", 200)).Data
	}
	if w := waiting(teacher); len(w) != 0 {
		t.Fatalf("%+v", w)
	}

	base := "/curriculum/course/" + course
	section := testapp.Read[made](t, teacher.Do("POST", base+"/sections", `{"title":"Basics"}`, 201)).Data.ID
	lesson := testapp.Read[made](t, teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"assignment","title":"Watch a hive"}`, 201)).Data.ID
	teacher.Do("PUT", "/assignments/"+lesson+"/settings", `{"settings":{"instructions":"Watch","submission_types":["text"],"max_points":10}}`, 200)
	teacher.Do("POST", base+"/publish", "{}", 200)
	learner.Do("POST", "/progress/lessons/"+lesson+"/comments", `{"body":"How long?"}`, 201)
	learner.Do("PUT", "/assignments/"+lesson+"/draft", `{"text":"A day","sequence":1}`, 200)
	learner.Do("POST", "/assignments/"+lesson+"/hand-in", `{"number":1}`, 200)
	second := app.User(access.Student)
	app.Enroll(second, course)
	app.Exec("UPDATE enrollments SET status = 'waitlisted' WHERE user_id = ?", second.ID)

	w := waiting(teacher)
	if len(w) != 1 || w[0].CourseID != course || w[0].ToGrade != 1 || w[0].UnansweredComments != 1 || w[0].EnrollmentsToDecide != 1 {
		t.Errorf("%+v", w)
	}
	if w := waiting(app.User(access.Instructor)); len(w) != 0 { // teaches another course, or none
		t.Errorf("%+v", w)
	}
	learner.Do("GET", "/teaching/home", "", 403)
}
