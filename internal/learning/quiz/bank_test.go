package quiz_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/learning/exchange"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/question"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (w *world) bank(query string) rest.List[question.Question] {
	w.t.Helper()
	return testapp.Read[rest.List[question.Question]](w.t, w.teacher.Do("GET", "/question-banks/"+w.course+"/questions"+query, "", 200))
}

func TestBankSearchAndPaging(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.three()
	for query, want := range map[string]int{"": 3, "?tag=body": 2, "?kind=short": 1, "?search=LEGS": 1, "?search=dance": 1, "?search=%25": 0, "?search=wasps": 0,
		"?ids=" + ids[0] + "," + ids[2]: 2, "?kind=short&ids=" + ids[0] + "," + ids[2]: 1, "?ids=unknown": 0} {
		if got := w.bank(query); len(got.Data) != want || got.Pagination.TotalItems != int64(want) {
			t.Errorf("%s: %d of %d", query, len(got.Data), got.Pagination.TotalItems)
		}
	}
	seen := map[string]bool{}
	for cursor := ""; ; {
		page := w.bank("?limit=2&cursor=" + cursor)
		for _, q := range page.Data {
			seen[q.ID] = true
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	if len(seen) != 3 {
		t.Errorf("scrolled over %d", len(seen))
	}
	w.teacher.Do("GET", "/question-banks/"+w.course+"/questions?cursor=x", "", 400)
}

// An invalid question is refused with the reason, and nothing is stored.
func TestInvalidQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, body := range map[string]string{
		"no prompt":                       `{"kind":"true_false","prompt":" "}`,
		"no such kind":                    `{"kind":"essay","prompt":"x"}`,
		"one option":                      `{"kind":"single","prompt":"x","options":[{"text":"A","correct":true}]}`,
		"none is right":                   `{"kind":"single","prompt":"x","options":[{"text":"A"},{"text":"B"}]}`,
		"two are right":                   `{"kind":"single","prompt":"x","options":[{"text":"A","correct":true},{"text":"B","correct":true}]}`,
		"multiple without a right option": `{"kind":"multiple","prompt":"x","options":[{"text":"A"},{"text":"B"}]}`,
		"twice the same":                  `{"kind":"ordering","prompt":"x","options":[{"text":"A"},{"text":"A "}]}`,
		"nothing accepted":                `{"kind":"short","prompt":"x","accepted":[" "]}`,
		"no number":                       `{"kind":"numeric","prompt":"x","value":"many"}`,
		"not exact":                       `{"kind":"numeric","prompt":"x","value":"1e400"}`,
		"below zero":                      `{"kind":"numeric","prompt":"x","value":"1","tolerance":"-1"}`,
		"too many points":                 `{"kind":"numeric","prompt":"x","value":"1","points":1001}`,
	} {
		t.Run(name, func(t *testing.T) { w.teacher.Do("POST", "/question-banks/"+w.course+"/questions", body, 400) })
	}
	file := `{"format":"lectern-questions-1","questions":[{"kind":"true_false","prompt":"fine"},{"kind":"short","prompt":"x"}]}`
	if got := w.teacher.Do("POST", "/question-banks/"+w.course+"/import", file, 400); !strings.Contains(got, "Question 2: ") {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM quiz_questions"); n != 0 {
		t.Errorf("%d questions", n)
	}
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	w, other := newWorld(t), ""
	id := w.three()[0]
	elsewhere := &world{App: w.App, t: t, teacher: w.teacher, course: w.Course(w.teacher)}
	other = elsewhere.ask(`{"kind":"true_false","prompt":"x"}`).ID
	gone := w.ask(`{"kind":"true_false","prompt":"x"}`).ID
	w.teacher.Do("DELETE", "/question-banks/"+w.course+"/questions/"+gone, "", 200)
	for name, settings := range map[string]string{
		"of another course":   `"questions":[{"question_id":"` + other + `"}]`,
		"a removed one":       `"questions":[{"question_id":"` + gone + `"}]`,
		"twice the same":      `"questions":[{"question_id":"` + id + `"},{"question_id":"` + id + `"}]`,
		"more than there are": `"draws":[{"tags":["body"],"count":3}]`,
		"taken already":       `"questions":[{"question_id":"` + id + `"}],"draws":[{"tags":["dance"],"count":1}]`,
		"no deadline":         `"review":{"when":"after_deadline"}`,
		"no such zone":        `"closes":{"date":"2026-10-01","time":"10:00","timezone":"Mars/Olympus"}`,
		"a skipped hour":      `"closes":{"date":"2026-03-29","time":"02:30","timezone":"Europe/Berlin"}`,
	} {
		t.Run(name, func(t *testing.T) {
			w.teacher.Do("PUT", "/quizzes/"+w.quiz+"/settings", `{"settings":{`+settings+`}}`, 400)
		})
	}
	if n := w.Count("SELECT count(*) FROM lesson_contents"); n != 0 {
		t.Errorf("%d contents", n)
	}
	w.settings("", id)
	w.teacher.Do("PUT", "/quizzes/"+w.quiz+"/settings", `{"revision":1,"settings":{}}`, 412)
}

// A file is stored some hundred questions at a time: all of it, in its order, or nothing.
func TestFileOfManyQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const many = 250
	file := func(last string) string {
		var all []string
		for i := range many - 1 {
			long := ""
			if i%50 == 0 { // five of them are more than one statement takes
				long = strings.Repeat("dance ", 3000)
			}
			all = append(all, fmt.Sprintf(`{"kind":"short","prompt":"Bee %d %s","explanation":%[2]q,"accepted":["x"],"tags":["bees","n%d"]}`, i, long, i%3))
		}
		return `{"format":"lectern-questions-1","questions":[` + strings.Join(append(all, last), ",") + `]}`
	}
	path := "/question-banks/" + w.course + "/import"
	for _, refused := range []string{`{"kind":"short","prompt":"x","accepted":[]}`, `{"kind":"short","format":"html","prompt":"<img src=\"file:01990000-0000-7000-8000-000000000000\" alt=\"x\">","accepted":["x"]}`} {
		if got := w.teacher.Do("POST", path, file(refused), 400); !strings.Contains(got, "Question 250: ") {
			t.Error(got)
		}
		if n := w.Count("SELECT (SELECT count(*) FROM quiz_questions) + (SELECT count(*) FROM quiz_question_tags)"); n != 0 {
			t.Errorf("%d rows are stored of a refused file", n)
		}
	}
	w.teacher.Do("POST", path, file(`{"kind":"true_false","prompt":"The last"}`), 200)
	if n, tags := w.Count("SELECT count(*) FROM quiz_questions"), w.Count("SELECT count(*) FROM quiz_question_tags"); n != many || tags != 2*(many-1) {
		t.Errorf("%d questions with %d tags", n, tags)
	}
	if got := w.bank("?tag=n1"); got.Pagination.TotalItems != 83 {
		t.Errorf("%d have the tag n1", got.Pagination.TotalItems)
	}
	if got := w.bank("?search=the+last"); len(got.Data) != 1 {
		t.Errorf("%d are found by their words", len(got.Data))
	}
}

