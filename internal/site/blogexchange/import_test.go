package blogexchange_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogexchange"
	"lectern/internal/testapp"
)

var clock = regexp.MustCompile(`0x[0-9a-f]+`) // addresses of times, which are compared behind them

const zipType = "application/zip"

// zipped packs files.
func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (w *world) start(u testapp.User, query string, file []byte) *httptest.ResponseRecorder {
	return w.send(u, "POST", "/blogs/import"+query, zipType, 0, file)
}

// load imports a file, and returns what has become of its posts.
func (w *world) load(query string, file []byte) blogexchange.PostImportReport {
	w.t.Helper()
	got := w.start(w.admin, query, file)
	if got.Code != 200 {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
	id := testapp.Read[rest.Answer[blogexchange.PostImport]](w.t, got.Body.String()).Data.ID
	w.Work()
	report := testapp.Read[rest.Answer[blogexchange.PostImportReport]](w.t, w.admin.Do("GET", "/blogs/import/"+id, "", 200)).Data
	if report.State != "done" {
		w.t.Errorf("%+v", report)
	}
	return report
}

// counts are what an import has done, in one line.
func counts(r blogexchange.PostImportReport) string {
	return fmt.Sprintf("%d: %d created, %d updated, %d unchanged, %d refused", r.Total, r.Created, r.Updated, r.Unchanged, r.Refused)
}

// posts are the rows of the blog.
func (w *world) posts() (all []string) {
	for table, rows := range w.Tables() {
		if strings.HasPrefix(table, "post") && !strings.HasPrefix(table, "post_import") || strings.HasPrefix(table, "media") || strings.HasPrefix(table, "blog") {
			all = append(all, table+rows)
		}
	}
	return slices.Sorted(slices.Values(all))
}

func (w *world) managed() []blog.PostDraft {
	w.t.Helper()
	list := testapp.Read[rest.List[blog.PostDraft]](w.t, w.admin.Do("GET", "/blogs/manage", "", 200)).Data
	for i, d := range list {
		list[i] = testapp.Read[rest.Answer[blog.PostDraft]](w.t, w.admin.Do("GET", "/blogs/"+d.ID+"/draft", "", 200)).Data
	}
	slices.SortFunc(list, func(a, b blog.PostDraft) int { return strings.Compare(a.Title, b.Title) })
	return list
}

// What is exported from one school and imported into another is the same there; the same file again changes nothing.
func TestOutAndIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d, picture := w.bees()
	w.publish(d)
	w.post("Wasps", `"html":"<p>Wasps <span data-formula=\"inline\">a*b*c</span></p><table><tbody><tr><td><p>1</p></td></tr></tbody></table><p>loose</p>","language":"de-AT"`)
	old := w.publish(w.post("Hornets", `"html":"<p>Hornets</p>"`))
	w.admin.Do("PATCH", "/blogs/"+old.ID+"/archive", `{"archive":true}`, 200)
	due := w.post("Moths", `"html":"<p>Moths</p>"`)
	w.draft(w.send(w.admin, "POST", "/blogs/"+due.ID+"/publish", jsonType, due.Version, []byte(`{"at":"2026-12-24T08:00:00Z"}`)))
	file, files := w.export("")
	other := newWorld(t)
	other.Clock.Advance(time.Hour)
	before := other.posts()
	if got := counts(other.load("?dry_run=true&publish=true", file)); got != "4: 4 created, 0 updated, 0 unchanged, 0 refused" {
		t.Error(got)
	}
	if !slices.Equal(before, other.posts()) {
		t.Error("a dry run has changed something")
	}
	report := other.load("?publish=true", file)
	if got := counts(report); got != "4: 4 created, 0 updated, 0 unchanged, 0 refused" {
		t.Error(got)
	}
	for _, p := range report.Posts {
		if len(p.Notes) != 1 || p.Notes[0].Code != "author_unknown" || p.PostID == "" {
			t.Errorf("%+v", p)
		}
	}
	mine, theirs := w.managed(), other.managed()
	for i := range mine {
		a, b := mine[i], theirs[i]
		if len(b.Pictures) != len(a.Pictures) || (a.Cover == nil) != (b.Cover == nil) {
			t.Errorf("%+v\n%+v", a, b)
		}
		if len(b.Pictures) == 1 {
			b.HTML = strings.ReplaceAll(b.HTML, b.Pictures[0].ID, picture)
		}
		for _, d := range []*blog.PostDraft{&a, &b} {
			d.ID, d.Cover, d.Pictures, d.Authors, d.UpdatedAt, d.Version = "", nil, nil, nil, time.Time{}, 0
		}
		if got, want := fmt.Sprintf("%+v %v %v", b, b.PublishedAt, b.ScheduledAt), fmt.Sprintf("%+v %v %v", a, a.PublishedAt, a.ScheduledAt); clock.ReplaceAllString(got, "") != clock.ReplaceAllString(want, "") {
			t.Errorf("\n%s\nis not\n%s", got, want)
		}
	}
	before = other.posts()
	if got := counts(other.load("?publish=true", file)); got != "4: 0 created, 0 updated, 4 unchanged, 0 refused" || !slices.Equal(before, other.posts()) {
		t.Error(got)
	}
	// A post that has changed in the file is updated: readers see it only if that was asked for.
	for name, content := range files {
		files[name] = strings.Replace(content, "Bees **dance**", "Bees *sing*", 1)
	}
	again := zipped(t, files)
	if got := counts(other.load("", again)); got != "4: 0 created, 1 updated, 3 unchanged, 0 refused" {
		t.Error(got)
	}
	if bees := other.managed()[0]; !strings.Contains(bees.HTML, "<em>sing</em>") || !bees.IsChanged || bees.Status != "published" {
		t.Errorf("%+v", bees)
	}
	if shown := other.Nobody().Do("GET", "/blogs/bees-a-dance", "", 200); !strings.Contains(shown, "dance") || strings.Contains(shown, "sing") {
		t.Error(shown)
	}
	// In the school that it comes from, it is the post itself.
	before = w.posts()
	if got := counts(w.load("", file)); got != "4: 0 created, 0 updated, 4 unchanged, 0 refused" || !slices.Equal(before, w.posts()) {
		t.Error(got)
	}
	if got := counts(w.load("", again)); got != "4: 0 created, 1 updated, 3 unchanged, 0 refused" {
		t.Error(got)
	}
	if log := other.Tables()["audit_log"]; strings.Count(log, "blog.imported") != 3 {
		t.Error(log)
	}
}

