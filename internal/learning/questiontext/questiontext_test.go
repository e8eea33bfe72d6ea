package questiontext_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lectern/internal/learning/question"
	"lectern/internal/learning/questiontext"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// read returns the questions of a text as JSON and its problems as "line severity code".
func read(t *testing.T, format, written string) (questions, problems []string) {
	t.Helper()
	r, err := questiontext.Read(format, written)
	if err != nil {
		return nil, []string{err.Error()}
	}
	for _, f := range r.Questions {
		q, err := json.Marshal(f.Question)
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions, string(q))
	}
	for _, p := range r.Problems {
		problems = append(problems, fmt.Sprint(p.Line, " ", p.Severity, " ", p.Code))
	}
	return questions, problems
}

func TestReadText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text     string
		want     []string
		problems []string
	}{
		"Aiken": {"\uFEFFWho dances?\r\nA. Worker\r\nB) Queen\r\nANSWER: A\r\n\r\nWhich are bees?\nA. Mason\nB. Wasp\nC. Carpenter\nanswer: a, C", []string{
			`{"kind":"single","prompt":"Who dances?","options":[{"text":"Worker","correct":true},{"text":"Queen"}]}`,
			`{"kind":"multiple","prompt":"Which are bees?","options":[{"text":"Mason","correct":true},{"text":"Wasp"},{"text":"Carpenter","correct":true}]}`}, nil},
		"Aiken with mistakes": {"One\nA. x\nB. y\nTwo\nA. x\nB. y\nANSWER: C\n\nANSWER: A\nThree\nA. x\nB. y", nil,
			[]string{"1 error no_answer", "7 error unknown_option", "9 error no_options", "10 error no_answer"}},
		"GIFT, every kind": {`// bees
::Q1:: Bees \{dance\} {TRUE}

Who lays\: eggs? { =Queen ~Worker ~50\% \= half }

They make {=honey =wax} from nectar.

Which are bees? {~%50%Mason ~%50%Carpenter ~%-100%Wasp ####Wasps are not.}

Legs? {#6}

Pi? {#3.14:0.005}

Four or so? {#3.5..4.5}`, []string{
			`{"kind":"true_false","format":"plain","prompt":"Bees {dance}","truth":true}`,
			`{"kind":"single","format":"plain","prompt":"Who lays: eggs?","options":[{"text":"Queen","correct":true},{"text":"Worker"},{"text":"50\\% = half"}]}`,
			`{"kind":"short","format":"plain","prompt":"They make _____ from nectar.","accepted":["honey","wax"]}`,
			`{"kind":"multiple","format":"plain","prompt":"Which are bees?","explanation":"Wasps are not.","options":[{"text":"Mason","correct":true},{"text":"Carpenter","correct":true},{"text":"Wasp"}],"partial":true}`,
			`{"kind":"numeric","format":"plain","prompt":"Legs?","value":"6"}`,
			`{"kind":"numeric","format":"plain","prompt":"Pi?","value":"3.14","tolerance":"0.005"}`,
			`{"kind":"numeric","format":"plain","prompt":"Four or so?","value":"4","tolerance":"0.5"}`}, []string{"2 warning title"}},
		"GIFT that a bank cannot express": {"$CATEGORY: Bees\n\nPairs {=a -> b =c -> d}\n\nEssay {}\n\nText only\n\nOpen {T\n\nTwo {T} and {F}\n\nBest {=a ~%50%b ~c}\n\nBoth {=a =b ~c}\n\nNone {~a ~b}\n\nMany {#many}\n\nEither {#=1 =2}\n\nFed {=a#yes ~b#no}\n\n[markdown]*Bold* {F#right}\n\n[html]<b>Bold</b> {F}\n\nOdd {what}", []string{
			`{"kind":"single","format":"plain","prompt":"Best","options":[{"text":"a","correct":true},{"text":"b"},{"text":"c"}]}`,
			`{"kind":"single","format":"plain","prompt":"Fed","options":[{"text":"a","correct":true},{"text":"b"}]}`,
			`{"kind":"true_false","format":"plain","prompt":"*Bold*"}`,
			`{"kind":"true_false","format":"html","prompt":"\u003cb\u003eBold\u003c/b\u003e"}`}, []string{
			"1 warning category", "3 error matching", "5 error essay", "7 error no_answers", "9 error open_brace", "11 error braces", "13 warning weights", "15 error several_correct",
			"17 error none_correct", "19 error number", "21 error several_numbers", "23 warning feedback", "25 warning markdown", "25 warning feedback", "29 error answers"}},
		"CSV": {"question;type;option 1;option 2;correct;points;tags\n\"Who\ndances?\";;Worker;Queen;1;2;dance|bees\nBees sting;true_false;;;true\nThey make;short;;;honey|wax\nLegs;numeric;;;6\nFirst egg, then larva;ordering;Egg;Larva", []string{
			`{"kind":"single","prompt":"Who\ndances?","points":2,"tags":["dance","bees"],"options":[{"text":"Worker","correct":true},{"text":"Queen"}]}`,
			`{"kind":"true_false","prompt":"Bees sting","points":1,"truth":true}`,
			`{"kind":"short","prompt":"They make","points":1,"accepted":["honey","wax"]}`,
			`{"kind":"numeric","prompt":"Legs","points":1,"value":"6"}`,
			`{"kind":"ordering","prompt":"First egg, then larva","points":1,"options":[{"text":"Egg"},{"text":"Larva"}]}`}, nil},
		"GIFT numbers with feedback": {"Legs? {#6#Right}\n\nWings? {#=4#Right =%50%2#Pairs}", []string{
			`{"kind":"numeric","format":"plain","prompt":"Legs?","value":"6"}`, `{"kind":"numeric","format":"plain","prompt":"Wings?","value":"4"}`},
			[]string{"1 warning feedback", "3 warning feedback", "3 warning weights"}},
		"CSV with mistakes": {"question,type,correct,points,option 1\na,essay\nb,true_false,maybe\nc,numeric,x\nd,single,9,,x\ne,single,1,-1,x", nil,
			[]string{"2 error unknown_kind", "3 error truth", "4 error number", "5 error unknown_option", "6 error points"}},
		"nothing of these": {"Dear all,\nbees dance.", nil, []string{"This text is not in Aiken, GIFT or CSV format. Choose the format and check the first lines."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			questions, problems := read(t, "", c.text)
			if got, want := strings.Join(questions, "\n"), strings.Join(c.want, "\n"); got != want {
				t.Errorf("questions:\n%s\nwant:\n%s", got, want)
			}
			if got, want := strings.Join(problems, ", "), strings.Join(c.problems, ", "); got != want {
				t.Errorf("problems: %s\nwant: %s", got, want)
			}
		})
	}
}

