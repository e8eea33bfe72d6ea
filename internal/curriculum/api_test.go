package curriculum_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/access"
	"lectern/internal/curriculum"
	"lectern/internal/rest"
	"lectern/internal/testapp"
)

type (
	whole  = rest.Answer[curriculum.Curriculum]
	entry  = rest.Answer[curriculum.OutlineEntry]
	lesson = rest.Answer[curriculum.LessonEntry]
	detail = rest.Answer[curriculum.LessonDetail]
)

// world is a course with a teacher and a learner.
type world struct {
	*testapp.App
	t                *testing.T
	teacher, learner testapp.User
	course, base     string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), learner: app.User(access.Student)}
	w.course = app.Course(w.teacher)
	w.base = "/curriculum/course/" + w.course
	app.Enroll(w.learner, w.course)
	return w
}

func (w *world) section(members string) curriculum.OutlineEntry {
	w.t.Helper()
	return testapp.Read[entry](w.t, w.teacher.Do("POST", w.base+"/sections", `{"title":"Basics"`+members+`}`, 201)).Data
}

func (w *world) lesson(section, members string) curriculum.LessonEntry {
	w.t.Helper()
	return testapp.Read[lesson](w.t, w.teacher.Do("POST", w.base+"/sections/"+section+"/lessons",
		`{"type":"text","title":"Bees","content":{"html":"<p>Bees</p>"}`+members+`}`, 201)).Data
}

func (w *world) publish() {
	w.t.Helper()
	w.teacher.Do("POST", w.base+"/publish", "{}", 200)
}

func (w *world) get(who testapp.User, query string) curriculum.Curriculum {
	w.t.Helper()
	return testapp.Read[whole](w.t, who.Do("GET", w.base+query, "", 200)).Data
}

func (w *world) titles(who testapp.User, query string) (titles []string) {
	w.t.Helper()
	for _, l := range w.get(who, query).Lessons {
		titles = append(titles, l.Title)
	}
	return titles
}

// Who may see and change what; another course's teacher is a stranger.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	l := w.lesson(s.ID, "")
	w.publish()
	w.lesson(s.ID, `,"title":"Draft"`)
	for name, c := range map[string]struct {
		who                     testapp.User
		read, draft, edit, open int // open: whether the lesson shows what is in it
	}{
		"nobody":           {w.Nobody(), 200, 403, 401, 0},
		"a student":        {w.User(access.Student), 200, 403, 403, 0},
		"an enrolled one":  {w.learner, 200, 403, 403, 1},
		"another teacher":  {w.User(access.Instructor), 200, 403, 403, 0},
		"its teacher":      {w.teacher, 200, 200, 200, 1},
		"an administrator": {w.User(access.Admin), 200, 200, 200, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := w.titles(c.who, ""); !slices.Equal(got, []string{"Bees"}) {
				t.Errorf("sees %v", got)
			}
			for _, path := range []string{"", "/sections", "/sections/" + s.ID, "/lesson/" + l.ID} {
				c.who.Do("GET", w.base+path, "", c.read)
				c.who.Do("GET", w.base+path+"?draft=true", "", c.draft)
			}
			d := testapp.Read[detail](t, c.who.Do("GET", w.base+"/lesson/"+l.ID, "", 200)).Data
			if (string(d.Content) != "null") != (c.open == 1) || (d.Lock == nil) != (c.open == 1) {
				t.Errorf("content %s, lock %+v", d.Content, d.Lock)
			}
			for _, op := range []struct{ method, path, body string }{
				{"PUT", "", `{"title":"X"}`}, {"POST", "/get-or-create", ""}, {"PUT", "/sections/" + s.ID, "{}"}, {"PUT", "/lessons/" + l.ID, "{}"},
				{"POST", "/validate", ""}, {"POST", "/integrity-check", ""}, {"GET", "/versions", ""}, {"GET", "/diff?from=1", ""}, {"GET", "/stats", ""},
				{"GET", "/lesson/" + l.ID + "/analytics", ""}, {"GET", "/compatibility", ""}, {"GET", "/export", ""}, {"GET", "/files", ""},
				{"POST", "/sync-with-course", ""}, {"PUT", "/sections/reorder", `{"section_ids":["` + s.ID + `"]}`},
			} {
				c.who.Do(op.method, w.base+op.path, op.body, c.edit)
			}
		})
	}
	w.Exec("UPDATE courses SET status = 'draft'")
	for name, who := range map[string]testapp.User{"nobody": w.Nobody(), "another teacher": w.User(access.Instructor), "a student": w.User(access.Student)} {
		other := strings.ReplaceAll(who.Do("GET", w.base, "", 404), w.course, "")
		if missing := who.Do("GET", "/curriculum/course/"+strings.Replace(w.course, "0", "1", 1), "", 404); unlike(other, missing) {
			t.Errorf("%s can tell a course that is not theirs from none: %s, %s", name, other, missing)
		}
	}
}