// A file of another program is imported as far as it goes, and nothing of it is published unless that is asked for.
func TestImportForeignFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	taken := w.publish(w.post("Taken", `"html":"<p>Taken</p>"`))
	file := zipped(t, map[string]string{
		"blog/2024-01-02-bees.md": "---\ntitle: Bees\ndate: 2024-01-02 10:00:00 +0100\ntags: one, two\nauthor: ann@elsewhere.test\ndescription: " + strings.Repeat("d", 400) + "\nslug: taken\nlang: En\n---\nA ![bee](pics/bee.png) and ![none](gone.png) and ![far](https://x.test/a.png) <script>alert(1)</script>\n",
		"blog/pics/bee.png":       string(testapp.PNG(t, testapp.Halves(200, 100))),
		"blog/pics/fake.png":      "GIF89a no",
		"blog/heading.md":         "# Wasps\n\nText ![f](pics/fake.png)",
		"blog/untitled.md":        "Only text",
		"blog/broken.md":          "---\ntitle: [\n---\nText",
		"blog/toml.md":            "+++\ntitle = 1\n+++\nText",
		"blog/binary.md":          "\xff\xfe\x00",
		"blog/deep.md":            "---\ntitle: Deep\n---\n" + strings.Repeat(">", 100_000) + " x",
		"blog/alias.md":           "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ntags: [*f,*f]\n---\nText",
		"__MACOSX/blog/x.md":      "no", ".hidden.md": "no", "notes.txt": "no",
	})
	report := w.load("", file)
	if got := counts(report); got != "8: 2 created, 0 updated, 0 unchanged, 6 refused" {
		t.Error(got)
	}
	said := map[string]blogexchange.ImportedPost{}
	for _, p := range report.Posts {
		said[p.File] = p
	}
	if notes := fmt.Sprint(said["blog/2024-01-02-bees.md"].Notes); notes != "[{shortened excerpt} {left_out language} {author_unknown ann@elsewhere.test} {picture_missing gone.png} {picture_missing https://x.test/a.png} {slug_taken taken-2}]" {
		t.Error(notes)
	}
	if notes := fmt.Sprint(said["blog/heading.md"].Notes); notes != "[{picture_refused pics/fake.png}]" {
		t.Error(notes)
	}
	for name, code := range map[string]string{"untitled": "title_missing", "broken": "front_matter_broken", "toml": "front_matter_toml", "binary": "not_text", "deep": "too_deep", "alias": "front_matter_broken"} {
		if p := said["blog/"+name+".md"]; p.Code != code || p.Reason == "" || p.PostID != "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	posts := w.managed()
	if len(posts) != 3 || posts[0].Status != "draft" || posts[0].Slug != "taken-2" || posts[2].Title != "Wasps" || posts[2].Status != "draft" || len(posts[0].Pictures) != 1 || strings.Contains(posts[0].HTML, "script") || fmt.Sprint(posts[0].Tags) != "[one two]" {
		t.Errorf("%+v", posts)
	}
	report = w.load("?publish=true", file)
	if got := counts(report); got != "8: 0 created, 1 updated, 1 unchanged, 6 refused" {
		t.Error(got)
	}
	if bees := w.managed()[0]; bees.Status != "published" || !bees.PublishedAt.Equal(time.Date(2024, 1, 2, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", bees)
	}
	// One that was deleted here stays deleted.
	w.admin.Do("POST", "/blogs/"+taken.ID+"/unpublish", "", 200)
	w.admin.Do("DELETE", "/blogs/"+taken.ID, "", 200)
	if p := w.load("", zipped(t, map[string]string{"a.md": "---\ntitle: Taken\nid: " + taken.ID + "\n---\nBack"})).Posts[0]; p.Code != "post_deleted" {
		t.Errorf("%+v", p)
	}
}

// Files that no export makes are refused in words and change nothing.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	many := map[string]string{}
	for i := range 10_001 {
		many[fmt.Sprintf("%d.md", i)] = ""
	}
	before := w.posts()
	for name, c := range map[string]struct {
		user  testapp.User
		query string
		file  []byte
		want  int
		code  string
	}{
		"a visitor":      {w.Nobody(), "", nil, 401, ""},
		"an instructor":  {w.author, "", nil, 403, ""},
		"a student":      {w.User(access.Student), "", nil, 403, ""},
		"no zip file":    {w.admin, "", []byte("PK no"), 400, "unknown_format"},
		"no posts":       {w.admin, "", zipped(t, map[string]string{"a.txt": "x"}), 400, "no_posts"},
		"a path outside": {w.admin, "", zipped(t, map[string]string{"../a.md": "x"}), 400, "outside"},
		"a bomb":         {w.admin, "", zipped(t, map[string]string{"a.md": strings.Repeat(" ", 80<<20)}), 413, "file_swells"},
		"too many files": {w.admin, "", zipped(t, many), 413, "file_too_large"},
		"another format": {w.admin, "?format=wxr", zipped(t, map[string]string{"a.md": "x"}), 400, "unknown_value"},
		"no yes and no":  {w.admin, "?dry_run=perhaps", nil, 400, "invalid_type"},
	} {
		if got := w.start(c.user, c.query, c.file); got.Code != c.want || !strings.Contains(got.Body.String(), c.code) {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if rows := w.Tables()["post_imports"]; !slices.Equal(before, w.posts()) || strings.Contains(rows, w.admin.ID) {
		t.Error("a refused file has changed something")
	}
	w.admin.Do("GET", "/blogs/import/01a21e8a-741b-71dc-adcf-1a9a105d4496", "", 404)
	good := zipped(t, map[string]string{"a.md": "# A\n\nText", "large.md": "# L\n\n" + strings.Repeat("large ", 800_000), "long.md": "# L\n\n" + strings.Repeat("a b", 200_000)})
	if got := w.start(w.admin, "", good); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := w.start(w.admin, "", good); got.Code != 409 {
		t.Errorf("two imports at once: %d", got.Code)
	}
	w.Work()
	if got := counts(w.load("", good)); got != "3: 0 created, 0 updated, 1 unchanged, 2 refused" {
		t.Error(got)
	}
}
