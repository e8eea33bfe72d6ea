package exchange_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/internal/learning/lesson"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// canvas is a cartridge in the form in which Canvas exports a course: one page in a module, and everything else named by no item.
func canvas() map[string]string {
	const applied = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
	resources := ""
	for _, r := range [][]string{ // id, type, href, files, what it needs
		{"settings", applied, "course_settings/canvas_export.txt", "course_settings/module_meta.xml course_settings/canvas_export.txt"},
		{"syllabus", applied, "course_settings/syllabus.html", "course_settings/syllabus.html"},
		{"hive", "webcontent", "wiki_content/the-hive.html", "wiki_content/the-hive.html"},
		{"wax", "webcontent", "wiki_content/wax.html", "wiki_content/wax.html"},
		{"essay", applied, "essay/essay.html", "essay/essay.html essay/assignment_settings.xml"},
		{"talk", "imsdt_xmlv1p1", "", "talk.xml"},
		{"talkmeta", applied, "talkmeta.xml", "talkmeta.xml"},
		{"quiz", qtiResource, "", "quiz/assessment_qti.xml"},
		{"quizmeta", applied, "quiz/assessment_meta.xml", "quiz/assessment_meta.xml non_cc_assessments/quiz.xml.qti"},
		{"bank", applied, "non_cc_assessments/bank.xml.qti", "non_cc_assessments/bank.xml.qti"},
		{"tool", "imsbasiclti_xmlv1p0", "", "lti.xml"},
		{"bee", "webcontent", "web_resources/bee.png", "web_resources/bee.png"},
		{"map", "webcontent", "web_resources/map%20of%20hives.pdf", "web_resources/map%20of%20hives.pdf"},
		{"film", "webcontent", "web_resources/film.mp4", "web_resources/film.mp4"},
		{"alone", "webcontent", "web_resources/alone.xlsx", "web_resources/alone.xlsx"},
		{"looks", "webcontent", "web_resources/looks.css", "web_resources/looks.css"},
		{"gone", "webcontent", "web_resources/gone.doc", "web_resources/gone.doc"},
	} {
		href, files, need := "", "", map[string]string{"talk": "talkmeta", "quiz": "quizmeta"}[r[0]]
		if r[2] != "" {
			href = ` href="` + r[2] + `"`
		}
		for name := range strings.FieldsSeq(r[3]) {
			files += `<file href="` + name + `"/>`
		}
		if need != "" {
			files += `<dependency identifierref="` + need + `"/>`
		}
		resources += fmt.Sprintf(`<resource identifier="%s" type="%s"%s>%s</resource>`, r[0], r[1], href, files)
	}
	question := func(kind, title, presentation, processing string) string {
		return `<item ident="` + title + `" title="` + title + `"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>` + kind + `</fieldentry></qtimetadatafield>
			<qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>3.0</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
			<presentation><material><mattext texttype="text/html">` + title + `?</mattext></material>` + presentation + `</presentation><resprocessing>` + processing + `</resprocessing></item>`
	}
	single := question("multiple_choice_question", "Choose", choice("Single", label("1", "A"), label("2", "B")), earns("100", equals("1")))
	return map[string]string{
		"imsmanifest.xml": `<?xml version="1.0" encoding="UTF-8"?><manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion></metadata>
			<organizations><organization identifier="org_1" structure="rooted-hierarchy"><item identifier="LearningModules"><item identifier="module"><title>Module</title>
			<item identifier="item" identifierref="hive"><title>The hive</title></item></item></item></organization></organizations><resources>` + resources + `</resources></manifest>`,
		"course_settings/canvas_export.txt": "Q: What did the panda say?", "course_settings/module_meta.xml": "<modules/>",
		"course_settings/syllabus.html": `<html><head><title>Syllabus</title></head><body><p>Bees &amp; more</p></body></html>`,
		"wiki_content/the-hive.html": `<html><head><title>The hive</title><meta name="identifier" content="hive"/></head><body>
			<p>See <a href="$WIKI_REFERENCE$/pages/wax">wax</a>, <a href="$CANVAS_OBJECT_REFERENCE$/quizzes/quiz">the quiz</a>, <a href="$CANVAS_COURSE_REFERENCE$/modules/items/item">this</a>,
			<a class="instructure_file_link" href="$IMS-CC-FILEBASE$/map%20of%20hives.pdf?canvas_download=1">a map</a>, <a href="$CANVAS_COURSE_REFERENCE$/grades">your grades</a>, <a href="https://example.org/">out</a>.</p>
			<p><img src="$IMS-CC-FILEBASE$/bee.png" alt="a bee"><img src="$IMS-CC-FILEBASE$/lost.png" alt=""><img src="https://example.org/x.png" alt="wasp"><img class="equation_image" data-equation-content="x^2" src="/equation_images/x"></p>
			<iframe title="Dance" src="//www.youtube.com/embed/abc"></iframe><iframe src="https://tube.example.org/1"></iframe><iframe src="$CANVAS_OBJECT_REFERENCE$/media_attachments_iframe/nine"></iframe>
			<video><source src="$IMS-CC-FILEBASE$/film.mp4"><object data="x.swf"></object></video><script>alert(1)</script></body></html>`,
		"wiki_content/wax.html":         `<html><head><title>All of wax</title></head><body><p>Wax, <a href="the-hive.html#top">back</a></p></body></html>`,
		"essay/essay.html":              `<html><head><title>Assignment: Essay</title></head><body><p>Write <b>much</b>.</p></body></html>`,
		"essay/assignment_settings.xml": `<assignment identifier="essay" xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>Essay</title><due_at>2026-01-01T00:00:00</due_at><points_possible>12.0</points_possible><grading_type>points</grading_type><submission_types>online_text_entry,online_upload</submission_types></assignment>`,
		"talk.xml":                      `<topic xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imsdt_v1p1"><title>Talk</title><text texttype="text/html">&lt;p&gt;What of &lt;a href="$WIKI_REFERENCE$/pages/wax"&gt;wax&lt;/a&gt;?&lt;/p&gt;</text></topic>`,
		"talkmeta.xml":                  `<topicMeta><topic_id>talk</topic_id></topicMeta>`,
		"quiz/assessment_qti.xml":       `<questestinterop><assessment title="Quiz"><section>` + foreignItem("cc.multiple_choice.v0p1", "Choose", choice("Single", label("1", "A"), label("2", "B")), earns("100", equals("1"))) + `</section></assessment></questestinterop>`,
		"quiz/assessment_meta.xml":      `<quiz><title>Quiz</title></quiz>`,
		"non_cc_assessments/quiz.xml.qti": `<questestinterop><assessment title="Quiz"><section>` + single + question("matching_question", "Match", choice("Single", label("1", "A"), label("2", "B")), "") +
			question("file_upload_question", "Upload", "", "") + `</section></assessment></questestinterop>`,
		"non_cc_assessments/bank.xml.qti": `<questestinterop><objectbank ident="bank"><qtimetadata><qtimetadatafield><fieldlabel>bank_title</fieldlabel><fieldentry>Old exams</fieldentry></qtimetadatafield></qtimetadata>` + single + single + `</objectbank></questestinterop>`,
		"lti.xml":                         `<cartridge_basiclti_link xmlns:blti="http://www.imsglobal.org/xsd/imsbasiclti_v1p0"><blti:title>Chat room</blti:title></cartridge_basiclti_link>`,
		"web_resources/bee.png":           "\x89PNG\r\n\x1a\n…", "web_resources/map of hives.pdf": "%PDF-1.7", "web_resources/film.mp4": "film", "web_resources/alone.xlsx": "x", "web_resources/looks.css": "p{}",
	}
}

