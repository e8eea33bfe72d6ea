// Package certificatepaper is what certificates look like: layouts in millimetres on a sheet of A4 in landscape, the one that every school begins with, and how
// they are drawn with what is certified.
package certificatepaper

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/internal/platform/document"
	"lectern/internal/platform/fault"
)

// Kinds of elements. All but the last three say something of the certificate that is drawn.
const (
	KindName      = "name"
	KindCourse    = "course"
	KindStatement = "statement"
	KindSummary   = "summary"
	KindCompleted = "completed"
	KindDate      = "date"
	KindExpiry    = "expiry"
	KindScore     = "score"
	KindHours     = "hours"
	KindTeacher   = "teacher"
	KindIssuer    = "issuer"
	KindSignatory = "signatory"
	KindCode      = "code"
	KindAddress   = "address"
	KindQR        = "qr"
	KindText      = "text"
	KindImage     = "image"
	KindLine      = "line"
)

// Limits of a layout.
const (
	MostPictures   = 6
	mostOfAFact    = 4
	mostCharacters = 4000
)

// PaperElement is one thing on a certificate, in a rectangle.
type PaperElement struct {
	ID        string  `json:"id" minLength:"1" maxLength:"40" msg:"Each element needs an id of at most 40 characters" doc:"Unlike that of any other element of the layout."`
	Kind      string  `json:"kind" enum:"name,course,statement,summary,completed,date,expiry,score,hours,teacher,issuer,signatory,code,address,qr,text,image,line" msg:"There is no such element" doc:"name, course: of whom, and for what. statement: that the course was completed, or taken part in. summary: day of completion, score and hours, as far as there are any. completed, date, expiry: days. teacher: the instructors. issuer: the school. signatory: below a line. code, address, qr: by which everybody checks it. text: the same on each certificate. image: a picture. line: a filled rectangle."`
	X         float64 `json:"x" minimum:"0" maximum:"297" msg:"An element stands on the sheet" doc:"mm from the left edge of the sheet."`
	Y         float64 `json:"y" minimum:"0" maximum:"210" msg:"An element stands on the sheet" doc:"mm from its top edge."`
	Width     float64 `json:"w" minimum:"0.1" maximum:"297" msg:"An element is between 0.1 and 297 mm wide" doc:"mm."`
	Height    float64 `json:"h" minimum:"0.1" maximum:"210" msg:"An element is between 0.1 and 210 mm high" doc:"mm."`
	Text      string  `json:"text,omitempty" maxLength:"1000" msg:"A text has at most 1,000 characters" doc:"Of text: what it says. Of what says something of the certificate: the words around it, with {value} in its place; empty for none."`
	Points    float64 `json:"points" minimum:"0" maximum:"200" msg:"The size of a text is between 7 and 200 points" doc:"Size of a text, from 7; it is set smaller where it has no room. 0 of what is no text."`
	Bold      bool    `json:"bold,omitempty"`
	Color     string  `json:"color,omitempty" pattern:"^(#[0-9a-f]{6})?$" msg:"A colour is written like #1f6f4f" doc:"Empty: that of the school."`
	Align     string  `json:"align,omitempty" enum:",left,center,right" msg:"A text stands left, center or right" doc:"Empty: left."`
	Vertical  string  `json:"vertical,omitempty" enum:",top,middle,bottom" msg:"A text stands top, middle or bottom" doc:"Empty: top."`
	PictureID string  `json:"picture_id,omitempty" maxLength:"40" msg:"This picture doesn't exist" doc:"Of image."`
}

// PaperLayout is what a certificate looks like.
type PaperLayout struct {
	Frame    string         `json:"frame" enum:"none,single,double" msg:"Please choose a frame" doc:"Around the sheet, in the colour of the school."`
	Elements []PaperElement `json:"elements" maxItems:"60" msg:"A certificate has at most 60 elements" doc:"What comes later lies over what comes before. name, course and code are among them."`
}

