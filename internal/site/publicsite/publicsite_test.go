package publicsite_test

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/testapp"
)

const origin = "https://lectern.test"

type world struct {
	*testapp.App
	t             *testing.T
	author, admin testapp.User
}

func (w world) edit(u testapp.User, method, path, body string, want int) blog.PostDraft {
	w.t.Helper()
	return testapp.Read[rest.Answer[blog.PostDraft]](w.t, u.Do(method, "/blogs"+path, body, want)).Data
}

// write makes a draft.
func (w world) write(title, more string) blog.PostDraft {
	w.t.Helper()
	name, err := json.Marshal(title)
	if err != nil {
		w.t.Fatal(err)
	}
	d := w.edit(w.author, "POST", "", `{"title":`+string(name)+`}`, 201)
	return w.edit(w.author, "PUT", "/"+d.ID, `{"title":`+string(name)+`,"html":"<p>Bees dance.</p>","excerpt":"On bees"`+more+`}`, 200)
}

func (w world) publish(d blog.PostDraft, body string) blog.PostDraft {
	w.t.Helper()
	return w.edit(w.admin, "POST", "/"+d.ID+"/publish", body, 200)
}

func (w world) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	w.API.ServeHTTP(answer, r)
	return answer
}

// wellFormed returns the texts of the elements of a name, and fails for what is no XML.
func wellFormed(t *testing.T, document, name string) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(document))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("%v: %s", err, document)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == name {
			var text struct {
				S string `xml:",innerxml"`
			}
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text.S)
		}
	}
}

