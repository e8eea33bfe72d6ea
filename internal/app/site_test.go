package app_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// What is shown of a link is in the HTML, for those that run no scripts; courses outside of the catalogue are not named.
func TestLinkPreviews(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, func(p *app.Deps) { p.Config.PublicURL = "https://school.test" })
	a.Site(fstest.MapFS{"index.html": {Data: []byte(`<head><title>Lectern</title><meta name="description" content="Courses" /></head>the page`)}})
	get := func(path string) string {
		w := httptest.NewRecorder()
		a.API.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 200 || !strings.HasSuffix(w.Body.String(), "</script></head>the page") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	teacher := a.User(access.Instructor)
	c := teacher.CreateCourse(`,"title":"</title><script>alert(\"1\")</script>","summary":"Calm\n\"bees\""`)
	const plain = `<title>Lectern</title><meta name="description" content="Courses" /><script`
	page := "/courses/" + c.ID
	for _, path := range []string{page, "/courses/none", "/courses/" + c.ID + "/edit", "/app"} {
		if got := get(path); !strings.Contains(got, plain) || strings.Contains(got, "alert") || strings.Contains(got, "og:") {
			t.Errorf("%s: %s", path, got)
		}
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	got := get(page)
	for _, part := range []string{`<title>&lt;/title&gt;&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt; · Lectern</title>`,
		`<link rel="canonical" href="https://school.test/courses/` + c.ID + `" />`, `property="og:site_name" content="Lectern"`, `property="og:description" content="Calm &#34;bees&#34;"`, `content="summary"`} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in %s", part, got)
		}
	}
	if strings.Contains(got, "<script>alert") || strings.Contains(got, "og:image") {
		t.Error(got)
	}
	a.Exec("UPDATE courses SET cover_id = 'picture', cover_width = 1600 WHERE id = ?", c.ID)
	if got := get(page); !strings.Contains(got, `property="og:image" content="https://school.test/api/v1/covers/picture/1600"`) || !strings.Contains(got, `property="og:image:height" content="900"`) {
		t.Error(got)
	}
	for path, canonical := range map[string]string{"/?q=bread": "/", "/courses?search=bread": "/courses", "/instructors?sort=rating": "/instructors"} {
		if got := get(path); !strings.Contains(got, `<title>Lectern</title>`) || !strings.Contains(got, `rel="canonical" href="https://school.test`+canonical+`"`) || !strings.Contains(got, `property="og:description" content="Courses"`) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// The page of an instructor is described by what is public of them, and only as long as they teach a course of the catalogue.
func TestLinkPreviewsOfInstructors(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, func(p *app.Deps) { p.Config.PublicURL = "https://school.test" })
	a.Site(fstest.MapFS{"index.html": {Data: []byte(`<head><title>Lectern</title></head>`)}})
	get := func(path string) string {
		w := httptest.NewRecorder()
		a.API.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Body.String()
	}
	teacher := a.User(access.Instructor)
	a.Exec("UPDATE users SET full_name = 'Ann <b>' WHERE id = ?", teacher.ID)
	teacher.Do("PATCH", "/profile/me/comprehensive", `{"bio": "Keeps\n`+strings.Repeat("bees ", 60)+`", "phone": "+41311234567"}`, 200)
	page := "/instructors/" + teacher.ID
	if got := get(page); strings.Contains(got, "Ann") || strings.Contains(got, "og:") {
		t.Errorf("who teaches nothing: %s", got)
	}
	course := a.Course(teacher)
	a.Exec("UPDATE profiles SET avatar_id = 'face' WHERE user_id = ?", teacher.ID)
	got := get(page)
	for _, part := range []string{`<title>Ann &lt;b&gt; · Lectern</title>`, `<link rel="canonical" href="https://school.test` + page + `" />`, `content="Keeps bees bees`, `…"`, `name="twitter:card" content="summary"`,
		`property="og:image" content="https://school.test/api/v1/avatars/face/256"`} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in %s", part, got)
		}
	}
	if strings.Contains(got, "+41") || strings.Contains(get(page+"/batches"), "og:") {
		t.Error(got)
	}
	a.Exec("UPDATE courses SET status = 'archived' WHERE id = ?", course)
	if got := get(page); strings.Contains(got, "Ann") {
		t.Error(got)
	}
}
