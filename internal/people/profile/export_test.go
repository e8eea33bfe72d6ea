package profile_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func exports(t *testing.T, u testapp.User) []profile.Export {
	t.Helper()
	return testapp.Read[rest.Answer[[]profile.Export]](t, u.Do("GET", "/profile/me/exports", "", 200)).Data
}

// unzip returns the files of an archive by name.
func unzip(t *testing.T, content []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func TestExportIsComplete(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Student), a.User(access.Student)
	course := a.Course(a.User(access.Instructor))
	a.Enroll(ann, course)
	a.Enroll(ben, course)
	ann.Do("PATCH", mine, `{"bio": "Bees."}`, 200)
	upload(t, ann, picture(t, 100, 100), "image/png", "", 200)
	if list := exports(t, ann); list == nil || len(list) != 0 {
		t.Error(list)
	}
	first := testapp.Read[rest.Answer[profile.Export]](t, ann.Do("POST", "/profile/me/export", "", 201)).Data
	again := testapp.Read[rest.Answer[profile.Export]](t, ann.Do("POST", "/profile/me/export", "", 201)).Data
	if first.Status != "preparing" || first.DownloadURL != "" || again.ID != first.ID {
		t.Errorf("%+v %+v", first, again)
	}
	a.Work()
	ready := exports(t, ann)[0]
	if ready.Status != "ready" || ready.TablesDone != ready.TablesTotal || ready.TablesTotal < 20 || ready.SizeBytes == 0 || emails(t, a, "Your data export is ready") != 1 {
		t.Errorf("%+v", ready)
	}
	w := a.Nobody().Send("GET", ready.DownloadURL, "")
	if w.Code != 200 || int64(w.Body.Len()) != ready.SizeBytes || w.Header().Get("Cache-Control") != "private, no-store" ||
		!strings.HasPrefix(w.Header().Get("Content-Disposition"), `attachment; filename="lectern-data-2026-09-01.zip"`) {
		t.Fatal(w.Code, w.Header())
	}
	files := unzip(t, w.Body.Bytes())
	for _, h := range a.Holdings() {
		text, there := files["tables/"+h.Table+".json"]
		var rows []map[string]any
		if there != (len(h.Export) > 0) && len(h.Export) > 0 || there && json.Unmarshal([]byte(text), &rows) != nil {
			t.Errorf("%s: %q", h.Table, text)
		}
	}
	if !strings.Contains(files["profile.json"], "Bees.") || !strings.Contains(files["README.txt"], "everything") || files["avatar.jpeg"] == "" {
		t.Error("the profile, the picture or the explanation is missing")
	}
	rows := testapp.Read[[]map[string]any](t, files["tables/enrollments.json"])
	if len(rows) != 1 || rows[0]["course_id"] != course || rows[0]["created_at"] != "2026-09-01T08:00:00Z" {
		t.Error(rows)
	}
	if got := testapp.Read[[]struct{ About profile.About }](t, files["tables/profiles.json"]); len(got) != 1 || got[0].About.Bio != "Bees." {
		t.Error(got)
	}
	for name, text := range files {
		if strings.Contains(text, ben.ID) || strings.Contains(text, "password_hash") {
			t.Errorf("%s holds data of another user, or a secret: %s", name, text)
		}
	}
}

// The download URL is valid for a quarter of an hour and for one archive; the archive for a week.
func TestExportIsDownloadedBySignedURL(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Student), a.User(access.Student)
	ann.Do("POST", "/profile/me/export", "", 201)
	a.Work()
	address := exports(t, ann)[0].DownloadURL
	if len(exports(t, ben)) != 0 {
		t.Error("a user sees another user's archives")
	}
	broken := []byte(address)
	broken[len(broken)-30] ^= 1
	for path, want := range map[string]int{address: 200, string(broken): 401, address + "x": 401, "/api/v1/profile/exports/none": 401} {
		if got := a.Nobody().Send("GET", path, "").Code; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	a.Clock.Advance(16 * time.Minute)
	if got := a.Nobody().Send("GET", address, "").Code; got != 401 {
		t.Error("an expired URL returns", got)
	}
	a.Clock.Advance(7*24*time.Hour - 30*time.Minute)
	sweep(t, a)
	late := exports(t, ann)[0].DownloadURL
	if got := a.Nobody().Send("GET", late, "").Code; got != 200 {
		t.Error("the archive was removed too early:", got)
	}
	a.Clock.Advance(14 * time.Minute)
	sweep(t, a)
	if got := a.Nobody().Send("GET", late, "").Code; got != 410 {
		t.Error("a removed archive returns", got)
	}
	if x := exports(t, ann)[0]; x.Status != "expired" || x.DownloadURL != "" {
		t.Errorf("%+v", x)
	}
	if objects, err := a.Blob.List(t.Context(), "exports/"); err != nil || len(objects) != 0 {
		t.Error(objects, err)
	}
	a.Nobody().Do("POST", "/profile/me/export", "", 401)
	a.Nobody().Do("GET", "/profile/me/exports", "", 401)
}

func TestExportRateLimit(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	for range 5 {
		ann.Do("POST", "/profile/me/export", "", 201)
		a.Work()
	}
	ann.Do("POST", "/profile/me/export", "", 429)
	if n := len(exports(t, ann)); n != 5 {
		t.Error(n)
	}
}
