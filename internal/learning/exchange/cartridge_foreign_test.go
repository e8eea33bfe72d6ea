package exchange_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/exchange"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/question"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// foreignItem is an item as another system writes it; profile may be empty.
func foreignItem(profile, prompt, presentation, processing string) string {
	fields := `<qtimetadatafield><fieldlabel>cc_weighting</fieldlabel><fieldentry>1.5</fieldentry></qtimetadatafield>`
	if profile != "" {
		fields += `<qtimetadatafield><fieldlabel>CC_PROFILE</fieldlabel><fieldentry>` + profile + `</fieldentry></qtimetadatafield>`
	}
	return `<item ident="` + prompt + `"><itemmetadata><qtimetadata>` + fields + `</qtimetadata></itemmetadata>
		<presentation><flow><material><mattext texttype="TEXT/HTML">&lt;p onclick="x()"&gt;` + prompt + `&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src="$IMS-CC-FILEBASE$bee.png"&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/p&gt;</mattext></material>` +
		presentation + `</flow></presentation><resprocessing>` + processing + `</resprocessing></item>`
}

func label(ident, said string) string {
	return `<response_label ident="` + ident + `"><material><mattext>` + said + `</mattext></material></response_label>`
}

func choice(cardinality string, labels ...string) string {
	return `<response_lid ident="r" rcardinality="` + cardinality + `"><render_choice>` + strings.Join(labels, "") + `</render_choice></response_lid>`
}

func earns(value, terms string) string {
	return `<respcondition><conditionvar>` + terms + `</conditionvar><setvar action="Set">` + value + `</setvar></respcondition>`
}

func equals(answers ...string) (terms string) {
	for _, one := range answers {
		terms += `<varequal respident="r">` + one + `</varequal>`
	}
	return terms
}

const fib = `<response_str ident="r"><render_fib/></response_str>`

func foreignQuiz() string {
	items := []string{
		foreignItem("", "Single", choice("Single", label("1", "A"), label("2", "B")), earns("50", equals("1"))+earns("100", equals("2"))),
		foreignItem("cc.multiple_response.v0p1", "Multiple", choice("Multiple", label("1", "A"), label("2", "B"), label("3", "C")), earns("100", `<and>`+equals("1", "3")+`<not>`+equals("2")+`</not></and>`)),
		foreignItem("cc.true_false.v0p1", "Truth", choice("Single", label("x", "True"), label("y", "False")), earns("100", equals("y"))),
		foreignItem("cc.true_false.v0p1", "Wahrheit", choice("Single", label("x", "Wahr"), label("y", "Falsch")), earns("100", equals("y"))),
		foreignItem("cc.fib.v0p1", "Short", fib, earns("100", equals("honey", "wax"))),
		foreignItem("cc.essay.v0p1", "Essay", fib, ""),
		foreignItem("", "Open", fib, ""),
		foreignItem("cc.pattern_match.v0p1", "Pattern", fib, earns("100", `<varsubstring respident="r">hon</varsubstring>`)),
		foreignItem("cc.multiple_choice.v0p1", "Nothing right", choice("Single", label("1", "A"), label("2", "B")), ""),
		foreignItem("cc.multiple_choice.v0p1", "The same twice", choice("Single", label("1", "A"), label("2", "A")), earns("100", equals("1"))),
	}
	return `<questestinterop><assessment title="Bees"><qtimetadata><qtimetadatafield><fieldlabel>qmd_timelimit</fieldlabel><fieldentry>PT30M</fieldentry></qtimetadatafield>
		<qtimetadatafield><fieldlabel>cc_maxattempts</fieldlabel><fieldentry>3</fieldentry></qtimetadatafield></qtimetadata>
		<rubric><material><mattext texttype="text/html">&lt;p&gt;Take your&lt;br&gt;time.&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;</mattext></material></rubric>
		<section><section>` + strings.Join(items, "") + `</section></section></assessment></questestinterop>`
}

