package quiz_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/progress"
	"lectern/internal/learning/question"
	"lectern/internal/learning/quiz"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	made     = rest.Answer[struct{ ID string }]
	running  = rest.Answer[quiz.QuizAttempt]
	overview = rest.Answer[quiz.QuizOverview]
)

// world is a course with a quiz, its teacher and one learner.
type world struct {
	*testapp.App
	t                     *testing.T
	teacher, learner      testapp.User
	course, quiz, section string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), learner: app.User(access.Student)}
	w.course = app.Course(w.teacher)
	app.Enroll(w.learner, w.course)
	base := "/curriculum/course/" + w.course
	w.section = testapp.Read[made](t, w.teacher.Do("POST", base+"/sections", `{"title":"Basics"}`, 201)).Data.ID
	w.quiz = testapp.Read[made](t, w.teacher.Do("POST", base+"/sections/"+w.section+"/lessons", `{"type":"quiz","title":"Bees"}`, 201)).Data.ID
	return w
}

func (w *world) ask(body string) question.Question {
	w.t.Helper()
	return testapp.Read[rest.Answer[question.Question]](w.t, w.teacher.Do("POST", "/question-banks/"+w.course+"/questions", body, 201)).Data
}

// three creates a single-choice, a numeric and a short question, worth 2, 3 and 1 points.
func (w *world) three() (ids []string) {
	w.t.Helper()
	for _, body := range []string{
		`{"kind":"single","prompt":"Who dances?","points":2,"tags":["dance"],"options":[{"text":"Worker","correct":true},{"text":"Queen"}],"explanation":"The waggle dance"}`,
		`{"kind":"numeric","prompt":"How many legs?","points":3,"tags":["body"],"value":"6"}`,
		`{"kind":"short","prompt":"What do they make?","tags":["body"],"accepted":["Honey"]}`,
	} {
		ids = append(ids, w.ask(body).ID)
	}
	return ids
}

// settings writes the quiz settings to the draft and publishes it.
func (w *world) settings(members string, ids ...string) {
	w.t.Helper()
	var picks []string
	for _, id := range ids {
		picks = append(picks, `{"question_id":"`+id+`"}`)
	}
	w.teacher.Do("PUT", "/quizzes/"+w.quiz+"/settings", `{"settings":{"questions":[`+strings.Join(picks, ",")+`]`+members+`}}`, 200)
	w.teacher.Do("POST", "/curriculum/course/"+w.course+"/publish", "{}", 200)
}

func (w *world) start(who testapp.User) quiz.QuizAttempt {
	w.t.Helper()
	return testapp.Read[running](w.t, who.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 200)).Data
}

func (w *world) overview(who testapp.User) quiz.QuizOverview {
	w.t.Helper()
	return testapp.Read[overview](w.t, who.Do("GET", "/quizzes/"+w.quiz, "", 200)).Data
}

// save sends answers built by answer.
func (w *world) save(who testapp.User, attempt string, want int, answers ...string) string {
	w.t.Helper()
	return who.Do("PUT", "/quiz-attempts/"+attempt+"/answers", `{"answers":[`+strings.Join(answers, ",")+`]}`, want)
}

func answer(question string, sequence int, members string) string {
	return fmt.Sprintf(`{"question_id":%q,"sequence":%d,%s}`, question, sequence, members)
}

func (w *world) submit(who testapp.User, attempt string) quiz.QuizAttempt {
	w.t.Helper()
	return testapp.Read[running](w.t, who.Do("POST", "/quiz-attempts/"+attempt+"/submit", "{}", 200)).Data
}

// chosen returns the answer that picks the option with this text.
func chosen(t *testing.T, a quiz.QuizAttempt, text string) string {
	t.Helper()
	for _, q := range a.Questions {
		for _, o := range q.Options {
			if o.Text == text {
				return `"options":["` + o.Ref + `"]`
			}
		}
	}
	t.Fatalf("no option %s: %+v", text, a.Questions)
	return ""
}

func (w *world) progress() progress.CourseProgressDetail {
	w.t.Helper()
	return testapp.Read[rest.Answer[progress.CourseProgressDetail]](w.t, w.learner.Do("GET", "/progress/courses/"+w.course, "", 200)).Data
}

func TestQuizAttemptCompletesLesson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.three()
	w.settings(`,"pass_mark":80,"attempts":2,"review":{"when":"after_submit","with_key":true}`, ids...)
	if o := w.overview(w.learner); o.Questions != 3 || o.Refusal != "" || o.AttemptsUsed != 0 || o.PassMark != 80 {
		t.Errorf("%+v", o)
	}
	a := w.start(w.learner)
	w.save(w.learner, a.ID, 200, answer(ids[0], 1, chosen(t, a, "Queen")), answer(ids[1], 1, `"text":"6,0"`), answer(ids[2], 1, `"text":" HONEY "`))
	if again := w.start(w.learner); again.ID != a.ID || again.Questions[1].Answer.Text != "6,0" {
		t.Errorf("on another device: %+v", again)
	}
	done := w.submit(w.learner, a.ID)
	if done.Result == nil || done.Result.Percent != 66 || done.Result.Earned != 4 || done.Result.Possible != 6 || done.Result.Passed {
		t.Errorf("4 of 6 points: %+v", done.Result)
	}
	if done.Review != "key" || done.Questions[0].Outcome != "wrong" || done.Questions[0].Solution == nil || done.Questions[0].Solution.Explanation != "The waggle dance" {
		t.Errorf("the review: %+v", done)
	}
	if twice := w.submit(w.learner, a.ID); twice.Result.Percent != 66 || !twice.SubmittedAt.Equal(*done.SubmittedAt) {
		t.Errorf("submitted twice: %+v", twice)
	}
	w.save(w.learner, a.ID, 409, answer(ids[0], 9, `"options":[]`))
	if p := w.progress(); p.Completed != 1 || *p.Lessons[0].Score != 66 { // the lesson asks for 50
		t.Errorf("%+v", p)
	}
	b := w.start(w.learner)
	if b.ID == a.ID || b.Number != 2 {
		t.Errorf("the second attempt: %+v", b)
	}
	w.submit(w.learner, b.ID)
	w.learner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 409)
	if o := w.overview(w.learner); o.Refusal == "" || len(o.Attempts) != 2 || *o.Best != 66 {
		t.Errorf("%+v", o)
	}
	if n := w.Count("SELECT count(*) FROM quiz_attempts"); n != 2 {
		t.Errorf("%d attempts", n)
	}
}

func TestConcurrentStartsBeginOneAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings("", w.three()...)
	ids := make([]string, 8)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			r := w.learner.Send("POST", "/api/v1/quizzes/"+w.quiz+"/attempts", "{}")
			var a running
			_ = json.Unmarshal(r.Body.Bytes(), &a)
			ids[i] = a.Data.ID
		})
	}
	all.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("%v", ids)
		}
	}
	if n := w.Count("SELECT count(*) FROM quiz_attempts"); n != 1 {
		t.Errorf("%d attempts", n)
	}
}

// Only the server's clock decides when time is up.
func TestDeadlineSubmitsAttempt(t *testing.T) {
	t.Parallel()
	for name, notice := range map[string]func(w *world, a quiz.QuizAttempt){
		"a job":  func(w *world, _ quiz.QuizAttempt) { w.Work() },
		"a read": func(w *world, a quiz.QuizAttempt) { w.learner.Do("GET", "/quiz-attempts/"+a.ID, "", 200) },
		"a save": func(w *world, a quiz.QuizAttempt) {
			w.save(w.learner, a.ID, 409, answer(a.Questions[2].QuestionID, 1, `"text":"honey"`))
		},
		"a start": func(w *world, _ quiz.QuizAttempt) { w.learner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 409) },
		"a submit": func(w *world, a quiz.QuizAttempt) {
			w.learner.Do("POST", "/quiz-attempts/"+a.ID+"/submit", `{"answers":[`+answer(a.Questions[2].QuestionID, 1, `"text":"honey"`)+`]}`, 200)
		},
		"a summary": func(w *world, _ quiz.QuizAttempt) { w.overview(w.learner) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ids := w.three()
			w.settings(`,"time_limit_seconds":60,"attempts":1`, ids...)
			a := w.start(w.learner)
			if a.DeadlineAt == nil || !a.DeadlineAt.Equal(testapp.Start.Add(time.Minute)) {
				t.Fatal(a.DeadlineAt)
			}
			w.Clock.Advance(time.Minute - time.Millisecond)
			w.save(w.learner, a.ID, 200, answer(ids[1], 1, `"text":"6"`))
			w.Clock.Advance(time.Hour)
			notice(w, a)
			if w.Count("SELECT count(*) FROM quiz_attempts WHERE status = 'submitted'") != 1 {
				t.Error("the attempt was not submitted")
			}
			done := testapp.Read[running](t, w.learner.Do("GET", "/quiz-attempts/"+a.ID, "", 200)).Data
			if done.Status != "submitted" || !done.TimedOut || !done.SubmittedAt.Equal(*a.DeadlineAt) || done.Result.Earned != 3 {
				t.Errorf("%+v %+v", done, done.Result)
			}
		})
	}
}

// Who may do what; other users' attempts return 404.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.three()
	w.settings("", ids...)
	a := w.start(w.learner)
	for name, c := range map[string]struct {
		who                        testapp.User
		see, start, attempt, teach int
	}{
		"nobody":                 {w.Nobody(), 401, 401, 401, 401},
		"a student not enrolled": {w.User(access.Student), 200, 403, 404, 403},
		"another learner":        {w.enrolled(), 200, 200, 404, 403},
		"the learner":            {w.learner, 200, 200, 200, 403},
		"another teacher":        {w.User(access.Instructor), 200, 403, 404, 404},
		"its teacher":            {w.teacher, 200, 200, 200, 200},
		"an administrator":       {w.User(access.Admin), 200, 200, 200, 200},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("GET", "/quizzes/"+w.quiz, "", c.see)
			c.who.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", c.start)
			c.who.Do("GET", "/quiz-attempts/"+a.ID, "", c.attempt)
			for _, path := range []string{"/quizzes/" + w.quiz + "/settings", "/quizzes/" + w.quiz + "/attempts", "/quizzes/" + w.quiz + "/results",
				"/question-banks/" + w.course + "/questions", "/question-banks/" + w.course + "/tags", "/question-banks/" + w.course + "/export"} {
				c.who.Do("GET", path, "", c.teach)
			}
			c.who.Do("POST", "/quizzes/"+w.quiz+"/regrade", `{"reason":"Wrong key"}`, c.teach)
		})
	}
	w.save(w.teacher, a.ID, 404, answer(ids[1], 1, `"text":"6"`)) // the teacher may read the attempt but not answer it
	w.teacher.Do("POST", "/quiz-attempts/"+a.ID+"/submit", "{}", 404)
	if n := w.Count("SELECT count(*) FROM quiz_answers") + w.Count("SELECT count(*) FROM quiz_attempts WHERE status = 'submitted'"); n != 0 {
		t.Errorf("%d answers or submissions by another user", n)
	}
	if n := w.Count("SELECT count(*) FROM course_progress WHERE user_id = ?", w.teacher.ID); n != 0 {
		t.Error("a trial counts for progress")
	}
}

func (w *world) enrolled() testapp.User {
	u := w.User(access.Student)
	w.Enroll(u, w.course)
	return u
}
