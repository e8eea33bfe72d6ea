package transcode_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
)

// A change of what was changed elsewhere is refused with what is there now and saves nothing; processing is no such change, and a
// request without a version, as the specification has it, is made whatever is there.
func TestStaleDetailsAreRefused(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	id := teacher.Video(app.Course(teacher))
	path := "/api/v1/video-streaming/" + id + "/metadata"
	read := func() (string, transcode.Video) {
		answer := teacher.Send("GET", path, "")
		return answer.Header().Get("ETag"), testapp.Read[rest.Answer[transcode.Video]](t, answer.Body.String()).Data
	}
	change := func(title, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("PATCH", path, strings.NewReader(`{"title":"`+title+`"}`))
		r.Header.Set("Content-Type", "application/json")
		if tag != "" {
			r.Header.Set("If-Match", tag)
		}
		return teacher.SendRaw(r)
	}
	seen, _ := read()
	app.Exec("UPDATE videos SET status = 'processing', duration_ms = 61000 WHERE id = ?", id)
	if w := change("First", seen); w.Code != 200 {
		t.Fatalf("after processing has gone on: %d %s", w.Code, w.Body)
	}
	w := change("Second", seen)
	refusal := testapp.Read[struct {
		Code  string
		Error transcode.Video
	}](t, w.Body.String())
	if _, now := read(); w.Code != 412 || refusal.Code != "details_changed" || refusal.Error.Title != "First" || now.Title != "First" {
		t.Errorf("%d %s; the title is %q", w.Code, w.Body, now.Title)
	}
	if w := change("Third", ""); w.Code != 200 {
		t.Errorf("without a version: %d %s", w.Code, w.Body)
	}
}
