package medialibrary_test

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
	"lectern/internal/site/medialibrary"
	"lectern/internal/testapp"
)

type world struct {
	*testapp.App
	t             *testing.T
	author, admin testapp.User
}

func upload(u testapp.User, query, kind string, file []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1/uploads?"+query, bytes.NewReader(file))
	r.Header.Set("Content-Type", kind)
	return u.SendRaw(r)
}

func send(u testapp.User, method, path string, version int64, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", fmt.Sprintf(`"v%d-"`, version))
	return u.SendRaw(r)
}

func (w *world) picture(answer *httptest.ResponseRecorder) medialibrary.LibraryPicture {
	w.t.Helper()
	if answer.Code/100 != 2 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return testapp.Read[rest.Answer[medialibrary.LibraryPicture]](w.t, answer.Body.String()).Data
}

func (w *world) draft(answer *httptest.ResponseRecorder) blog.PostDraft {
	w.t.Helper()
	if answer.Code/100 != 2 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return testapp.Read[rest.Answer[blog.PostDraft]](w.t, answer.Body.String()).Data
}

func (w *world) rows() (all []string) {
	for table, text := range w.Tables() {
		if strings.HasPrefix(table, "media") || table == "audit_log" || strings.HasPrefix(table, "post") {
			all = append(all, table+text)
		}
	}
	return slices.Sorted(slices.Values(all))
}

