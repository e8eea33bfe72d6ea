package blog_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/testapp"
)

// Posts that are published at once get different addresses, and their tags are counted right.
func TestParallelPublication(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var drafts []blog.PostDraft
	for range 8 {
		drafts = append(drafts, w.write("Same title", `,"tags":["One","Two"]`))
	}
	var wg sync.WaitGroup
	for _, d := range drafts {
		wg.Go(func() {
			if got := send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{}`); got.Code != 200 {
				t.Errorf("%d %s", got.Code, got.Body)
			}
		})
	}
	wg.Wait()
	if n := w.Count("SELECT count(DISTINCT slug) FROM post_slugs WHERE is_current AND post_id IN (SELECT id FROM posts WHERE status = 'published')"); n != 8 {
		t.Errorf("%d addresses", n)
	}
	if n := w.Count("SELECT min(posts) * 100 + max(posts) FROM blog_tags"); n != 808 {
		t.Errorf("posts of tags: %d", n)
	}
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.write("Tomorrow", `,"tags":["News"]`)
	before := w.rows()
	for at, says := range map[string]string{"2026-08-31T08:00:00Z": "Choose a time in the future"} {
		if got := send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, fmt.Sprintf(`{"at":%q}`, at)); got.Code != 400 || !strings.Contains(got.Body.String(), says) {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	d = w.draft(send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{"at":"2026-09-02T08:00:00Z"}`))
	moved := w.draft(send(w.admin, "POST", "/blogs/"+d.ID+"/publish", d.Version, `{"at":"2026-09-03T08:00:00Z"}`))
	if d.Status != "scheduled" || moved.Version == d.Version {
		t.Errorf("%+v", moved)
	}
	w.Clock.Advance(24 * time.Hour)
	w.Work() // the job of the earlier schedule
	if got := w.titles("/blogs"); len(got) != 0 {
		t.Errorf("published too early: %v", got)
	}
	edited := w.draft(send(w.author, "PUT", "/blogs/"+d.ID, moved.Version, `{"title":"Tomorrow, corrected","html":"<p>x</p>"}`))
	w.Clock.Advance(24 * time.Hour)
	w.Work()
	if got := w.titles("/blogs"); !slices.Equal(got, []string{"Tomorrow, corrected"}) {
		t.Errorf("%v", got)
	}
	if p := w.read(w.Nobody(), "tomorrow-corrected"); !p.PublishedAt.Equal(testapp.Start.Add(48 * time.Hour)) {
		t.Errorf("%+v", p)
	}
	live := testapp.Read[rest.Answer[blog.PostDraft]](t, w.author.Do("GET", "/blogs/"+d.ID+"/draft", "", 200)).Data
	if live.Version <= edited.Version || live.IsChanged {
		t.Errorf("%+v", live)
	}
	if got := send(w.admin, "POST", "/blogs/"+d.ID+"/publish", live.Version, `{"at":"2026-12-01T08:00:00Z"}`); got.Code != 400 {
		t.Errorf("changes of a published post are scheduled: %d", got.Code)
	}
}

func TestUnpublishArchiveAndDelete(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Waggle", `,"tags":["Bees"]`))
	w.admin.Do("PUT", "/blogs/featured", fmt.Sprintf(`{"ids":[%q]}`, d.ID), 200)
	w.admin.Do("DELETE", "/blogs/"+d.ID, "", 409)
	w.admin.Do("POST", "/blogs/"+d.ID+"/unpublish", "", 200)
	w.Nobody().Do("GET", "/blogs/waggle", "", 404)
	if w.Count("SELECT posts FROM blog_tags") != 0 || w.Count("SELECT count(*) FROM posts WHERE featured_rank IS NOT NULL") != 0 {
		t.Error("what was unpublished is counted or featured")
	}
	w.author.Do("DELETE", "/blogs/"+d.ID, "", 409) // it was published once
	w.admin.Do("PATCH", "/blogs/"+d.ID+"/archive", `{"archive":true}`, 200)
	if got := w.Nobody().Send("GET", "/api/v1/blogs/waggle", ""); got.Code != 410 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.admin.Do("PATCH", "/blogs/"+d.ID+"/archive", `{"archive":false}`, 200)
	w.Nobody().Do("GET", "/blogs/waggle", "", 404)
	w.admin.Do("DELETE", "/blogs/"+d.ID, "", 200)
	w.Clock.Advance(31 * 24 * time.Hour)
	w.Sweep()
	if n := w.Count("SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM post_contents) + (SELECT count(*) FROM post_slugs)"); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	w.author.Do("DELETE", "/blogs/"+w.write("Never shown", "").ID, "", 200)
	if fresh := w.write("Never shown", ""); w.admin.Send("PATCH", "/api/v1/blogs/"+fresh.ID+"/archive", `{"archive":true}`).Code != 409 {
		t.Error("what nobody has seen is archived")
	}
}
