package quiz

import (
	"encoding/xml"
	"slices"
	"strings"

	"lectern/internal/learning/question"
)

// The part of QTI 1.2.1 that we write and read, in the profile of Common Cartridge (ccv1p3_qtiasiv1p2p1). Elements
// that other systems add only for layout are read through.
const (
	qtiNamespace = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
	qtiType      = "imsqti_xmlv1p2/imscc_xmlv1p3/assessment"

	plainText = "text/plain"
	htmlText  = "text/html"

	scoreName   = "SCORE" // the outcome variable, 100 for a right answer
	fullScore   = "100"
	response    = "response1"
	explanation = "general_fb"
)

// profiles maps our kinds of question to the profile's. It has no ordering and no numeric.
var profiles = map[string]string{question.Single: "cc.multiple_choice.v0p1", question.Multiple: "cc.multiple_response.v0p1", question.TrueFalse: "cc.true_false.v0p1", question.Short: "cc.fib.v0p1"}

type (
	qtiDocument struct {
		XMLName    xml.Name      `xml:"questestinterop"`
		Namespace  string        `xml:"xmlns,attr"`
		Assessment qtiAssessment `xml:"assessment"`
	}
	qtiAssessment struct {
		Ident    string       `xml:"ident,attr"`
		Title    string       `xml:"title,attr"`
		Fields   qtiFields    `xml:"qtimetadata>qtimetadatafield"`
		Rubric   *qtiMaterial `xml:"rubric>material"`
		Sections []qtiSection `xml:"section"`
	}
	qtiSection struct {
		Ident    string       `xml:"ident,attr"`
		Items    []qtiItem    `xml:"item"`
		Sections []qtiSection `xml:"section"`
	}
	qtiItem struct {
		Ident        string          `xml:"ident,attr"`
		Title        string          `xml:"title,attr,omitempty"`
		Fields       qtiFields       `xml:"itemmetadata>qtimetadata>qtimetadatafield"`
		Presentation qtiPresentation `xml:"presentation"`
		Outcome      *qtiOutcome     `xml:"resprocessing>outcomes>decvar"`
		Conditions   []qtiCondition  `xml:"resprocessing>respcondition"`
		Feedback     []qtiFeedback   `xml:"itemfeedback"`
	}
	qtiFields []qtiField
	qtiField  struct {
		Label string `xml:"fieldlabel"`
		Entry string `xml:"fieldentry"`
	}
	qtiPresentation struct {
		Flow     *qtiPresentation `xml:"flow"`
		Material *qtiMaterial     `xml:"material"`
		Choice   *qtiChoice       `xml:"response_lid"`
		Blank    *qtiBlank        `xml:"response_str"`
	}
	qtiMaterial struct {
		Texts []qtiText `xml:"mattext"`
	}
	qtiText struct {
		Type string `xml:"texttype,attr,omitempty"`
		Text string `xml:",chardata"`
	}
	qtiChoice struct {
		Ident       string     `xml:"ident,attr"`
		Cardinality string     `xml:"rcardinality,attr"`
		Labels      []qtiLabel `xml:"render_choice>response_label"`
	}
	qtiLabel struct {
		Ident    string      `xml:"ident,attr"`
		Material qtiMaterial `xml:"material"`
	}
	qtiBlank struct {
		Ident       string `xml:"ident,attr"`
		Cardinality string `xml:"rcardinality,attr"`
		Render      struct {
			Prompt string `xml:"prompt,attr"`
		} `xml:"render_fib"`
	}
	qtiOutcome struct {
		Name string `xml:"varname,attr"`
		Type string `xml:"vartype,attr"`
		Min  string `xml:"minvalue,attr"`
		Max  string `xml:"maxvalue,attr"`
	}
	qtiCondition struct {
		Continue string     `xml:"continue,attr,omitempty"`
		Terms    qtiTerms   `xml:"conditionvar"`
		Set      *qtiSet    `xml:"setvar"`
		Display  *qtiLinked `xml:"displayfeedback"`
	}
	qtiTerms struct {
		Equal     []qtiEqual `xml:"varequal"`
		And       *qtiTerms  `xml:"and"`
		Or        *qtiTerms  `xml:"or"`
		Not       []qtiTerms `xml:"not"`
		Other     *struct{}  `xml:"other"`
		Substring *struct{}  `xml:"varsubstring"`
	}
	qtiEqual struct {
		Response string `xml:"respident,attr"`
		Case     string `xml:"case,attr,omitempty"`
		Text     string `xml:",chardata"`
	}
	qtiSet struct {
		Action string `xml:"action,attr"`
		Name   string `xml:"varname,attr"`
		Value  string `xml:",chardata"`
	}
	qtiLinked struct {
		Type string `xml:"feedbacktype,attr"`
		To   string `xml:"linkrefid,attr"`
	}
	qtiFeedback struct {
		Ident string        `xml:"ident,attr"`
		Flow  []qtiMaterial `xml:"flow_mat>material"`
		Plain []qtiMaterial `xml:"material"`
	}
)

// of returns the entry with a label, "" if there is none.
func (fs qtiFields) of(label string) string {
	at := slices.IndexFunc(fs, func(f qtiField) bool { return strings.EqualFold(strings.TrimSpace(f.Label), label) })
	if at < 0 {
		return ""
	}
	return strings.TrimSpace(fs[at].Entry)
}

func material(kind, said string) qtiMaterial { return qtiMaterial{[]qtiText{{kind, said}}} }
