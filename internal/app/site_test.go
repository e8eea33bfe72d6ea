package app_test

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/png"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/testapp"
)

// publicSite is a school with a public address.
type publicSite struct {
	*testapp.App
	t *testing.T
}

const indexHTML = `<head><title>Lectern</title><meta name="description" content="Courses" /></head><div id="root"></div>`

func newSite(t *testing.T) publicSite {
	a := testapp.New(t, func(p *app.Deps) { p.Config.PublicURL = "https://school.test" })
	if err := a.Site(fstest.MapFS{"index.html": {Data: []byte(indexHTML)}}); err != nil {
		t.Fatal(err)
	}
	return publicSite{a, t}
}

// open requests a page without a session.
func (s publicSite) open(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}

// page returns a page that there is.
func (s publicSite) page(path string) string {
	s.t.Helper()
	w := s.open(path)
	if w.Code != 200 {
		s.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

func (s publicSite) has(path string, parts ...string) {
	s.t.Helper()
	got := s.page(path)
	for _, part := range parts {
		if !strings.Contains(got, part) {
			s.t.Errorf("%s has no %s: %s", path, part, got)
		}
	}
}

// gone fails for a page that is there, or that any of its words can be read from.
func (s publicSite) gone(status int, words string, paths ...string) {
	s.t.Helper()
	for _, path := range paths {
		if w := s.open(path); w.Code != status || strings.Contains(w.Body.String(), words) || !strings.Contains(w.Body.String(), `<meta name="robots" content="noindex, follow" />`) {
			s.t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

// hostile is a title that would end elements and attributes, and has characters that no feed may hold.
const hostile = `</title></script><script>alert("1")</script>\u202e\u0001]]>`

// post writes a post and publishes it, or leaves it as a draft.
func (s publicSite) post(author, admin testapp.User, title, more string, publish bool) blog.PostDraft {
	s.t.Helper()
	title = strings.ReplaceAll(title, `"`, `\"`)
	d := s.edit(author, "POST", "/blogs", `{"title":"`+title+`"}`, 201)
	d = s.edit(author, "PUT", "/blogs/"+d.ID, `{"title":"`+title+`","html":"<h2>Why</h2><p>Bees dance.</p>","excerpt":"On bees & \"honey\""`+more+`}`, 200)
	if publish {
		d = s.edit(admin, "POST", "/blogs/"+d.ID+"/publish", `{}`, 200)
	}
	return d
}

// edit changes a post.
func (s publicSite) edit(u testapp.User, method, path, body string, want int) blog.PostDraft {
	s.t.Helper()
	return testapp.Read[rest.Answer[blog.PostDraft]](s.t, u.Do(method, path, body, want)).Data
}

// startsApp stands in pages that can be read without the app.
const startsApp = `<script defer src="/start-app.js"></script>`

var blocks = regexp.MustCompile(`<script type="application/(?:ld\+)?json"[^>]*>([^<]*)</script>`)

// Public pages say what they are to those that run no scripts, and whatever users have written stays text.
func TestPublicPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	teacher, admin := s.User(access.Instructor), s.User(access.Admin)
	s.Exec("UPDATE users SET full_name = 'Ann <b>' WHERE id = ?", teacher.ID)
	teacher.Do("PATCH", "/profile/me/comprehensive", `{"bio": "Keeps\n`+strings.Repeat("bees ", 60)+`", "phone": "+41311234567"}`, 200)
	c := teacher.CreateCourse(`,"title":"</title><script>alert(\"1\")</script>","summary":"Calm\n\"bees\"","description":"One.\n\nTwo <b>.","outcomes":["Read <i>hives</i>"]`)
	page, instructor := "/courses/"+c.ID, "/instructors/"+teacher.ID
	s.gone(404, "alert", page, "/courses/none", instructor)
	if s.open(page).Body.String() != strings.ReplaceAll(s.open("/courses/none").Body.String(), "none", c.ID) {
		t.Error("a draft can be distinguished from no course")
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	s.Exec("UPDATE courses SET cover_id = 'picture', cover_width = 1600 WHERE id = ?", c.ID)
	s.Exec("UPDATE profiles SET avatar_id = 'face' WHERE user_id = ?", teacher.ID)
	p := s.post(teacher, admin, hostile, `,"tags":["Hives & co"],"language":"de"`, true)

	title := "&lt;/title&gt;&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;"
	s.has(page, "<title>"+title+" · Lectern</title>", `<link rel="canonical" href="https://school.test`+page+`" />`, `property="og:site_name" content="Lectern"`,
		`property="og:description" content="Calm &#34;bees&#34;"`, `property="og:image" content="https://school.test/api/v1/covers/picture/1600"`, `property="og:image:height" content="900"`,
		"<h1>"+title+"</h1>", "<p>One.</p>\n<p>Two &lt;b&gt;.</p>", "<li>Read &lt;i&gt;hives&lt;/i&gt;</li>", `"@type":"Course"`, `content="summary_large_image"`)
	rich := s.User(access.Instructor).PublishCourse(`,"description":"<p>One <strong>rich</strong><script>alert(1)</script></p>","description_format":"html"`)
	s.has("/courses/"+rich.ID, `<h2>About this course</h2>`, `<p>One <strong>rich</strong></p></div>`)
	s.has(instructor, "<title>Ann &lt;b&gt; · Lectern</title>", `content="Keeps bees bees`, `…"`, `name="twitter:card" content="summary"`, `content="https://school.test/api/v1/avatars/face/256"`, title)
	s.has("/blog/"+p.Slug, "<h1>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert", `<main lang="de">`, `<h2 id="section-why">Why</h2><p>Bees dance.</p>`, `"@type":"BlogPosting"`, `property="og:type" content="article"`,
		`content="On bees &amp; &#34;honey&#34;"`, `<a href="/blog?tag=hives-co">Hives &amp; co</a>`, `"from_page":true`)
	s.has("/", "<title>Lectern</title>", `<link rel="canonical" href="https://school.test/" />`, title, `"@type":"WebSite"`, `property="og:description" content="Courses"`)
	s.has("/courses", "<title>Catalogue · Lectern</title>", page, `"@type":"ItemList"`, `content="max-image-preview:large"`)
	s.has("/blog", "/blog/"+p.Slug, "2026")
	elsewhere := s.post(admin, admin, "Elsewhere", `,"canonicalUrl":"https://first.test/bees"`, true)
	s.has("/blog/"+elsewhere.Slug, `<link rel="canonical" href="https://first.test/bees"`)
	s.has("/blog?search=dance", `content="noindex, follow"`, "/blog/"+p.Slug)
	s.has("/blog?tag=hives-co", "<title>Hives &amp; co · Lectern</title>", `href="https://school.test/blog?tag=hives-co"`)
	s.has("/instructors", instructor)
	for _, path := range []string{page, instructor, "/blog/" + p.Slug, "/", "/courses", "/blog", "/instructors"} {
		got := s.page(path)
		if strings.Contains(got, "<script>") || strings.Contains(got, "+41") || strings.Count(got, "<h1>") != 1 || strings.Count(got, `rel="canonical"`) != 1 {
			t.Errorf("%s: %s", path, got)
		}
		found := blocks.FindAllStringSubmatch(got, -1)
		if len(found) < 2 || len(found)+1 != strings.Count(got, "<script") || !strings.Contains(got, startsApp) {
			t.Errorf("%s has %d blocks of data: %s", path, len(found), got)
		}
		for _, block := range found {
			if !json.Valid([]byte(block[1])) {
				t.Errorf("%s: %s", path, block[1])
			}
		}
		if other := s.open(path, "Authorization", "Bearer "+teacher.Token(), "Accept-Language", "de", "User-Agent", "Googlebot"); other.Body.String() != got {
			t.Errorf("%s depends on who asks", path)
		}
	}
	for _, page := range []string{"/blog/" + p.Slug, "/courses/" + rich.ID} {
		s.drawn(page)
	}
	teacher.Do("POST", "/blogs/"+p.ID+"/comments", `{"body":"Well said.\n\n<b>Bees</b>"}`, 201)
	s.has("/blog/"+p.Slug, "<h2>Comments</h2>", "<blockquote><p>Well said.</p><p>&lt;b&gt;Bees&lt;/b&gt;</p><footer>Ann")
	s.has(instructor, `type="application/rss+xml" title="RSS" href="/blog/author/`+teacher.ID+`/rss.xml"`)
	if strings.Count(s.page("/blog/"+p.Slug), "Bees dance.") != 1 {
		t.Error("the text of a post is sent twice")
	}
	s.Exec("UPDATE courses SET status = 'archived' WHERE id = ?", c.ID)
	s.gone(404, "alert", page, instructor)
}

// The home page has the sections that administrators have chosen, in their order, and none without content.
func TestHomePageSections(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	teacher, admin := s.User(access.Instructor), s.User(access.Admin)
	headings := func() string {
		var found []string
		for _, h := range heading2.FindAllStringSubmatch(s.page("/"), -1) {
			found = append(found, h[1])
		}
		return strings.Join(found, ", ")
	}
	if got := headings(); got != "Demo classes, For companies, Newsletter" {
		t.Errorf("a new school: %s", got)
	}
	c := teacher.PublishCourse("")
	teacher.Do("POST", "/batches/courses/"+c.ID+"/batches", `{"batch_name":"Spring","capacity":5,"start_date":"2030-03-01","end_date":"2030-03-30"}`, 201)
	s.post(teacher, admin, "Bees", "", true)
	if got := headings(); got != "Next batches, Catalogue, Instructors, From the blog, Demo classes, For companies, Newsletter" {
		t.Error(got)
	}
	s.has("/", "<h3><a href=\"/batches/", "2030-03-01 · 5 free seats", `["blog","featured"]`, "Learn from people")
	admin.Do("PUT", "/settings/home", `{"search":false,"sections":["posts","courses","catalogue"]}`, 200)
	admin.Do("PUT", "/home-display", `{"course_ids":["`+c.ID+`"]}`, 200)
	if got := headings(); got != "From the blog, Featured courses, Catalogue" || strings.Contains(s.page("/"), "Learn from people") {
		t.Error(got)
	}
	for name, bad := range map[string]string{"unknown": `"sections":["poems"]`, "twice": `"sections":["posts","posts"]`, "nothing": `"sections":[]`} {
		if answer := admin.Do("PUT", "/settings/home", `{"search":false,`+bad+`}`, 400); !strings.Contains(answer, "sections") {
			t.Errorf("%s: %s", name, answer)
		}
	}
	if got := headings(); got != "From the blog, Featured courses, Catalogue" {
		t.Errorf("a refused change: %s", got)
	}
}

var heading2 = regexp.MustCompile("<h2>([^<]*)</h2>")

// drawn fails unless a page without a picture names one that is drawn for it.
func (s publicSite) drawn(path string) {
	s.t.Helper()
	found := drawnPicture.FindStringSubmatch(s.page(path))
	if found == nil {
		s.t.Fatalf("%s has no picture: %s", path, s.page(path))
	}
	w := s.open(found[1])
	config, kind, err := image.DecodeConfig(w.Body)
	if err != nil || kind != "png" || config.Width != 1200 || config.Height != 630 || w.Header().Get("Content-Type") != "image/png" {
		s.t.Errorf("%s: %d %v %v %v", found[1], w.Code, config, w.Header(), err)
	}
}

var drawnPicture = regexp.MustCompile(`property="og:image" content="https://school.test(/link-pictures/[^"]+)"`)

// What is not public stands on no page, and every address says by its status what is there.
func TestStatusesOfPublicPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	author, admin := s.User(access.Instructor), s.User(access.Admin)
	draft := s.post(author, admin, "Secret draft", `,"tags":["Secret tag"]`, false)
	due := s.post(author, admin, "Secret plan", "", false)
	s.edit(admin, "POST", "/blogs/"+due.ID+"/publish", `{"at":"2026-09-02T08:00:00Z"}`, 200)
	live, old := s.post(author, admin, "Open", "", true), s.post(author, admin, "Secret past", "", true)
	admin.Do("PATCH", "/blogs/"+old.ID+"/archive", `{"archive":true}`, 200)
	admin.Do("PUT", "/blogs/"+live.ID+"/slug", `{"slug":"opened"}`, 200)
	s.gone(404, "Secret", "/blog/"+draft.ID, "/blog/secret-draft", "/blog/"+due.ID, "/blog/secret-plan", "/blog/none", "/blog?tag=secret-tag", "/blog/a/b", "/nothing", "/wp-login.php", "/app/nothing", "/terms")
	s.gone(410, "Secret", "/blog/secret-past", "/blog/"+old.ID)
	for _, path := range []string{"/", "/courses", "/blog", "/blog/opened", "/instructors"} {
		if got := s.page(path); strings.Contains(got, "Secret") {
			t.Errorf("%s: %s", path, got)
		}
	}
	for from, to := range map[string]string{"/blog/open": "/blog/opened", "/blog/" + live.ID: "/blog/opened", "/blog/": "/blog", "/Blog/Opened": "/blog/opened", "/courses/?page=2": "/courses?page=2", "/blog/opened/": "/blog/opened",
		"//blog": "/blog", "//school.evil/../blog/": "/blog"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path, r.URL.RawQuery, _ = strings.Cut(from, "?")
		w := httptest.NewRecorder()
		s.API.ServeHTTP(w, r)
		if w.Code != 301 || w.Header().Get("Location") != to {
			t.Errorf("%s: %d %s", from, w.Code, w.Header().Get("Location"))
		}
	}
	for _, path := range []string{"/app", "/teach/courses/x/learners/", "/admin", "/learn/a/b", "/sign-in"} {
		if got := s.page(path); !strings.Contains(got, `<title>Lectern</title>`) || !strings.Contains(got, `<meta name="robots" content="noindex" />`) || strings.Contains(got, "og:") {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{"/?search=bread", "/courses?search=bread", "/courses?page=9", "/instructors?sort=rating"} {
		if got := s.page(path); !strings.Contains(got, `content="noindex, follow"`) || strings.Contains(got, `id="served">[{"key":["courses","home"`) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

var routePath = regexp.MustCompile(`    \| '([^']*)'`)

// The server knows by a list which addresses the app's router has: with -update it is made anew.
func TestSiteKnowsThePathsOfTheApp(t *testing.T) {
	t.Parallel()
	tree, err := os.ReadFile("../../web/src/app/route-tree.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, tree, _ = bytes.Cut(tree, []byte("  fullPaths:\n"))
	tree, _, _ = bytes.Cut(tree, []byte("  fileRoutesByTo:"))
	var paths []string
	for _, found := range routePath.FindAllSubmatch(tree, -1) {
		paths = append(paths, string(found[1]))
	}
	slices.Sort(paths)
	want := strings.Join(paths, "\n") + "\n"
	if *update {
		if err := os.WriteFile("site_paths.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("site_paths.txt"); err != nil || string(got) != want || len(paths) < 50 {
		t.Errorf("the router has other paths; go test ./internal/app -update: %v", err)
	}
}
