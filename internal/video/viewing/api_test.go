package viewing_test

import (
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

// video is a playable video without media, which watching does not need.
type video struct {
	id     string
	course string
}

// newVideo inserts a video of the given length.
func newVideo(t testing.TB, app *testapp.App, teacher testapp.User, course string, seconds int64) *video {
	t.Helper()
	id := teacher.Video(course)
	app.Exec("UPDATE videos SET duration_ms = ? WHERE id = ?", seconds*1000, id)
	return &video{id, course}
}

// scene is a course with a video of 20 s and an enrolled student.
func scene(t testing.TB, a *testapp.App) (v *video, teacher, student testapp.User) {
	t.Helper()
	teacher, student = a.User(access.Instructor), a.User(access.Student)
	course := a.Course(teacher)
	a.Enroll(student, course)
	return newVideo(t, a, teacher, course, 20), teacher, student
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	pending, withdrawn := app.User(access.Student), app.User(access.Student)
	app.Enroll(pending, v.course)
	app.Exec("UPDATE enrollments SET status = 'pending_payment' WHERE user_id = ?", pending.ID)
	app.Enroll(withdrawn, v.course)
	app.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", withdrawn.ID)

	event := func() string {
		return `{"events":[{"id":"` + db.NewID() + `","type":"start","at":"2026-09-01T08:00:00Z","milliseconds":300}]}`
	}
	for name, c := range map[string]struct {
		who                      testapp.User
		watch, manage, onMissing int
	}{
		"nobody":             {app.Nobody(), 401, 401, 401},
		"the student":        {student, 200, 403, 403},
		"another student":    {app.User(access.Student), 404, 403, 403},
		"who has not paid":   {pending, 404, 403, 403},
		"who has left":       {withdrawn, 404, 403, 403},
		"a corporate":        {app.User(access.Corporate), 404, 403, 403},
		"another instructor": {app.User(access.Instructor), 404, 404, 404},
		"its instructor":     {teacher, 200, 200, 404},
		"an admin":           {app.User(access.Admin), 200, 200, 404},
	} {
		t.Run(name, func(t *testing.T) {
			at := "/video-streaming/" + v.id
			c.who.Do("POST", at+"/watch-events", event(), c.watch)
			c.who.Do("GET", at+"/position", "", c.watch)
			c.who.Do("PUT", at+"/position", `{"position":1,"at":"2026-09-01T08:00:00Z"}`, c.watch)
			c.who.Do("GET", at+"/analytics", "", c.manage)
			c.who.Do("GET", "/video-streaming/"+db.NewID()+"/analytics", "", c.onMissing)
		})
	}
	// Refused requests have stored nothing: the student, the teacher and the admin have sent one event each.
	if n := app.Count("SELECT count(*) FROM watch_events"); n != 3 {
		t.Errorf("%d events", n)
	}
	if n := app.Count("SELECT count(*) FROM watch_positions"); n != 3 {
		t.Errorf("%d positions", n)
	}
}
