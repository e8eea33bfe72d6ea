package writing_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/writing"
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

// publish publishes a post, and has the tools learn from it.
func (w *world) publish(title, text string, tags ...string) string {
	w.t.Helper()
	id := testapp.Read[rest.Answer[struct{ ID string }]](w.t, w.author.Do("POST", "/blogs", fmt.Sprintf(`{"title":%q}`, title), 201)).Data.ID
	names, err := json.Marshal(tags)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range []struct{ method, path, body string }{{"PUT", "", fmt.Sprintf(`{"title":%q,"html":%q,"tags":%s}`, title, text, names)}, {"POST", "/publish", `{}`}} {
		request := httptest.NewRequest(r.method, "/api/v1/blogs/"+id+r.path, strings.NewReader(r.body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("If-Match", "*")
		if answer := w.admin.SendRaw(request); answer.Code != 200 {
			w.t.Fatalf("%d %s", answer.Code, answer.Body)
		}
	}
	w.Sweep()
	return id
}

func body(members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// ask uses a tool as the author.
func ask[T any](w *world, tool string, members map[string]any) T {
	w.t.Helper()
	return testapp.Read[rest.Answer[T]](w.t, w.author.Do("POST", "/ai/blog/"+tool, body(members), 200)).Data
}

var bees = "<p>" + strings.Repeat("Bees dance to tell the others where the nectar is. ", 4) + "</p>"

func TestWhoMayUseTheTools(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for want, who := range map[int][]testapp.User{401: {w.Nobody()}, 403: {w.User(access.Student), w.User(access.Corporate)}} {
		for _, u := range who {
			for _, tool := range []string{"tags", "meta-description", "suggestions", "generate-from-prompt", "generate-content", "enhance"} {
				u.Do("POST", "/ai/blog/"+tool, body(map[string]any{"content": bees, "prompt": "Bees and honey", "title": "Bees", "mode": "grammar"}), want)
			}
			u.Do("GET", "/ai/capabilities", "", want)
			u.Do("GET", "/ai/blog/stats", "", want)
			u.Do("GET", "/ai/blog/health", "", want)
		}
	}
	if n := w.Count("SELECT count(*) FROM writing_days"); n > 0 {
		t.Errorf("%d refused requests were counted", n)
	}
}

// The rule of the specification about the content, and its messages (A16).
func TestContentRule(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := func(inner int, letter string) string { return "<p>" + strings.Repeat(letter, inner-7) + "</p>" }
	const required, short, long, markup = "Content is required", "Content must be at least 100 characters", "Content must be at most 50,000 characters", "Content must contain paragraph or heading markup"
	for content, want := range map[string]string{
		"": required, "  \n ": required, p(99, "a"): short, "  " + p(99, "a") + "  ": short, p(100, "a"): "", p(50_000, "é"): "", p(50_001, "é"): long,
		p(100, "😀"): "", p(99, "😀"): short, "<div>" + strings.Repeat("a", 100) + "</div>": markup, "&lt;p&gt;" + strings.Repeat("a", 100): markup,
		"<!-- <p> -->" + strings.Repeat("a", 100): markup, `<a title="<p>">` + strings.Repeat("a", 100) + "</a>": markup, "<h6>" + strings.Repeat("a", 100) + "</h6>": "",
	} {
		for _, tool := range []string{"tags", "enhance"} {
			answer := w.author.Send("POST", "/api/v1/ai/blog/"+tool, body(map[string]any{"content": content, "mode": "grammar"}))
			problem := testapp.Read[rest.Problem](t, answer.Body.String())
			said := ""
			if len(problem.Errors) > 0 {
				said = problem.Errors[0].Message
			}
			if (answer.Code == 400) != (want != "") || said != want {
				t.Errorf("%s of %d bytes: %d %s", tool, len(content), answer.Code, said)
			}
		}
	}
	for _, name := range []string{"text", "html"} {
		ask[writing.SuggestedTags](w, "tags", map[string]any{name: bees, "topic": "Bees", "unknown": 1})
	}
}

// Tags come from similar posts that readers see, and from those that the text names.
func TestTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	request := map[string]any{"content": bees, "title": "Dancing bees"}
	first := ask[writing.SuggestedTags](w, "tags", request)
	if len(first.Tags) != 1 || first.Tags[0].Name != "Bees" || !first.Tags[0].IsNew || first.Tags[0].Because != "phrase" || !first.IsOffline {
		t.Errorf("without posts: %+v", first)
	}
	hive := w.publish("The dance of a hive", "<p>A bee that dances shows where nectar is, and how far.</p>", "Beekeeping", "Insects")
	w.publish("Bread", "<p>Flour, water, salt and time make bread.</p>", "Baking")
	names := func(more ...any) (all []string) {
		t.Helper()
		with := map[string]any{"content": bees, "title": "Where the nectar is"}
		for i := 0; i+1 < len(more); i += 2 {
			with[more[i].(string)] = more[i+1]
		}
		for _, tag := range ask[writing.SuggestedTags](w, "tags", with).Tags {
			if !tag.IsNew {
				all = append(all, tag.Name+" "+tag.Slug+" "+tag.Because)
			}
		}
		return all
	}
	if got := names(); !slices.Equal(got, []string{"Beekeeping beekeeping neighbours", "Insects insects neighbours"}) {
		t.Errorf("%q", got)
	}
	if got := names("limit", 1); len(got) != 1 {
		t.Errorf("%q", got)
	}
	if got := names("postId", hive); len(got) != 0 {
		t.Errorf("its own tags: %q", got)
	}
	if got := names("title", "Baking with honey"); !slices.Contains(got, "Baking baking mention") {
		t.Errorf("%q", got)
	}
	w.admin.Do("POST", "/blogs/"+hive+"/unpublish", "", 200)
	w.Sweep()
	if got := names(); len(got) != 0 {
		t.Errorf("of a post that nobody sees: %q", got)
	}
	if n := w.Count("SELECT count(*) FROM writing_counts WHERE posts > 1 OR posts < 0"); n > 0 {
		t.Errorf("%d words are counted of what was forgotten", n)
	}
}

func TestDescriptionsAndSuggestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish("Here", "<p>Bees</p>")
	text := bees + `<h2>Far</h2><h4>Near</h4><p>Read <a href="/blog/here">this post</a>, <a href="/blog/gone">that post</a> and <a href="http://a.example/">a site</a>.</p>`
	d := ask[writing.SuggestedDescription](w, "meta-description", map[string]any{"content": text, "title": "Bees"})
	if d.MetaDescription != "Bees dance to tell the others where the nectar is." || d.Length != 50 || !d.IsOffline {
		t.Errorf("%+v", d)
	}
	all := ask[writing.WritingSuggestions](w, "suggestions", map[string]any{"content": text, "title": "Bees", "excerpt": "", "language": "de"})
	found := []string{}
	for _, s := range all.Suggestions {
		found = append(found, s.Rule+" "+s.Quote)
	}
	if want := []string{"no_summary ", "heading_jump Near", "broken_link that post", "insecure_link a site"}; !slices.Equal(found, want) {
		t.Errorf("%q", found)
	}
	if at := all.Suggestions[2]; *at.Block != 3 || at.Start != 16 || at.End != 25 || all.Figures.Sentences != 5 {
		t.Errorf("%+v %+v", at, all.Figures)
	}
	if some := ask[writing.WritingSuggestions](w, "suggestions", map[string]any{"content": text, "kinds": []string{"links"}}); len(some.Suggestions) != 2 {
		t.Errorf("%+v", some)
	}
}

// Without a language model the tools that need one say so; everyone's use is counted, and each sees their own.
func TestFigures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for tool, members := range map[string]map[string]any{"generate-from-prompt": {"prompt": "Write about bees"}, "generate-content": {"topic": "Bees"}, "enhance": {"content": bees, "mode": "clarity"}} {
		if answer := w.author.Do("POST", "/ai/blog/"+tool, body(members), 503); !strings.Contains(answer, "ai_not_configured") {
			t.Errorf("%s: %s", tool, answer)
		}
	}
	w.author.Do("POST", "/ai/blog/generate-from-prompt", `{"prompt":"Too short"}`, 400)
	w.author.Do("POST", "/ai/blog/generate-content", `{"title":"No"}`, 400)
	w.author.Do("POST", "/ai/blog/enhance", body(map[string]any{"content": bees, "mode": "translate"}), 400)
	ask[writing.SuggestedTags](w, "tags", map[string]any{"content": bees})
	w.Clock.Advance(48 * time.Hour)
	ask[writing.SuggestedTags](w, "tags", map[string]any{"content": bees})
	w.admin.Do("POST", "/ai/blog/tags", body(map[string]any{"content": bees}), 200)
	stats := func(who testapp.User, query string) (said string) {
		t.Helper()
		s := testapp.Read[rest.Answer[writing.WritingStats]](t, who.Do("GET", "/ai/blog/stats"+query, "", 200)).Data
		for _, tool := range s.Tools {
			said += fmt.Sprintf("%s %d %d %v; ", tool.Tool, tool.Runs, tool.Offline, tool.Errors)
		}
		return said + fmt.Sprint(len(s.Days), " days")
	}
	refused := "enhance 1 0 [{ai_not_configured 1}]; generate-content 1 0 [{ai_not_configured 1}]; generate-from-prompt 1 0 [{ai_not_configured 1}]; "
	today := w.Clock.Now().Format(time.DateOnly)
	for query, want := range map[string]string{"": refused + "tags 3 3 []; 2 days", "?userId=" + w.author.ID: refused + "tags 2 2 []; 2 days", "?from=" + today: "tags 2 2 []; 1 days"} {
		if got := stats(w.admin, query); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	if got := stats(w.author, "?userId="+w.admin.ID); got != refused+"tags 2 2 []; 2 days" {
		t.Errorf("an instructor sees %s", got)
	}
	w.author.Do("GET", "/ai/blog/stats?from=2026-01-01&to=2027-06-01", "", 400)
	if got := w.author.Do("GET", "/ai/blog/health", "", 200); !strings.Contains(got, `"off"`) {
		t.Error(got)
	}
	c := testapp.Read[rest.Answer[writing.WritingCapabilities]](t, w.author.Do("GET", "/ai/capabilities", "", 200)).Data
	if c.Configured || len(c.Tools) != 6 || c.Limits.MaxContent != 50_000 || len(c.Measured) != 3 {
		t.Errorf("%+v", c)
	}
}
