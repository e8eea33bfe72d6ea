package blog_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/internal/site/blog"
)

func TestFeaturedPosts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var ids []string
	for _, title := range []string{"A", "B", "C"} {
		ids = append(ids, w.publish(w.write(title, "")).ID)
		w.Clock.Advance(time.Minute)
	}
	w.admin.Do("PUT", "/blogs/featured", fmt.Sprintf(`{"ids":[%q,%q]}`, ids[1], ids[0]), 200)
	if got := w.titles("/blogs/featured?limit=3"); !slices.Equal(got, []string{"B", "A", "C"}) {
		t.Error(got)
	}
	hidden := w.write("Hidden", "")
	before := w.rows()
	w.admin.Do("PUT", "/blogs/featured", fmt.Sprintf(`{"ids":[%q,%q]}`, ids[2], hidden.ID), 404)
	if !slices.Equal(before, w.rows()) {
		t.Error("a refused request has changed something")
	}
	if got := w.titles("/blogs?sort=oldest&limit=2&page=2"); !slices.Equal(got, []string{"C"}) {
		t.Error(got)
	}
}

func TestLikesAreCountedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := w.publish(w.write("Waggle", ""))
	w.Nobody().Do("POST", "/blogs/"+d.ID+"/like", "", 401)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { w.reader.Send("POST", "/api/v1/blogs/"+d.ID+"/like", "") })
	}
	wg.Wait()
	w.author.Do("POST", "/blogs/"+d.ID+"/like", "", 200)
	if p := w.read(w.reader, d.ID); p.Likes != 2 || !p.IsLiked {
		t.Errorf("%+v", p)
	}
	w.author.Do("DELETE", "/blogs/"+d.ID+"/like", "", 200)
	w.author.Do("DELETE", "/blogs/"+d.ID+"/like", "", 200)
	if p := w.read(w.author, d.ID); p.Likes != 1 || p.IsLiked {
		t.Errorf("%+v", p)
	}
	w.reader.Do("POST", "/blogs/"+w.write("Draft", "").ID+"/like", "", 404)
}

// Related posts share most tags; the newest fill them up. None of them is unpublished, and the post itself is never among them.
func TestRelatedPosts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	post := func(title, tags string) blog.PostDraft {
		w.Clock.Advance(time.Minute)
		return w.publish(w.write(title, `,"tags":[`+tags+`]`))
	}
	one := post("One", `"Bees","Honey"`)
	post("Both", `"Bees","Honey"`)
	post("First", `"Bees"`)
	post("Second", `"Honey"`)
	past := post("Past", `"Bees","Honey"`)
	w.admin.Do("PATCH", "/blogs/"+past.ID+"/archive", `{"archive":true}`, 200)
	w.write("Draft", `,"tags":["Bees","Honey"]`)
	post("Other", `"Wax"`)
	related := "/blogs/" + one.Slug + "/related"
	if got := w.titles(related); !slices.Equal(got, []string{"Both", "Second", "First"}) {
		t.Error(got)
	}
	if got := w.titles(related + "?limit=9"); !slices.Equal(got, []string{"Both", "Second", "First", "Other"}) {
		t.Error(got)
	}
	w.Nobody().Do("GET", "/blogs/"+past.ID+"/related", "", 410)
	w.Nobody().Do("GET", "/blogs/none/related", "", 404)
	w.Nobody().Do("GET", related+"?limit=0", "", 400)
}
