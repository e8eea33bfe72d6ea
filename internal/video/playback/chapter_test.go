package playback_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/playback"
)

// Teachers divide a video into chapters; all who may watch it see them.
func TestChapters(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	path := "/video-streaming/" + v.id + "/chapters"
	type answer = rest.Answer[playback.ChapterList]

	app.User(access.Student).Do("GET", path, "", 404)
	student.Do("PUT", path, `{"chapters":[]}`, 403)
	app.User(access.Instructor).Do("PUT", path, `{"chapters":[]}`, 404)
	if l := testapp.Read[answer](t, student.Do("GET", path, "", 200)).Data; len(l.Chapters) != 0 {
		t.Errorf("chapters that nobody has written: %+v", l)
	}
	saved := testapp.Read[answer](t, teacher.Do("PUT", path, `{"chapters":[{"start":0,"title":" The  hive "},{"start":2.5,"title":"Honey"}]}`, 200)).Data
	if len(saved.Chapters) != 2 || saved.Chapters[0] != (playback.Chapter{Title: "The hive"}) || saved.Chapters[1] != (playback.Chapter{Start: 2.5, Title: "Honey"}) {
		t.Errorf("saved as %+v", saved)
	}
	for body, message := range map[string]string{
		`{"chapters":[{"start":1,"title":" "}]}`:                                                       "Each chapter needs a title",
		`{"chapters":[{"start":1,"title":"` + strings.Repeat("x", 101) + `"}]}`:                        "The title of a chapter must be at most 100 characters",
		`{"chapters":[{"start":2,"title":"B"},{"start":1,"title":"A"}]}`:                               "Each chapter must start after the one before it",
		`{"chapters":[{"start":1,"title":"A"},{"start":1.0001,"title":"B"}]}`:                          "Each chapter must start after the one before it",
		`{"chapters":[{"start":99999,"title":"Late"}]}`:                                                "A chapter must start before the video ends",
		`{"chapters":[{"start":-1,"title":"Early"}]}`:                                                  "The start of a chapter must be a number of seconds",
		`{"chapters":[` + strings.Repeat(`{"start":1,"title":"A"},`, 200) + `{"start":1,"title":""}]}`: "A video can have at most 200 chapters",
	} {
		if p := testapp.Read[rest.Problem](t, teacher.Do("PUT", path, body, 400)); p.Message != message {
			t.Errorf("%.60s: %q, want %q", body, p.Message, message)
		}
	}
	if u := v.urls(student); len(u.Chapters) != 2 || u.Chapters[1].Title != "Honey" {
		t.Errorf("a player is given %+v", u.Chapters)
	}

	stale := httptest.NewRequest("PUT", "/api/v1"+path, strings.NewReader(`{"chapters":[]}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"0"`)
	if w := teacher.SendRaw(stale); w.Code != 412 || !strings.Contains(w.Body.String(), `"Honey"`) {
		t.Errorf("over another version: %d %s", w.Code, w.Body)
	}
	teacher.Do("PUT", path, `{"chapters":[]}`, 200)
	if u := v.urls(student); len(u.Chapters) != 0 {
		t.Errorf("after deletion a player is given %+v", u.Chapters)
	}
}