// unlike compares two problems but for the id of the request.
func unlike(a, b string) bool {
	strip := func(text string) string { before, _, _ := strings.Cut(text, `"request_id"`); return before }
	return strip(a) != strip(b)
}

func TestEmptyFallback(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 {
		got := w.get(w.learner, "")
		if got.Title != "Getting Started" || got.Description != "This course curriculum is being set up. Check back soon!" || !got.IsFallback ||
			got.IsPublished || got.StructureType != "sectioned" || len(got.Sections) != 0 {
			t.Errorf("%+v", got)
		}
		w.section("") // an unpublished draft changes nothing for learners
	}
	if a := testapp.Read[rest.Answer[curriculum.Availability]](t, w.learner.Do("GET", w.base+"/check-availability", "", 200)).Data; a.Available || a.Reason != "nothing_published" {
		t.Errorf("%+v", a)
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	video := "0199aaaa-0000-7000-8000-000000000000"
	now := w.Clock.Now()
	w.Exec(`INSERT INTO videos (id, course_id, lesson_id, owner_id, title, description, position, is_preview, original_file_name, content_type, file_size,
		status, generation, live_generation, failure_code, failure_reason, duration_ms, width, height, poster, created_at, updated_at)
		VALUES (?, ?, '', ?, 'Film', '', 0, FALSE, 'a.mp4', 'video/mp4', 1, 'completed', 1, 1, '', '', 60000, 1, 1, 0, ?, ?)`, video, w.course, w.teacher.ID, now, now)
	for _, c := range []struct{ kind, content, want string }{
		{"text", `{"html":"<p onclick=x>a</p><script>1</script>"}`, `{"html":"<p>a</p>"}`},
		{"embed", `{"url":"https://youtu.be/x1"}`, `{"url":"https://www.youtube-nocookie.com/embed/x1"}`},
		{"embed", `{"url":"https://evil.test/"}`, ""},
		{"video", `{"video_id":"` + video + `"}`, `{"video_id":"` + video + `"}`},
		{"video", `{"video_id":"none"}`, ""},
		{"pdf", `{"file_id":"none"}`, ""},
		{"text", `"x"`, ""},
		{"live_session", `{"date":"2027-01-10","start_time":"18:00","duration_minutes":60,"timezone":"Asia/Kolkata"}`,
			`{"date":"2027-01-10","start_time":"18:00","duration_minutes":60,"timezone":"Asia/Kolkata","starts_at":"2027-01-10T12:30:00Z"}`},
		{"live_session", `{"date":"2027-03-28","start_time":"02:30","duration_minutes":60,"timezone":"Europe/Berlin"}`, ""}, // the clocks go forward
		{"live_session", `{"date":"2027-01-10","start_time":"18:00","duration_minutes":29,"timezone":"Mars/Olympus"}`, ""},
	} {
		body, code := `{"type":"`+c.kind+`","title":"T","content":`+c.content+`}`, 201
		if c.want == "" {
			code = 400
		}
		answer := w.teacher.Do("POST", w.base+"/sections/"+s.ID+"/lessons", body, code)
		if c.want == "" {
			continue
		}
		id := testapp.Read[lesson](t, answer).Data.ID
		var got, want any
		_ = json.Unmarshal(testapp.Read[detail](t, w.teacher.Do("GET", w.base+"/lesson/"+id+"?draft=true", "", 200)).Data.Content, &got)
		_ = json.Unmarshal([]byte(c.want), &want)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s %s: %v, want %v", c.kind, c.content, got, want)
		}
	}
	if n := len(w.get(w.teacher, "?draft=true").Lessons); n != 4 {
		t.Errorf("what was refused left %d lessons", n)
	}
}

