package transcode_test

import (
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
)

// A video is its teachers' alone until a lesson is published with it, or they share it.
func TestVideosArePrivateUntilTheyAreShown(t *testing.T) {
	t.Parallel()
	app, teacher, enrolled, course := taughtCourse(t)
	id := reserved(t, app, teacher, course, "bees.mp4")
	app.Exec(`UPDATE videos SET status = 'completed', live_generation = 1, generation = 1, uploaded_at = created_at, duration_ms = 60000 WHERE id = ?`, id)
	path := "/video-streaming/" + id
	open := func(when string, want bool) {
		t.Helper()
		status := map[bool]int{true: 200, false: 404}[want]
		teacher.Do("GET", path+"/metadata", "", 200)
		teacher.Do("GET", path+"/position", "", 200)
		enrolled.Do("GET", path+"/metadata", "", status)
		enrolled.Do("GET", path+"/position", "", status)
		if n := len(testapp.Read[page](t, enrolled.Do("GET", "/video-streaming/courses/"+course+"/videos", "", 200)).Data); (n == 1) != want {
			t.Errorf("%s: a learner's list has %d videos", when, n)
		}
	}
	open("uploaded", false)
	lesson := draftLesson(t, teacher, course, id)
	open("in a draft", false)
	teacher.Do("PATCH", path+"/metadata", `{"isShared":true}`, 200)
	open("shared", true)
	teacher.Do("PATCH", path+"/metadata", `{"isShared":false}`, 200)
	open("no longer shared", false)
	teacher.Do("POST", "/curriculum/course/"+course+"/publish", "{}", 200)
	open("published", true)

	draftLesson(t, teacher, course, reserved(t, app, teacher, course, "hornets.mp4")) // an empty curriculum cannot be published
	teacher.Do("DELETE", "/curriculum/course/"+course+"/lessons/"+lesson, "", 200)
	teacher.Do("POST", "/curriculum/course/"+course+"/publish", "{}", 200)
	open("taken out of its lesson", false)
	app.Exec("INSERT INTO course_recordings (id, course_id, week_id, video_id, title, created_at) VALUES ('r', ?, 'w', ?, 'Week 1', ?)", course, id, app.Clock.Now())
	open("a recording", true)
}

// A video that learners need is not deleted by accident.
func TestDeletingAVideoInUse(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	course := app.Course(teacher)
	id := reserved(t, app, teacher, course, "bees.mp4")
	app.Exec(`UPDATE videos SET status = 'completed', live_generation = 1, generation = 1, uploaded_at = created_at WHERE id = ?`, id)
	lesson := publishedLesson(t, teacher, course, id)

	p := testapp.Read[rest.Problem](t, teacher.Do("DELETE", "/video-streaming/"+id, "", 409))
	in := testapp.Read[struct {
		Error transcode.VideoUse `json:"error"`
	}](t, teacher.Do("DELETE", "/video-streaming/"+id+"?force=false", "", 409)).Error
	if p.Code != "video_in_use" || len(in.Lessons) != 1 || in.Lessons[0] != (transcode.LessonUse{LessonID: lesson, Title: "Bees"}) {
		t.Errorf("refused with %q and %+v", p.Code, in)
	}
	app.User(access.Instructor).Do("DELETE", "/video-streaming/"+id+"?force=true", "", 404)
	teacher.Do("GET", "/video-streaming/"+id+"/metadata", "", 200)
	teacher.Do("DELETE", "/video-streaming/"+id+"?force=true", "", 200)
	teacher.Do("GET", "/video-streaming/"+id+"/metadata", "", 404)
	draft := reserved(t, app, teacher, course, "wasps.mp4")
	app.Exec(`UPDATE videos SET status = 'failed', uploaded_at = created_at WHERE id = ?`, draft)
	draftLesson(t, teacher, course, draft)
	teacher.Do("DELETE", "/video-streaming/"+draft, "", 200) // learners never saw it
}
