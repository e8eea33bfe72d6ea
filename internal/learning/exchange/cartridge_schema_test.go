package exchange_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/content"
	"lectern/internal/learning/quiz"
)

// declaration is what a schema says of an element: its attributes, and its children as an expression over their names.
type declaration struct {
	attributes map[string]string // expressions for the values; those of optional ones begin with "?"
	children   string
}

const (
	anyText  = `(?s).*`
	ncName   = `[A-Za-z_][A-Za-z0-9._-]*`
	someText = `(?s).*\S.*`
)

// The schemas of what a cartridge contains, by the path of an element; the names of elements that may be nested are repeated by
// "*". They describe by hand what ccv1p3_imscp_v1p2_v1p0.xsd, ccv1p3_imswl_v1p3.xsd, ccv1p3_qtiasiv1p2p1_v1p0.xsd and
// cc_extresource_assignmentv1p0_v1p0.xsd ask for. Those files must not be distributed with this program, so that no validator
// compares the two.
var schemas = map[string]map[string]declaration{
	"http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1": {
		"manifest":      {map[string]string{"identifier": ncName}, `metadata organizations resources `},
		"metadata":      {nil, `schema schemaversion lom `},
		"schema":        {nil, ``},
		"schemaversion": {nil, ``},
		"organizations": {nil, `(organization )?`},
		"organization":  {map[string]string{"identifier": ncName, "structure": "rooted-hierarchy"}, `(title )?item `},
		"item":          {map[string]string{"identifier": ncName, "identifierref": "?" + ncName}, `(title )?(item )*`},
		"title":         {nil, ``},
		"resources":     {nil, `(resource )*`},
		"resource": {map[string]string{"identifier": ncName, "href": "?" + someText,
			"type": `webcontent|imswl_xmlv1p3|imsqti_xmlv1p2/imscc_xmlv1p3/assessment|assignment_xmlv1p0`}, `(file )*(dependency )*`},
		"file":       {map[string]string{"href": someText}, ``},
		"dependency": {map[string]string{"identifierref": ncName}, ``},
	},
	"http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest": {
		"lom": {nil, `general `}, "general": {nil, `title `}, "title": {nil, `(string )+`}, "string": {map[string]string{"language": "?" + anyText}, ``},
	},
	"http://www.imsglobal.org/xsd/imsccv1p3/imswl_v1p3": {
		"webLink": {nil, `title url `}, "title": {nil, ``}, "url": {map[string]string{"href": `https?://.+`, "target": "?" + anyText}, ``},
	},
	"http://www.imsglobal.org/xsd/imscc_extensions/assignment": {
		"assignment": {map[string]string{"identifier": ncName}, `title (text )?(instructor_text )?(attachments )?(gradable )?(submission_formats )?`},
		"title":      {nil, ``}, "text": {map[string]string{"texttype": `text/(plain|html)`}, ``},
		"gradable":           {map[string]string{"points_possible": `?\d+(\.\d+)?`}, ``},
		"submission_formats": {nil, `(format )+`}, "format": {map[string]string{"type": `text|html|file|url`}, ``},
	},
	"http://www.imsglobal.org/xsd/ims_qtiasiv1p2": {
		"questestinterop":  {nil, `assessment `},
		"assessment":       {map[string]string{"ident": someText, "title": anyText}, `qtimetadata (rubric )?section `},
		"qtimetadata":      {nil, `(qtimetadatafield )+`},
		"qtimetadatafield": {nil, `fieldlabel fieldentry `}, "fieldlabel": {nil, ``}, "fieldentry": {nil, ``},
		"rubric":       {nil, `material `},
		"section":      {map[string]string{"ident": someText}, `(item )+`},
		"item":         {map[string]string{"ident": someText, "title": "?" + anyText}, `itemmetadata presentation (resprocessing )?(itemfeedback )*`},
		"itemmetadata": {nil, `qtimetadata `},
		"presentation": {nil, `material (response_lid |response_str )`},
		"material":     {nil, `(mattext )+`}, "mattext": {map[string]string{"texttype": `text/(plain|html)`}, ``},
		"response_lid":    {map[string]string{"ident": someText, "rcardinality": "Single|Multiple"}, `render_choice `},
		"render_choice":   {nil, `(response_label )+`},
		"response_label":  {map[string]string{"ident": someText}, `material `},
		"response_str":    {map[string]string{"ident": someText, "rcardinality": "Single"}, `render_fib `},
		"render_fib":      {map[string]string{"prompt": "Dashline|Box|Asterisk|Underline"}, ``},
		"resprocessing":   {nil, `outcomes (respcondition )+`},
		"outcomes":        {nil, `decvar `},
		"decvar":          {map[string]string{"varname": "SCORE", "vartype": "Decimal|Integer", "minvalue": `0`, "maxvalue": `100`}, ``},
		"respcondition":   {map[string]string{"continue": "?Yes|No"}, `conditionvar (setvar )*(displayfeedback )*`},
		"conditionvar":    {nil, `(and |not |other |varequal |varsubstring )+`},
		"and":             {nil, `(not |varequal )+`},
		"not":             {nil, `varequal `},
		"other":           {nil, ``},
		"varequal":        {map[string]string{"respident": someText, "case": "?Yes|No"}, ``},
		"setvar":          {map[string]string{"action": "Set", "varname": "SCORE"}, ``},
		"displayfeedback": {map[string]string{"feedbacktype": "Response|Solution|Hint", "linkrefid": someText}, ``},
		"itemfeedback":    {map[string]string{"ident": someText}, `(flow_mat )+|(material )+`},
		"flow_mat":        {nil, `(material )+`},
	},
}