// The quiz of another system is imported as far as it maps: cleaned, and with the reason for each part left out.
func TestForeignQuiz(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	report, shown, course := w.bring(cartridgeOf(t, qtiResource, foreignQuiz()))
	if len(shown.Lessons) != 2 || shown.Lessons[1].Type != "quiz" || shown.Lessons[1].Title != "Task" {
		t.Fatalf("%+v", shown.Lessons)
	}
	list := w.tasks(course)[1]
	questions := strings.Split(list, "\n")[1:]
	for i, want := range []string{
		`"kind":"single" Single "options":[{"text":"A"},{"text":"B","correct":true}]`, `"kind":"multiple" Multiple {"text":"A","correct":true},{"text":"B"},{"text":"C","correct":true}`,
		`"kind":"true_false" Truth "points":2`, `"kind":"single" Wahrheit {"text":"Wahr"},{"text":"Falsch","correct":true}`, `"kind":"short" "accepted":["honey","wax"] "attempts":3`,
	} {
		for part := range strings.SplitSeq(want, " ") {
			if i >= len(questions) || !strings.Contains(questions[i], part) {
				t.Errorf("%s is not in question %d of %s", part, i, list)
			}
		}
	}
	if len(questions) != 5 || strings.Contains(questions[2], `"truth"`) || strings.Contains(list, "time_limit") || !strings.Contains(list, `Take your\u003cbr\u003etime.`) || !strings.Contains(questions[0], "file:") {
		t.Error(list)
	}
	for _, harm := range []string{"script", "onclick", "onerror", "alert", "FILEBASE"} {
		if strings.Contains(list, harm) {
			t.Errorf("%s came through: %s", harm, list)
		}
	}
	reasons := fmt.Sprint(report.LeftOut)
	for _, want := range []string{"Task: Essay This question type is not supported", "Task: Open This question type is not supported", "Task: Pattern Answers that are matched only in part", "Task: Nothing right This question can't be used here",
		"Task: The same twice This question can't be used here", "Task: Single Its points were rounded up", "Task Its time limit is not"} {
		if !strings.Contains(reasons, "{"+want) {
			t.Errorf("%q is not reported in %s", want, reasons)
		}
	}
}

// Repeated items are imported once; excess and broken ones are reported and do not affect the others.
func TestForeignQuizLimits(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	send := func(body string) exchange.Imported {
		t.Helper()
		r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/import", strings.NewReader(cartridgeOf(t, qtiResource, body)))
		r.Header.Set("Content-Type", "application/zip")
		return testapp.Read[imported](t, w.Teacher.SendRaw(r).Body.String()).Data
	}
	for range 2 {
		if report := send(qti(3, fibItem)); report.Lessons != 2 || len(report.LeftOut) != 0 || len(w.questions(w.CourseID)) != 3 {
			t.Errorf("%+v", report)
		}
	}
	if report := send(qti(3, strings.ReplaceAll(fibItem, `ident="q%"`, `ident="q"`))); report.Lessons != 2 || len(report.LeftOut) != 0 {
		t.Errorf("items of one name: %+v", report)
	}
	if report := send(qti(205, fibItem)); report.Lessons != 2 || len(report.LeftOut) != 1 || !strings.Contains(report.LeftOut[0].Reason, "at most 200") {
		t.Errorf("%+v", report)
	}
	before := len(w.questions(w.CourseID))
	for body, reason := range map[string]string{"": "Its file is not", "<questestinterop>": "can't be read", "<other/>": "can't be read", qti(0, ""): "None of its questions", "\x00\xff": "can't be read"} {
		report := send(body)
		if report.Lessons != 1 || len(report.LeftOut) != 1 || !strings.Contains(report.LeftOut[0].Reason, reason) || report.LeftOut[0].Title != "Task" {
			t.Errorf("%q: %+v", body, report)
		}
	}
	if now := len(w.questions(w.CourseID)); now != before {
		t.Errorf("%d questions became %d", before, now)
	}
}

