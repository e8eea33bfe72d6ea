package exchange_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/objectkey"
)

// cartridgeOf is a cartridge with a page and one lesson of a resource type.
func cartridgeOf(t *testing.T, resource, body string, more ...string) string {
	t.Helper()
	entries := map[string]string{"page.html": `<p><img src="bee.png"></p>`, "bee.png": "\x89PNG\r\n\x1a\n…", "task.xml": body,
		"imsmanifest.xml": `<manifest><organizations><organization><item identifier="root">
			<item identifier="a" identifierref="page"><title>Page</title></item><item identifier="b" identifierref="task"><title>Task</title></item>` + strings.Join(more, "") + `
			</item></organization></organizations><resources><resource identifier="page" type="webcontent" href="page.html"/>
			<resource identifier="task" type="` + resource + `"><file href="task.xml"/></resource></resources></manifest>`}
	return zipped(t, entries)
}

const qtiResource = "imsqti_xmlv1p2/imscc_xmlv1p1/assessment"

// qti is an assessment with numbered copies of an item.
func qti(count int, item string) string {
	var items strings.Builder
	for i := range count {
		items.WriteString(strings.ReplaceAll(item, "%", fmt.Sprint(i)))
	}
	return `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment title="Quiz"><section>` + items.String() + `</section></assessment></questestinterop>`
}

const fibItem = `<item ident="q%"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.fib.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
	<presentation><material><mattext>What is %?</mattext></material><response_str ident="r"/></presentation>
	<resprocessing><respcondition><conditionvar><varequal respident="r">%</varequal></conditionvar><setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`

// A malicious package is refused as a whole, with a reason, and leaves nothing behind.
func TestHostileCartridges(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	many := map[string]string{"imsmanifest.xml": "<manifest/>"}
	for i := range 5000 {
		many[fmt.Sprint("f", i)] = ""
	}
	folders := strings.Repeat(`<item identifier="f"><title>F</title><item identifier="i" identifierref="page"/></item>`, 301)
	deep := func(n int) string { return strings.Repeat("<and>", n) + strings.Repeat("</and>", n) }
	for _, c := range []struct {
		name, packed string
		code         int
		says         string
	}{
		{"swells", zipped(t, map[string]string{"imsmanifest.xml": "<manifest/>", "a": strings.Repeat("\x00", 40<<20), "b": strings.Repeat("\x00", 40<<20)}), 413, "package_swells"},
		{"too many entries", zipped(t, many), 413, "package_too_large"},
		{"entries without end", strings.Repeat("PK\x01\x02", 100_001), 413, "package_too_large"},
		{"leads up", zipped(t, map[string]string{"imsmanifest.xml": "<manifest/>", "a/../../x": "harm"}), 400, "outside"},
		{"leads up on Windows", zipped(t, map[string]string{"imsmanifest.xml": "<manifest/>", `..\x`: "harm"}), 400, "outside"},
		{"leads to the root", zipped(t, map[string]string{"imsmanifest.xml": "<manifest/>", "/etc/cron.d/x": "harm"}), 400, "outside"},
		{"document type", cartridgeOf(t, qtiResource, `<!DOCTYPE q [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><questestinterop>&b;</questestinterop>`), 400, "document_type"},
		{"a file of the server", cartridgeOf(t, "assignment_xmlv1p0", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assignment><text>&x;</text></assignment>`), 400, "document_type"},
		{"a hundred thousand items", cartridgeOf(t, qtiResource, qti(100_000, fibItem)), 413, "xml_too_large"},
		{"deep terms", cartridgeOf(t, qtiResource, qti(1, `<item><resprocessing><respcondition><conditionvar>`+deep(200_000)+`</conditionvar></respcondition></resprocessing></item>`)), 413, "xml_too_large"},
		{"deep folders", cartridgeOf(t, "webcontent", "x", strings.Repeat("<item>", 150)+strings.Repeat("</item>", 150)), 413, "xml_too_large"},
		{"deep link", cartridgeOf(t, "imswl_xmlv1p1", strings.Repeat("<a>", 5000)), 413, "xml_too_large"},
		{"too many sections, with a file", cartridgeOf(t, "webcontent", "x", folders), 409, "curriculum_full"},
	} {
		r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/import", strings.NewReader(c.packed))
		r.Header.Set("Content-Type", "application/zip")
		if a := w.Teacher.SendRaw(r); a.Code != c.code || !strings.Contains(a.Body.String(), `"`+c.says+`"`) {
			t.Errorf("%s: %d %s", c.name, a.Code, a.Body)
		}
		objects, err := w.Blob.List(t.Context(), objectkey.CourseFiles)
		if left := w.Count("SELECT count(*) FROM course_files") + w.Count("SELECT count(*) FROM quiz_questions") + w.Count("SELECT count(*) FROM lessons"); err != nil || left != 0 || len(objects) != 0 {
			t.Errorf("%s left behind %d rows, objects %v (%v)", c.name, left, objects, err)
		}
	}
}