// Two who edit one lesson: the second is told, and keeps what they wrote.
func TestStaleEdit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := w.lesson(w.section("").ID, "")
	save := func(revision int64, html string, want int) string {
		return w.teacher.Do("PUT", w.base+"/lessons/"+l.ID, fmt.Sprintf(`{"content":{"html":%q},"revision":%d}`, html, revision), want)
	}
	first := testapp.Read[lesson](t, save(l.Revision, "<p>mine</p>", 200)).Data
	refused := testapp.Read[rest.Problem](t, save(l.Revision, "<p>yours</p>", 412))
	told, _ := json.Marshal(refused.Info)
	if refused.Code != "changed_meanwhile" || !strings.Contains(string(told), fmt.Sprint(`"revision":`, first.Revision)) || !strings.Contains(string(told), "mine") {
		t.Errorf("%+v: %s", refused, told)
	}
	if d := testapp.Read[detail](t, w.teacher.Do("GET", w.base+"/lesson/"+l.ID+"?draft=true", "", 200)).Data; !strings.Contains(string(d.Content), "mine") {
		t.Errorf("the refused edit has changed it: %s", d.Content)
	}
	save(first.Revision, "<p>both</p>", 200)
}

// Twenty editors at once end in one valid order; whoever ordered what was no longer there is told.
func TestEditorsAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	var ids []string
	for i := range 6 {
		ids = append(ids, w.lesson(s.ID, fmt.Sprintf(`,"title":"L%d"`, i)).ID)
	}
	var wait sync.WaitGroup
	codes := make([]int, 20)
	for i := range codes {
		wait.Go(func() {
			order := append(slices.Clone(ids[i%6:]), ids[:i%6]...)
			if i%2 == 1 {
				codes[i] = w.teacher.Send("POST", "/api/v1"+w.base+"/sections/"+s.ID+"/lessons", `{"type":"text","title":"New"}`).Code
				return
			}
			body, _ := json.Marshal(map[string]any{"sections": []any{map[string]any{"section_id": s.ID, "lesson_ids": order}}})
			codes[i] = w.teacher.Send("PUT", "/api/v1"+w.base+"/lessons/reorder", string(body)).Code
		})
	}
	wait.Wait()
	done := 0
	for i, code := range codes {
		switch {
		case i%2 == 1 && code != 201, code != 200 && code != 201 && code != 409:
			t.Errorf("editor %d: %d", i, code)
		case code == 200:
			done++
		}
	}
	shown := w.get(w.teacher, "?draft=true")
	seen := map[string]bool{}
	for i, l := range shown.Lessons {
		if seen[l.ID] || l.Order != int64(i+1) {
			t.Errorf("%+v", shown.Lessons)
		}
		seen[l.ID] = true
	}
	if len(seen) != 16 || shown.Draft.Revision != int64(1+6+10+done) {
		t.Errorf("%d lessons after %d edits, revision %d", len(seen), 17+done, shown.Draft.Revision)
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.section("")
	w.teacher.Do("POST", w.base+"/publish", "{}", 409) // there is no lesson
	s := w.section(`,"kind":"week"`)
	a := w.lesson(s.ID, `,"title":"A"`)
	w.lesson(s.ID, `,"title":"B"`)
	w.publish()
	w.teacher.Do("DELETE", w.base+"/lessons/"+a.ID, "", 200)
	w.lesson(s.ID, `,"title":"C"`)
	if got := w.titles(w.learner, ""); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("learners see %v before it is published", got)
	}
	if d := w.get(w.teacher, "?draft=true"); !d.Draft.Changed {
		t.Error("the draft does not say that it differs")
	}
	diff := testapp.Read[rest.Answer[[]curriculum.Difference]](t, w.teacher.Do("GET", w.base+"/diff?from=1", "", 200)).Data
	if len(diff) != 2 || diff[0].Change != "removed" || diff[0].Title != "A" || diff[1].Change != "added" || diff[1].Title != "C" {
		t.Errorf("%+v", diff)
	}
	w.publish()
	if got := w.titles(w.learner, ""); !slices.Equal(got, []string{"B", "C"}) {
		t.Errorf("learners see %v", got)
	}
	if n := w.Count("SELECT count(*) FROM published_lessons"); n != 2 {
		t.Errorf("%d lessons count as published", n)
	}
	w.teacher.Do("POST", w.base+"/versions/1/restore", "", 200)
	if got := w.titles(w.teacher, "?draft=true"); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("restored: %v", got)
	}
	w.teacher.Do("POST", w.base+"/versions/3/restore", "", 404)
	w.teacher.Do("POST", w.base+"/recover", "", 200)
	if d := w.get(w.teacher, "?draft=true"); d.Draft.Changed || !slices.Equal(w.titles(w.teacher, "?draft=true"), []string{"B", "C"}) {
		t.Errorf("recovered: %+v", d.Draft)
	}
}

func TestPublishingLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := w.lesson(w.section("").ID, "")
	due := func() {
		t.Helper()
		if err := w.Curricula.PublishDue(t.Context()); err != nil {
			t.Error(err)
		}
	}
	at := func(d time.Duration) string {
		return fmt.Sprintf(`{"at":%q}`, w.Clock.Now().Add(d).Format(time.RFC3339))
	}
	w.teacher.Do("POST", w.base+"/publish", at(-time.Minute), 400)
	w.teacher.Do("POST", w.base+"/publish", at(time.Hour), 200)
	w.teacher.Do("PUT", w.base+"/lessons/"+l.ID, `{"title":"As it is then"}`, 200)
	w.Clock.Advance(59 * time.Minute)
	due()
	if got := w.get(w.learner, ""); got.IsPublished {
		t.Error("it is out too early")
	}
	w.Clock.Advance(time.Minute)
	due()
	if got := w.titles(w.learner, ""); !slices.Equal(got, []string{"As it is then"}) {
		t.Errorf("an hour later: %v", got)
	}
	w.teacher.Do("POST", w.base+"/publish", at(time.Hour), 200)
	w.teacher.Do("DELETE", w.base+"/publish", "", 200)
	w.Clock.Advance(2 * time.Hour)
	due()
	if got := w.get(w.learner, ""); got.Version != 1 {
		t.Errorf("what was taken back went out: version %d", got.Version)
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	l := w.lesson(s.ID, "")
	w.teacher.Do("DELETE", w.base+"/sections/"+s.ID, "", 200)
	revision := func() int64 { return w.get(w.teacher, "?draft=true").Draft.Revision }
	undo := func(at int64, want int) {
		w.teacher.Do("POST", w.base+"/undo", fmt.Sprintf(`{"revision":%d}`, at), want)
	}
	undo(revision()-1, 412)
	undo(revision(), 200)
	if got := w.get(w.teacher, "?draft=true"); len(got.Lessons) != 1 || got.Lessons[0].ID != l.ID {
		t.Errorf("%+v", got.Lessons)
	}
	undo(revision(), 200)
	undo(revision(), 200)
	undo(revision(), 409)
	if got := w.get(w.teacher, "?draft=true"); len(got.Sections) != 0 || got.Draft.CanUndo {
		t.Errorf("%+v", got)
	}
}

func TestRelease(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	first := w.lesson(s.ID, `,"title":"First"`)
	w.lesson(s.ID, `,"title":"Later","release":{"at":"`+w.Clock.Now().Add(time.Hour).Format(time.RFC3339)+`"}`)
	w.lesson(s.ID, `,"title":"In days","release":{"days_after_enrolment":2}`)
	w.lesson(s.ID, `,"title":"After","release":{"after_lesson":"`+first.ID+`"}`)
	w.lesson(s.ID, `,"title":"Free","previewable":true,"release":{"days_after_enrolment":9}`)
	w.teacher.Do("PUT", w.base+"/lessons/"+first.ID, `{"release":{"after_lesson":"`+first.ID+`"}}`, 400)
	w.publish()
	open := func(who testapp.User) (titles []string) {
		for _, l := range w.get(who, "").Lessons {
			if l.Lock == nil {
				titles = append(titles, l.Title)
			}
		}
		return titles
	}
	check := func(when string, who testapp.User, want ...string) {
		t.Helper()
		if got := open(who); !slices.Equal(got, want) {
			t.Errorf("%s: %v open, want %v", when, got, want)
		}
	}
	check("at first", w.learner, "First", "Free")
	check("to nobody", w.Nobody(), "Free")
	check("to the teacher", w.teacher, "First", "Later", "In days", "After", "Free")
	w.learner.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":"0199aaaa-0000-7000-8000-000000000001","courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
		w.course, first.ID, w.Clock.Now().Format(time.RFC3339)), 200)
	check("after the first", w.learner, "First", "After", "Free")
	w.Clock.Advance(time.Hour)
	check("an hour later", w.learner, "First", "Later", "After", "Free")
	w.Clock.Advance(48 * time.Hour)
	check("days later", w.learner, "First", "Later", "In days", "After", "Free")
}

func TestFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	send := func(name, content string, want int) rest.Answer[curriculum.CourseFile] {
		t.Helper()
		r := httptest.NewRequest("POST", "/api/v1"+w.base+"/files?name="+name, strings.NewReader(content))
		r.Header.Set("Content-Type", "application/octet-stream")
		a := w.teacher.SendRaw(r)
		if a.Code != want {
			t.Errorf("%s: %d, want %d: %s", name, a.Code, want, a.Body)
		}
		return testapp.Read[rest.Answer[curriculum.CourseFile]](t, a.Body.String())
	}
	send("a.pdf", "", 400)
	for _, c := range []struct{ name, content, kind, disposition string }{
		{"a.pdf", "%PDF-1.7 …", "application/pdf", "inline; filename=a.pdf"},
		{"x.html", "<script>alert(1)</script>", "application/octet-stream", "attachment; filename=x.html"},
		{"x.svg", "<svg onload=alert(1)>", "application/octet-stream", "attachment; filename=x.svg"},
		{"..%2F..%2Fetc%2Fpasswd", "root", "application/octet-stream", "attachment; filename=passwd"},
	} {
		f := send(c.name, c.content, 201).Data
		a := w.Nobody().Send("GET", f.Address, "")
		if a.Code != 200 || a.Body.String() != c.content || a.Header().Get("Content-Type") != c.kind || a.Header().Get("Content-Disposition") != c.disposition ||
			a.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", c.name, a.Code, a.Header())
		}
		if a := w.Nobody().Send("GET", f.Address[:len(f.Address)-1]+"!", ""); a.Code != 401 {
			t.Errorf("a wrong signature: %d", a.Code)
		}
		w.Clock.Advance(25 * time.Hour)
		if a := w.Nobody().Send("GET", f.Address, ""); a.Code != 401 {
			t.Errorf("a day later: %d", a.Code)
		}
	}
}

// What goes out comes in again as it was, but for identities.
func TestExportThenImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := httptest.NewRequest("POST", "/api/v1"+w.base+"/files?name=bee.png", strings.NewReader("\x89PNG\r\n\x1a\n…"))
	image := testapp.Read[rest.Answer[curriculum.CourseFile]](t, w.teacher.SendRaw(r).Body.String()).Data
	week := w.section(`,"kind":"week","description":"D"`)
	inner := w.section(`,"title":"Inner","parent_id":"` + week.ID + `"`)
	first := w.lesson(inner.ID, `,"title":"First","required":false,"previewable":true,"duration_seconds":90`)
	w.lesson(week.ID, `,"title":"Second","release":{"after_lesson":"`+first.ID+`"},"completion":{"rule":"manual"}`)
	w.lesson(week.ID, fmt.Sprintf(`,"title":"Image","content":{"html":"<p><img src=\"file:%s\" alt=\"x\"></p>"}`, image.ID))
	packed := w.teacher.Do("GET", w.base+"/export", "", 200)

	other := w.Course(w.teacher)
	r = httptest.NewRequest("POST", "/api/v1/curriculum/course/"+other+"/import", strings.NewReader(packed))
	r.Header.Set("Content-Type", "application/zip")
	if a := w.teacher.SendRaw(r); a.Code != 200 || !strings.Contains(a.Body.String(), `"lessons":3,"left_out":[]`) {
		t.Fatal(a.Code, a.Body)
	}
	was, is := w.shape(w.course), w.shape(other)
	if was != is {
		t.Errorf("%s\nbecame\n%s", was, is)
	}
	for _, garbage := range []string{"", "x", "{}", "PK\x03\x04", `{"format":"lectern-curriculum-1","sections":[{"kind":"section","title":"x","lessons":[{"type":"evil"}]}]}`} {
		r := httptest.NewRequest("POST", "/api/v1/curriculum/course/"+other+"/import", strings.NewReader(garbage))
		if a := w.teacher.SendRaw(r); a.Code != 400 {
			t.Errorf("%q: %d %s", garbage, a.Code, a.Body)
		}
	}
	if w.shape(other) != is {
		t.Error("what was refused has changed it")
	}
}

