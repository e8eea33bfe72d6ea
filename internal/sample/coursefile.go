package sample

import (
	"embed"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"strings"
)

//go:embed courses/*.xml
var courseFiles embed.FS

// courseFile is a course as courses/*.xml describe it. The courses are created in the order of the files' names: the last is
// the first of the catalogue.
type courseFile struct {
	Title         string        `xml:"title,attr"`
	Category      string        `xml:"category,attr"`
	Format        string        `xml:"format,attr"` // live, blended or free
	Level         string        `xml:"level,attr"`
	Teachers      string        `xml:"teachers,attr"` // keys of people; the first creates it
	Cover         string        `xml:"cover,attr"`    // of covers/; none: the poster of its video
	Draft         bool          `xml:"draft,attr"`
	Template      string        `xml:"template,attr"` // title of the template that it becomes
	MinHours      int64         `xml:"min-hours,attr"`
	MaxHours      int64         `xml:"max-hours,attr"`
	Sessions      int64         `xml:"sessions,attr"`
	Certificate   bool          `xml:"certificate,attr"`
	Projects      bool          `xml:"projects,attr"`
	Summary       string        `xml:"summary"`
	Description   string        `xml:"description"`
	Outcomes      []string      `xml:"outcome"`
	Prerequisites []string      `xml:"prerequisite"`
	Tools         []string      `xml:"tool"`
	FAQ           []faqFile     `xml:"faq"`
	Prices        []priceFile   `xml:"price"`
	QuestionsAt   []slotFile    `xml:"questions-at"` // of a blended course
	LiveSessions  []sessionFile `xml:"session"`      // of a live course, one a week
	Weeks         []weekFile    `xml:"week"`
	Comments      []commentFile `xml:"talk"`
	Submissions   []workFile    `xml:"submission"` // of its assignment, one a learner
	Reviews       []reviewFile  `xml:"review"`     // one a learner
}

type faqFile struct {
	Question string `xml:"question,attr"`
	Answer   string `xml:",chardata"`
}

// priceFile has prices in the minor unit of the currency and discounts in percent.
type priceFile struct {
	Currency      string `xml:"currency,attr"`
	Individual    int64  `xml:"individual,attr"`
	Group         int64  `xml:"group,attr"`
	EarlyBird     int64  `xml:"early-bird,attr"`
	GroupDiscount int64  `xml:"group-discount,attr"`
	MinGroup      int64  `xml:"min-group,attr"`
	MaxGroup      int64  `xml:"max-group,attr"`
	Instalments   int64  `xml:"instalments,attr"`
}

type slotFile struct {
	Weekday int64  `xml:"weekday,attr"`
	Start   string `xml:"start,attr"`
	End     string `xml:"end,attr"`
}

type sessionFile struct {
	Title string `xml:"title,attr"`
}

type weekFile struct {
	Title   string       `xml:"title,attr"`
	Lessons []lessonFile `xml:",any"`
}

// lessonFile is a lesson of any type; the element's name is the type.
type lessonFile struct {
	XMLName   xml.Name
	Title     string         `xml:"title,attr"`
	Minutes   int64          `xml:"minutes,attr"`
	Preview   bool           `xml:"preview,attr"`
	Pass      int64          `xml:"pass,attr"`     // of a quiz, percent
	Points    int64          `xml:"points,attr"`   // of an assignment
	DueDays   int            `xml:"due-days,attr"` // of an assignment, from the start of the demo; 0 for none
	Name      string         `xml:"name,attr"`     // of a file
	About     string         `xml:"about,attr"`    // of a file
	Clip      string         `xml:"clip,attr"`     // of a video
	Questions []questionFile `xml:"question"`
	Inner     string         `xml:",innerxml"`
}

// text returns the content of a lesson that is plain text.
func (l lessonFile) text() string { return html.UnescapeString(strings.TrimSpace(l.Inner)) }

// html returns the content of a text lesson.
func (l lessonFile) html() string {
	return indentation.ReplaceAllString(strings.TrimSpace(l.Inner), "")
}

// indentation stands between the elements of a file, but not inside its code samples.
var indentation = regexp.MustCompile(`(?m)^ {6}`)

type questionFile struct {
	Kind        string       `xml:"kind,attr"`
	Prompt      string       `xml:"prompt,attr"`
	Explanation string       `xml:"explanation,attr"`
	Truth       bool         `xml:"truth,attr"`
	Value       string       `xml:"value,attr"`
	Tolerance   string       `xml:"tolerance,attr"`
	Accepted    string       `xml:"accepted,attr"` // answers separated by |
	Partial     bool         `xml:"partial,attr"`
	Options     []optionFile `xml:"option"`
}

type optionFile struct {
	Correct bool   `xml:"correct,attr"`
	Text    string `xml:",chardata"`
}

// commentFile is a comment below a lesson with its answer.
type commentFile struct {
	Lesson string    `xml:"lesson,attr"`
	By     string    `xml:"by,attr"`
	Text   string    `xml:",chardata"`
	Reply  replyFile `xml:"reply"`
}

type replyFile struct {
	By   string `xml:"by,attr"`
	Text string `xml:",chardata"`
}

// workFile is what a learner hands in. Without points it waits to be graded.
type workFile struct {
	Points  int64  `xml:"points,attr"`
	Comment string `xml:"comment,attr"`
	Text    string `xml:",chardata"`
}

// reviewFile is what a learner thinks of the course.
type reviewFile struct {
	Stars    int64  `xml:"stars,attr"`
	Answer   string `xml:"answer,attr"`   // of the teacher
	Reported string `xml:"reported,attr"` // the reason for which another user reports it
	Text     string `xml:",chardata"`
}

// readCourses returns the courses in their order.
func readCourses() (courses []courseFile, err error) {
	files, err := courseFiles.ReadDir("courses")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := courseFiles.ReadFile("courses/" + f.Name())
		if err != nil {
			return nil, err
		}
		var c courseFile
		if err := xml.Unmarshal(text, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		courses = append(courses, c)
	}
	return courses, nil
}