// The assignment of another system is imported as far as it maps.
func TestForeignAssignment(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	for _, c := range []struct {
		body, instructions string
		points             int64
		accepts, lost      []string
	}{
		{`<assignment xmlns="http://www.imsglobal.org/xsd/imscc_extensions/assignment"><title>x</title><text texttype="text/html">&lt;p&gt;Write&lt;b onclick="x"&gt; much&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;&lt;p&gt;Two&lt;/p&gt;</text>
			<attachments><attachment href="a.pdf"/></attachments><gradable points_possible="7.5">true</gradable><submission_formats><format type="html"/><format type="url"/></submission_formats></assignment>`,
			"<p>Write<b> much</b>.</p><p>Two</p>", 8, []string{"link", "text"}, []string{"attached", "worth 8"}},
		{`<assignment><text texttype="text/plain"> 1 &lt; 2 </text></assignment>`, "1 < 2", 100, []string{"file", "link", "text"}, nil},
		{`<assignment><gradable>false</gradable></assignment>`, "", 100, []string{"file", "link", "text"}, []string{"worth 100"}},
		{`<assignment><gradable points_possible="NaN">true</gradable></assignment>`, "", 100, []string{"file", "link", "text"}, []string{"worth 100"}},
		{`<assignment><text texttype="text/plain">` + strings.Repeat("x", 90_000) + `</text></assignment>`, "", 0, nil, []string{"cannot be given here: Instructions have at most"}},
	} {
		report, shown, course := w.bring(cartridgeOf(t, "assignment_xmlv1p0", c.body))
		var s assignment.AssignmentSettings
		if len(shown.Lessons) == 2 {
			content := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+shown.Lessons[1].ID+"?draft=true", "", 200)).Data.Content
			if err := json.Unmarshal(content, &s); err != nil {
				t.Fatal(err)
			}
		}
		if s.Instructions != c.instructions || s.Points != c.points || !slices.Equal(s.Accepts, c.accepts) || len(report.LeftOut) != len(c.lost) {
			t.Errorf("%+v %+v", s, report.LeftOut)
		}
		for i, part := range c.lost {
			if i < len(report.LeftOut) && !strings.Contains(report.LeftOut[i].Reason, part) {
				t.Errorf("%s is not in %+v", part, report.LeftOut)
			}
		}
	}
}

// A full bank refuses the whole import.
func TestImportIntoFullBank(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	w.asks(question.NewQuestion{Kind: "true_false", Prompt: "First"})
	w.Exec(`INSERT INTO quiz_questions (id, course_id, kind, body, search_text, revision, created_at, updated_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9997)
		SELECT 'made-' || n.i, q.course_id, q.kind, q.body, q.search_text, 1, q.created_at, q.updated_at FROM n, quiz_questions AS q`)
	send := func(count int) int {
		r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/import", strings.NewReader(cartridgeOf(t, qtiResource, qti(count, fibItem))))
		r.Header.Set("Content-Type", "application/zip")
		return w.Teacher.SendRaw(r).Code
	}
	if code := send(3); code != 409 {
		t.Errorf("one too many: %d", code)
	}
	if n := w.Count("SELECT count(*) FROM quiz_questions"); n != 9998 {
		t.Errorf("%d questions", n)
	}
	if n := w.Count("SELECT count(*) FROM course_files"); n != 0 {
		t.Errorf("%d files", n)
	}
	if code := send(2); code != 200 {
		t.Errorf("as many as there is room for: %d", code)
	}
}

// A SCORM package is recognised by its manifest and refused by its name: its pages are programs, of which nothing would be left.
func TestScormPackagesAreRefused(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	manifest := func(metadata, attribute string) string {
		return `<manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">` + metadata +
			`<organizations><organization><item identifierref="r"><title>Start</title></item></organization></organizations>
			<resources><resource identifier="r" type="webcontent" ` + attribute + ` href="index.html"><file href="index.html"/></resource></resources></manifest>`
	}
	before := w.Count("SELECT count(*) FROM lessons")
	for says, text := range map[string]string{
		"a SCORM 1.2 package":              manifest("", `adlcp:scormtype="sco"`),
		"a SCORM 2004 package":             manifest("<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>", `adlcp:scormType="sco"`),
		"a SCORM 2004 3rd Edition package": manifest("<metadata><schema>ADL SCORM</schema><schemaversion>2004 3rd Edition</schemaversion></metadata>", ""),
	} {
		packed := zipped(t, map[string]string{"imsmanifest.xml": text, "index.html": "<p>Hello<script>start()</script></p>"})
		r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/import", strings.NewReader(packed))
		r.Header.Set("Content-Type", "application/zip")
		if a := w.Teacher.SendRaw(r); a.Code != 400 || !strings.Contains(a.Body.String(), "scorm_package") || !strings.Contains(a.Body.String(), says) {
			t.Errorf("%s: %d %s", says, a.Code, a.Body)
		}
	}
	if n := w.Count("SELECT count(*) FROM lessons"); n != before {
		t.Errorf("what was refused left %d lessons", n-before)
	}
}
