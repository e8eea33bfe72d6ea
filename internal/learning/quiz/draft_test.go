package quiz_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/learning/quiz"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const two = `{"kind":"true_false","prompt":"Bees dance","truth":true,"tags":["dance"]},
	{"kind":"single","prompt":"Who lays eggs?","points":2,"options":[{"text":"Queen","correct":true},{"text":"Drone"}]}`

func (w *world) draft() quiz.QuizDraft {
	w.t.Helper()
	return testapp.Read[rest.Answer[quiz.QuizDraft]](w.t, w.teacher.Do("GET", "/quizzes/"+w.quiz+"/settings", "", 200)).Data
}

// write adds questions to the quiz as its editor does, based on a revision of the lesson.
func (w *world) write(revision int64, questions string, want int) string {
	w.t.Helper()
	return w.teacher.Do("POST", "/quizzes/"+w.quiz+"/questions", fmt.Sprintf(`{"revision":%d,"questions":[%s]}`, revision, questions), want)
}

func TestQuestionsWrittenInQuiz(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.three()[1]
	w.settings(`,"pass_mark":80,"draws":[{"tags":["body"],"count":1}]`, first)
	before := w.draft()
	added := testapp.Read[rest.Answer[quiz.QuizQuestionsAdded]](t, w.write(before.Revision, two, 201)).Data
	if len(added.Questions) != 2 || added.Questions[0].Title != "Bees dance" || added.Questions[1].Title != "Who lays eggs?" {
		t.Fatalf("%+v", added)
	}
	if options := added.Questions[1].Options; options[0].Ref == "" || options[1].Ref == "" || options[0].Ref == options[1].Ref {
		t.Errorf("answers cannot name the options %+v", options)
	}
	now := w.draft()
	if got := now.Settings.Questions; len(got) != 3 || got[0].QuestionID != first || got[1].QuestionID != added.Questions[0].ID || got[2].QuestionID != added.Questions[1].ID {
		t.Errorf("the quiz asks %+v", got)
	}
	if now.Settings.PassMark != 80 || len(now.Settings.Draws) != 1 || now.Revision != added.Revision || now.Revision == before.Revision {
		t.Errorf("%+v after %+v", now, before)
	}
	if got := w.bank("?tag=dance"); len(got.Data) != 2 || w.bank("").Pagination.TotalItems != 5 {
		t.Errorf("the bank has %+v", got)
	}
	if o := w.overview(w.learner); o.Questions != 2 {
		t.Errorf("learners get the draft: %+v", o)
	}
	w.write(now.Revision, two, 201) // the same questions again are others
	if n := w.bank("").Pagination.TotalItems; n != 7 {
		t.Errorf("%d questions", n)
	}
	w.teacher.Do("POST", "/curriculum/course/"+w.course+"/publish", "{}", 200)
	if a := w.start(w.learner); len(a.Questions) != 6 || a.Questions[2].Prompt != "Who lays eggs?" {
		t.Errorf("%+v", a.Questions)
	}
}

// Questions are in the quiz and in the bank, or in neither.
func TestRefusedQuestionsAreNowhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings("", w.three()...)
	before, full := w.draft(), strings.TrimSuffix(strings.Repeat(`{"kind":"true_false","prompt":"x"},`, 198), ",")
	for name, c := range map[string]struct {
		who  testapp.User
		body string
		want int
	}{
		"the second is invalid":   {w.teacher, two + `,{"kind":"short","prompt":"x"}`, 400},
		"an image from elsewhere": {w.teacher, two + `,{"kind":"short","format":"html","prompt":"<img src=\"file:01990000-0000-7000-8000-000000000000\" alt=\"x\">","accepted":["x"]}`, 400},
		"none":                    {w.teacher, "", 400},
		"more than a quiz asks":   {w.teacher, full, 400},
		"a learner":               {w.learner, two, 403},
		"another teacher":         {w.User(access.Instructor), two, 404},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("POST", "/quizzes/"+w.quiz+"/questions", fmt.Sprintf(`{"revision":%d,"questions":[%s]}`, before.Revision, c.body), c.want)
		})
	}
	w.write(before.Revision-1, two, 412)
	if n := w.Count("SELECT count(*) FROM quiz_questions"); n != 3 {
		t.Errorf("%d questions in the bank", n)
	}
	if now := w.draft(); now.Revision != before.Revision || len(now.Settings.Questions) != 3 {
		t.Errorf("the quiz asks %+v", now)
	}
}