// violations lists where a file does not follow the schema of its namespaces.
func violations(t *testing.T, file string) (found []string) {
	t.Helper()
	type open struct {
		xml.Name
		children string
	}
	var stack []open
	for decoder := xml.NewDecoder(strings.NewReader(file)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(stack) > 0 {
				stack[len(stack)-1].children += token.Name.Local + " "
			}
			stack = append(stack, open{Name: token.Name})
			declared, known := schemas[token.Name.Space][token.Name.Local]
			if !known {
				found = append(found, fmt.Sprintf("%v is no element", token.Name))
				continue
			}
			found = append(found, attributeViolations(token, declared)...)
		case xml.EndElement:
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if want := schemas[last.Space][last.Local].children; !regexp.MustCompile(`^(?:` + want + `)$`).MatchString(last.children) {
				found = append(found, fmt.Sprintf("%s holds %q, not %q", last.Local, last.children, want))
			}
		case xml.CharData:
			if len(stack) > 0 && len(bytes.TrimSpace(token)) > 0 && schemas[stack[len(stack)-1].Space][stack[len(stack)-1].Local].children != "" {
				found = append(found, stack[len(stack)-1].Local+" holds text")
			}
		}
	}
}

func attributeViolations(element xml.StartElement, declared declaration) (found []string) {
	given := map[string]bool{}
	for _, a := range element.Attr {
		if a.Name.Local == "xmlns" || a.Name.Space == "xmlns" {
			continue
		}
		given[a.Name.Local] = true
		want, known := declared.attributes[a.Name.Local]
		if !known || !regexp.MustCompile(`^(?:`+strings.TrimPrefix(want, "?")+`)$`).MatchString(a.Value) {
			found = append(found, fmt.Sprintf("%s has %s=%q", element.Name.Local, a.Name.Local, a.Value))
		}
	}
	for name, want := range declared.attributes {
		if !strings.HasPrefix(want, "?") && !given[name] {
			found = append(found, element.Name.Local+" has no "+name)
		}
	}
	return found
}

