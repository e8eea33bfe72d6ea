package quiz_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/question"
	"lectern/internal/learning/quiz"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// keyed starts an attempt at a quiz with a question of every kind. The words and numbers of its key occur nowhere
// else.
func (w *world) keyed(members string) quiz.QuizAttempt {
	w.t.Helper()
	var ids []string
	for _, body := range []string{
		`{"kind":"single","prompt":"1","options":[{"text":"A","correct":true},{"text":"B"}],"explanation":"s3cretone"}`,
		`{"kind":"multiple","prompt":"2","options":[{"text":"C","correct":true},{"text":"D"},{"text":"E","correct":true}],"explanation":"s3crettwo"}`,
		`{"kind":"true_false","prompt":"3","truth":true,"explanation":"s3cretthree"}`,
		`{"kind":"short","prompt":"4","accepted":["s3cretfour"]}`,
		`{"kind":"ordering","prompt":"5","options":[{"text":"F"},{"text":"G"},{"text":"H"}],"explanation":"s3cretfive"}`,
		`{"kind":"numeric","prompt":"6","value":"31337.25","tolerance":"0.31337"}`,
	} {
		ids = append(ids, w.ask(body).ID)
	}
	w.settings(members, ids...)
	return w.start(w.learner)
}

// leaks lists the fields of a response that reveal anything of the key.
func leaks(v any, path string) (found []string) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if slices.Contains(strings.Fields("correct truth accepted value tolerance explanation partial case_sensitive seed paper solution"), name) {
				if name != "truth" || !strings.HasSuffix(path, ".answer") { // the learner's own
					found = append(found, path+"."+name)
				}
			}
			found = append(found, leaks(value, path+"."+name)...)
		}
	case []any:
		for i, value := range v {
			found = append(found, leaks(value, fmt.Sprintf("%s[%d]", path, i))...)
		}
	case string:
		if strings.Contains(v, "s3cret") || strings.Contains(v, "31337") {
			found = append(found, path+" is "+v)
		}
	}
	return found
}

// No field of any response to a learner reveals the key before the review rules allow it, nor after if they never do.
func TestAnswerKeyStaysOnServer(t *testing.T) {
	t.Parallel()
	closes := testapp.Start.Add(48 * time.Hour).Format(`{"date":"2006-01-02","time":"15:04","timezone":"UTC"}`)
	for name, c := range map[string]struct {
		members       string
		after, closed bool // whether the key is shown after submission, and after the quiz has closed
	}{
		"at once":                    {`,"review":{"when":"after_submit","with_key":true}`, true, true},
		"without key":                {`,"review":{"when":"after_submit"}`, false, false},
		"after closing":              {`,"closes":` + closes + `,"review":{"when":"after_deadline","with_key":true}`, false, true},
		"after closing, without key": {`,"closes":` + closes + `,"review":{"when":"after_deadline"}`, false, false},
		"never":                      {`,"review":{"when":"never","with_key":true}`, false, false},
		"by default":                 {``, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			a := w.keyed(c.members)
			responses := func() (all []string) {
				lesson := "/curriculum/course/" + w.course
				for _, path := range []string{"/quizzes/" + w.quiz, "/quiz-attempts/" + a.ID, lesson, lesson + "/lesson/" + w.quiz, lesson + "/sections", "/progress/courses/" + w.course} {
					var v any
					if err := json.Unmarshal([]byte(w.learner.Do("GET", path, "", 200)), &v); err != nil {
						t.Fatal(err)
					}
					all = append(all, leaks(v, path)...)
				}
				return all
			}
			var running any
			_ = json.Unmarshal([]byte(w.learner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 200)), &running)
			_ = json.Unmarshal([]byte(w.save(w.learner, a.ID, 200, answer(a.Questions[2].QuestionID, 1, `"truth":false`))), &running)
			if found := append(leaks(running, ""), responses()...); len(found) > 0 {
				t.Errorf("while it runs: %v", found)
			}
			w.submit(w.learner, a.ID)
			if found := responses(); (len(found) > 0) != c.after {
				t.Errorf("when it is submitted: %v", found)
			}
			w.Clock.Advance(72 * time.Hour)
			if found := responses(); (len(found) > 0) != c.closed {
				t.Errorf("when it has closed: %v", found)
			}
		})
	}
}

