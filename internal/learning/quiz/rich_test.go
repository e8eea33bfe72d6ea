package quiz_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/testapp"
)

const formula = `<span data-formula=\"inline\">x^2</span>`

// Texts of questions may be formatted, but scripts in them are never returned, whichever way they came in.
func TestQuestionsAreRichText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	picture := fmt.Sprintf(`<img src=\"file:%s\" alt=\"a hive\">`, w.teacher.AddFile(w.course, "hive.png", "\x89PNG\r\n\x1a\n…").ID)
	const attack = `<script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:alert(1)\">a</a>`
	body := fmt.Sprintf(`{"kind":"true_false","format":"html","prompt":"<p>What is <b>%s</b> of%s</p>%s","explanation":"<p>%s</p>%s","truth":true}`,
		formula, picture, attack, formula, attack)
	q := w.ask(body)
	if q.Title != "What is x^2 of a hive a" || !strings.Contains(q.Prompt, `<span data-formula="inline">x^2</span>`) || !strings.Contains(q.Prompt, `src="file:`) {
		t.Errorf("kept as %q: %q", q.Title, q.Prompt)
	}
	if found := w.bank("?search=of"); len(found.Data) != 1 || len(w.bank("?search=span").Data) != 0 {
		t.Error("the text of a question is not searchable")
	}
	w.settings(`,"review":{"with_key":true}`, q.ID)
	a := w.start(w.learner)
	w.learner.Do("POST", "/quiz-attempts/"+a.ID+"/submit", `{}`, 200)
	shown := testapp.Read[running](t, w.learner.Do("GET", "/quiz-attempts/"+a.ID, "", 200)).Data.Questions[0]
	if a.Questions[0].Format != "html" || !strings.Contains(a.Questions[0].Prompt, `src="/api/v1/curriculum/files/`) || !strings.Contains(shown.Solution.Explanation, "x^2") {
		t.Errorf("shown as %+v, %+v", a.Questions[0], shown.Solution)
	}
	for _, text := range []string{q.Prompt, q.Explanation, a.Questions[0].Prompt, shown.Solution.Explanation} {
		for _, harm := range []string{"script", "onerror", "javascript"} {
			if strings.Contains(text, harm) {
				t.Errorf("%s came through: %s", harm, text)
			}
		}
	}
	w.teacher.Do("POST", "/question-banks/"+w.course+"/questions", `{"kind":"true_false","format":"html","prompt":"<p> </p>"}`, 400)
	w.teacher.Do("POST", "/question-banks/"+w.course+"/questions", `{"kind":"true_false","format":"wiki","prompt":"x"}`, 400)
	if n := len(w.bank("").Data); n != 1 {
		t.Errorf("%d questions after two refusals", n)
	}
}

// A plain question stays as it was typed.
func TestPlainQuestionsStayPlain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := w.ask(`{"kind":"true_false","prompt":"Is 1 < 2\nand <b>3</b>?"}`)
	w.settings("", q.ID)
	if a := w.start(w.learner).Questions[0]; a.Format != "plain" || a.Prompt != "Is 1 < 2\nand <b>3</b>?" {
		t.Errorf("shown as %+v", a)
	}
}