// manifestViolations checks the rules of the specification that no schema of elements can express: identifiers are unique,
// references lead somewhere, files are there and named once.
func manifestViolations(t *testing.T, entries map[string]string) (found []string) {
	t.Helper()
	ids, references, isLeaf := map[string]int{}, []string{}, map[string]bool{}
	var path []string
	files := map[string]bool{} // of the resource
	for decoder := xml.NewDecoder(strings.NewReader(entries["imsmanifest.xml"])); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if _, ends := token.(xml.EndElement); ends {
			path = path[:len(path)-1]
		}
		if !ok {
			continue
		}
		given := map[string]string{}
		for _, a := range start.Attr {
			given[a.Name.Local] = a.Value
		}
		name := start.Name.Local
		if id := given["identifier"]; id != "" {
			ids[id]++
		}
		if to := given["identifierref"]; to != "" {
			references = append(references, to)
		}
		if name == "resource" {
			files = map[string]bool{}
		}
		if name == "file" {
			if _, there := entries[given["href"]]; !there || files[given["href"]] {
				found = append(found, given["href"]+" is not there, or named twice")
			}
			files[given["href"]] = true
		}
		if name == "item" {
			if parent := path[len(path)-1]; isLeaf[parent] {
				found = append(found, parent+" is a lesson with items in it")
			}
			isLeaf[given["identifier"]] = given["identifierref"] != ""
			name = given["identifier"]
		}
		path = append(path, name)
	}
	for id, times := range ids {
		if times > 1 {
			found = append(found, id+" is not unique")
		}
	}
	for _, to := range references {
		if ids[to] == 0 {
			found = append(found, to+" is nowhere")
		}
	}
	return found
}

// Everything in an exported cartridge follows the published schemas of Common Cartridge 1.3.
func TestExportedCartridgeFollowsTheSchemas(t *testing.T) {
	t.Parallel()
	w, d := newClass(t), dice{rand.New(rand.NewPCG(7, 7))}
	image := w.Teacher.AddFile(w.CourseID, "bee.png", "\x89PNG\r\n\x1a\n…").ID
	week := w.Section(`,"kind":"week","title":"Empty & more"`)
	for _, title := range []string{"Empty", "Empty too", "Full"} {
		inner := w.Section(`,"title":"` + title + `","parent_id":"` + week.ID + `"`)
		if title != "Full" {
			continue
		}
		w.task(inner.ID, "text", "Text", content.Text{HTML: `<p>a <img src="file:` + image + `"></p>`})
		w.task(inner.ID, "file", "Image", content.File{FileID: image})
		w.task(inner.ID, "file", "Image again", content.File{FileID: image})
		w.task(inner.ID, "embed", "Film", content.Embed{URL: "https://youtu.be/x1"})
		w.task(inner.ID, "text", "Link", content.Text{HTML: `<p><a href="https://example.org/">Link</a></p>`})
		for number := range 3 {
			s := quiz.QuizSettings{Instructions: d.words(), TimeLimitSeconds: 60 * d.Int64N(1441), Attempts: d.Int64N(101)}
			for i := range 8 {
				s.Questions = append(s.Questions, quiz.QuizPick{QuestionID: w.asks(d.question(10*number+i, image))})
			}
			w.task(inner.ID, "quiz", fmt.Sprint("Quiz ", number), s)
		}
		w.task(inner.ID, "assignment", "Essay", assignment.AssignmentSettings{Instructions: "a < b"})
		w.task(inner.ID, "assignment", "Nothing said", assignment.AssignmentSettings{})
	}
	entries, checked := unzipped(t, w.Teacher.Do("GET", w.Base+"/export?format=imscc", "", 200)), 0
	for name, file := range entries {
		if strings.HasSuffix(name, ".xml") {
			checked++
			for _, violation := range violations(t, file) {
				t.Errorf("%s: %s", name, violation)
			}
		}
	}
	for _, violation := range manifestViolations(t, entries) {
		t.Error("imsmanifest.xml: " + violation)
	}
	if checked != 8 {
		t.Errorf("%d files were checked", checked)
	}
}
