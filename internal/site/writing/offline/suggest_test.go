package offline

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"testing"
)

// clean is the HTML of a post in which the rules find nothing: sentences of a real one of up to 25 words and without addresses, in paragraphs of three, with a heading
// above every fourth.
func (s sample) clean() (title, markup string) {
	var out strings.Builder
	n := 0
	for _, said := range s.article().sentences() {
		words := len(spokenWords(said.text))
		if words < 6 || words > 25 || !strings.ContainsAny(said.text[len(said.text)-1:], ".!?") || bareAddress.MatchString(said.text) || isListing(said.text) {
			continue
		}
		if n%12 == 0 {
			fmt.Fprintf(&out, "<h2>Part %d</h2>", n/12+1)
		}
		if n%3 == 0 {
			out.WriteString("<p>")
		}
		out.WriteString(html.EscapeString(said.text) + " ")
		if n++; n%3 == 0 {
			out.WriteString("</p>")
		}
	}
	title = s.Title
	if runes := []rune(title); len(runes) > longTitle {
		title = string(runes[:longTitle])
	}
	return title, out.String()
}

// defects are one for each rule, put in front of a clean post.
var defects = map[string]func(title, markup string) (string, string, Circumstances){
	"long_title": func(title, markup string) (string, string, Circumstances) {
		return title + " " + strings.Repeat("and more ", 8), markup, Circumstances{}
	},
	"title_without_subject": func(_, markup string) (string, string, Circumstances) { return "Zzyzx qwertz", markup, Circumstances{} },
	"no_summary": func(title, markup string) (string, string, Circumstances) {
		return title, markup, Circumstances{Excerpt: new("  ")}
	},
	"other_language": func(title, markup string) (string, string, Circumstances) {
		return title, markup, Circumstances{Language: "de-AT"}
	},
	"hard_to_read": func(title, _ string) (string, string, Circumstances) {
		return title, "<p>" + strings.Repeat("Institutional responsibilities necessitate comprehensive documentation requirements. ", 20) + "</p>", Circumstances{}
	},
	"no_heading":      before("<h2>One</h2>" + strings.Repeat("<p>"+strings.Repeat("We walk by the sea. ", 20)+"</p>", 4)),
	"second_title":    before("<h1>One</h1><p>We walk.</p><h1>Two</h1>"),
	"heading_jump":    before("<h2>One</h2><h4>Two</h4>"),
	"long_sentence":   before("<p>" + strings.Repeat("we walk by the sea and ", 7) + "stop.</p>"),
	"long_paragraph":  before("<p>" + strings.Repeat("We walk by the sea. ", 31) + "</p>"),
	"much_bold":       before("<p><strong>" + strings.Repeat("We walk by the sea. ", 6) + "</strong></p>"),
	"no_alt":          before(`<p>We walk.</p><figure><img src="file:x"></figure>`),
	"empty_link_text": before(`<p>For the map, <a href="https://example.org">click here</a>.</p>`),
	"bare_address":    before(`<p>The map is at https://example.org/map for all.</p>`),
	"broken_link": func(title, markup string) (string, string, Circumstances) {
		return title, `<p>See <a href="/blog/gone">what we wrote</a>.</p>` + markup, Circumstances{Missing: map[string]bool{"/blog/gone": true}}
	},
	"insecure_link": before(`<p>See <a href="http://example.org">their map</a>.</p>`),
}

func before(markup string) func(string, string) (string, string, Circumstances) {
	return func(title, rest string) (string, string, Circumstances) { return title, markup + rest, Circumstances{} }
}

// Every rule finds its defect in real posts, and clean posts are hardly bothered.
func TestSuggestionsFindDefects(t *testing.T) {
	t.Parallel()
	posts := slices.DeleteFunc(slices.Concat(samples(t, "go-blog")[:100], samples(t, "carpentries-blog")[:240]), func(s sample) bool {
		_, markup := s.clean()
		return strings.Count(markup, "</p>") < 3
	})
	if len(defects) != 16 || len(posts) < 200 {
		t.Fatalf("%d rules, %d posts", len(defects), len(posts))
	}
	alarms, rules := 0, slices.Sorted(maps.Keys(defects))
	for i, p := range posts[:200] {
		title, markup := p.clean()
		alarms += len(Read(title, markup).Suggestions(Circumstances{}))
		rule := rules[i%len(rules)]
		title, markup, c := defects[rule](title, markup)
		if found := Read(title, markup).Suggestions(c); !slices.ContainsFunc(found, func(s Suggestion) bool { return s.Rule == rule }) {
			t.Errorf("%s in %q: %+v", rule, title, found)
		}
	}
	if alarms > 200 {
		t.Errorf("%d false alarms in 200 clean posts", alarms)
	}
}

// The passage that a suggestion names is in the block that it names.
func TestPassages(t *testing.T) {
	t.Parallel()
	a := Read("Sea", `<h2>Éé <em>sea</em></h2><ul><li><p>One</p></li></ul><p>Go &amp; see  <a href="http://é.example">the
		map</a>: <img src="file:1"></p><pre>a  b</pre><script>no</script><!-- <p>no</p> -->`)
	texts := []string{}
	for _, b := range a.Blocks {
		texts = append(texts, b.Kind+" "+b.Text)
	}
	if want := []string{"heading Éé sea", "item One", "paragraph Go & see the map:", "code a  b"}; !slices.Equal(texts, want) {
		t.Errorf("%q", texts)
	}
	found := a.Suggestions(Circumstances{})
	at := func(rule string) Suggestion {
		return found[slices.IndexFunc(found, func(s Suggestion) bool { return s.Rule == rule })]
	}
	if s := at("insecure_link"); s.Quote != "the map" || s.Block != 2 || s.From != 9 || s.To != 16 || s.Replacement != "https://é.example" {
		t.Errorf("%+v", s)
	}
	if s := at("no_alt"); s.Block != 2 {
		t.Errorf("%+v", s)
	}
}

func TestHasText(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]bool{
		"<p>x": true, "<H3 class=a>x</H3>": true, "<p/>": true, "<div><p>x</p></div>": true,
		"": false, "x": false, "<div>x</div>": false, "&lt;p&gt;x": false, "<!-- <p> -->": false, `<a title="<p>">x</a>`: false, "<pre>x</pre>": false,
		"<h7>x</h7>": false, "<header>x</header>": false, "</p>": false, "<script><p></script>": false, "< p>": false, "<path>": false,
	} {
		if HasText(markup) != want {
			t.Errorf("%s: %v", markup, !want)
		}
	}
}
