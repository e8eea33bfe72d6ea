package graderetention_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/graderetention"
	"lectern/internal/learning/quiz"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type made = rest.Answer[struct{ ID string }]

// world is a course with a quiz and an assignment, its teacher, and students with results in both.
type world struct {
	*testapp.App
	t                        *testing.T
	admin, teacher, ann, ben testapp.User
	course, quiz, assignment string
	question                 string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, admin: app.User(access.Admin), teacher: app.User(access.Instructor), ann: app.User(access.Student), ben: app.User(access.Student)}
	app.Exec("UPDATE users SET full_name = 'Ann Canary', name_key = 'ann canary', email = 'canary@lectern.test', email_key = 'canary@lectern.test' WHERE id = ?", w.ann.ID)
	w.course = app.Course(w.teacher)
	base := "/curriculum/course/" + w.course
	section := testapp.Read[made](t, w.teacher.Do("POST", base+"/sections", `{"title":"Basics"}`, 201)).Data.ID
	lesson := func(kind string) string {
		return testapp.Read[made](t, w.teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"`+kind+`","title":"Bees"}`, 201)).Data.ID
	}
	w.quiz, w.assignment = lesson("quiz"), lesson("assignment")
	w.question = testapp.Read[made](t, w.teacher.Do("POST", "/question-banks/"+w.course+"/questions", `{"kind":"short","prompt":"What do they make?","points":3,"accepted":["Honey"]}`, 201)).Data.ID
	w.teacher.Do("PUT", "/quizzes/"+w.quiz+"/settings", `{"settings":{"pass_mark":50,"questions":[{"question_id":"`+w.question+`"}]}}`, 200)
	w.teacher.Do("PUT", "/assignments/"+w.assignment+"/settings", `{"settings":{"points":10}}`, 200)
	w.teacher.Do("POST", base+"/publish", "{}", 200)
	for _, student := range []testapp.User{w.ann, w.ben, app.User(access.Student)} {
		app.Enroll(student, w.course)
	}
	return w
}

func (w *world) attempt(who testapp.User, answer string) {
	w.t.Helper()
	id := testapp.Read[made](w.t, who.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 200)).Data.ID
	who.Do("PUT", "/quiz-attempts/"+id+"/answers", fmt.Sprintf(`{"answers":[{"question_id":%q,"sequence":1,"text":%q}]}`, w.question, answer), 200)
	who.Do("POST", "/quiz-attempts/"+id+"/submit", "{}", 200)
}

// handIn hands in a text and a file, which the teacher grades and returns.
func (w *world) handIn(who testapp.User, text string, points int) {
	w.t.Helper()
	path := "/assignments/" + w.assignment
	r := httptest.NewRequest("POST", "/api/v1"+path+"/files?name="+text+".txt", strings.NewReader("bytes of "+text))
	r.Header.Set("Content-Type", "application/octet-stream")
	if got := who.SendRaw(r); got.Code != 201 && got.Code != 200 {
		w.t.Fatal(got.Body)
	}
	who.Do("PUT", path+"/draft", fmt.Sprintf(`{"text":%q,"sequence":1}`, text), 200)
	who.Do("POST", path+"/hand-in", `{"number":1}`, 200)
	for _, row := range testapp.Read[rest.List[assignment.SubmissionRow]](w.t, w.teacher.Do("GET", "/assignments/courses/"+w.course+"/submissions", "", 200)).Data {
		if row.UserID == who.ID {
			w.teacher.Do("PUT", "/submissions/"+row.ID+"/grade", fmt.Sprintf(`{"revision":0,"number":1,"done":true,"comment":"for %s","marks":[{"ref":"work","points":%d}]}`, text, points), 200)
			w.teacher.Do("POST", "/submissions/"+row.ID+"/return", "{}", 200)
		}
	}
}

func (w *world) keepFor(months int) {
	w.t.Helper()
	r := httptest.NewRequest("PUT", "/api/v1/settings/retention", strings.NewReader(fmt.Sprintf(`{"grade_months":%d}`, months)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", w.admin.Send("GET", "/api/v1/settings/retention", "").Header().Get("ETag"))
	if got := w.admin.SendRaw(r); got.Code != 200 {
		w.t.Fatal(got.Body)
	}
}

func (w *world) erase(who testapp.User) {
	w.t.Helper()
	who.Do("DELETE", "/profile/me?permanent=true", "", 200)
	w.Work()
}

// figures are the figures of the course and its quiz, without those about what is to be done for present students.
func (w *world) figures() map[string]any {
	w.t.Helper()
	all := map[string]any{}
	for _, path := range []string{"/quizzes/" + w.quiz + "/results", "/student-analytics/courses/" + w.course, "/curriculum/course/" + w.course + "/stats"} {
		data := testapp.Read[rest.Answer[map[string]any]](w.t, w.teacher.Do("GET", path, "", 200)).Data
		maps.DeleteFunc(data, func(name string, _ any) bool {
			return slices.Contains([]string{"atRisk", "activeThisWeek", "erasedStudents", "erased_learners"}, name)
		})
		all[path] = data
	}
	return all
}

func (w *world) retained() int64 {
	w.t.Helper()
	return w.Count(`SELECT (SELECT count(*) FROM retained_learners) + (SELECT count(*) FROM retained_lessons) + (SELECT count(*) FROM retained_attempts)
		+ (SELECT count(*) FROM retained_outcomes) + (SELECT count(*) FROM retained_submissions)`)
}

// anonymous are tables that refer to an erased account by its id, which is all that is left of it there, with the reason.
var anonymous = map[string]string{
	"users":             "the row without a name, to which the others refer",
	"deletion_requests": "the record of the erasure",
	"jobs":              "the finished job of the erasure, deleted with other finished jobs",
	"lesson_comments":   "the place of a deleted comment in its thread, without its text",
}

// With results kept, the figures of a course are the same after a student's account is erased, and nothing is left that identifies them:
// no id, name, address, answer, text, file or comment. The tables of what is kept have the columns that Kept lists and no others.
func TestResultsAreKeptWithoutName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keepFor(12)
	w.attempt(w.ann, "Honey")
	w.attempt(w.ann, "canary wax")
	w.attempt(w.ben, "Wax")
	w.handIn(w.ann, "canary-work", 7)
	w.handIn(w.ben, "other-work", 4)
	w.ann.Do("POST", "/progress/lessons/"+w.quiz+"/comments", `{"body":"I, Ann Canary, wonder"}`, 201)
	before := w.figures()
	if text, err := json.Marshal(before); err != nil || !strings.Contains(string(text), `"attempts":3`) || !strings.Contains(string(text), `"students":3`) {
		t.Fatal(string(text), err)
	}
	w.erase(w.ann)
	w.Work()
	if err := w.Reports.Refresh(t.Context()); err != nil { // dashboards are summed without them, as every 20 s
		t.Fatal(err)
	}
	after := w.figures()
	for path := range before {
		was, err := json.Marshal(before[path])
		is, err2 := json.Marshal(after[path])
		if err != nil || err2 != nil || string(was) != string(is) {
			t.Errorf("%s\nwas %s\nis  %s", path, was, is)
		}
	}
	if r := testapp.Read[rest.Answer[quiz.QuizResults]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/results", "", 200)).Data; r.Erased != 1 || r.Learners != 2 || r.Questions[0].Right != 1 {
		t.Errorf("%+v", r)
	}
	if got := w.teacher.Do("GET", "/student-analytics/courses/"+w.course, "", 200); !strings.Contains(got, `"erasedStudents":1`) {
		t.Error(got)
	}
	columns := map[string]bool{}
	for table, text := range w.Tables() {
		if strings.HasPrefix(table, "retained_") {
			for _, row := range rowsOf(t, text) {
				for name := range row {
					columns[table+"."+name] = true
				}
				for name, value := range row {
					if at, isText := value.(string); isText && strings.HasSuffix(name, "_on") && !strings.Contains(strings.Replace(at, "T", " ", 1), " 00:00:00") {
						t.Errorf("%s.%s tells the time of day: %s", table, name, at)
					}
				}
			}
		}
		if strings.Contains(strings.ToLower(text), "canary") {
			t.Errorf("%s: %.2000s", table, text)
		}
		if strings.Contains(text, w.ann.ID) && anonymous[table] == "" {
			t.Errorf("%s refers to the account: %.500s", table, text)
		}
	}
	if kept := slices.Sorted(maps.Keys(graderetention.Kept())); !slices.Equal(kept, slices.Sorted(maps.Keys(columns))) {
		t.Errorf("listed are %q,\nthere are %q", kept, slices.Sorted(maps.Keys(columns)))
	}
	w.filesHoldNothing("canary-work")
	if list := w.teacher.Do("GET", "/courses/"+w.course+"/enrollments", "", 200); strings.Contains(list, `"full_name":""`) {
		t.Error("an erased account is listed as a student:", list)
	}
}

func rowsOf(t *testing.T, text string) []map[string]any {
	t.Helper()
	return testapp.Read[[]map[string]any](t, text)
}

// filesHoldNothing reads all files that were handed in.
func (w *world) filesHoldNothing(of string) {
	w.t.Helper()
	keys, err := w.Blob.List(w.t.Context(), "submissions/")
	if err != nil || len(keys) != 1 { // the other student's file
		w.t.Fatal(keys, err)
	}
	for _, key := range keys {
		o, err := w.Blob.Open(w.t.Context(), key)
		if err != nil {
			w.t.Fatal(key, err)
		}
		text, err := io.ReadAll(o)
		if err = errors.Join(err, o.Close()); err != nil || strings.Contains(string(text), of) {
			w.t.Errorf("%s: %s %v", key, text, err)
		}
	}
}

// By default nothing is kept.
func TestNothingIsKeptByDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.attempt(w.ann, "Honey")
	w.erase(w.ann)
	if n := w.retained(); n != 0 {
		t.Errorf("%d rows", n)
	}
	if r := testapp.Read[rest.Answer[quiz.QuizResults]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/results", "", 200)).Data; r.Attempts != 0 || r.Learners != 0 {
		t.Errorf("%+v", r)
	}
}

// What is kept goes after the months that were announced. A longer setting comes too late for it, a shorter one applies from the next
// sweep on, and what has gone does not come back.
func TestRetentionEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.attempt(w.ann, "Honey")
	w.attempt(w.ben, "Honey")
	w.keepFor(2)
	w.erase(w.ann)
	kept := w.retained()
	until := func(at string) {
		t.Helper()
		day, err := time.Parse(time.DateOnly, at)
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(day.Sub(w.Clock.Now()))
		w.Sweep()
		if err := w.PersonalData.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Work()
		w.admin = w.User(access.Admin) // the session before has expired
	}
	until("2026-10-31")
	w.keepFor(120)
	if n := w.retained(); n != kept || n < 4 {
		t.Errorf("%d rows of %d before the time is over", n, kept)
	}
	until("2026-11-01")
	if n := w.retained(); n != 0 {
		t.Errorf("%d rows are kept longer than announced", n)
	}
	w.admin.Do("DELETE", "/profile/"+w.ben.ID, "", 200)
	until("2026-12-02")
	if n := w.retained(); n != kept {
		t.Errorf("%d rows of another account, not %d", n, kept)
	}
	until("2027-03-02")
	w.keepFor(4)
	w.Sweep()
	if n := w.retained(); n != kept {
		t.Errorf("%d rows, not %d, before the shorter time is over", n, kept)
	}
	w.keepFor(3)
	w.Sweep()
	if n := w.retained(); n != 0 {
		t.Errorf("%d rows are kept longer than the setting says", n)
	}
	w.keepFor(120)
	w.Sweep()
	if n := w.retained(); n != 0 {
		t.Errorf("%d rows came back", n)
	}
}