// shape is a draft without its identities, with what is in its lessons.
func (w *world) shape(course string) string {
	w.t.Helper()
	shown := testapp.Read[whole](w.t, w.teacher.Do("GET", "/curriculum/course/"+course+"?draft=true", "", 200)).Data
	names := []string{}
	for i, l := range shown.Lessons {
		names = append(names, l.ID, fmt.Sprint("lesson", i))
	}
	text := ""
	for _, s := range shown.Sections {
		text += fmt.Sprintln(s.Kind, s.Title, s.Description, len(s.Lessons), len(s.Sections))
	}
	for _, l := range shown.Lessons {
		held := testapp.Read[detail](w.t, w.teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+l.ID+"?draft=true", "", 200)).Data
		at := strings.Index(string(held.Content), "file:")
		content := string(held.Content)
		if at > 0 {
			content = content[:at] + content[at+41:]
		}
		text += fmt.Sprintln(l.Type, l.Title, l.Required, l.Previewable, l.DurationSeconds, l.Completion, l.Release.AfterLesson, held.SectionTitle, content)
	}
	return strings.NewReplacer(names...).Replace(text)
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.lesson(w.section(`,"kind":"week"`).ID, "")
	made := testapp.Read[rest.Answer[curriculum.CurriculumTemplate]](t, w.teacher.Do("POST", "/curriculum/templates",
		`{"course_id":"`+w.course+`","title":"Bees in a week","category":"Nature","difficulty":"advanced"}`, 201)).Data
	count := func(query string) int {
		return len(testapp.Read[rest.List[curriculum.CurriculumTemplate]](t, w.teacher.Do("GET", "/curriculum/templates?"+query, "", 200)).Data)
	}
	if count("category=Nature&difficulty=advanced&duration=1") != 1 || count("difficulty=beginner") != 0 || made.Weeks != 1 || made.Lessons != 1 {
		t.Errorf("%+v", made)
	}
	other := w.Course(w.teacher)
	w.teacher.Do("POST", "/curriculum/course/"+other+"/import/"+made.ID, "", 200)
	w.teacher.Do("POST", "/curriculum/course/"+other+"/import/none", "", 404)
	if w.shape(w.course) != w.shape(other) {
		t.Errorf("%s", w.shape(other))
	}
	stranger := w.User(access.Instructor)
	stranger.Do("POST", "/curriculum/templates", `{"course_id":"`+w.course+`","title":"X","category":"Y"}`, 403)
	stranger.Do("DELETE", "/curriculum/templates/"+made.ID, "", 404)
	w.teacher.Do("DELETE", "/curriculum/templates/"+made.ID, "", 200)
	if count("") != 0 {
		t.Error("it is still there")
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	base := "/tcourse/free/" + w.course + "/curriculum"
	week := testapp.Read[entry](t, w.teacher.Do("POST", base+"/weeks", `{"title":"One"}`, 201)).Data
	if week.Kind != "week" {
		t.Errorf("%+v", week)
	}
	w.teacher.Do("POST", base+"/weeks/"+week.ID+"/lessons", `{"type":"text","title":"L"}`, 201)
	w.teacher.Do("POST", base+"/live-classes", `{"section_id":"`+week.ID+`","title":"Live"}`, 201)
	w.teacher.Do("PUT", base+"/weeks/"+week.ID, `{"title":"Two"}`, 200)
	if got := testapp.Read[whole](t, w.teacher.Do("GET", base+"?draft=true", "", 200)).Data; len(got.Weeks) != 1 || got.Weeks[0].Title != "Two" || len(got.Lessons) != 2 || got.Lessons[1].Type != "live_session" {
		t.Errorf("%+v", got)
	}
	w.teacher.Do("GET", base+"/stats", "", 200)
	w.teacher.Do("GET", "/tcourse/live/"+w.course+"/curriculum", "", 404)
	w.teacher.Do("GET", "/tcourse/other/"+w.course+"/curriculum", "", 400)
	w.teacher.Do("DELETE", base+"/weeks/"+week.ID, "", 200)
}