func TestTextsHaveLimits(t *testing.T) {
	t.Parallel()
	most, err := questiontext.Read("", strings.Repeat("Bees dance {T}\n\n", questiontext.MaxQuestions))
	if err != nil || len(most.Questions) != questiontext.MaxQuestions {
		t.Errorf("%d questions, %v", len(most.Questions), err)
	}
	if _, err := questiontext.Read("", strings.Repeat("Bees dance {T}\n\n", questiontext.MaxQuestions+1)); !fault.Is(err, fault.Invalid) {
		t.Error(err)
	}
}

// gift writes a question in GIFT.
func gift(q question.NewQuestion) string {
	escape := strings.NewReplacer(`\`, `\\`, "~", `\~`, "=", `\=`, "#", `\#`, "{", `\{`, "}", `\}`, ":", `\:`).Replace
	var answers []string
	for _, o := range q.Options {
		mark := "~"
		if o.Correct {
			mark = "="
		}
		answers = append(answers, mark+escape(o.Text))
	}
	for _, one := range q.Accepted {
		answers = append(answers, "="+escape(one))
	}
	return escape(q.Prompt) + " {" + strings.Join(answers, " ") + "}\n\n"
}

// What is written with its escapes is read as it was.
func TestEscapesRoundTrip(t *testing.T) {
	t.Parallel()
	var written strings.Builder
	var want []question.NewQuestion
	for i, odd := range []string{"a=b", "~x~", "#1", "{x}", "10:30", `C:\new`, `\`, "50%", "::", "// no comment", "Ünïcode 🐝"} {
		for _, q := range []question.NewQuestion{
			{Kind: question.Single, Prompt: fmt.Sprintf("%d: %s?", i, odd), Options: []question.QuestionOption{{Text: "right " + odd, Correct: true}, {Text: "wrong " + odd}}},
			{Kind: question.Short, Prompt: "Say " + odd, Accepted: []string{"x " + odd}},
		} {
			q.Format = question.PlainFormat
			want = append(want, q)
			written.WriteString(gift(q))
		}
	}
	r, err := questiontext.Read(questiontext.GIFT, written.String())
	if err != nil || len(r.Problems) > 0 || len(r.Questions) != len(want) {
		t.Fatalf("%d of %d questions: %v %+v", len(r.Questions), len(want), err, r.Problems)
	}
	for i, f := range r.Questions {
		got, _ := json.Marshal(f.Question)
		if expected, _ := json.Marshal(want[i]); string(got) != string(expected) {
			t.Errorf("%s\nwant %s", got, expected)
		}
	}
}

// No text makes the reader fail, each question or problem has a line of the text, and what is read can be checked.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"Who?\nA. x\nB. y\nANSWER: B", "::t:: Who {=a#b ~%50%c ####d}", "x {#1..2}", "x {#=1:2 =%50%3}", "question,correct\n\"a", "$CATEGORY: x\n// y\n\\", "{", "x {=%", "x {#}"} {
		for _, format := range []string{"", questiontext.Aiken, questiontext.GIFT, questiontext.CSV} {
			f.Add(format, seed)
		}
	}
	cleaner := text.NewCleaner()
	f.Fuzz(func(t *testing.T, format, written string) {
		r, err := questiontext.Read(format, written)
		if err != nil && !fault.Is(err, fault.Invalid) {
			t.Fatal(err)
		}
		lines := int64(strings.Count(written, "\n") + strings.Count(written, "\r") + 1)
		for _, p := range r.Problems {
			if p.Line < 1 || p.Line > lines || p.Message == "" {
				t.Errorf("%+v of %d lines", p, lines)
			}
		}
		for _, q := range r.Questions {
			if q.Line < 1 || q.Line > lines {
				t.Errorf("%+v of %d lines", q, lines)
			}
			if _, err := q.Question.Prepare(question.NewQuestion{}, cleaner); err != nil && !fault.Is(err, fault.Invalid) {
				t.Error(err)
			}
		}
	})
}
