package certificate

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/platform/db"
	"lectern/internal/platform/document"
	"lectern/internal/platform/typeset"
)

// Templates are what certificates of the school look like, as administrators have designed them.
type Templates interface {
	// Design returns what certificates of a template look like now. fault.NotFound.
	Design(ctx context.Context, q bun.IDB, id string) (certificatepaper.Design, error)
	// LockedDesign returns what Design does; nobody deletes or archives the template until the transaction ends.
	LockedDesign(ctx context.Context, tx bun.IDB, id string) (certificatepaper.Design, error)
	// Drawn returns pictures of templates by their ids.
	Drawn(ctx context.Context, q bun.IDB, ids []string) (map[string]document.Picture, error)
	// KeepPictures has pictures stay for ever.
	KeepPictures(ctx context.Context, tx bun.IDB, ids []string) error
}

// paper is what certificates look like that were issued on one version of a template.
type paper struct {
	bun.BaseModel `bun:"table:certificate_papers,alias:w"`

	ID        string                                `bun:",pk"`
	Layout    db.JSON[certificatepaper.PaperLayout] `bun:"type:jsonb"`
	CreatedAt time.Time
}

// paperOf is that of certificates which are issued on a template now.
func paperOf(d certificatepaper.Design, now time.Time) *paper {
	p := &paper{ID: fmt.Sprintf("%s.%d", d.Template, d.Version), CreatedAt: now}
	p.Layout.V = d.Layout
	return p
}

// layout is that of a paper, or the standard one for nil.
func (p *paper) layout(language string) certificatepaper.PaperLayout {
	if p == nil {
		return certificatepaper.Standard(language)
	}
	return p.Layout.V
}

// restrict leaves out of the facts what a layout does not show: it is not certified. The last day stays, for it decides whether the certificate is valid.
func (f Facts) restrict(l certificatepaper.PaperLayout) Facts {
	if !l.Has(certificatepaper.KindStatement, certificatepaper.KindSummary, certificatepaper.KindCompleted) {
		f.CompletedOn = ""
	}
	if !l.Has(certificatepaper.KindSummary, certificatepaper.KindScore) {
		f.Score = nil
	}
	if !l.Has(certificatepaper.KindSummary, certificatepaper.KindHours) {
		f.Hours = 0
	}
	if !l.Has(certificatepaper.KindTeacher) {
		f.Instructors = nil
	}
	if !l.Has(certificatepaper.KindSignatory) {
		f.Signatory = ""
	}
	return f
}

// printed are the facts of a certificate as papers show them.
func (c Certificate) printed() certificatepaper.Facts {
	f := c.Facts
	return certificatepaper.Facts{Language: f.Language, Name: c.Name, Course: c.CourseTitle, Issuer: c.Issuer, Signatory: f.Signatory, Code: c.ShownCode, Address: c.Address,
		CompletedOn: f.CompletedOn, IssuedOn: f.IssuedOn, ValidUntil: f.ValidUntil, Score: f.Score, Hours: f.Hours, Instructors: f.Instructors}
}

// draw draws a certificate. The same certificate gives the same bytes.
func (s *Service) draw(ctx context.Context, q bun.IDB, c Certificate, on *paper, accent string) ([]byte, error) {
	shown := certificatepaper.Paper{Layout: on.layout(c.Facts.Language), Facts: c.printed(), Color: accent}
	var err error
	if shown.Pictures, err = s.deps.Templates.Drawn(ctx, q, shown.Layout.PictureIDs()); err != nil {
		return nil, err
	}
	return c.file(shown, s.deps.Fonts)
}

// file is the PDF of a certificate, with its badge.
func (c Certificate) file(shown certificatepaper.Paper, fonts *typeset.Fonts) ([]byte, error) {
	sheet := document.NewSheet(fonts, certificatepaper.Title(c.Facts.Language)+": "+c.CourseTitle, c.Issuer, c.IssuedAt)
	if _, err := shown.Draw(sheet, fonts); err != nil {
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
