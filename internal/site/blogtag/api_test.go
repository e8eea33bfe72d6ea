package blogtag_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogtag"
	"lectern/internal/testapp"
)

// world is a school with a blog.
type world struct {
	*testapp.App
	t             *testing.T
	author, admin testapp.User
}

func newWorld(t *testing.T) *world {
	a := testapp.New(t)
	return &world{a, t, a.User(access.Instructor), a.User(access.Admin)}
}

// send requests with any version.
func send(u testapp.User, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", "*")
	return u.SendRaw(r)
}

// write makes a draft with tags, and returns its id.
func (w *world) write(title string, tags ...string) string {
	w.t.Helper()
	d := testapp.Read[rest.Answer[blog.PostDraft]](w.t, w.author.Do("POST", "/blogs", fmt.Sprintf(`{"title":%q}`, title), 201)).Data
	body := fmt.Sprintf(`{"title":%q,"html":"<p>Bees dance.</p>","tags":["%s"]}`, title, strings.Join(tags, `","`))
	if got := send(w.author, "PUT", "/blogs/"+d.ID, body); got.Code != 200 {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
	return d.ID
}

func (w *world) publish(post string) string {
	w.t.Helper()
	if got := send(w.admin, "POST", "/blogs/"+post+"/publish", `{}`); got.Code != 200 {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
	return post
}

// tags returns those of a published post.
func (w *world) tags(post string) (names []string) {
	w.t.Helper()
	for _, t := range testapp.Read[rest.Answer[blog.Post]](w.t, w.Nobody().Do("GET", "/blogs/"+post, "", 200)).Data.Tags {
		names = append(names, t.Name+" "+t.Slug)
	}
	return names
}

// all returns the tags by name.
func (w *world) all() map[string]blogtag.ManagedTag {
	w.t.Helper()
	by := map[string]blogtag.ManagedTag{}
	for _, t := range testapp.Read[rest.List[blogtag.ManagedTag]](w.t, w.admin.Do("GET", "/blogs/manage/tags", "", 200)).Data {
		by[t.Name] = t
	}
	return by
}

// found returns the titles that a request lists.
func (w *world) found(path string) (titles []string) {
	w.t.Helper()
	for _, p := range testapp.Read[rest.List[blog.PostCard]](w.t, w.Nobody().Do("GET", path, "", 200)).Data {
		titles = append(titles, p.Title)
	}
	slices.Sort(titles)
	return titles
}

func (w *world) rows() (all []string) {
	for table, text := range w.Tables() {
		if strings.HasPrefix(table, "post") || strings.HasPrefix(table, "blog_tag") || table == "jobs" || table == "audit_log" {
			all = append(all, table+text)
		}
	}
	return slices.Sorted(slices.Values(all))
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestRenameTag(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	live := w.publish(w.write("Waggle", "Bees", "Dance"))
	draft := w.write("Hive", "bees", "Wax")
	bees := w.all()["Bees"]
	renamed := testapp.Read[rest.Answer[blogtag.ManagedTag]](t, w.admin.Do("PUT", "/blogs/tags/"+bees.ID, `{"name":" Honey  bees "}`, 200)).Data
	if renamed.Name != "Honey bees" || renamed.Slug != "honey-bees" || renamed.Posts != 1 || !slices.Equal(renamed.FormerNames, []string{"Bees"}) {
		t.Errorf("%+v", renamed)
	}
	equal(t, "tags of the post", w.tags(live), []string{"Honey bees honey-bees", "Dance dance"})
	equal(t, "by the former address", w.found("/blogs?tag=bees"), []string{"Waggle"})
	edited := testapp.Read[rest.Answer[blog.PostDraft]](t, w.author.Do("GET", "/blogs/"+draft+"/draft", "", 200)).Data
	equal(t, "tags of the draft", edited.Tags, []string{"Honey bees", "Wax"})
	w.publish(draft)
	equal(t, "tags of a draft with the former name", w.tags(draft), []string{"Honey bees honey-bees", "Wax wax"})
	w.Work()
	w.Sweep()
	equal(t, "search by the new name", w.found("/blogs/search?query=honey"), []string{"Hive", "Waggle"})

	// A name that a tag had before can be that of another one, which comes first.
	w.admin.Do("PUT", "/blogs/tags/"+w.all()["Dance"].ID, `{"name":"Bees"}`, 200)
	equal(t, "tags of the post", w.tags(live), []string{"Honey bees honey-bees", "Bees bees-2"})
	// Back to the former name: nothing is left behind but the one in between.
	w.admin.Do("PUT", "/blogs/tags/"+w.all()["Bees"].ID, `{"name":"Dance"}`, 200)
	w.admin.Do("PUT", "/blogs/tags/"+bees.ID, `{"name":"Bees"}`, 200)
	if now := w.all()["Bees"]; now.Slug != "bees" || now.Posts != 2 || !slices.Equal(now.FormerNames, []string{"Honey bees"}) {
		t.Errorf("%+v", now)
	}
	// The same name, written differently.
	if now := testapp.Read[rest.Answer[blogtag.ManagedTag]](t, w.admin.Do("PUT", "/blogs/tags/"+bees.ID, `{"name":"BEES"}`, 200)).Data; now.Slug != "bees" || !slices.Equal(now.FormerNames, []string{"Honey bees"}) {
		t.Errorf("%+v", now)
	}
}

func TestMergeTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	both, one := w.publish(w.write("Waggle", "Bee", "Dance", "Bees")), w.publish(w.write("Hive", "Bee"))
	draft := w.write("Wax", "Bee", "Bees")
	before := w.all()
	w.admin.Do("PUT", "/blogs/tags/"+before["Bee"].ID, `{"name":"Single bee"}`, 200)
	merged := testapp.Read[rest.Answer[blogtag.ManagedTag]](t, w.admin.Do("POST", "/blogs/tags/"+before["Bee"].ID+"/merge", `{"intoId":"`+before["Bees"].ID+`"}`, 200)).Data
	if merged.Name != "Bees" || merged.Posts != 2 || !slices.Equal(merged.FormerNames, []string{"Bee", "Single bee"}) {
		t.Errorf("%+v", merged)
	}
	equal(t, "tags of the post with both", w.tags(both), []string{"Dance dance", "Bees bees"})
	equal(t, "tags of the post with one", w.tags(one), []string{"Bees bees"})
	equal(t, "by the addresses", slices.Concat(w.found("/blogs?tag=bee"), w.found("/blogs?tag=single-bee")), []string{"Hive", "Waggle", "Hive", "Waggle"})
	w.publish(draft)
	equal(t, "tags of a draft with both", w.tags(draft), []string{"Bees bees"})
	if left := w.all(); len(left) != 2 || left["Bees"].Posts != 3 {
		t.Errorf("%+v", left)
	}
}

func TestDeleteTag(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	post := w.publish(w.write("Waggle", "Bees"))
	id := w.all()["Bees"].ID
	before := w.rows()
	if got := w.admin.Do("DELETE", "/blogs/tags/"+id, "", 409); !strings.Contains(got, "tag_in_use") || !slices.Equal(before, w.rows()) {
		t.Error(got)
	}
	w.admin.Do("POST", "/blogs/"+post+"/unpublish", "", 200)
	w.admin.Do("DELETE", "/blogs/tags/"+id, "", 200)
	if left := w.all(); len(left) != 0 {
		t.Errorf("%+v", left)
	}
	w.publish(post)
	equal(t, "tags of a draft whose tag was deleted", w.tags(post), []string{"Bees bees"})
}

func TestRefusedChangesOfTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish(w.write("Waggle", "Bees", "Dance"))
	bees, dance := "/blogs/tags/"+w.all()["Bees"].ID, w.all()["Dance"].ID
	before := w.rows()
	for _, c := range []struct {
		who                testapp.User
		method, path, body string
		want               int
		code               string
	}{
		{w.author, "GET", "/blogs/manage/tags", "", 403, "forbidden"},
		{w.author, "PUT", bees, `{"name":"Wasps"}`, 403, "forbidden"},
		{w.author, "POST", bees + "/merge", `{"intoId":"` + dance + `"}`, 403, "forbidden"},
		{w.author, "DELETE", bees, "", 403, "forbidden"},
		{w.admin, "PUT", bees, `{"name":"DANCE"}`, 409, "tag_exists"},
		{w.admin, "PUT", bees, `{"name":"…"}`, 400, "invalid"},
		{w.admin, "PUT", bees, `{"name":" "}`, 400, "name"},
		{w.admin, "PUT", bees, `{"name":"` + strings.Repeat("a", 41) + `"}`, 400, "name"},
		{w.admin, "PUT", "/blogs/tags/none", `{"name":"Wasps"}`, 404, "tag_not_found"},
		{w.admin, "POST", bees + "/merge", `{"intoId":"none"}`, 404, "tag_not_found"},
		{w.admin, "POST", bees + "/merge", `{"intoId":"` + strings.TrimPrefix(bees, "/blogs/tags/") + `"}`, 400, "intoId"},
		{w.admin, "POST", "/blogs/tags/none/merge", `{"intoId":"` + dance + `"}`, 404, "tag_not_found"},
		{w.admin, "DELETE", "/blogs/tags/none", "", 404, "tag_not_found"},
	} {
		if got := c.who.Do(c.method, c.path, c.body, c.want); !strings.Contains(got, c.code) {
			t.Errorf("%s %s %s: %s", c.method, c.path, c.body, got)
		}
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
}

// Tags that are merged into each other, renamed and deleted while posts are published with them: every request is answered, every post has
// one tag, and tags are counted right.
func TestTagsChangeWhilePostsArePublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish(w.write("First", "One", "Two", "Three"))
	var posts []string
	for n := range 6 {
		posts = append(posts, w.write(fmt.Sprint("Post ", n), "One", "Two", "Three"))
	}
	tags := w.all()
	one, two, three := tags["One"].ID, tags["Two"].ID, tags["Three"].ID
	requests := [][3]string{
		{"POST", "/blogs/tags/" + one + "/merge", `{"intoId":"` + two + `"}`},
		{"POST", "/blogs/tags/" + two + "/merge", `{"intoId":"` + one + `"}`},
		{"PUT", "/blogs/tags/" + three, `{"name":"Four"}`},
		{"DELETE", "/blogs/tags/" + three, ""},
	}
	for _, post := range posts {
		requests = append(requests, [3]string{"POST", "/blogs/" + post + "/publish", `{}`})
	}
	var wg sync.WaitGroup
	for _, r := range requests {
		wg.Go(func() {
			got := send(w.admin, r[0], r[1], r[2])
			if refused := got.Code == 404 || got.Code == 409; got.Code != 200 && !(refused && strings.HasPrefix(r[1], "/blogs/tags/")) {
				t.Errorf("%s: %d %s", r, got.Code, got.Body)
			}
		})
	}
	wg.Wait()
	if n := w.Count("SELECT count(*) FROM blog_tags AS t WHERE posts <> (SELECT count(*) FROM post_tags AS p WHERE p.tag_id = t.id)"); n != 0 {
		t.Errorf("%d tags are counted wrong", n)
	}
	if n := w.Count("SELECT count(*) FROM posts AS p WHERE (SELECT count(*) FROM post_tags AS t WHERE t.post_id = p.id) <> 2"); n != 0 {
		t.Errorf("%d posts do not have the two tags that are left", n)
	}
	if left := w.all(); len(left) != 2 {
		t.Errorf("%+v", left)
	}
}
