package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// attacks are about 300 pieces of HTML that would run a script, load something or leave the page. The browser journeys
// display them too.
func attacks(t *testing.T) (all []string) {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/attacks.json")
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil || len(all) < 280 {
		t.Fatalf("only %d attacks: %v", len(all), err)
	}
	return all
}

var dangerous = regexp.MustCompile(`(?i)<\s*(script|iframe|object|embed|style|link|meta|base|form|svg|math|template|input|video|audio)\b|<[^>]*\son\w+\s*=|<[^>]*(javascript|vbscript|data):|<[^>]*evil\.test`)

// F52: users write HTML in lessons and questions. However it enters, through the API or in a manipulated archive, it is
// returned clean.
func TestNoMarkupRuns(t *testing.T) {
	t.Parallel()
	type made = rest.Answer[struct{ ID string }]
	w := newWorld(t)
	base := "/curriculum/course/" + w.course
	lessons := base + "/sections/" + w.names.Replace("{sectionId}") + "/lessons"
	all := attacks(t)
	for n, attack := range all {
		body, _ := json.Marshal(map[string]any{"type": "text", "title": "x", "content": map[string]string{"html": attack + "<p>marker</p>"}})
		id := testapp.Read[made](t, w.owner.Do("POST", lessons, string(body), 201)).Data.ID
		w.wantClean(w.course, id, attack)
		w.wantCleanQuestion(attack)
		if n > 0 { // the first replaces the others in the archive
			w.owner.Do("DELETE", base+"/lessons/"+id, "", 200)
		}
	}
	archive := w.owner.Do("GET", base+"/export", "", 200)
	for n := 0; n < len(all); n += 7 { // the same cleaner: a few of each kind show whether it is used
		attack := all[n]
		other := w.Course(w.owner)
		r := httptest.NewRequest("POST", "/api/v1/curriculum/course/"+other+"/import", bytes.NewReader(changed(t, archive, attack)))
		r.Header.Set("Content-Type", "application/zip")
		if a := w.owner.SendRaw(r); a.Code != 200 {
			t.Fatalf("%q: %d %s", attack, a.Code, a.Body)
		}
		var found []string
		outline := w.owner.Do("GET", "/curriculum/course/"+other+"?draft=true", "", 200)
		for _, m := range regexp.MustCompile(`"id":"([0-9a-f-]{36})"[^{}]*"type":"text"`).FindAllStringSubmatch(outline, -1) {
			w.wantClean(other, m[1], attack)
			found = append(found, m[1])
		}
		if len(found) == 0 {
			t.Fatalf("nothing was imported: %s", outline)
		}
	}
}

// Users write HTML to each other, too: instructions, answers, the comments of grades, and comments on lessons.
func TestNoMarkupRunsInMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	learner := w.User(access.Student)
	w.Enroll(learner, w.course)
	all := attacks(t)
	for n := 0; n < len(all); n += 5 { // all go through the cleaner of lessons: a few of each kind show that it is used
		text, _ := json.Marshal("<p>marker</p>" + all[n])
		written := func(field string) string { return fmt.Sprintf(`"%s":%s,"format":"html"`, field, text) }
		for _, shown := range []string{
			learner.Do("POST", "/progress/lessons/"+w.lesson+"/comments", "{"+written("body")+"}", 201),
			learner.Do("PUT", "/assignments/"+w.assignment+"/draft", fmt.Sprintf(`{%s,"sequence":%d}`, written("text"), n+1), 200),
			w.owner.Do("PUT", "/assignments/"+w.assignment+"/settings", `{"settings":{`+written("instructions")+`}}`, 200),
			w.owner.Do("PUT", "/quizzes/"+w.quiz+"/settings", `{"settings":{`+written("instructions")+`}}`, 200),
			w.owner.Do("POST", "/announcements", fmt.Sprintf(`{"title":"Bees","type":"general","notify":"none","targetAudience":"course:%s",%s}`, w.course, written("content")), 201),
			w.owner.Do("PUT", "/submissions/"+w.submission+"/grade", fmt.Sprintf(`{"revision":%d,"number":1,"marks":[],%s}`, n/5, written("comment")), 200),
		} {
			var clean any
			if err := json.Unmarshal([]byte(shown), &clean); err != nil {
				t.Fatal(err)
			}
			if said := fmt.Sprint(clean); dangerous.MatchString(said) || !strings.Contains(said, "marker") {
				t.Errorf("%q goes out as %s", all[n], said)
			}
		}
	}
}

// wantClean reads a lesson and fails when part of an attack is left.
func (w world) wantClean(course, lesson, attack string) {
	w.t.Helper()
	shown := w.owner.Do("GET", "/curriculum/course/"+course+"/lesson/"+lesson+"?draft=true", "", 200)
	html := testapp.Read[rest.Answer[struct{ Content struct{ HTML string } }]](w.t, shown).Data.Content.HTML
	if dangerous.MatchString(html) {
		w.t.Errorf("%q goes out as %q", attack, html)
	}
}

// wantCleanQuestion writes a question with markup and fails when part of an attack is left.
func (w world) wantCleanQuestion(attack string) {
	w.t.Helper()
	body, _ := json.Marshal(map[string]any{"kind": "true_false", "format": "html", "prompt": "<p>Is it so?</p>" + attack, "explanation": attack})
	made := w.owner.Do("POST", "/question-banks/"+w.course+"/questions", string(body), 201)
	if q := testapp.Read[rest.Answer[struct{ Prompt, Explanation string }]](w.t, made).Data; dangerous.MatchString(q.Prompt + q.Explanation) {
		w.t.Errorf("%q is asked as %q and explained as %q", attack, q.Prompt, q.Explanation)
	}
}

// changed returns an archive in whose files a text has been replaced by an attack.
func changed(t *testing.T, archive, attack string) []byte {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	escaped, _ := json.Marshal(attack)
	var out bytes.Buffer
	w, hit := zip.NewWriter(&out), false
	for _, file := range r.File {
		in, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, marker := range []string{`<p>marker</p>`, `\u003cp\u003emarker\u003c/p\u003e`} {
			hit = hit || bytes.Contains(content, []byte(marker))
			content = bytes.ReplaceAll(content, []byte(marker), escaped[1:len(escaped)-1])
		}
		to, err := w.Create(file.Name)
		if err == nil {
			_, err = to.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || !hit {
		t.Fatalf("the archive has no text to change: %v", err)
	}
	return out.Bytes()
}

// F52: names are text, in emails too.
func TestNamesInEmailsAreText(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	for _, attack := range []string{`<img src=x onerror=alert(1)>`, `"><script>alert(1)</script>`, `<a href="https://evil.test">Click</a>`} {
		body, _ := json.Marshal(map[string]any{"full_name": attack, "email": fmt.Sprintf("a%d@lectern.test", len(attack)), "password": passphrase})
		a.Nobody().Do("POST", "/auth/register", string(body), 200)
	}
	a.User(access.Admin)
	a.Work()
	kept, total, err := a.MailFolder.List(10, 0)
	if err != nil || total == 0 {
		t.Fatal("no email was sent", err)
	}
	for _, one := range kept {
		email, err := a.MailFolder.Read(one.ID)
		if err != nil || strings.Contains(email.HTML, "<script") || strings.Contains(email.HTML, "<img src=x") || strings.Contains(email.HTML, `href="https://evil.test`) {
			t.Errorf("%v %s", err, email.HTML)
		}
	}
}
