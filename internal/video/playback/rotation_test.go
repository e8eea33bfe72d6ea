package playback_test

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/seal"
	"lectern/internal/testapp"
)

// rotated is the application after its master key was rotated and it was started again.
func rotated(t *testing.T, a *testapp.App) *app.App {
	t.Helper()
	file := filepath.Join(a.Dir, "master.json")
	_, err := seal.Rotate(file)
	must(t, err)
	parts := a.Deps
	parts.Master, err = seal.LoadMaster(file, "")
	must(t, err)
	return app.New(parts)
}

func TestMasterKeysRotate(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	v := newVideo(t, app, teacher, app.Course(teacher), 3700, "240p")
	before := v.urls(teacher)
	key := fetch(t, app, root(before)+"keys/1")
	if n, err := app.Playback.RewrapKeys(t.Context()); n != 0 || err != nil {
		t.Errorf("nothing was rotated, but %d keys were wrapped (%v)", n, err)
	}

	next := rotated(t, app)
	if n, err := next.Playback.RewrapKeys(t.Context()); n != 2 || err != nil {
		t.Fatalf("%d keys (%v), want 2", n, err)
	}
	if n := app.Count("SELECT count(*) FROM video_keys WHERE master_version = 2"); n != 2 {
		t.Errorf("%d keys are wrapped by the new master key", n)
	}
	if n, err := next.Playback.RewrapKeys(t.Context()); n != 0 || err != nil {
		t.Errorf("a second time: %d (%v)", n, err)
	}
	r := httptest.NewRequest("GET", root(before)+"keys/1", nil)
	w := httptest.NewRecorder()
	next.API.ServeHTTP(w, r)
	if w.Code != 200 || w.Body.String() != key {
		t.Errorf("after the rotation the data key is another: %d", w.Code)
	}
	r.URL.Path = root(before) + "clear/240p/601.m4s"
	w = httptest.NewRecorder()
	next.API.ServeHTTP(w, r)
	if w.Code != 200 || w.Body.String() != string(v.plain["g1/240p/601"]) {
		t.Errorf("after the rotation a segment does not open: %d", w.Code)
	}
}
