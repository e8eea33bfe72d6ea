package exchange

import (
	"encoding/xml"
	"errors"
	"path"
	"strings"

	"lectern/internal/learning/cartridge"
)

// What Canvas puts into its cartridges besides what the standard has: assignments as a page with settings, and the
// questions of a quiz in full, where the standard's form lacks all that it has no kinds for.
const (
	canvasSettings  = "assignment_settings.xml"
	canvasQuestions = "non_cc_assessments/"
)

// settings is the path of the settings of an assignment of Canvas, "" of other resources.
func (r resource) settings() string {
	for _, name := range r.paths() {
		if path.Base(name) == canvasSettings {
			return name
		}
	}
	return ""
}

// assignmentFile is an assignment as the standard's extension writes it, as far as Canvas says the same.
type assignmentFile struct {
	XMLName xml.Name `xml:"assignment"`
	Title   string   `xml:"title"`
	Text    struct {
		Type string `xml:"texttype,attr"`
		Text string `xml:",chardata"`
	} `xml:"text"`
	Gradable struct {
		Points string `xml:"points_possible,attr"`
		Is     bool   `xml:",chardata"`
	} `xml:"gradable"`
	Formats []assignmentFormat `xml:"submission_formats>format"`
}

type assignmentFormat struct {
	Type string `xml:"type,attr"`
}

var canvasFormats = map[string]string{"online_text_entry": "text", "online_upload": "file", "online_url": "url"}

// canvasAssignment reads an assignment of Canvas by way of the standard's form.
func (c *cartridgeReader) canvasAssignment(r resource, title string) (converted, error) {
	var settings struct {
		Title       string `xml:"title"`
		Points      string `xml:"points_possible"`
		GradingType string `xml:"grading_type"`
		Submissions string `xml:"submission_types"`
		Due         string `xml:"due_at"`
	}
	if err := cartridge.Decode(c.entries.Document(r.settings()), &settings); errors.Is(err, cartridge.ErrMalformed) {
		return c.webContent(r, title)
	} else if err != nil {
		return converted{}, err
	}
	c.used[r.settings()] = true
	var a assignmentFile
	a.Title, a.Text.Type = settings.Title, "text/html"
	if body, err := cartridge.Page(c.entries.Document(r.path())); err == nil {
		a.Text.Text = bodyOf(string(body))
	}
	if a.Gradable.Is = settings.GradingType != "not_graded"; a.Gradable.Is {
		a.Gradable.Points = settings.Points
	}
	for _, way := range strings.Split(settings.Submissions, ",") {
		if format, ok := canvasFormats[strings.TrimSpace(way)]; ok {
			a.Formats = append(a.Formats, assignmentFormat{format})
		}
	}
	written, err := cartridge.Encode(a)
	if err != nil {
		return converted{}, err
	}
	if settings.Due != "" {
		c.leave(titleOr(title, titleOr(settings.Title, r.name())), "Its due date was left out.")
	}
	return c.read("assignment", written, r, titleOr(title, settings.Title))
}
