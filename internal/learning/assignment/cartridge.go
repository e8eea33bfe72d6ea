package assignment

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/platform/text"
)

// The assignment resource of the Common Cartridge extensions (cc_extresource_assignmentv1p0).
const (
	cartridgeType      = "assignment_xmlv1p0"
	cartridgeNamespace = "http://www.imsglobal.org/xsd/imscc_extensions/assignment"
)

type (
	cartridgeAssignment struct {
		XMLName     xml.Name      `xml:"assignment"`
		Namespace   string        `xml:"xmlns,attr"`
		ID          string        `xml:"identifier,attr"`
		Title       string        `xml:"title"`
		Text        cartridgeText `xml:"text"`
		Attachments *struct {     // nil for none: an empty list would be invalid
			Each []struct{} `xml:"attachment"`
		} `xml:"attachments"`
		Gradable *cartridgePoints  `xml:"gradable"`
		Formats  []cartridgeFormat `xml:"submission_formats>format"`
	}
	cartridgeText struct {
		Type string `xml:"texttype,attr"`
		Text string `xml:",chardata"`
	}
	cartridgePoints struct {
		Points string `xml:"points_possible,attr"`
		Is     string `xml:",chardata"`
	}
	cartridgeFormat struct {
		Type string `xml:"type,attr"`
	}
)

// formats maps the submission formats of the resource to ours.
var formats = map[string]string{"text": "text", "html": "text", "file": "file", "url": "link"}

// ToCartridge writes an assignment as a resource.
func (Kind) ToCartridge(id, title string, content json.RawMessage, _ func(fileID string) string) (r cartridge.Resource, err error) {
	var s AssignmentSettings
	if err := json.Unmarshal(content, &s); err != nil {
		return r, err
	}
	s = s.filled()
	possible := int64(0)
	for _, c := range s.criteria() {
		possible += c.Points
	}
	a := cartridgeAssignment{Namespace: cartridgeNamespace, ID: "assignment-" + id, Title: title,
		Text: cartridgeText{"text/" + s.Format, s.Instructions}, Gradable: &cartridgePoints{fmt.Sprint(possible), "true"}}
	for _, way := range s.Accepts {
		if way == "link" {
			way = "url"
		}
		a.Formats = append(a.Formats, cartridgeFormat{way})
	}
	written, err := cartridge.Encode(a)
	return cartridge.Resource{Type: cartridgeType, XML: written, Lost: s.lost()}, err
}

// lost lists the settings that the resource cannot express.
func (s AssignmentSettings) lost() []cartridge.Lost {
	usual := AssignmentSettings{}.filled()
	var names []string
	for _, one := range []struct {
		set  bool
		name string
	}{{len(s.Rubric) > 0, "its rubric, the points of which were added up"}, {s.Due != nil, "its due date"}, {s.Late.Rule != usual.Late.Rule, "its late rule"},
		{s.MaxFiles != usual.MaxFiles || s.MaxFileSize != usual.MaxFileSize || len(s.FileTypes) > 0, "what files may be"}, {s.Resubmissions > 0, "how often it can be handed in again"}} {
		if one.set {
			names = append(names, one.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []cartridge.Lost{{Reason: "It was exported without " + strings.Join(names, ", ") + ": Common Cartridge has no place for them."}}
}

// FromCartridge reads a resource as an assignment. It returns cartridge.ErrMalformed, or a fault for content that is
// unsafe.
func (k Kind) FromCartridge(file []byte, _ func(html string) string) (l cartridge.Lesson, err error) {
	var a cartridgeAssignment
	if err := cartridge.Decode(file, &a); err != nil {
		return l, err
	}
	l.Title = a.Title
	var s AssignmentSettings
	lose := func(reason string) { l.Lost = append(l.Lost, cartridge.Lost{Reason: reason}) }
	if s.Instructions = strings.TrimSpace(a.Text.Text); !strings.EqualFold(a.Text.Type, "text/plain") {
		if strings.Contains(s.Instructions, "<img") {
			lose("The pictures in its instructions were left out.")
		}
		s.Format = text.HTMLFormat
	}
	if a.Attachments != nil && len(a.Attachments.Each) > 0 {
		lose("The files that are attached to it were left out.")
	}
	points, exact := a.Gradable.points()
	if s.Points = points; !exact {
		lose("Points are whole here, 1 to 10000: it is worth " + fmt.Sprint(s.filled().Points) + ".")
	}
	for _, f := range a.Formats {
		if way, ok := formats[strings.ToLower(f.Type)]; ok && !slices.Contains(s.Accepts, way) {
			s.Accepts = append(s.Accepts, way)
		}
	}
	if s, err = s.prepared(k.Cleaner); err != nil {
		lose("It cannot be given here: " + err.Error() + ".")
		return l, nil
	}
	l.Content, err = json.Marshal(s)
	return l, err
}

// points is what the assignment is worth, 0 if not stated; exact is false if Lectern cannot represent it.
func (p *cartridgePoints) points() (points int64, exact bool) {
	if p == nil || p.Points == "" {
		return 0, p == nil || strings.TrimSpace(p.Is) != "false"
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(p.Points), 64)
	if err != nil || !(n > 0 && n <= 10000) {
		return 0, false
	}
	return int64(math.Ceil(n)), math.Ceil(n) == n
}
