package blog_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/testapp"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	post := func(title, members string) blog.PostDraft {
		w.Clock.Advance(time.Minute)
		d := w.draft(w.author.Send("POST", "/api/v1/blogs", fmt.Sprintf(`{"title":%q}`, title)))
		return w.publish(w.draft(send(w.author, "PUT", "/blogs/"+d.ID, d.Version, fmt.Sprintf(`{"title":%q,%s}`, title, members))))
	}
	inBody := post("Older", `"html":"<p>How bees find <b>honey</b> and Crème brûlée.</p>"`)
	post("Newer", `"html":"<p>Where bees sleep.</p>"`)
	post("Bees", `"html":"<p>Insects.</p>"`)
	post("Drones", `"html":"<h2>Bees too</h2><p>Lazy.</p>"`)
	post("Queens", `"html":"<p>x</p>","tags":["Bees"]`)
	hidden := w.write("Bees in secret", "")
	search := func(query string) []string {
		return w.titles("/blogs/search?query=" + strings.ReplaceAll(query, " ", "+"))
	}
	for query, want := range map[string][]string{
		"bees": {"Bees", "Queens", "Drones", "Newer", "Older"}, "BEE honey": {"Older"}, "creme brulee": {"Older"}, "beess": {"Bees", "Queens", "Drones", "Newer", "Older"},
		"secret": nil, "dance": nil, "bees xyzzy": nil, "?!": nil,
	} {
		if got := search(query); !slices.Equal(got, want) {
			t.Errorf("%s: %v", query, got)
		}
	}
	if got := w.titles("/blogs/search?q=bees&limit=2&page=2"); !slices.Equal(got, []string{"Drones", "Newer"}) {
		t.Errorf("page 2: %v", got)
	}
	found := testapp.Read[rest.List[blog.FoundPost]](t, w.Nobody().Do("GET", "/blogs/search?query=hon+bees", "", 200))
	if len(found.Data) != 1 || !slices.Equal(found.Data[0].Matched, []string{"bees", "honey"}) || found.Pagination.TotalItems != 1 {
		t.Errorf("%+v", found)
	}
	if got := w.Nobody().Do("GET", "/blogs/search?query=+", "", 400); !strings.Contains(got, "Search query is required") {
		t.Error(got)
	}
	// What is taken from readers is not found, nor what its author only drafts; what is published again is found by its new words.
	w.draft(send(w.author, "PUT", "/blogs/"+inBody.ID, inBody.Version, `{"title":"Older","html":"<p>Wax</p>"}`))
	if got := search("wax"); got != nil {
		t.Errorf("a draft is found: %v", got)
	}
	w.publish(w.draft(w.author.Send("GET", "/api/v1/blogs/"+inBody.ID+"/draft", "")))
	if old, wax := search("honey"), search("wax"); old != nil || !slices.Equal(wax, []string{"Older"}) {
		t.Errorf("%v %v", old, wax)
	}
	w.admin.Do("POST", "/blogs/"+inBody.ID+"/unpublish", "", 200)
	w.publish(hidden)
	if wax, secret := search("wax"), search("secret"); wax != nil || !slices.Equal(secret, []string{"Bees in secret"}) {
		t.Errorf("%v %v", wax, secret)
	}
	if n := w.Count("SELECT count(*) FROM search_words WHERE word IN ('wax', 'honey')"); n != 0 {
		t.Errorf("%d words that stand nowhere are kept", n)
	}
}

// Posts are found by the name that their author has now, and by none once they are erased.
func TestSearchByAuthor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("UPDATE users SET full_name = 'Ada Zwack' WHERE id = ?", w.author.ID)
	w.publish(w.write("Waggle", ""))
	if got := w.titles("/blogs/search?query=zwack"); len(got) != 1 {
		t.Errorf("%v", got)
	}
	rename := httptest.NewRequest("PATCH", "/api/v1/users/"+w.author.ID, strings.NewReader(`{"full_name":"Ada Quist"}`))
	rename.Header.Set("Content-Type", "application/json")
	rename.Header.Set("If-Match", "*")
	if got := w.admin.SendRaw(rename); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	w.Work()
	w.Sweep()
	if zwack, quist := w.titles("/blogs/search?query=zwack"), w.titles("/blogs/search?query=quist"); zwack != nil || len(quist) != 1 {
		t.Errorf("%v %v", zwack, quist)
	}
}