func newWorld(t *testing.T) *world {
	a := testapp.New(t)
	return &world{a, t, a.User(access.Instructor), a.User(access.Admin)}
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := testapp.PNG(t, testapp.Halves(1000, 500))
	before := w.rows()
	for name, c := range map[string]struct {
		got  *httptest.ResponseRecorder
		want int
	}{
		"a visitor": {upload(w.Nobody(), "", "image/png", file), 401}, "a student": {upload(w.User(access.Student), "", "image/png", file), 403},
		"an SVG": {upload(w.author, "", "image/svg+xml", []byte("<svg/>")), 415}, "a page": {upload(w.author, "", "image/png", []byte("<html>")), 415},
		"a long description": {upload(w.author, "alt="+strings.Repeat("a", 301), "image/png", file), 400},
	} {
		if c.got.Code != c.want {
			t.Errorf("%s: %d %s", name, c.got.Code, c.got.Body)
		}
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	p := w.picture(upload(w.author, "name=Caf%C3%A9.png&alt=Two+halves", "image/png", file))
	if p.Name != "Café" || p.Alt != "Two halves" || len(p.Sizes) != 3 || p.Sizes[0].Width != 400 || p.Sizes[0].Height != 200 || p.Sizes[2].Width != 1000 {
		t.Fatalf("%+v", p)
	}
	if again := w.picture(upload(w.author, "name=other.png", "image/png", file)); again.ID != p.ID {
		t.Error("the same file is kept twice")
	}
	w.Clock.Advance(2 * time.Hour)
	w.Work() // what is not in the library is deleted by now
	for asked, width := range map[string]int{"1": 400, "401": 800, "9999": 1000} {
		shown := w.Nobody().Send("GET", "/api/v1/uploads/"+p.ID+"/"+asked, "")
		m, _, err := image.Decode(shown.Body)
		if err != nil || m.Bounds().Dx() != width || !strings.Contains(shown.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %v %v", asked, err, shown.Header())
		}
	}
	list := func(u testapp.User, query string) int {
		return len(testapp.Read[rest.List[medialibrary.LibraryPicture]](t, u.Do("GET", "/uploads"+query, "", 200)).Data)
	}
	other := w.User(access.Instructor)
	if list(w.author, "?search=cafe") != 1 || list(w.author, "?search=halves") != 1 || list(w.author, "?search=x") != 0 || list(other, "") != 0 || list(w.admin, "") != 1 {
		t.Error("the list shows other pictures")
	}
	before = w.rows()
	for _, request := range [][2]string{{"GET", ""}, {"GET", "/uses"}, {"PATCH", ""}, {"DELETE", ""}} {
		body := map[string]string{"PATCH": `{"name":"Taken"}`}[request[0]]
		if got := send(other, request[0], "/uploads/"+p.ID+request[1], p.Version, body); got.Code != 404 {
			t.Errorf("another instructor: %v: %d", request, got.Code)
		}
	}
	if got := send(w.author, "PATCH", "/uploads/"+p.ID, p.Version+1, `{"name":"Stale"}`); got.Code != 412 || !slices.Equal(before, w.rows()) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if p = w.picture(send(w.admin, "PATCH", "/uploads/"+p.ID, p.Version, `{"name":"Halves","alt":"Half and half","credit":"Ada"}`)); p.Alt != "Half and half" || p.Credit != "Ada" {
		t.Errorf("%+v", p)
	}
	w.author.Do("DELETE", "/uploads/"+p.ID, "", 200)
	w.Work()
	if got := w.Nobody().Send("GET", p.Sizes[0].URL, ""); got.Code != 404 {
		t.Errorf("a deleted picture is sent: %d", got.Code)
	}
}

// A post shows pictures of the library only, in all their sizes; while it does, they can't be deleted.
func TestPicturesInPosts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.picture(upload(w.author, "name=bee.png", "image/png", testapp.PNG(t, testapp.Halves(1000, 500))))
	d := w.draft(w.author.Send("POST", "/api/v1/blogs", `{"title":"Bees"}`))
	save := func(markup string) {
		t.Helper()
		d = w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, fmt.Sprintf(`{"title":"Bees","html":%q}`, markup)))
	}
	save(`<p>One</p><img src="file:` + p.ID + `"><img src="file:01a21a37-0a47-76f7-a817-352162db87e4" alt="x"><img src="https://evil.test/x.png" alt="y">` +
		`<img src="/api/v1/uploads/` + p.ID + `/400" alt="z"><img src="data:image/png;base64,AA" alt="q"><img src="file:` + p.ID + `" alt="" onerror="x()" srcset="https://evil.test/2x 2x">`)
	if strings.Count(d.HTML, "src=") != 2 || strings.Contains(d.HTML, "evil") || strings.Contains(d.HTML, "data:") || len(d.Pictures) != 1 || d.Pictures[0].URL != p.Sizes[1].URL {
		t.Errorf("%s %+v", d.HTML, d.Pictures)
	}
	if got := send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{}`); got.Code != 409 || !strings.Contains(got.Body.String(), "Describe each picture") || !slices.Contains(d.Missing, "picture_alt") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	save(`<p>One</p><img src="file:` + p.ID + `" alt="A &quot;bee&quot;">`)
	d = w.draft(send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{}`))
	shown := testapp.Read[rest.Answer[blog.Post]](t, w.Nobody().Do("GET", "/blogs/"+d.ID, "", 200)).Data.HTML
	base := "/api/v1/uploads/" + p.ID + "/"
	want := `<p>One</p><img src="` + base + `800" srcset="` + base + `400 400w, ` + base + `800 800w, ` + base + `1000 1000w" sizes="(min-width: 704px) 704px, 100vw" width="800" height="400" alt="A &#34;bee&#34;" loading="lazy" decoding="async">`
	if shown != want {
		t.Errorf("%s\nwant\n%s", shown, want)
	}
	feed := w.Nobody().Send("GET", "/blog/feed.json", "").Body.String()
	if !strings.Contains(feed, base+"800") || strings.Contains(feed, "file:") {
		t.Error(feed)
	}
	// Readers still see it while the draft does not show it any more.
	save(`<p>Two</p>`)
	before := w.rows()
	if got := w.author.Send("DELETE", "/api/v1/uploads/"+p.ID, ""); got.Code != 409 || !strings.Contains(got.Body.String(), `"title":"Bees"`) || !slices.Equal(before, w.rows()) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.draft(send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{}`))
	w.author.Do("DELETE", "/uploads/"+p.ID, "", 200)
	// An earlier text that is restored shows what there still is.
	d = w.draft(w.author.Send("GET", "/api/v1/blogs/"+d.ID+"/draft", ""))
	revisions := testapp.Read[rest.Answer[[]blog.PostRevision]](t, w.author.Do("GET", "/blogs/"+d.ID+"/revisions", "", 200)).Data
	for _, r := range revisions {
		d = w.draft(send(w.author, "POST", "/blogs/"+d.ID+"/revisions/"+r.ID+"/restore", d.Version, ""))
		if strings.Contains(d.HTML, "file:") {
			t.Errorf("a deleted picture is shown: %s", d.HTML)
		}
	}
}