// A draw picks among the questions with its tags, differently for each attempt and never the same question twice.
func TestDraws(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 20 {
		w.ask(fmt.Sprintf(`{"kind":"true_false","prompt":"%d","tags":["a"]}`, i))
	}
	w.settings(`,"draws":[{"tags":["a"],"count":5,"points":2},{"tags":["a"],"count":5}]`)
	seen := map[string]bool{}
	for range 8 {
		a := w.start(w.learner)
		one := map[string]bool{}
		for _, q := range a.Questions {
			one[q.QuestionID], seen[q.QuestionID] = true, true
		}
		if len(one) != 10 || a.Questions[0].Points != 2 || a.Questions[9].Points != 1 {
			t.Errorf("%+v", a.Questions)
		}
		w.submit(w.learner, a.ID)
	}
	if len(seen) < 15 { // 80 draws of 20 that miss five: a chance of less than 1 in 10⁹
		t.Errorf("only %d are ever drawn", len(seen))
	}
}

// Questions are exported to a file. A quiz in an exported curriculum carries its questions, each once.
func TestExportQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.three()
	w.settings(`,"draws":[{"tags":["body"],"count":1}]`, ids[1])
	to := &world{App: w.App, t: t, teacher: w.teacher, learner: w.learner, course: w.Course(w.teacher)}
	w.Enroll(w.learner, to.course)
	file := w.teacher.Do("GET", "/question-banks/"+w.course+"/export", "", 200)
	w.teacher.Do("POST", "/question-banks/"+to.course+"/import", file, 200)
	if got := to.bank("").Data; len(got) != 3 {
		t.Errorf("%+v", got)
	}
	for range 2 {
		done := testapp.Read[rest.Answer[exchange.Imported]](t, w.teacher.Do("POST", "/curriculum/course/"+to.course+"/duplicate/"+w.course, "{}", 200)).Data
		if done.Lessons != 1 || len(done.LeftOut) != 0 {
			t.Errorf("%+v", done)
		}
	}
	if got := to.bank("").Data; len(got) != 5 { // the two drawn from, each once
		t.Errorf("%d questions", len(got))
	}
	w.teacher.Do("POST", "/curriculum/course/"+to.course+"/publish", "{}", 200)
	lessons := testapp.Read[rest.Answer[outline.Curriculum]](t, w.learner.Do("GET", "/curriculum/course/"+to.course, "", 200)).Data.Lessons
	to.quiz = lessons[0].ID
	if a := to.start(w.learner); len(a.Questions) != 2 || a.Questions[0].Prompt != "How many legs?" {
		t.Errorf("%+v", a.Questions)
	}
}

// Questions that a quiz always asks are exported first, however large the pool that it draws from.
func TestPackKeepsPickedQuestionsFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var bank []string
	for i := range 210 {
		bank = append(bank, fmt.Sprintf(`{"kind":"true_false","prompt":"%d","tags":["many"]}`, i))
	}
	w.teacher.Do("POST", "/question-banks/"+w.course+"/import", `{"format":"lectern-questions-1","questions":[`+strings.Join(bank, ",")+`]}`, 200)
	last := w.ask(`{"kind":"true_false","prompt":"Always"}`) // ids are ordered by time
	w.settings(`,"draws":[{"tags":["many"],"count":1}]`, last.ID)
	to := w.Course(w.teacher)
	done := testapp.Read[rest.Answer[exchange.Imported]](t, w.teacher.Do("POST", "/curriculum/course/"+to+"/duplicate/"+w.course, "{}", 200)).Data
	if len(done.LeftOut) != 0 {
		t.Errorf("%+v", done)
	}
}