// Feeds and sitemaps hold what is public and nothing else, and stay valid whatever users have written.
func TestFeedsAndSitemaps(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	w := world{a, t, a.User(access.Instructor), a.User(access.Admin)}
	if empty := w.get("/blog/rss.xml"); empty.Code != 200 || len(wellFormed(t, empty.Body.String(), "item")) > 0 {
		t.Errorf("%d %s", empty.Code, empty.Body)
	}
	w.write("Secret draft", `,"tags":["Secret tag"]`)
	w.publish(w.write("Secret plan", ""), `{"at":"2026-09-02T08:00:00Z"}`)
	old := w.publish(w.write("Secret past", ""), `{}`)
	w.admin.Do("PATCH", "/blogs/"+old.ID+"/archive", `{"archive":true}`, 200)
	w.author.CreateCourse(`,"title":"Secret course"`)
	const hostile = `</title></script><script>alert("1")</script> ]]> & <b>bold</b>`
	first := w.publish(w.write(hostile, `,"tags":["Hives & co"],"language":"de"`), `{}`)
	w.Exec("UPDATE post_contents SET title = title || ? WHERE post_id = ?", "\x01\u202e\x1b", first.ID) // older rows may hold them
	course := w.Course(w.author)
	w.Clock.Advance(40 * 24 * time.Hour)
	second := w.publish(w.write("Later", ""), `{}`)
	edited := w.edit(w.author, "PUT", "/"+second.ID, `{"title":"Secret edit","html":"<p>Secret</p>"}`, 200)

	kinds := map[string]string{"rss.xml": "application/rss+xml; charset=utf-8", "atom.xml": "application/atom+xml; charset=utf-8", "feed.json": "application/feed+json; charset=utf-8"}
	for name, kind := range kinds {
		for _, path := range []string{"/blog/" + name, "/blog/tag/hives-co/" + name} {
			answer := w.get(path)
			body := answer.Body.String()
			if answer.Code != 200 || answer.Header().Get("Content-Type") != kind || strings.Contains(body, "Secret") || strings.ContainsAny(body, "\x01\u202e\x1b") || !strings.Contains(body, "urn:uuid:"+first.ID) {
				t.Errorf("%s: %d %v %s", path, answer.Code, answer.Header(), body)
			}
			if strings.Contains(path, "/tag/") == strings.Contains(body, second.ID) {
				t.Errorf("%s: %s", path, body)
			}
			if again := w.get(path, "If-None-Match", answer.Header().Get("ETag")); again.Code != 304 {
				t.Errorf("%s has changed: %d", path, again.Code)
			}
			if since := answer.Header().Get("Last-Modified"); since == "" || w.get(path, "If-Modified-Since", since).Code != 304 {
				t.Errorf("%s has changed since %s", path, since)
			}
		}
		if got := w.get("/blog/tag/secret-tag/" + name); got.Code != 404 {
			t.Errorf("a tag of drafts: %d %s", got.Code, got.Body)
		}
	}
	rss := w.get("/blog/rss.xml").Body.String()
	if titles := wellFormed(t, rss, "title"); len(titles) != 3 || titles[1] != "Later" || titles[2] != "alert(&#34;1&#34;) ]]&gt; &amp; bold" {
		t.Error(titles)
	}
	if !strings.Contains(rss, `<guid isPermaLink="false">urn:uuid:`+first.ID+`</guid>`) || !strings.Contains(rss, "Tue, 01 Sep 2026 08:00:00 +0000") {
		t.Error(rss)
	}
	if titles := wellFormed(t, w.get("/blog/atom.xml").Body.String(), "title"); len(titles) != 3 || !strings.HasPrefix(titles[2], "&lt;/title&gt;&lt;/script&gt;") {
		t.Error(titles)
	}
	var items struct {
		Version string
		Items   []struct {
			URL, Title, Language string
			Tags                 []string
		}
	}
	if err := json.Unmarshal(w.get("/blog/feed.json").Body.Bytes(), &items); err != nil || items.Version != "https://jsonfeed.org/version/1.1" || len(items.Items) != 2 || items.Items[1].Title != hostile ||
		items.Items[1].URL != origin+"/blog/"+first.Slug || items.Items[1].Language != "de" || len(items.Items[1].Tags) != 1 {
		t.Errorf("%v %+v", err, items)
	}

	index := wellFormed(t, w.get("/sitemap.xml").Body.String(), "loc")
	want := []string{"pages", "people", "tags", "courses-2026-09", "posts-2026-09", "posts-2026-10"}
	found := map[string]bool{}
	for i, part := range index {
		if i >= len(want) || part != origin+"/sitemaps/"+want[i]+".xml" {
			t.Fatalf("the index lists %v", index)
		}
		answer := w.get(strings.TrimPrefix(part, origin))
		for _, loc := range wellFormed(t, answer.Body.String(), "loc") {
			found[strings.TrimPrefix(loc, origin)] = true
		}
		if w.get(strings.TrimPrefix(part, origin), "If-None-Match", answer.Header().Get("ETag")).Code != 304 {
			t.Errorf("%s has changed", part)
		}
	}
	for _, path := range []string{"/", "/courses", "/blog", "/instructors", "/courses/" + course, "/instructors/" + w.author.ID, "/blog/" + first.Slug, "/blog/" + second.Slug, "/blog?tag=hives-co"} {
		if !found[path] {
			t.Errorf("no sitemap has %s", path)
		}
		delete(found, path)
	}
	if len(index) != len(want) || len(found) > 0 {
		t.Errorf("sitemaps %v also have %v", index, found)
	}
	for _, path := range []string{"/sitemaps/posts-2026-08.xml", "/sitemaps/posts-1.xml", "/sitemaps/users.xml", "/sitemaps/pages", "/blog/tag/none/rss.xml"} {
		if got := w.get(path); got.Code != 404 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
	if got := w.get("/robots.txt").Body.String(); !strings.Contains(got, "Disallow: /api/\n") || !strings.Contains(got, "Sitemap: "+origin+"/sitemap.xml\n") {
		t.Error(got)
	}
	// What is taken back leaves them; the address stays with the post.
	w.admin.Do("POST", "/blogs/"+edited.ID+"/unpublish", "", 200)
	if got := w.get("/blog/rss.xml").Body.String(); strings.Contains(got, edited.ID) {
		t.Error(got)
	}
}

// The feed of an author has what they have published; that of others is not there. Pictures are drawn for what is public alone.
func TestAuthorsAndLinkPictures(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	w := world{a, t, a.User(access.Instructor), a.User(access.Admin)}
	draft := w.write("Secret draft", "")
	post := w.publish(w.write("On bees", ""), `{}`)
	for _, name := range []string{"rss.xml", "atom.xml", "feed.json"} {
		got := w.get("/blog/author/" + w.author.ID + "/" + name)
		if got.Code != 200 || !strings.Contains(got.Body.String(), post.ID) || strings.Contains(got.Body.String(), "Secret") {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
		for _, other := range []string{w.admin.ID, "none"} {
			if got := w.get("/blog/author/" + other + "/" + name); got.Code != 404 {
				t.Errorf("%s of %s: %d %s", name, other, got.Code, got.Body)
			}
		}
	}
	course := w.author.CreateCourse("")
	secret := []string{"post-" + draft.ID, "course-" + course.ID, "post-none", "user-" + w.author.ID, "post"}
	for _, name := range secret {
		if got := w.get("/link-pictures/" + name + ".png"); got.Code != 404 {
			t.Errorf("%s: %d", name, got.Code)
		}
	}
	first := w.get("/link-pictures/post-" + post.ID + ".png")
	if first.Code != 200 || first.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%d %v", first.Code, first.Header())
	}
	if again := w.get("/link-pictures/post-"+post.ID+".png", "If-None-Match", first.Header().Get("ETag")); again.Code != 304 {
		t.Errorf("the same picture: %d", again.Code)
	}
	w.admin.Do("PUT", "/settings/appearance", `{"primary_color":"#7a1f5c"}`, 200)
	if other := w.get("/link-pictures/post-" + post.ID + ".png"); other.Body.String() == first.Body.String() {
		t.Error("the picture does not have the colours of the school")
	}
}

// Crawlers that train language models are asked to stay away where the school wants that; search engines are not.
func TestTrainingCrawlers(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	w := world{a, t, a.User(access.Instructor), a.User(access.Admin)}
	if got := w.get("/robots.txt").Body.String(); strings.Contains(got, "GPTBot") || !strings.HasPrefix(got, "User-agent: *\n") {
		t.Error(got)
	}
	w.admin.Do("PUT", "/settings/crawlers", `{"no_training":true}`, 200)
	got := w.get("/robots.txt").Body.String()
	trainers, others, _ := strings.Cut(got, "Disallow: /\n\n")
	if !strings.Contains(trainers, "User-agent: GPTBot\n") || !strings.Contains(trainers, "User-agent: CCBot\n") || strings.Contains(trainers, "Googlebot") ||
		!strings.HasPrefix(others, "User-agent: *\nDisallow: /api/\n") || !strings.Contains(others, "/sitemap.xml") {
		t.Error(got)
	}
}