// Refs are random: neither their order nor their spelling reveals the key. Existing refs survive an edit.
func TestOptionRefsRevealNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := w.ask(`{"kind":"ordering","prompt":"Sort","options":[{"ref":"a","text":"1"},{"ref":"b","text":"2"},{"ref":"c","text":"3"}]}`)
	for i, o := range q.Options {
		if len(o.Ref) < 8 || i > 0 && q.Options[i-1].Ref == o.Ref {
			t.Errorf("refs follow the key: %+v", q.Options)
		}
	}
	changed := testapp.Read[rest.Answer[question.Question]](t, w.teacher.Do("PUT", "/question-banks/"+w.course+"/questions/"+q.ID,
		`{"kind":"ordering","prompt":"Sort","options":[{"ref":"`+q.Options[1].Ref+`","text":"two"},{"ref":"zz","text":"3"}],"revision":1}`, 200)).Data
	if changed.Options[0].Ref != q.Options[1].Ref || changed.Options[1].Ref == "zz" || changed.Revision != 2 {
		t.Errorf("%+v", changed)
	}
	w.teacher.Do("PUT", "/question-banks/"+w.course+"/questions/"+q.ID, `{"kind":"true_false","prompt":"Taken","revision":1}`, 412)
	if again := testapp.Read[rest.List[question.Question]](t, w.teacher.Do("GET", "/question-banks/"+w.course+"/questions", "", 200)).Data; again[0].Prompt != "Sort" {
		t.Errorf("a stale change was kept: %+v", again)
	}
}

