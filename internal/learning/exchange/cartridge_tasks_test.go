package exchange_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/question"
	"lectern/internal/learning/questionbank"
	"lectern/internal/learning/quiz"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// dice generates random quizzes and assignments.
type dice struct{ *rand.Rand }

func (d dice) one(of ...string) string { return of[d.IntN(len(of))] }

func (d dice) words() string {
	said := ""
	for range 1 + d.IntN(4) {
		said += d.one("bees", "<b>", "a & b", "\"quoted\"", "it's", "Übung", "蜂", "🐝", "]]>", "&amp;", "1 < 2", "x\ny", "tab\tbed", "$IMS-CC-FILEBASE$") + " "
	}
	return strings.TrimSpace(said)
}

func (d dice) html(image string) string {
	said := ""
	for range 1 + d.IntN(3) {
		said += d.one("<p>Do <strong>bees</strong> &amp; it&#39;s &lt;b&gt;</p>", "<ul><li>one</li><li>two</li></ul>", "<pre><code>a\n  b</code></pre>",
			`<p><img src="file:`+image+`" alt="a hive"></p>`, `<p>So <span data-formula="inline">x^2</span> <a href="https://example.org/?a=1&amp;b=2">there</a></p>`,
			"<table><tbody><tr><td>1</td></tr></tbody></table>")
	}
	return said
}

func (d dice) question(number int, image string) question.NewQuestion {
	q := question.NewQuestion{Kind: d.one("single", "multiple", "true_false", "short"), Prompt: fmt.Sprint(number, " ", d.words()), Points: 1 + d.Int64N(1000), Truth: d.IntN(2) == 0,
		CaseSensitive: d.IntN(2) == 0, Tags: slices.Repeat([]string{"one"}, d.IntN(2))}
	if d.IntN(2) == 0 {
		q.Format, q.Prompt = "html", fmt.Sprintf("<p>%d</p>%s", number, d.html(image))
	}
	if d.IntN(2) == 0 {
		if q.Explanation = d.words(); q.Format == "html" {
			q.Explanation = d.html(image)
		}
	}
	for i := range 2 + d.IntN(19) {
		q.Options = append(q.Options, question.QuestionOption{Text: fmt.Sprint(i, d.words()), Correct: i == 0 || q.Kind == "multiple" && d.IntN(2) == 0})
		q.Accepted = append(q.Accepted, fmt.Sprint(i, d.words()))
	}
	d.Shuffle(len(q.Options), func(i, j int) { q.Options[i], q.Options[j] = q.Options[j], q.Options[i] })
	return q
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// task adds a lesson with a content and returns its id.
func (w *class) task(section, kind, title string, content any) string {
	w.t.Helper()
	return testapp.Read[rest.Answer[outline.LessonEntry]](w.t, w.Teacher.Do("POST", w.Base+"/sections/"+section+"/lessons", `{"type":"`+kind+`","title":"`+title+`","content":`+encoded(w.t, content)+`}`, 201)).Data.ID
}

func (w *class) asks(q question.NewQuestion) string {
	w.t.Helper()
	return testapp.Read[rest.Answer[question.Question]](w.t, w.Teacher.Do("POST", "/question-banks/"+w.CourseID+"/questions", encoded(w.t, q), 201)).Data.ID
}

var someFile = regexp.MustCompile(`file:[0-9a-f-]{36}`)

// questions returns the bank of a course by id.
func (w *class) questions(course string) map[string]question.NewQuestion {
	w.t.Helper()
	bank := map[string]question.NewQuestion{}
	for _, q := range testapp.Read[questionbank.QuestionBank](w.t, w.Teacher.Do("GET", "/question-banks/"+course+"/export", "", 200)).Questions {
		bank[q.Ref] = q.NewQuestion
	}
	return bank
}

// tasks describes the quizzes and assignments of a draft, without ids.
func (w *class) tasks(course string) (all []string) {
	w.t.Helper()
	bank := w.questions(course)
	shown := testapp.Read[rest.Answer[outline.Curriculum]](w.t, w.Teacher.Do("GET", "/curriculum/course/"+course+"?draft=true", "", 200)).Data
	for _, l := range shown.Lessons {
		content := testapp.Read[rest.Answer[lesson.LessonDetail]](w.t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+l.ID+"?draft=true", "", 200)).Data.Content
		said := l.Type + " " + l.Title
		var s quiz.QuizSettings
		if l.Type != "quiz" {
			said += string(content)
		} else if err := json.Unmarshal(content, &s); err != nil {
			w.t.Fatal(err)
		}
		for i, p := range s.Questions {
			q := bank[p.QuestionID]
			if p.Points > 0 {
				q.Points = p.Points
			}
			for o := range q.Options {
				q.Options[o].Ref = ""
			}
			if q.Format == "" {
				q.Format = "plain"
			}
			said += fmt.Sprint("\n", i, encoded(w.t, q))
		}
		s.Questions, s.Review = nil, quiz.QuizReview{}
		said = strings.ReplaceAll(said, `\"/\u003e`, `\"\u003e`) // normalizes <img src=""/> to <img src="">
		all = append(all, someFile.ReplaceAllString(said+encoded(w.t, s), "file:"))
	}
	return all
}

