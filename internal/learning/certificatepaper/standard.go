package certificatepaper

// Colours of texts that are not in that of the school.
const (
	ink  = "#212529"
	grey = "#5c6268"
)

// Standard is the layout of schools that have made none, in a language. Where it says something that a certificate has not, nothing stands.
func Standard(language string) PaperLayout {
	w := languages[language]
	const left, width = 28, 241
	row := func(id, kind string, y, height, size float64) PaperElement {
		return PaperElement{ID: id, Kind: kind, X: left, Y: y, Width: width, Height: height, Points: size, Color: ink, Align: "center", Vertical: "top"}
	}
	in := func(e PaperElement, color string, bold bool) PaperElement {
		e.Color, e.Bold = color, bold
		return e
	}
	saying := func(e PaperElement, text string) PaperElement {
		e.Text = text
		return e
	}
	at := func(e PaperElement, x, width float64, align string) PaperElement {
		e.X, e.Width, e.Align = x, width, align
		return e
	}
	course := in(row("course", KindCourse, 98, 20.5, 22), ink, true)
	course.Vertical = "middle"
	qr := at(row("qr", KindQR, 156, 26, 0), 243, 26, "")
	return PaperLayout{Frame: "double", Elements: []PaperElement{
		in(row("issuer", KindIssuer, 24, 7, 15), "", true),
		saying(in(row("title", KindText, 37, 16, 34), ink, true), w.title),
		saying(in(row("certifies", KindText, 60, 6.5, 13), grey, false), w.certifies),
		in(row("name", KindName, 69, 14, 30), "", true),
		at(in(row("line", KindLine, 84, 0.3, 0), "", false), 78, 141, ""),
		in(row("statement", KindStatement, 90, 6.5, 13), grey, false),
		course,
		row("summary", KindSummary, 121, 6, 12),
		saying(in(row("teacher", KindTeacher, 129, 17, 12), grey, false), w.taughtBy+" "+place),
		saying(at(row("date", KindDate, 170, 5, 10.5), left, 82, "left"), w.issuedOn+" "+place),
		saying(at(row("expiry", KindExpiry, 176, 5, 10.5), left, 82, "left"), w.validUntil+" "+place),
		at(row("signatory", KindSignatory, 169, 5.8, 10.5), 112, 73, "center"),
		qr,
		at(in(row("code", KindCode, 185, 5, 10.5), ink, true), 219, 50, "right"),
		saying(at(in(row("address", KindAddress, 185, 5, 9), grey, false), left, 188, "left"), w.checkAt+" "+place),
	}}
}
