package blogexchange_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/site/medialibrary"
	"lectern/internal/testapp"
)

// world is a school whose instructor writes and whose administrator publishes.
type world struct {
	*testapp.App
	t             *testing.T
	author, admin testapp.User
}

func newWorld(t *testing.T) *world {
	a := testapp.New(t)
	return &world{a, t, a.User(access.Instructor), a.User(access.Admin)}
}

func (w *world) send(u testapp.User, method, path, kind string, version int64, body []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, bytes.NewReader(body))
	r.Header.Set("Content-Type", kind)
	if version > 0 {
		r.Header.Set("If-Match", fmt.Sprintf(`"v%d-"`, version))
	}
	return u.SendRaw(r)
}

// draft reads the answer to a change of a post.
func (w *world) draft(answer *httptest.ResponseRecorder) blog.PostDraft {
	w.t.Helper()
	if answer.Code/100 != 2 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return testapp.Read[rest.Answer[blog.PostDraft]](w.t, answer.Body.String()).Data
}

const jsonType = "application/json"

// picture puts a picture into the library and returns its id.
func (w *world) picture(width, height int) string {
	w.t.Helper()
	got := w.send(w.author, "POST", "/uploads?name=bee.png", "image/png", 0, testapp.PNG(w.t, testapp.Halves(width, height)))
	if got.Code != 201 {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
	return testapp.Read[rest.Answer[medialibrary.LibraryPicture]](w.t, got.Body.String()).Data.ID
}

// post writes a draft with a title and the other members of an edit.
func (w *world) post(title, members string) blog.PostDraft {
	w.t.Helper()
	d := w.draft(w.send(w.author, "POST", "/blogs", jsonType, 0, fmt.Appendf(nil, `{"title":%q}`, title)))
	return w.draft(w.send(w.author, "PUT", "/blogs/"+d.ID, jsonType, d.Version, fmt.Appendf(nil, `{"title":%q,%s}`, title, members)))
}

func (w *world) publish(d blog.PostDraft) blog.PostDraft {
	w.t.Helper()
	return w.draft(w.send(w.admin, "POST", "/blogs/"+d.ID+"/publish", jsonType, d.Version, []byte("{}")))
}

// bees is a post with everything that posts have.
func (w *world) bees() (d blog.PostDraft, picture string) {
	w.t.Helper()
	picture = w.picture(1000, 500)
	d = w.post("Bees: a “dance”", `"html":"<h2>Why</h2><p>Bees <strong>dance</strong>, H<sub>2</sub>O.</p><img src=\"file:`+picture+`\" alt=\"A bee\"><ul><li><p>One</p></li></ul>","excerpt":"On bees","language":"en","tags":["Bees","Café"],"metaTitle":"Bees!","metaDescription":"All of them","canonicalUrl":"https://bees.example/x"`)
	d = w.draft(w.send(w.author, "PUT", "/blogs/"+d.ID+"/cover", "image/png", d.Version, testapp.PNG(w.t, testapp.Halves(800, 450))))
	return w.draft(w.send(w.author, "PUT", "/blogs/"+d.ID, jsonType, d.Version, fmt.Appendf(nil, `{"title":%q,"html":%q,"excerpt":"On bees","language":"en","tags":["Bees","Café"],"metaTitle":"Bees!","metaDescription":"All of them","canonicalUrl":"https://bees.example/x","coverAlt":"Two halves"}`, d.Title, d.HTML))), picture
}

// export fetches posts, and returns the zip file and its files by path.
func (w *world) export(query string) (zipped []byte, files map[string]string) {
	w.t.Helper()
	got := w.admin.Send("GET", "/api/v1/blogs/export"+query, "")
	if got.Code != 200 || got.Header().Get("Content-Type") != "application/zip" {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
	zipped, files = got.Body.Bytes(), map[string]string{}
	opened, err := zip.NewReader(bytes.NewReader(zipped), int64(len(zipped)))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range opened.File {
		r, err := f.Open()
		if err != nil {
			w.t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil || files[f.Name] != "" {
			w.t.Error(f.Name, err)
		}
		files[f.Name] = string(content)
	}
	return zipped, files
}

func TestExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, u := range map[string]testapp.User{"a student": w.User(access.Student), "an instructor": w.author, "a visitor": w.Nobody()} {
		if got := u.Send("GET", "/api/v1/blogs/export", ""); got.Code != 401 && got.Code != 403 {
			t.Errorf("%s: %d", name, got.Code)
		}
	}
	w.admin.Do("GET", "/blogs/export?status=deleted", "", 400)
	if _, files := w.export(""); len(files) != 0 {
		t.Error("an empty blog has files")
	}
	d, picture := w.bees()
	w.publish(d)
	d = w.draft(w.author.Send("GET", "/api/v1/blogs/"+d.ID+"/draft", ""))
	w.draft(w.send(w.author, "PUT", "/blogs/"+d.ID, jsonType, d.Version, []byte(`{"title":"Not seen yet","html":"<p>x</p>"}`)))
	wasps := w.post("Wasps", `"html":"<p>Wasps</p><img src=\"file:`+picture+`\">"`)
	gone := w.post("Gone", `"html":"<p>Gone</p>"`)
	w.author.Do("DELETE", "/blogs/"+gone.ID, "", 200)

	_, files := w.export("")
	if len(files) != 4 {
		t.Errorf("%v", files)
	}
	said, drafted := files["posts/bees-a-dance.md"], files["posts/"+wasps.ID+".md"]
	shown := ""
	for path := range files {
		if strings.HasPrefix(path, "media/"+picture) {
			shown = path
		}
	}
	for _, want := range []string{"title: 'Bees: a “dance”'\n", "id: " + d.ID + "\n", "slug: bees-a-dance\n", "status: published\n", "language: en\n", "    - Café\n", "excerpt: On bees\n", "cover: ../media/",
		"cover_alt: Two halves\n", "meta_title: Bees!\n", "canonical_url: https://bees.example/x\n", "---\n\n## Why\n\nBees **dance**, H<sub>2</sub>O.\n\n![A bee](../" + shown + ")\n\n- One\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	if shown == "" || !strings.Contains(drafted, `<img src="../`+shown+`">`) || !strings.Contains(drafted, "status: draft\n") || strings.Contains(drafted, "date:") {
		t.Error(drafted)
	}
	if _, files := w.export("?status=draft"); len(files) != 2 || files["posts/"+wasps.ID+".md"] != drafted {
		t.Errorf("%v", files)
	}
	if log := w.Tables()["audit_log"]; strings.Count(log, "blog.exported") != 3 {
		t.Error(log)
	}
	if slices.ContainsFunc([]string{said, drafted}, func(text string) bool {
		return strings.Contains(text, "Not seen yet") || strings.Contains(text, "file:")
	}) {
		t.Error("a draft of a published post is exported, or the id of a picture")
	}
}
