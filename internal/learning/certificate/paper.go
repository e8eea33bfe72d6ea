package certificate

import (
	"lectern/internal/learning/certificatepaper"
	"lectern/internal/platform/document"
	"lectern/internal/platform/typeset"
)

// printed are the facts of a certificate as papers show them.
func (c Certificate) printed() certificatepaper.Facts {
	f := c.Facts
	return certificatepaper.Facts{Language: f.Language, Name: c.Name, Course: c.CourseTitle, Issuer: c.Issuer, Signatory: f.Signatory, Code: c.ShownCode, Address: c.Address,
		CompletedOn: f.CompletedOn, IssuedOn: f.IssuedOn, ValidUntil: f.ValidUntil, Score: f.Score, Hours: f.Hours, Instructors: f.Instructors}
}

// draw draws a certificate. The same certificate gives the same bytes.
func draw(c Certificate, fonts *typeset.Fonts, accent string) ([]byte, error) {
	sheet := document.NewSheet(fonts, certificatepaper.Title(c.Facts.Language)+": "+c.CourseTitle, c.Issuer, c.IssuedAt)
	paper := certificatepaper.Paper{Layout: certificatepaper.Standard(c.Facts.Language), Facts: c.printed(), Color: accent}
	if _, err := paper.Draw(sheet, fonts); err != nil {
		return nil, err
	}
	if c.Credential != nil {
		badge, err := c.signed()
		if err != nil {
			return nil, err
		}
		sheet.Attach("open-badge.json", badge)
	}
	return sheet.Bytes()
}
