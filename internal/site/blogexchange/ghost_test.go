package blogexchange_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/site/blogexchange"
	"lectern/internal/testapp"
)

// ghostExport is what Ghost 5 writes, with ids of the posts 1 to 6.
const ghostExport = `{"db":[{"meta":{"exported_on":1700000000000,"version":"5.70.1"},"data":{
"mobiledoc_revisions":[{"id":"r1","mobiledoc":"{}"}],
"posts":[
 {"id":"63f1","uuid":"u","title":"Bees","slug":"bees","mobiledoc":null,"lexical":"{}","html":"<p>Bees <a href=\"__GHOST_URL__/wasps/\">and wasps</a></p><figure class=\"kg-card\"><img src=\"__GHOST_URL__/content/images/size/w600/2024/01/bee.png\" class=\"kg-image\" alt=\"A bee\" srcset=\"x 600w\"></figure><script>alert(1)</script><h2 id=\"x\">End</h2>","plaintext":"Bees","feature_image":"__GHOST_URL__/content/images/2024/01/bee.png","type":"post","status":"published","visibility":"public","custom_excerpt":"About bees","canonical_url":null,"published_at":"2024-01-02T10:00:00.000Z","locale":null},
 {"id":"63f2","title":"Wasps","slug":"wasps","html":"<p>Wasps <a href=\"__GHOST_URL__/members/\">join</a></p>","type":"post","status":"published","visibility":"members","published_at":"2024-01-03T10:00:00.000Z"},
 {"id":"63f3","title":"About us","slug":"about","html":"<p>We</p>","type":"page","status":"published","visibility":"public","published_at":"2024-01-01T10:00:00.000Z"},
 {"id":"63f4","title":"Moths","slug":"moths","html":null,"plaintext":"One & two\n\nthree","type":"post","status":"draft","visibility":"public","published_at":null},
 {"id":5,"title":"Old","slug":"old","html":"<p>Old <img src=\"https://old.test/content/images/2012/gone.png\" alt=\"\"></p>","page":0,"status":"published","author_id":1,"published_at":"2012-05-01T10:00:00.000Z","meta_title":"Old title"},
 {"id":"63f6","title":"","slug":"untitled","html":"<p>x</p>","status":"draft"}],
"posts_authors":[{"id":"1","post_id":"63f1","author_id":"a2","sort_order":1},{"id":"2","post_id":"63f1","author_id":"a1","sort_order":0}],
"posts_meta":[{"id":"m","post_id":"63f1","meta_title":"Bees, explained","meta_description":"All of it","feature_image_alt":"A bee on a flower"}],
"posts_tags":[{"post_id":"63f1","tag_id":"t2","sort_order":1},{"post_id":"63f1","tag_id":"t1","sort_order":0},{"post_id":"63f1","tag_id":"t3","sort_order":2}],
"tags":[{"id":"t1","name":"Insects","visibility":"public"},{"id":"t2","name":"Garden","visibility":"public"},{"id":"t3","name":"#layout","visibility":"internal"}],
"users":[{"id":"a1","name":"Ann","email":"ann@elsewhere.test"},{"id":"a2","name":"Writer","email":"Writer@school.test"},{"id":1,"name":"Olaf","email":"olaf@elsewhere.test"}]}}]}`

