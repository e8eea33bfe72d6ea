package blog_test

import (
	"fmt"
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

// world is a school with a blog.
type world struct {
	*testapp.App
	t                     *testing.T
	author, admin, reader testapp.User
}

func newWorld(t *testing.T) *world {
	a := testapp.New(t)
	return &world{a, t, a.User(access.Instructor), a.User(access.Admin), a.User(access.Student)}
}

// send requests with the version of a post that the caller has read.
func send(u testapp.User, method, path string, version int64, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", fmt.Sprintf(`"v%d-"`, version))
	return u.SendRaw(r)
}

func (w *world) draft(answer *httptest.ResponseRecorder) blog.PostDraft {
	w.t.Helper()
	if answer.Code/100 != 2 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return testapp.Read[rest.Answer[blog.PostDraft]](w.t, answer.Body.String()).Data
}

// write makes a draft with a text.
func (w *world) write(title, members string) blog.PostDraft {
	w.t.Helper()
	d := w.draft(w.author.Send("POST", "/api/v1/blogs", fmt.Sprintf(`{"title":%q}`, title)))
	return w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, fmt.Sprintf(`{"title":%q,"html":"<p>Bees dance.</p>"%s}`, title, members)))
}

func (w *world) publish(d blog.PostDraft) blog.PostDraft {
	w.t.Helper()
	return w.draft(send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{}`))
}

func (w *world) read(u testapp.User, id string) blog.Post {
	w.t.Helper()
	return testapp.Read[rest.Answer[blog.Post]](w.t, u.Do("GET", "/blogs/"+id, "", 200)).Data
}

// titles lists what everybody sees at an address.
func (w *world) titles(path string) (found []string) {
	w.t.Helper()
	for _, p := range testapp.Read[rest.List[blog.PostCard]](w.t, w.Nobody().Do("GET", path, "", 200)).Data {
		found = append(found, p.Title)
	}
	return found
}

// rows is what a refused request must leave as it is.
func (w *world) rows() (all []string) {
	for table, text := range w.Tables() {
		if strings.HasPrefix(table, "post") || table == "blog_tags" || table == "jobs" || table == "audit_log" {
			all = append(all, table+text)
		}
	}
	return slices.Sorted(slices.Values(all))
}

func TestWhoMayWriteAndPublish(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, live := w.write("Waggle", ""), w.publish(w.write("Open", ""))
	other := w.User(access.Instructor)
	before := w.rows()
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{"a visitor": {w.Nobody(), 401}, "a student": {w.reader, 403}, "a corporate client": {w.User(access.Corporate), 403}, "another instructor": {other, 404}} {
		for _, d := range []blog.PostDraft{mine, live} {
			for _, request := range [][2]string{{"GET", "/draft"}, {"PUT", ""}, {"DELETE", ""}, {"PUT", "/slug"}, {"GET", "/revisions"}, {"POST", "/request-review"}, {"DELETE", "/cover"}} {
				body := map[string]string{"/slug": `{"slug":"x"}`, "": `{"title":"x","html":""}`}[request[1]]
				if request[0] == "GET" || request[0] == "DELETE" {
					body = ""
				}
				if got := send(c.who, request[0], "/blogs/"+d.ID+request[1], d.Version, body); got.Code != c.want {
					t.Errorf("%s: %s %s: %d %s", name, request[0], request[1], got.Code, got.Body)
				}
			}
		}
	}
	for _, path := range []string{"/publish", "/unpublish"} {
		if got := send(w.author, "POST", "/blogs/"+live.ID+path, live.Version, `{}`); got.Code != 403 {
			t.Errorf("its author: %s: %d", path, got.Code)
		}
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	w.Nobody().Do("GET", "/blogs/"+mine.ID, "", 404)
	w.author.Do("GET", "/blogs/"+mine.ID, "", 404)
	if got := w.titles("/blogs"); !slices.Equal(got, []string{"Open"}) {
		t.Errorf("the list shows %v", got)
	}
	if list := testapp.Read[rest.List[blog.PostDraft]](t, other.Do("GET", "/blogs/manage", "", 200)); len(list.Data) != 0 {
		t.Errorf("another instructor lists %+v", list.Data)
	}
	if list := testapp.Read[rest.List[blog.PostDraft]](t, w.admin.Do("GET", "/blogs/manage?search=wag", "", 200)); len(list.Data) != 1 || !list.Data[0].MayPublish {
		t.Errorf("an administrator lists %+v", list.Data)
	}
}

// Readers see what was published until it is published again, whatever its author writes meanwhile.
func TestReadersSeeWhatWasPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Why bees dance", `,"excerpt":"A  short\nsummary","tags":["Bees","bees "," Dance"],"metaTitle":"Dancing"`))
	p := w.read(w.Nobody(), "why-bees-dance")
	if p.Title != "Why bees dance" || p.HTML != "<p>Bees dance.</p>" || p.Excerpt != "A short summary" || p.ReadMinutes != 1 || p.IsMoved || p.MetaTitle != "Dancing" ||
		fmt.Sprint(p.Tags) != "[{Bees bees} {Dance dance}]" || p.Authors[0].ID != w.author.ID || !p.PublishedAt.Equal(testapp.Start) {
		t.Errorf("%+v", p)
	}
	w.Clock.Advance(time.Hour)
	edited := w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, `{"title":"Bees and drums","html":"<h2>Drums</h2><p>Boom</p><h2>Drums</h2><h3 onclick=x>Ä <i>b</i></h3>","tags":["Drums","Bees"]}`))
	if !edited.IsChanged || edited.Slug != "why-bees-dance" {
		t.Errorf("%+v", edited)
	}
	if still := w.read(w.Nobody(), d.ID); still.Title != p.Title || still.HTML != p.HTML {
		t.Errorf("readers see the draft: %+v", still)
	}
	w.publish(edited)
	again := w.read(w.Nobody(), d.ID)
	if again.Title != "Bees and drums" || again.Slug != p.Slug || !again.PublishedAt.Equal(p.PublishedAt) || !again.UpdatedAt.Equal(testapp.Start.Add(time.Hour)) {
		t.Errorf("%+v", again)
	}
	if want := `<h2 id="section-drums">Drums</h2><p>Boom</p><h2 id="section-drums-2">Drums</h2><h3 id="section-a-b">Ä <i>b</i></h3>`; again.HTML != want || len(again.TOC) != 3 || again.TOC[2].Text != "Ä b" || again.TOC[2].Level != 3 {
		t.Errorf("%s %+v", again.HTML, again.TOC)
	}
	tags := testapp.Read[rest.Answer[[]blog.BlogTag]](t, w.Nobody().Do("GET", "/blogs/tags?sort=name", "", 200)).Data
	if len(tags) != 2 || tags[0].Slug != "bees" || tags[0].Posts != 1 || tags[1].Slug != "drums" {
		t.Errorf("%+v", tags)
	}
	if got := w.titles("/blogs?tag=bees&author=" + w.author.ID); len(got) != 1 {
		t.Error(got)
	}
	if got := w.titles("/blogs?tag=dance"); len(got) != 0 {
		t.Error(got)
	}
}

func TestIncompletePostsAreNotPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.draft(w.author.Send("POST", "/api/v1/blogs", `{"title":"Empty"}`))
	before := w.rows()
	for _, c := range []struct {
		who        testapp.User
		path, body string
		want       int
		says       string
	}{
		{w.admin, "/publish", `{}`, 409, "The post is empty. Write something before you publish it."},
		{w.author, "/request-review", "", 409, "The post is empty. Write something before you publish it."},
		{w.admin, "/unpublish", "", 409, "This post isn't published."},
	} {
		if got := send(c.who, "POST", "/blogs/"+d.ID+c.path, d.Version, c.body); got.Code != c.want || !strings.Contains(got.Body.String(), c.says) {
			t.Errorf("%s: %d %s", c.path, got.Code, got.Body)
		}
	}
	for body, says := range map[string]string{
		`{"title":"x","html":"","tags":["` + strings.Repeat("a", 41) + `"]}`:           "A tag has at most 40 characters",
		`{"title":"x","html":"","tags":["--"]}`:                                        "A tag needs at least one word or number",
		`{"title":"x","html":"","language":"klingon please"}`:                          "language must be a language tag",
		`{"title":"` + strings.Repeat("a", 201) + `","html":""}`:                       "A title has at most 200 characters",
		`{"title":"x","html":"","tags":["1","2","3","4","5","6","7","8","9","a","b"]}`: "A post has at most 10 tags",
	} {
		if got := send(w.author, "PUT", "/blogs/"+d.ID, d.Version, body); got.Code != 400 || !strings.Contains(got.Body.String(), says) {
			t.Errorf("%.40s: %d %s", body, got.Code, got.Body)
		}
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
}

// What two windows write does not get lost: the later one hears of the other's text.
func TestStaleSave(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.write("Waggle", "")
	first := w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, `{"title":"First","html":"<p>1</p>","autosave":true}`))
	before := w.rows()
	got := send(w.admin, "PUT", "/blogs/"+d.ID, d.Version, `{"title":"Second","html":"<p>2</p>"}`)
	if got.Code != 412 || !strings.Contains(got.Body.String(), `"title":"First"`) || !slices.Equal(before, w.rows()) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	without := httptest.NewRequest("PUT", "/api/v1/blogs/"+d.ID, strings.NewReader(`{"title":"Third","html":""}`))
	without.Header.Set("Content-Type", "application/json")
	if got := w.author.SendRaw(without); got.Code != 428 {
		t.Errorf("without a version: %d", got.Code)
	}
	w.draft(send(w.author, "PUT", "/blogs/"+d.ID, first.Version, `{"title":"Fourth","html":"<p>4</p>","autosave":true}`))
	all := testapp.Read[rest.Answer[[]blog.PostRevision]](t, w.author.Do("GET", "/blogs/"+d.ID+"/revisions", "", 200)).Data
	if len(all) != 3 || all[0].Title != "Fourth" || !all[0].IsDraft || all[0].Cause != "autosave" { // what is saved while typing is one revision
		t.Errorf("%+v", all)
	}
}

func TestRevisionsAreRestored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Waggle", ""))
	changed := w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, `{"title":"Gone","html":"<p>nothing</p>"}`))
	for range 60 { // more than are kept
		w.Clock.Advance(time.Minute)
		changed = w.draft(send(w.author, "PUT", "/blogs/"+d.ID, changed.Version, `{"title":"Gone","html":"<p>nothing</p>"}`))
	}
	all := testapp.Read[rest.Answer[[]blog.PostRevision]](t, w.author.Do("GET", "/blogs/"+d.ID+"/revisions", "", 200)).Data
	last := all[len(all)-1]
	if len(all) != 51 || last.Title != "Waggle" || !last.IsLive || last.Cause != "published" {
		t.Fatalf("%d %+v", len(all), last)
	}
	text := testapp.Read[rest.Answer[blog.PostRevisionText]](t, w.author.Do("GET", "/blogs/"+d.ID+"/revisions/"+last.ID, "", 200)).Data
	if text.HTML != "<p>Bees dance.</p>" {
		t.Errorf("%+v", text)
	}
	back := w.draft(send(w.author, "POST", "/blogs/"+d.ID+"/revisions/"+last.ID+"/restore", changed.Version, ""))
	if back.Title != "Waggle" || back.HTML != text.HTML {
		t.Errorf("%+v", back)
	}
	other := w.write("Other", "")
	w.author.Do("GET", "/blogs/"+other.ID+"/revisions/"+last.ID, "", 404)
	if got := send(w.author, "POST", "/blogs/"+other.ID+"/revisions/"+last.ID+"/restore", other.Version, ""); got.Code != 404 {
		t.Errorf("a text of another post is restored: %d", got.Code)
	}
}

func TestOldAddressesLeadToThePost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Waggle dance!", ""))
	twin := w.publish(w.write("Wäggle — dance", ""))
	if twin.Slug != "waggle-dance-2" {
		t.Errorf("%q", twin.Slug)
	}
	for _, name := range []string{"Second", "third", "fourth"} {
		d = w.draft(w.author.Send("PUT", "/api/v1/blogs/"+d.ID+"/slug", fmt.Sprintf(`{"slug":%q}`, name)))
	}
	for _, old := range []string{"waggle-dance", "second", "third"} {
		if p := w.read(w.Nobody(), old); p.ID != d.ID || p.Slug != "fourth" || !p.IsMoved {
			t.Errorf("%s: %+v", old, p)
		}
	}
	before := w.rows()
	got := w.author.Send("PUT", "/api/v1/blogs/"+twin.ID+"/slug", `{"slug":"second"}`)
	if got.Code != 409 || !strings.Contains(got.Body.String(), `"free":"second-2"`) || !slices.Equal(before, w.rows()) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.author.Send("PUT", "/api/v1/blogs/"+twin.ID+"/slug", `{"slug":"tag"}`); got.Code != 409 {
		t.Errorf("a reserved address: %d", got.Code)
	}
	if d = w.draft(w.author.Send("PUT", "/api/v1/blogs/"+d.ID+"/slug", `{"slug":"second"}`)); d.Slug != "second" { // back to one of its own
		t.Errorf("%+v", d)
	}
	if p := w.read(w.Nobody(), "fourth"); !p.IsMoved || p.Slug != "second" {
		t.Errorf("%+v", p)
	}
}