// Of a cartridge in Canvas's form, everything is a lesson or in the report, and what pages refer to is kept where it maps.
func TestCanvasCartridge(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	report, shown, course := w.bring(zipped(t, canvas()))
	got, ids, contents := []string{}, map[string]string{}, map[string]string{}
	for _, l := range shown.Lessons {
		got = append(got, fmt.Sprint(l.Type, " ", l.Title, " ", l.Required))
		ids[l.Title] = l.ID
		contents[l.Title] += string(testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+l.ID+"?draft=true", "", 200)).Data.Content)
	}
	if want := []string{"text The hive true", "embed Dance true", "text Syllabus false", "text All of wax false", "assignment Essay false", "text Talk false", "quiz Quiz false", "file alone.xlsx false"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if last := shown.Sections[len(shown.Sections)-1]; last.Title != "Other materials" || len(shown.Sections) != 2 {
		t.Errorf("%+v", shown.Sections)
	}
	link := func(title string) string { return `\u003ca href=\"lesson:` + ids[title] + `\"` }
	for title, parts := range map[string][]string{
		"The hive":   {link("All of wax"), link("Quiz"), link("The hive"), link("Dance"), `\u003eDance\u003c/a`, `\u003ca href=\"file:`, `, your grades,`, `src=\"file:`, `data-formula=\"inline\"\u003ex^2`, `https://tube.example.org/1`, `https://example.org/x.png`, `\u003efilm.mp4`},
		"Dance":      {"https://www.youtube-nocookie.com/embed/abc"},
		"All of wax": {link("The hive")},
		"Talk":       {link("All of wax")},
		"Essay":      {`"points":12`, `"accepts":["file","text"]`, `Write \u003cb\u003emuch\u003c/b\u003e.`, `"format":"html"`},
		"alone.xlsx": {"alone.xlsx"},
		"Syllabus":   {"Bees \\u0026amp; more"},
	} {
		for _, part := range parts {
			if !strings.Contains(contents[title], part) {
				t.Errorf("%q is not in %s: %s", part, title, contents[title])
			}
		}
	}
	if all := fmt.Sprint(contents); strings.Contains(all, "alert") || strings.Contains(all, "REFERENCE") || strings.Contains(all, "FILEBASE") {
		t.Error(all)
	}
	if bank := w.questions(course); len(bank) != 1 {
		t.Errorf("%+v", bank)
	} else {
		for _, q := range bank {
			if q.Kind != "single" || q.Points != 3 {
				t.Errorf("%+v", q)
			}
		}
	}
	reported := []string{}
	for _, l := range report.LeftOut {
		reported = append(reported, l.Title+": "+l.Reason)
	}
	for _, want := range []string{
		"The hive: Links that lead to nothing in the package are plain text here: your grades.", "The hive: Pictures that are not in the package were left out: lost.png.",
		"The hive: Pictures of other sites are links here: https://example.org/x.png.", "The hive: Pages of other sites that it showed in frames are links here: https://tube.example.org/1.",
		"The hive: Videos and frames that refer to missing files were left out: $CANVAS_OBJECT_REFERENCE$/media_attachments_iframe/nine.",
		"The hive: Videos and sounds are files to download here: film.mp4.", "The hive: Scripts and forms were left out.",
		"Course settings: Settings of the other system", "Essay: Its due date was left out.", "Talk: This discussion is a page here",
		"Quiz: Match?: This question type is not supported.", "Quiz: Upload?: This question type is not supported.", "Question bank: Old exams: Questions that no quiz asks were left out: 2.",
		"Chat room: Tools of other systems", "Files: Style sheets and scripts of pages were left out: looks.css.", "gone.doc: Its file is not in the package",
	} {
		if at := slices.IndexFunc(reported, func(line string) bool { return strings.HasPrefix(line, want) }); at < 0 {
			t.Errorf("%q is not reported", want)
		} else {
			reported = slices.Delete(reported, at, at+1)
		}
	}
	if len(reported) != 0 {
		t.Errorf("reported besides: %q", reported)
	}
}

// A cartridge of which nothing can be a lesson says so and leaves the draft as it is.
func TestCartridgeWithoutLessons(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	before := w.shape(w.CourseID)
	for _, c := range []struct{ manifest, says string }{
		{`<manifest><organizations><organization><item><item identifier="i"><title>Unit</title><item identifier="a" identifierref="t"><title>Chat</title></item></item></item></organization></organizations>
			<resources><resource identifier="t" type="imsbasiclti_xmlv1p0"><file href="t.xml"/></resource></resources></manifest>`, `{"title":"Chat","reason":"Tools of other systems`},
		{`<manifest/>`, `{"title":"The package","reason":"There is nothing in it`},
	} {
		a := w.sendPackage(zipped(t, map[string]string{"imsmanifest.xml": c.manifest, "t.xml": "<x/>"}))
		if body := a.Body.String(); a.Code != 200 || !strings.Contains(body, `"message":"Nothing was imported`) || !strings.Contains(body, c.says) || !strings.Contains(body, `"lessons":0`) {
			t.Errorf("%d %s", a.Code, a.Body)
		}
	}
	if now := w.shape(w.CourseID); now != before {
		t.Errorf("%s", now)
	}
}