// An export of Ghost is imported with its tags, authors, facts for search engines and pictures; the same file again changes nothing.
func TestImportGhost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("UPDATE users SET email = 'writer@school.test', email_key = 'writer@school.test' WHERE id = ?", w.author.ID)
	export := ghostExport
	report := w.load("?dry_run=true", []byte(export))
	if got := counts(report); got != "6: 5 created, 0 updated, 0 unchanged, 1 refused" || report.Format != "ghost" || len(w.managed()) != 0 {
		t.Errorf("%s %s", got, report.Format)
	}
	packed := zipped(t, map[string]string{"site/content/data/my-blog.ghost.2024-01-05.json": export, "site/content/images/2024/01/bee.png": string(testapp.PNG(t, testapp.Halves(200, 100))),
		"site/content/images/size/w600/2024/01/bee.png": "smaller", "site/content/data/redirects.json": "[]", "__MACOSX/site/x.json": "{}"})
	report = w.load("?publish=true", packed)
	if got := counts(report); got != "6: 5 created, 0 updated, 0 unchanged, 1 refused" {
		t.Error(got)
	}
	said := map[string]blogexchange.ImportedPost{}
	for _, p := range report.Posts {
		said[p.File] = p
	}
	for file, want := range map[string]string{"bees": "[]", "wasps": "[]", "about": "[]", "moths": "[]", "old": "[{author_unknown Olaf} {picture_missing /content/images/2012/gone.png}]"} {
		if got := fmt.Sprint(said["posts/"+file+".md"].Notes); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
	if p := said["posts/untitled.md"]; p.Code != "title_missing" {
		t.Errorf("%+v", p)
	}
	posts := w.managed() // About us, Bees, Moths, Old, Wasps
	bees := posts[1]
	if bees.Status != "published" || bees.Slug != "bees" || !bees.PublishedAt.Equal(time.Date(2024, 1, 2, 10, 0, 0, 0, time.UTC)) || fmt.Sprint(bees.Tags) != "[Insects Garden]" || bees.Excerpt != "About bees" ||
		bees.MetaTitle != "Bees, explained" || bees.MetaDescription != "All of it" || bees.Cover == nil || bees.CoverAlt != "A bee on a flower" || len(bees.Pictures) != 1 || bees.Authors[0].ID != w.author.ID {
		t.Errorf("%+v", bees)
	}
	if !strings.Contains(bees.HTML, `/blog/wasps"`) || strings.Contains(bees.HTML, "script") || strings.Contains(bees.HTML, "GHOST") {
		t.Error(bees.HTML)
	}
	for i, want := range map[int]string{0: "draft", 2: "draft", 3: "published", 4: "draft"} {
		if posts[i].Status != want {
			t.Errorf("%s is %s", posts[i].Title, posts[i].Status)
		}
	}
	if posts[2].HTML != "<p>One &amp; two</p><p>three</p>" || posts[3].MetaTitle != "Old title" || strings.Contains(posts[4].HTML, "href") {
		t.Errorf("%q %q %q", posts[2].HTML, posts[3].MetaTitle, posts[4].HTML)
	}
	before := w.posts()
	if got := counts(w.load("?publish=true", packed)); got != "6: 0 created, 0 updated, 5 unchanged, 1 refused" || fmt.Sprint(before) != fmt.Sprint(w.posts()) {
		t.Error(got)
	}
	changed := strings.Replace(export, "Bees <a", "Drones <a", 1)
	// Some programs write a mark before the text; tables that Lectern doesn't read may be anything, and empty ones null.
	changed = "\uFEFF" + strings.Replace(changed, `"tags":[`, `"newsletters":null,"settings":{"a":[1]},"count":3,"posts_products":[[]],"custom":"x","tags":[`, 1)
	if got := counts(w.load("?format=ghost", []byte(changed))); got != "6: 0 created, 1 updated, 4 unchanged, 1 refused" {
		t.Error(got)
	}
	if log := w.Tables()["audit_log"]; strings.Count(log, "blog.imported") != 3 {
		t.Error(log)
	}
}

// What is no export of Ghost, or a harmful one, is refused in words and changes nothing.
func TestHostileGhostExports(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.posts()
	row := `{"id":"1","title":"A","slug":"a","html":"%s"}`
	data := func(posts string) string { return `{"data":{"posts":[` + posts + `]}}` }
	for name, c := range map[string]struct {
		query string
		file  []byte
		want  int
		code  string
	}{
		"no export":          {"", []byte(`{"posts":[]}`), 400, "not_ghost"},
		"broken":             {"", []byte(`{"db":[{"data":{"posts":[{"id":"1"`), 400, "not_ghost"},
		"another type":       {"", []byte(data(`{"title":1}`)), 400, "not_ghost"},
		"a list":             {"?format=ghost", []byte(`[]`), 400, "unknown_format"},
		"posts as an object": {"", []byte(`{"data":{"posts":{}}}`), 400, "not_ghost"},
		"deep":               {"", []byte(data(`{"title":"A","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`)), 400, "not_ghost"},
		"without posts":      {"", []byte(data("")), 400, "no_posts"},
		"a zip without it":   {"?format=ghost", zipped(t, map[string]string{"a.md": "# A"}), 400, "not_ghost"},
		"as Markdown":        {"?format=markdown", []byte(data("")), 400, "no_posts"},
		"a post too large":   {"", []byte(data(fmt.Sprintf(row, strings.Repeat("large ", 3<<19)))), 413, "export_too_large"},
		"too many rows":      {"", []byte(`{"data":{"posts":[` + fmt.Sprintf(row, "") + `],"tags":[{}` + strings.Repeat(",{}", 200_000) + `]}}`), 413, "export_too_large"},
		"a bomb":             {"", zipped(t, map[string]string{"a.json": data(fmt.Sprintf(row, strings.Repeat("a", 80<<20)))}), 413, "file_swells"},
	} {
		if got := w.start(w.admin, c.query, c.file); got.Code != c.want || !strings.Contains(got.Body.String(), c.code) {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if got := fmt.Sprint(w.posts()); got != fmt.Sprint(before) || strings.Contains(w.Tables()["post_imports"], w.admin.ID) {
		t.Error("a refused file has changed something")
	}
}
