package certificatepaper

import (
	"fmt"
	"strings"
	"time"
)

// Languages are those in which certificates are written.
const (
	English = "en"
	German  = "de"
)

// Facts are what a certificate says.
type Facts struct {
	Language    string // English or German
	Name        string
	Course      string
	Issuer      string
	Signatory   string // may be empty
	Code        string // as it is printed
	Address     string // of the page on which everybody checks it
	CompletedOn string // YYYY-MM-DD; empty for a course that was not completed
	IssuedOn    string // YYYY-MM-DD
	ValidUntil  string // YYYY-MM-DD; empty for no end
	Score       *int64 // percent; nil for none
	Hours       int64  // 0 for less than one
	Instructors []string
}

// words are the texts of a certificate in a language.
type words struct {
	title, certifies, completed, attended, taughtBy, issuedOn, validUntil, checkAt string
	completedOn, score, hours                                                      string // with a place for what they name
	date                                                                           func(time.Time) string
}

var germanMonths = [...]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"}

var languages = map[string]words{
	English: {title: "Certificate of completion", certifies: "This certifies that", completed: "has successfully completed the course", attended: "has taken part in the course",
		taughtBy: "Taught by", issuedOn: "Issued on", validUntil: "Valid until", checkAt: "Check this certificate at", completedOn: "Completed on %s", score: "Score: %d%%", hours: "Hours of learning: %d",
		date: func(t time.Time) string { return t.Format("2 January 2006") }},
	German: {title: "Zertifikat", certifies: "Hiermit wird bescheinigt, dass", completed: "den folgenden Kurs erfolgreich abgeschlossen hat:", attended: "am folgenden Kurs teilgenommen hat:",
		taughtBy: "Lehrkräfte:", issuedOn: "Ausgestellt am", validUntil: "Gültig bis", checkAt: "Prüfen Sie dieses Zertifikat unter", completedOn: "Abgeschlossen am %s", score: "Ergebnis: %d\u00a0%%", hours: "Lernstunden: %d",
		date: func(t time.Time) string {
			return fmt.Sprintf("%d. %s %d", t.Day(), germanMonths[t.Month()-1], t.Year())
		}},
}

// Title is what a certificate is called in a language.
func Title(language string) string { return languages[language].title }

// day writes YYYY-MM-DD out; a text that is no day stays.
func (w words) day(text string) string {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return w.date(at)
}

// place is where in the words around a value it stands.
const place = "{value}"

// said is the text of an element: "" when the certificate has nothing to say there.
func (e PaperElement) said(f Facts) string {
	if e.Kind == KindText {
		return e.Text
	}
	value := f.value(e.Kind)
	if value == "" || strings.TrimSpace(e.Text) == "" {
		return value
	}
	return strings.Replace(e.Text, place, value, 1)
}

// value is what a certificate says of a kind.
func (f Facts) value(kind string) string {
	w := languages[f.Language]
	switch kind {
	case KindStatement:
		if f.CompletedOn == "" {
			return w.attended
		}
		return w.completed
	case KindSummary:
		return strings.Join(w.summary(f), "   ·   ")
	case KindScore:
		if f.Score == nil {
			return ""
		}
		return percent(*f.Score, f.Language)
	case KindHours:
		if f.Hours == 0 {
			return ""
		}
		return fmt.Sprint(f.Hours)
	}
	return map[string]string{KindName: f.Name, KindCourse: f.Course, KindCompleted: w.day(f.CompletedOn), KindDate: w.day(f.IssuedOn), KindExpiry: w.day(f.ValidUntil),
		KindTeacher: strings.Join(f.Instructors, ", "), KindIssuer: f.Issuer, KindSignatory: f.Signatory, KindCode: f.Code, KindAddress: f.Address}[kind]
}

func percent(n int64, language string) string {
	if language == German {
		return fmt.Sprintf("%d\u00a0%%", n) // DIN 5008
	}
	return fmt.Sprintf("%d%%", n)
}

// summary is what is said of how the learner has completed the course.
func (w words) summary(f Facts) (all []string) {
	if f.CompletedOn != "" {
		all = append(all, fmt.Sprintf(w.completedOn, w.day(f.CompletedOn)))
	}
	if f.Score != nil {
		all = append(all, fmt.Sprintf(w.score, *f.Score))
	}
	if f.Hours > 0 {
		all = append(all, fmt.Sprintf(w.hours, f.Hours))
	}
	return all
}