// After a correction of the key, all attempts are graded again, with the questions as they were asked.
func TestRegrade(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := w.ask(`{"kind":"single","prompt":"Who dances?","options":[{"text":"Worker"},{"text":"Queen","correct":true}]}`)
	w.settings(`,"pass_mark":50`, q.ID)
	a := w.start(w.learner)
	w.save(w.learner, a.ID, 200, answer(q.ID, 1, chosen(t, a, "Worker")))
	if done := w.submit(w.learner, a.ID); done.Result.Passed || w.progress().Completed != 0 {
		t.Fatalf("%+v", done.Result)
	}
	w.teacher.Do("PUT", "/question-banks/"+w.course+"/questions/"+q.ID, fmt.Sprintf(
		`{"kind":"single","prompt":"Another wording","options":[{"ref":%q,"text":"Queen!"},{"ref":%q,"text":"Worker!","correct":true}]}`, q.Options[1].Ref, q.Options[0].Ref), 200)
	regrade := func(body string) quiz.QuizRegraded {
		return testapp.Read[rest.Answer[quiz.QuizRegraded]](t, w.teacher.Do("POST", "/quizzes/"+w.quiz+"/regrade", body, 200)).Data
	}
	w.teacher.Do("POST", "/quizzes/"+w.quiz+"/regrade", "{}", 400)
	would := regrade(`{"dry_run":true}`)
	if still := testapp.Read[running](t, w.learner.Do("GET", "/quiz-attempts/"+a.ID, "", 200)).Data; still.Result.Passed || w.progress().Completed != 0 {
		t.Errorf("a dry run has changed something: %+v", still.Result)
	}
	done := regrade(`{"reason":"Wrong key"}`)
	if done.Graded != 1 || done.Changed != 1 || len(done.Changes) != 1 || !slices.Equal(done.Changes, would.Changes) || !would.DryRun {
		t.Errorf("%+v, %+v", done, would)
	}
	if c := done.Changes[0]; c.UserID != w.learner.ID || c.EarnedBefore != 0 || c.EarnedAfter != 1 || c.PassedBefore || !c.PassedAfter {
		t.Errorf("%+v", c)
	}
	if again := regrade(`{"reason":"Once more"}`); again.Changed != 0 || len(again.Changes) != 0 {
		t.Errorf("%+v", again)
	}
	after := testapp.Read[running](t, w.learner.Do("GET", "/quiz-attempts/"+a.ID, "", 200)).Data
	if !after.Result.Passed || after.Questions[0].Prompt != "Who dances?" || after.Questions[0].Options[0].Text == "Worker!" {
		t.Errorf("%+v %+v", after.Result, after.Questions)
	}
	if p := w.progress(); p.Completed != 1 {
		t.Errorf("%+v", p)
	}
	r := testapp.Read[rest.Answer[quiz.QuizResults]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/results", "", 200)).Data
	if r.Attempts != 1 || r.Passed != 1 || len(r.Questions) != 1 || r.Questions[0].Right != 1 || r.Questions[0].Wrong != 0 {
		t.Errorf("%+v", r)
	}
	list := testapp.Read[rest.List[quiz.QuizAttemptRow]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/attempts", "", 200))
	if len(list.Data) != 1 || list.Data[0].Earned != 1 || list.Data[0].UserID != w.learner.ID {
		t.Errorf("%+v", list)
	}
	for user, want := range map[string]int{w.learner.ID: 1, w.teacher.ID: 0} {
		only := testapp.Read[rest.List[quiz.QuizAttemptRow]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/attempts?user="+user, "", 200))
		if len(only.Data) != want || only.Pagination.TotalItems != int64(want) {
			t.Errorf("%+v", only)
		}
	}
}

// Who is suspended while an attempt runs can neither save nor submit; what was saved before counts when time is over.
func TestSuspendedLearnersCannotSubmit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := w.ask(`{"kind":"single","prompt":"Who dances?","options":[{"text":"Worker","correct":true},{"text":"Queen"}]}`)
	w.settings("", q.ID)
	a := w.start(w.learner)
	change := func(action string) {
		t.Helper()
		w.teacher.Do("PATCH", "/courses/"+w.course+"/enrollments/"+w.learner.ID, `{"action":"`+action+`"}`, 200)
	}
	change("suspend")
	w.save(w.learner, a.ID, 403, answer(q.ID, 1, chosen(t, a, "Worker")))
	w.learner.Do("POST", "/quiz-attempts/"+a.ID+"/submit", "{}", 403)
	if n := w.Count("SELECT count(*) FROM quiz_answers") + w.Count("SELECT count(*) FROM quiz_attempts WHERE status = 'submitted'"); n != 0 {
		t.Errorf("what was refused left %d rows", n)
	}
	change("reactivate")
	w.save(w.learner, a.ID, 200, answer(q.ID, 1, chosen(t, a, "Worker")))
	w.submit(w.learner, a.ID)
}

// A regrade that takes points away lowers the score of the lesson and every average; a completion stays. Without a pass mark nothing is
// passed, and nothing fails.
func TestRegradeLowersTheScore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := w.ask(`{"kind":"single","prompt":"Who dances?","options":[{"text":"Worker","correct":true},{"text":"Queen"}]}`)
	w.settings("", q.ID)
	a := w.start(w.learner)
	w.save(w.learner, a.ID, 200, answer(q.ID, 1, chosen(t, a, "Worker")))
	if done := w.submit(w.learner, a.ID); done.Result.Passed || done.Result.PassMark != 0 {
		t.Errorf("without a pass mark: %+v", done.Result)
	}
	before := w.progress()
	if *before.Lessons[0].Score != 100 || before.Lessons[0].Status != "completed" {
		t.Fatalf("%+v", before)
	}
	w.teacher.Do("PUT", "/question-banks/"+w.course+"/questions/"+q.ID, fmt.Sprintf(
		`{"kind":"single","prompt":"Who dances?","options":[{"ref":%q,"text":"Queen","correct":true},{"ref":%q,"text":"Worker"}]}`, q.Options[1].Ref, q.Options[0].Ref), 200)
	w.teacher.Do("POST", "/quizzes/"+w.quiz+"/regrade", `{"reason":"Wrong key"}`, 200)
	after := w.progress().Lessons[0]
	if *after.Score != 0 || after.Status != "completed" || !after.CompletedAt.Equal(*before.Lessons[0].CompletedAt) {
		t.Errorf("%+v", after)
	}
	r := testapp.Read[rest.Answer[quiz.QuizResults]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/results", "", 200)).Data
	if r.Average != 0 || r.Passed != 0 || r.PassMark != 0 {
		t.Errorf("%+v", r)
	}
}

// Learners are listed until they have submitted.
func TestMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings("", w.three()...)
	missing := func() []quiz.QuizMissing {
		return testapp.Read[rest.List[quiz.QuizMissing]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/missing", "", 200)).Data
	}
	if got := missing(); len(got) != 1 || got[0].UserID != w.learner.ID || got[0].Running {
		t.Errorf("%+v", got)
	}
	a := w.start(w.learner)
	w.start(w.teacher) // a trial
	if got := missing(); len(got) != 1 || !got[0].Running {
		t.Errorf("%+v", got)
	}
	w.submit(w.learner, a.ID)
	if got := missing(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	w.learner.Do("GET", "/quizzes/"+w.quiz+"/missing", "", 403)
}

func TestAttemptsByScore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := w.ask(`{"kind":"single","prompt":"Who dances?","options":[{"text":"Worker","correct":true},{"text":"Queen"}]}`)
	w.settings("", q.ID)
	var names []string
	for _, choice := range []string{"Queen", "Worker", "Queen", ""} {
		who := w.User(access.Student)
		w.Enroll(who, w.course)
		a := w.start(who)
		names = append(names, a.ID)
		if choice != "" {
			w.save(who, a.ID, 200, answer(q.ID, 1, chosen(t, a, choice)))
			w.submit(who, a.ID)
		}
	}
	best := names[1]
	for sort, want := range map[string]int{"percent": 2, "-percent": 0} {
		var ids []string
		for cursor := ""; len(ids) < 9; {
			page := testapp.Read[rest.List[quiz.QuizAttemptRow]](t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/attempts?limit=1&sort="+sort+"&cursor="+cursor, "", 200))
			ids = append(ids, page.Data[0].ID)
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
		if len(ids) != 3 || ids[want] != best || slices.Contains(ids, names[3]) {
			t.Errorf("%s: %q of %q", sort, ids, names)
		}
	}
	w.teacher.Do("GET", "/quizzes/"+w.quiz+"/attempts?sort=percent&cursor=x", "", 400)
	w.teacher.Do("GET", "/quizzes/"+w.quiz+"/attempts?sort=name", "", 400)
}
