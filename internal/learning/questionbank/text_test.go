package questionbank_test

import (
	"strings"
	"testing"

	"lectern/internal/learning/questionbank"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// A dry run reports what a text contains and adds nothing; the same text then adds just what was reported.
func TestQuestionsFromText(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, other := app.User(access.Instructor), app.User(access.Instructor)
	course := app.Course(teacher)
	path := "/question-banks/" + course + "/questions/text"
	stored := func() int64 { return app.Count("SELECT count(*) FROM quiz_questions") }
	const text = "Who dances?\nA. Worker\nB. Queen\nANSWER: A\n\nWho sleeps?\nA. Worker\nB. Queen\nANSWER: C\n\nWho flies?\nA. Worker\nA. Queen\nANSWER: A"
	read := func(answer string) questionbank.QuestionText {
		return testapp.Read[rest.Answer[questionbank.QuestionText]](t, answer).Data
	}

	tried := read(teacher.Do("POST", path+"?dry_run=true", text, 200))
	if tried.Format != "aiken" || !tried.DryRun || len(tried.Questions) != 2 || len(tried.Problems) != 1 || tried.Problems[0].Line != 9 || stored() != 0 {
		t.Fatalf("%+v, %d stored", tried, stored())
	}
	other.Do("POST", path, text, 404)
	app.User(access.Student).Do("POST", path, text, 403)
	teacher.Do("POST", path, "Dear all,\nbees dance.", 400)
	teacher.Do("POST", path+"?format=xml", text, 400)
	teacher.Do("POST", path+"?dry_run=perhaps", text, 400)
	teacher.Do("POST", path, strings.Repeat("x", 2<<20+1), 413)
	if n := stored(); n != 0 {
		t.Fatalf("refused texts left %d questions", n)
	}
	if added := read(teacher.Do("POST", path, text, 200)); added.DryRun || len(added.Questions) != 2 || stored() != 2 {
		t.Errorf("%+v, %d stored", added, stored())
	}
	if n := app.Count("SELECT count(*) FROM quiz_questions WHERE course_id = ?", course); n != 2 {
		t.Errorf("%d are in the course", n)
	}
}

// What is against the rules of questions is left out with its line, and the rest is added.
func TestQuestionsAgainstTheRules(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	path := "/question-banks/" + app.Course(teacher) + "/questions/text?format=gift"
	got := testapp.Read[rest.Answer[questionbank.QuestionText]](t, teacher.Do("POST", path, "Twice {=a ~b ~b}\n\nBees dance {T}\n\nOne {~%50%a ~%50%a}", 200)).Data
	if len(got.Questions) != 1 || got.Questions[0].Line != 3 || len(got.Problems) != 2 || got.Problems[0].Line != 1 || got.Problems[0].Message == "" || got.Problems[1].Line != 5 {
		t.Errorf("%+v", got)
	}
	if n := app.Count("SELECT count(*) FROM quiz_questions"); n != 1 {
		t.Errorf("%d were added", n)
	}
}
