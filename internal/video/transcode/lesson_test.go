package transcode_test

import (
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type made = rest.Answer[struct{ ID string }]

// draftLesson is a lesson of the draft of a course that shows a video.
func draftLesson(t *testing.T, teacher testapp.User, course, video string) string {
	t.Helper()
	base := "/curriculum/course/" + course
	section := testapp.Read[made](t, teacher.Do("POST", base+"/sections", `{"title":"Basics"}`, 201)).Data.ID
	return testapp.Read[made](t, teacher.Do("POST", base+"/sections/"+section+"/lessons",
		`{"type":"video","title":"Bees","content":{"video_id":"`+video+`"}}`, 201)).Data.ID
}

func publishedLesson(t *testing.T, teacher testapp.User, course, video string) string {
	t.Helper()
	id := draftLesson(t, teacher, course, video)
	teacher.Do("POST", "/curriculum/course/"+course+"/publish", "{}", 200)
	return id
}

// The curriculum alone says which lesson shows a video: at once for its teachers, once it is published for the others.
func TestVideosOfALessonFollowTheCurriculum(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, enrolled, admin := app.User(access.Instructor), app.User(access.Student), app.User(access.Admin)
	course, other := app.Course(teacher), app.Course(teacher)
	app.Enroll(enrolled, course)
	id, elsewhere := reserved(t, app, teacher, course, "bees.mp4"), reserved(t, app, teacher, other, "wasps.mp4")
	app.Exec("UPDATE videos SET status = 'completed', live_generation = 1, generation = 1, is_shared = TRUE")
	lesson := draftLesson(t, teacher, course, id)
	shown := func(who testapp.User, lesson, video, want string) {
		t.Helper()
		listed := ""
		for _, v := range testapp.Read[page](t, who.Do("GET", "/video-streaming/lessons/"+lesson+"/videos", "", 200)).Data {
			listed += v.ID
			if v.LessonID != lesson {
				t.Errorf("listed under %s it names the lesson %q", lesson, v.LessonID)
			}
		}
		named := testapp.Read[one](t, who.Do("GET", "/video-streaming/"+video+"/metadata", "", 200)).Data.LessonID
		if listed != want || (named == lesson) != (want == video) {
			t.Errorf("the lesson lists %q and the video names %q, want %q", listed, named, want)
		}
	}
	shown(teacher, lesson, id, id)
	shown(admin, lesson, id, id)
	shown(enrolled, lesson, id, "")
	teacher.Do("POST", "/curriculum/course/"+course+"/publish", "{}", 200)
	shown(enrolled, lesson, id, id)

	changed := testapp.Read[one](t, teacher.Do("PATCH", "/video-streaming/"+id+"/metadata", `{"title":"Wasps","lessonId":"`+draftLesson(t, teacher, other, elsewhere)+`"}`, 200)).Data
	if changed.Title != "Wasps" || changed.LessonID != lesson {
		t.Errorf("a client has moved the video to another lesson: %+v", changed)
	}
	draftLesson(t, teacher, course, reserved(t, app, teacher, course, "hornets.mp4")) // an empty curriculum cannot be published
	teacher.Do("DELETE", "/curriculum/course/"+course+"/lessons/"+lesson, "", 200)
	shown(enrolled, lesson, id, id)
	teacher.Do("POST", "/curriculum/course/"+course+"/publish", "{}", 200)
	shown(teacher, lesson, id, "")
	shown(enrolled, lesson, id, "")
}