// pictureID is what an id of a picture looks like; it becomes part of an address.
var pictureID = regexp.MustCompile(`^[0-9a-f-]{36}$`)

// isText reports whether an element is set as text.
func (e PaperElement) isText() bool {
	return e.Kind != KindImage && e.Kind != KindLine && e.Kind != KindQR
}

func (e PaperElement) rectangle() document.Rectangle {
	return document.Rectangle{X: e.X, Y: e.Y, Width: e.Width, Height: e.Height}
}

// PictureIDs are those of the pictures of a layout, each once, in the order of the alphabet.
func (l PaperLayout) PictureIDs() []string {
	ids := []string{}
	for _, e := range l.Elements {
		if e.Kind == KindImage && e.PictureID != "" {
			ids = append(ids, e.PictureID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Texts are what stands on each certificate of a layout, besides what is said of it: the same texts in the order of its elements.
func (l PaperLayout) Texts() []string {
	texts := []string{}
	for _, e := range l.Elements {
		if e.Kind == KindText && strings.TrimSpace(e.Text) != "" {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// Has reports whether a layout has an element of one of these kinds.
func (l PaperLayout) Has(kinds ...string) bool {
	return slices.ContainsFunc(l.Elements, func(e PaperElement) bool { return slices.Contains(kinds, e.Kind) })
}

// Design is what certificates of a template look like.
type Design struct {
	Template string // its id
	Version  int64
	Language string
	Archived bool
	Layout   PaperLayout
}

// Bounded refuses a layout that is too much to draw: fault.Invalid, or nil.
func (l PaperLayout) Bounded() error {
	var broken fault.Fields
	l.bound(&broken)
	return broken.Err()
}

func (l PaperLayout) bound(broken *fault.Fields) {
	count, characters := map[string]int{}, 0
	for _, e := range l.Elements {
		count[e.Kind]++
		characters += utf8.RuneCountInString(e.Text)
	}
	for kind, n := range count {
		free := kind == KindText || kind == KindImage || kind == KindLine
		broken.Require(free || n <= mostOfAFact, "layout.elements", "too_many", "A certificate shows each fact at most 4 times")
	}
	broken.Require(count[KindImage] <= MostPictures, "layout.elements", "too_many", "A certificate has at most 6 pictures")
	broken.Require(characters <= mostCharacters, "layout.elements", "too_long", "The texts of a certificate have at most 4,000 characters as a whole")
}

// Broken refuses a layout that breaks its rules beyond those of its fields, and names its elements: fault.Invalid, or nil.
func (l PaperLayout) Broken() error {
	var broken fault.Fields
	ids := map[string]bool{}
	for i, e := range l.Elements {
		at := fmt.Sprintf("layout.elements[%d].", i)
		broken.Require(!ids[e.ID], at+"id", "duplicate", "Two elements have the same id")
		ids[e.ID] = true
		e.require(&broken, at)
	}
	broken.Require(l.Has(KindName) && l.Has(KindCourse) && l.Has(KindCode), "layout.elements", "required", "A certificate shows the name, the course and the code")
	l.bound(&broken)
	return broken.Err()
}

// require adds the fields of an element that break rules.
func (e PaperElement) require(broken *fault.Fields, at string) {
	const rounding = 0.01 // mm
	broken.Require(e.X+e.Width <= document.SheetWidth+rounding && e.Y+e.Height <= document.SheetHeight+rounding, at+"x", "out_of_range", "An element stands on the sheet")
	broken.Require(!e.isText() || e.Points >= document.Smallest, at+"points", "out_of_range", "The size of a text is between 7 and 200 points")
	around := !e.isText() || e.Kind == KindText || strings.TrimSpace(e.Text) == "" || strings.Count(e.Text, place) == 1
	broken.Require(around, at+"text", "invalid", "The words around a value contain {value} once")
	broken.Require(e.Kind != KindImage || pictureID.MatchString(e.PictureID), at+"picture_id", "required", "Please choose a picture")
}