// Whatever a cartridge can express of quizzes and assignments survives export and import.
func TestTasksRoundTrip(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			w, d := newClass(t), dice{rand.New(rand.NewPCG(seed, 0))}
			image, in := w.Teacher.AddFile(w.CourseID, "bee.png", "\x89PNG\r\n\x1a\n…").ID, w.Section("").ID
			for number := range 4 {
				s := quiz.QuizSettings{Instructions: d.words(), TimeLimitSeconds: 60 * d.Int64N(1441), Attempts: d.Int64N(101)}
				for i := range 1 + d.IntN(5) {
					s.Questions = append(s.Questions, quiz.QuizPick{QuestionID: w.asks(d.question(10*number+i, image)), Points: max(0, d.Int64N(20)-10)})
				}
				w.task(in, "quiz", fmt.Sprint("Quiz ", number), s)
				w.task(in, "assignment", fmt.Sprint("Work ", number), assignment.AssignmentSettings{Instructions: d.words(), Points: 1 + d.Int64N(10000),
					Accepts: []string{d.one("text", "file", "link"), d.one("text", "file", "link")}})
			}
			report, _, course := w.bring(w.Teacher.Do("GET", w.Base+"/export?format=imscc", "", 200))
			if len(report.LeftOut) != 0 {
				t.Errorf("%+v", report.LeftOut)
			}
			was, is := w.tasks(w.CourseID), w.tasks(course)
			if len(was) != 8 || len(is) != 8 {
				t.Fatalf("%d of %d were imported", len(is), len(was))
			}
			for i := range was {
				if was[i] != is[i] {
					t.Errorf("%s\nbecame\n%s", was[i], is[i])
				}
			}
			if body := encoded(t, w.questions(course)); strings.Contains(body, image) || strings.Contains(body, "FILEBASE$../") {
				t.Error("it embeds files of the exported course")
			}
		})
	}
}

// What a cartridge cannot express is listed in it, with the reason.
func TestUnsupportedTaskPartsAreListed(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	in := w.Section(`,"description":"D"`).ID
	options := []question.QuestionOption{{Text: "A", Correct: true}, {Text: "B"}}
	ids := []string{w.asks(question.NewQuestion{Kind: "ordering", Prompt: "Put in order", Options: options}), w.asks(question.NewQuestion{Kind: "numeric", Prompt: "How many?", Value: "6"})}
	w.task(in, "quiz", "Only here", quiz.QuizSettings{Questions: []quiz.QuizPick{{QuestionID: ids[0]}, {QuestionID: ids[1]}}})
	drawn := w.asks(question.NewQuestion{Kind: "true_false", Prompt: "Drawn", Tags: []string{"drawn"}})
	partly := w.asks(question.NewQuestion{Kind: "multiple", Prompt: "Partly", Options: options, Partial: true})
	w.task(in, "quiz", "Half", quiz.QuizSettings{Questions: []quiz.QuizPick{{QuestionID: partly}, {QuestionID: ids[1]}}, Draws: []quiz.QuizDraw{{Tags: []string{"drawn"}, Count: 1}},
		PassMark: 50, ShuffleOptions: true, TimeLimitSeconds: 90, Review: quiz.QuizReview{Key: true}})
	w.Teacher.Do("POST", w.Base+"/sections/"+in+"/lessons", `{"type":"assignment","title":"Essay","release":{"days_after_enrolment":3},"content":{"due":{"date":"2027-01-10","time":"18:00","timezone":"UTC"},
		"late":{"rule":"refuse"},"rubric":[{"title":"Style","points":7},{"title":"Depth","points":5}],"resubmissions":2,"file_types":["pdf"]}}`, 201)
	w.Teacher.Do("POST", w.Base+"/sections/"+in+"/lessons", `{"type":"video","title":"Film"}`, 201)
	entries := unzipped(t, w.Teacher.Do("GET", w.Base+"/export?format=imscc", "", 200))
	list := entries["not-included.txt"]
	for _, line := range []string{
		"Only here: Put in order: Common Cartridge has no ordering questions", "Only here: How many?: Common Cartridge has no number questions", "Only here: None of its questions can be exported",
		"Half: How many?:", "Half: Partly: It was exported, but", "Half: It was exported without the pass mark, the shuffling, what learners see afterwards", "Half: Random questions were left out",
		"Half: Its time limit was rounded up", "Essay: It was exported without its rubric, the points of which were added up, its due date, its late rule, what files may be, how often",
		"Essay: Its opening time", "Basics: Its description", "Film: ",
	} {
		if !strings.Contains(list, "- "+line) {
			t.Errorf("%q is not listed in %s", line, list)
		}
	}
	all := ""
	for name, body := range entries {
		if strings.HasPrefix(name, "quiz/") || strings.HasPrefix(name, "assignment/") {
			all += body
		}
	}
	if strings.Contains(all, "Drawn") || strings.Contains(all, "<attachments") || drawn == "" || strings.Count(all, "<item ") != 1 || !strings.Contains(all, `points_possible="12"`) || !strings.Contains(all, "<fieldentry>2</fieldentry>") {
		t.Error(all)
	}
}

// Cartridges contain answer keys, so only teachers of the course may export them.
func TestOnlyTeachersExportAnswerKeys(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	in := w.Section("").ID
	id := w.asks(question.NewQuestion{Kind: "short", Prompt: "What do they make?", Accepted: []string{"Honey"}})
	w.task(in, "quiz", "Bees", quiz.QuizSettings{Questions: []quiz.QuizPick{{QuestionID: id}}})
	w.Publish()
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{"a learner": {w.Student, 404}, "another teacher": {w.User(access.Instructor), 404}, "nobody": {w.Nobody(), 404}} {
		if a := c.who.Send("GET", w.Base+"/export?format=imscc", ""); a.Code != c.want || strings.Contains(a.Body.String(), "Honey") {
			t.Errorf("%s: %d", name, a.Code)
		}
	}
	admin := w.User(access.Admin)
	for name, body := range unzipped(t, admin.Do("GET", w.Base+"/export?format=imscc", "", 200)) {
		if strings.HasPrefix(name, "quiz/") && !strings.Contains(body, ">Honey<") {
			t.Error(body)
		}
	}
}
