package blog_test

import (
	"bytes"
	"fmt"
	"image"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/testapp"
)

func TestCover(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Waggle", ""))
	upload := func(u testapp.User, version int64, kind string, file []byte) *httptest.ResponseRecorder {
		r := httptest.NewRequest("PUT", "/api/v1/blogs/"+d.ID+"/cover", bytes.NewReader(file))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("If-Match", fmt.Sprintf(`"v%d-"`, version))
		return u.SendRaw(r)
	}
	file := testapp.PNG(t, testapp.Halves(1000, 800))
	before := w.rows()
	for want, got := range map[int]*httptest.ResponseRecorder{
		415: upload(w.author, d.Version, "image/svg+xml", []byte("<svg/>")), 400: upload(w.author, d.Version, "image/png", testapp.PNG(t, testapp.Halves(100, 90))),
		404: upload(w.User(access.Instructor), d.Version, "image/png", file),
	} {
		if got.Code != want {
			t.Errorf("%d, want %d: %s", got.Code, want, got.Body)
		}
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	covered := w.draft(upload(w.author, d.Version, "image/png", file))
	if covered.Cover == nil || len(covered.Cover.Sizes) != 3 || covered.Cover.Sizes[0].Width != 480 || !slices.Contains(covered.Missing, "cover_alt") {
		t.Fatalf("%+v", covered)
	}
	if w.read(w.Nobody(), d.ID).Cover != nil {
		t.Error("readers see the cover of the draft")
	}
	shown := w.Nobody().Send("GET", covered.Cover.Sizes[0].URL, "")
	m, _, err := image.Decode(shown.Body)
	if err != nil || m.Bounds().Size() != image.Pt(480, 270) || !strings.Contains(shown.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("%v %v", err, shown.Header())
	}
	if got := send(w.admin, "POST", "/blogs/"+d.ID+"/publish", covered.Version, `{}`); got.Code != 409 || !strings.Contains(got.Body.String(), "Describe what the cover shows") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	described := w.draft(send(w.author, "PUT", "/blogs/"+d.ID, covered.Version, `{"title":"Waggle","html":"<p>x</p>","coverAlt":"A bee on a comb"}`))
	w.publish(described)
	if c := w.read(w.Nobody(), d.ID).Cover; c == nil || c.Alt != "A bee on a comb" {
		t.Errorf("%+v", c)
	}
	now := testapp.Read[rest.Answer[blog.PostDraft]](t, w.author.Do("GET", "/blogs/"+d.ID+"/draft", "", 200)).Data
	w.draft(send(w.author, "DELETE", "/blogs/"+d.ID+"/cover", now.Version, ""))
	w.Clock.Advance(2 * time.Hour)
	w.Work()
	if got := w.Nobody().Send("GET", covered.Cover.Sizes[0].URL, ""); got.Code != 200 {
		t.Errorf("a cover that readers see was deleted: %d", got.Code)
	}
}
