package certificate

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"

	"lectern/internal/platform/document"
	"lectern/internal/platform/typeset"
)

// words are the texts of a certificate in a language.
type words struct {
	title, certifies, completed, attended, taughtBy, issuedOn, validUntil, checkAt string
	completedOn, score, hours                                                      string // with a place for what they name
	date                                                                           func(time.Time) string
}

var germanMonths = [...]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"}

var languages = map[string]words{
	"en": {title: "Certificate of completion", certifies: "This certifies that", completed: "has successfully completed the course", attended: "has taken part in the course",
		taughtBy: "Taught by", issuedOn: "Issued on", validUntil: "Valid until", checkAt: "Check this certificate at", completedOn: "Completed on %s", score: "Score: %d%%", hours: "Hours of learning: %d",
		date: func(t time.Time) string { return t.Format("2 January 2006") }},
	"de": {title: "Zertifikat", certifies: "Hiermit wird bescheinigt, dass", completed: "den folgenden Kurs erfolgreich abgeschlossen hat:", attended: "am folgenden Kurs teilgenommen hat:",
		taughtBy: "Lehrkräfte:", issuedOn: "Ausgestellt am", validUntil: "Gültig bis", checkAt: "Prüfen Sie dieses Zertifikat unter", completedOn: "Abgeschlossen am %s", score: "Ergebnis: %d\u00a0%%", hours: "Lernstunden: %d",
		date: func(t time.Time) string {
			return fmt.Sprintf("%d. %s %d", t.Day(), germanMonths[t.Month()-1], t.Year())
		}},
}

// day writes YYYY-MM-DD out; a text that is no day stays.
func (w words) day(text string) string {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return w.date(at)
}

// Where texts stand, in mm.
const (
	left    = 28.0
	right   = document.SheetWidth - left
	qrSide  = 26.0
	qrTop   = 156.0
	footTop = 170.0
)

var (
	ink  = document.Color{R: 33, G: 37, B: 41}
	grey = document.Color{R: 92, G: 98, B: 104}
)

// draw draws a certificate. The same certificate gives the same bytes.
func draw(c Certificate, fonts *typeset.Fonts, accent string) ([]byte, error) {
	w, color := languages[c.Facts.Language], colorOf(accent)
	sheet := document.NewSheet(fonts, w.title+": "+c.CourseTitle, c.Issuer, c.IssuedAt)
	sheet.Frame(9, 1.6, color)
	sheet.Frame(12, 0.3, color)
	plain := document.Style{Size: 13, Color: grey}
	sheet.Text(left, right, 24, "C", c.Issuer, document.Style{Size: 15, Bold: true, Color: color})
	sheet.Text(left, right, 37, "C", w.title, document.Style{Size: 34, Bold: true, Color: ink})
	sheet.Text(left, right, 60, "C", w.certifies, plain)
	sheet.Text(left, right, 69, "C", c.Name, document.Style{Size: 30, Bold: true, Color: color})
	sheet.Line(left+50, right-50, 84, 0.3, color)
	did := w.attended
	if c.Facts.CompletedOn != "" {
		did = w.completed
	}
	sheet.Text(left, right, 90, "C", did, plain)
	y := sheet.Paragraph(left, right, 99, 2, c.CourseTitle, document.Style{Size: 22, Bold: true, Color: ink})
	y = sheet.Paragraph(left, right, y+4, 1, strings.Join(w.figures(c.Facts), "   ·   "), document.Style{Size: 12, Color: ink})
	if len(c.Facts.Instructors) > 0 {
		sheet.Paragraph(left, right, y+1, 3, w.taughtBy+" "+strings.Join(c.Facts.Instructors, ", "), document.Style{Size: 12, Color: grey})
	}
	return finish(sheet, c, w)
}

// figures are what is said of how the learner has completed the course.
func (w words) figures(f Facts) (all []string) {
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

// finish draws the foot: dates, who signs, and how to check the certificate.
func finish(sheet *document.Sheet, c Certificate, w words) ([]byte, error) {
	small := document.Style{Size: 10.5, Color: ink}
	sheet.Text(left, 110, footTop, "L", w.issuedOn+" "+w.day(c.Facts.IssuedOn), small)
	if c.Facts.ValidUntil != "" {
		sheet.Text(left, 110, footTop+6, "L", w.validUntil+" "+w.day(c.Facts.ValidUntil), small)
	}
	if c.Facts.Signatory != "" {
		sheet.Line(112, 185, footTop-1, 0.3, grey)
		sheet.Text(112, 185, footTop, "C", c.Facts.Signatory, small)
	}
	code, err := qr.Encode(c.Address, qr.M, qr.Unicode)
	if err != nil {
		return nil, err
	}
	black := make([][]bool, code.Bounds().Dy())
	for y := range black {
		black[y] = make([]bool, code.Bounds().Dx())
		for x := range black[y] {
			r, _, _, _ := code.At(x, y).RGBA()
			black[y][x] = r == 0
		}
	}
	sheet.Squares(right-qrSide, qrTop, qrSide, black, c.Address)
	sheet.Text(left, right, qrTop+qrSide+3, "R", c.ShownCode, document.Style{Size: 10.5, Bold: true, Color: ink})
	sheet.Text(left, right-50, qrTop+qrSide+3, "L", w.checkAt+" "+c.Address, document.Style{Size: 9, Color: grey})
	if c.Credential != nil {
		badge, err := c.signed()
		if err != nil {
			return nil, err
		}
		sheet.Attach("open-badge.json", badge)
	}
	return sheet.Bytes()
}

// colorOf reads a color of the settings, #rrggbb.
func colorOf(hex string) document.Color {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil {
		return ink
	}
	return document.Color{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n)}
}
