package playback_test

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// A video plays once a lesson that shows it opens: not before its date, even for enrolled students, and for everybody if
// the lesson is a preview.
func TestLockedLessonReturns404(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	stranger := app.User(access.Student)
	base := "/curriculum/course/" + v.course
	section := testapp.Read[rest.Answer[outline.OutlineEntry]](t, teacher.Do("POST", base+"/sections", `{"title":"Films"}`, 201)).Data
	lesson := testapp.Read[rest.Answer[outline.LessonEntry]](t, teacher.Do("POST", base+"/sections/"+section.ID+"/lessons",
		fmt.Sprintf(`{"type":"video","title":"A film","content":{"video_id":%q},"release":{"at":%q}}`, v.id, app.Clock.Now().Add(time.Hour).Format(time.RFC3339)), 201)).Data
	plays := func(when string, want map[string]int) {
		t.Helper()
		for name, who := range map[string]testapp.User{"the teacher": teacher, "the student": student, "a stranger": stranger, "nobody": app.Nobody()} {
			if w := who.Send("GET", "/api/v1/video-streaming/"+v.id+"/streaming-urls", ""); w.Code != want[name] {
				t.Errorf("%s, %s: %d, want %d", when, name, w.Code, want[name])
			}
		}
	}
	plays("in a draft", map[string]int{"the teacher": 200, "the student": 200, "a stranger": 404, "nobody": 404})
	teacher.Do("POST", base+"/publish", "{}", 200)
	plays("before its date", map[string]int{"the teacher": 200, "the student": 404, "a stranger": 404, "nobody": 404})
	student.Do("POST", "/video-streaming/"+v.id+"/watch-events",
		`{"events":[{"id":"0199aaaa-0000-7000-8000-000000000001","type":"start","at":"2026-09-01T08:00:00Z","milliseconds":300}]}`, 404)
	if n := app.Count("SELECT count(*) FROM watch_events"); n != 0 {
		t.Errorf("%d watch events of a locked video", n)
	}
	app.Clock.Advance(time.Hour)
	plays("at its date", map[string]int{"the teacher": 200, "the student": 200, "a stranger": 404, "nobody": 404})
	teacher.Do("PUT", base+"/lessons/"+lesson.ID, `{"previewable":true}`, 200)
	teacher.Do("POST", base+"/publish", "{}", 200)
	plays("as a preview", map[string]int{"the teacher": 200, "the student": 200, "a stranger": 200, "nobody": 200})
}
