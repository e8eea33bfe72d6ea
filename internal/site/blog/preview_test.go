package blog_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/testapp"
)

// A preview link shows the draft to anyone who has it, for 7 days or until it is withdrawn, replaced or the post is deleted.
func TestPreviewLink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Waggle", ""))
	d = w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, `{"title":"Next","html":"<h2>New</h2>"}`))
	before := w.rows()
	for want, u := range map[int]testapp.User{401: w.Nobody(), 403: w.reader, 404: w.User(access.Instructor)} {
		u.Do("POST", "/blogs/"+d.ID+"/preview-link", "", want)
		u.Do("DELETE", "/blogs/"+d.ID+"/preview-link", "", want)
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	share := func() string {
		t.Helper()
		link := testapp.Read[rest.Answer[blog.PreviewLink]](t, w.author.Do("POST", "/blogs/"+d.ID+"/preview-link", "", 200)).Data
		token, ok := strings.CutPrefix(link.Path, "/blog/preview/")
		if !ok || len(token) < 40 || !link.ExpiresAt.Equal(w.Clock.Now().Add(7*24*time.Hour)) {
			t.Fatalf("%+v", link)
		}
		return "/blogs/preview/" + token
	}
	first := share()
	p := testapp.Read[rest.Answer[blog.PostPreview]](t, w.Nobody().Do("GET", first, "", 200)).Data
	if p.Title != "Next" || p.HTML != `<h2 id="section-new">New</h2>` || w.read(w.Nobody(), d.ID).Title != "Waggle" {
		t.Errorf("%+v", p)
	}
	if strings.Contains(strings.Join(w.rows(), ""), strings.TrimPrefix(first, "/blogs/preview/")) {
		t.Error("the secret of the link is stored")
	}
	second := share()
	w.Nobody().Do("GET", first, "", 404)
	w.Clock.Advance(7*24*time.Hour - time.Second)
	w.Nobody().Do("GET", second, "", 200)
	w.Clock.Advance(time.Second)
	w.Nobody().Do("GET", second, "", 404)
	third := share()
	w.author.Do("DELETE", "/blogs/"+d.ID+"/preview-link", "", 200)
	w.Nobody().Do("GET", third, "", 404)
	w.Nobody().Do("GET", "/blogs/preview/x", "", 404)
	other := w.write("Gone", "")
	d = other
	fourth := share()
	w.author.Do("DELETE", "/blogs/"+other.ID, "", 200)
	w.Nobody().Do("GET", fourth, "", 404)
	if now := w.draft(w.author.Send("POST", "/api/v1/blogs/"+other.ID+"/restore", "")); now.PreviewExpiresAt != nil {
		t.Error("a restored post has its old link")
	}
}

// A deleted post is nowhere, and can be restored for 30 days.
func TestDeletedPostsAreRestored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d, old := w.write("Waggle", ""), w.publish(w.write("Old", ""))
	w.admin.Do("PATCH", "/blogs/"+old.ID+"/archive", `{"archive":true}`, 200)
	w.author.Do("POST", "/blogs/"+d.ID+"/restore", "", 404) // it is not deleted
	w.author.Do("DELETE", "/blogs/"+d.ID, "", 200)
	w.admin.Do("DELETE", "/blogs/"+old.ID, "", 200)
	for path, want := range map[string]int{"/draft": 404, "/revisions": 404} {
		w.author.Do("GET", "/blogs/"+d.ID+path, "", want)
	}
	w.Nobody().Do("GET", "/blogs/"+old.ID, "", 404)
	list := func(u testapp.User, query string) (titles []string) {
		for _, p := range testapp.Read[rest.List[blog.PostDraft]](t, u.Do("GET", "/blogs/manage"+query, "", 200)).Data {
			titles = append(titles, p.Title)
		}
		return titles
	}
	if all, gone, others := list(w.author, ""), list(w.author, "?status=deleted"), list(w.User(access.Instructor), "?status=deleted"); len(all) != 0 || len(gone) != 2 || len(others) != 0 {
		t.Errorf("%v %v %v", all, gone, others)
	}
	before := w.rows()
	w.User(access.Instructor).Do("POST", "/blogs/"+d.ID+"/restore", "", 404)
	w.author.Do("DELETE", "/blogs/"+d.ID, "", 404)
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	w.Clock.Advance(30*24*time.Hour - time.Second)
	w.Sweep()
	if back := w.draft(w.author.Send("POST", "/api/v1/blogs/"+d.ID+"/restore", "")); back.Title != "Waggle" || back.HTML != "<p>Bees dance.</p>" {
		t.Errorf("%+v", back)
	}
	w.Clock.Advance(2 * time.Second)
	w.Sweep()
	w.admin.Do("POST", "/blogs/"+old.ID+"/restore", "", 404)
	if n := w.Count("SELECT count(*) FROM post_contents WHERE post_id = ?", old.ID); n != 0 {
		t.Errorf("%d texts of a post are kept that was deleted long ago", n)
	}
	w.author.Do("GET", "/blogs/"+d.ID+"/draft", "", 200)
}
