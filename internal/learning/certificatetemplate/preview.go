package certificatetemplate

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/platform/access"
	"lectern/internal/platform/document"
	"lectern/internal/platform/settings"
)

// latin is the sample that is shown where none is chosen, and longest that of which all is as long as it may be.
const (
	latin   = "latin"
	longest = "longest"
)

// samples are a name and a course in scripts of the world, and the longest that there may be.
var samples = map[string][2]string{
	latin:        {"Zoë Lindqvist-Łukasiewicz", "Reading a balance sheet"},
	"cyrillic":   {"Катерина Щербак", "Основи фінансового обліку"},
	"devanagari": {"श्रीमती प्रियंका क्षत्रिय", "वित्तीय विवरण पढ़ना"},
	"bengali":    {"শ্রীমতী রক্ষিতা চক্রবর্তী", "আর্থিক বিবরণী পড়া"},
	"tamil":      {"ஸ்ரீநிவாசன் கிருஷ்ணமூர்த்தி", "நிதி அறிக்கை வாசித்தல்"},
	"arabic":     {"محمد بن عبد الله الخوارزمي", "قراءة الميزانية العمومية"},
	longest:      {strings.Repeat("Maximiliane Wolfeschlegelsteinhausen ", 3)[:110], strings.Repeat("Introduction to the reading of balance sheets ", 4)[:183]},
}

// sampleFacts are what a certificate says in a preview.
func (s *Service) sampleFacts(language, sample string, school settings.Settings) certificatepaper.Facts {
	name, course := strings.TrimSpace(samples[sample][0]), strings.TrimSpace(samples[sample][1])
	score := int64(92)
	day := func(months int) string { return s.deps.Clock.Now().AddDate(0, months, 0).Format(time.DateOnly) }
	f := certificatepaper.Facts{Language: language, Name: name, Course: course, Issuer: school.School.Name, Signatory: "Ada Byron", Code: "7Q2M-9XKD-4TWB-H",
		Address: s.deps.Address + "/verify/7Q2M9XKD4TWBH", CompletedOn: day(0), IssuedOn: day(0), ValidUntil: day(24), Score: &score, Hours: 14, Instructors: []string{"Grace Hopper", "Mina Okonkwo"}}
	if sample == longest {
		f.Instructors, f.Signatory = []string{name, name, name}, name
	}
	return f
}

// paper returns what is drawn of a layout.
func (s *Service) paper(ctx context.Context, q bun.IDB, n PreviewedLayout) (certificatepaper.Paper, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return certificatepaper.Paper{}, err
	}
	pictures, err := s.Drawn(ctx, q, n.Layout.PictureIDs())
	return certificatepaper.Paper{Layout: n.Layout, Facts: s.sampleFacts(n.Language, n.Sample, current), Color: current.Appearance.PrimaryColor, Pictures: pictures}, err
}

// Preview draws a layout that need not be saved. For administrators. fault.Invalid, fault.TooMany, fault.Unavailable.
func (s *Service) Preview(ctx context.Context, who access.Caller, n PreviewedLayout) (shown CertificatePreview, err error) {
	if err := n.Layout.Bounded(); err != nil {
		return shown, err
	}
	p, err := s.paper(ctx, s.deps.DB.Reader(), n)
	if err != nil {
		return shown, err
	}
	svg, problems, err := s.drawSVG(ctx, who, p)
	shown = CertificatePreview{SVG: string(svg), Problems: make([]PreviewProblem, 0, len(problems))}
	for _, found := range problems {
		shown.Problems = append(shown.Problems, PreviewProblem{ElementID: found.Element, Kind: found.Kind, Character: found.Character, Points: found.Points})
	}
	return shown, err
}

func (s *Service) drawSVG(ctx context.Context, who access.Caller, p certificatepaper.Paper) (svg []byte, problems []certificatepaper.Problem, err error) {
	release, err := s.slots.Take(ctx, who.ID)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	sheet := document.NewDrawing(s.deps.Fonts)
	if problems, err = p.Draw(sheet, s.deps.Fonts); err != nil {
		return nil, nil, err
	}
	svg, err = sheet.Bytes()
	return svg, problems, err
}

// SVG draws a template with a sample. For instructors and administrators. fault.NotFound, fault.TooMany, fault.Unavailable.
func (s *Service) SVG(ctx context.Context, who access.Caller, id string) ([]byte, error) {
	_, p, err := s.sampleOf(ctx, id, latin)
	if err != nil {
		return nil, err
	}
	svg, _, err := s.drawSVG(ctx, who, p)
	return svg, err
}

// sampleOf returns what is drawn of a template.
func (s *Service) sampleOf(ctx context.Context, id, sample string) (t template, p certificatepaper.Paper, err error) {
	q := s.deps.DB.Reader()
	if t, err = find(ctx, q, id); err != nil {
		return t, p, err
	}
	p, err = s.paper(ctx, q, PreviewedLayout{t.Layout.V, t.Language, sample})
	return t, p, err
}

// PDF draws a template as certificates on it are issued, with a sample, and returns its name, too. For instructors and administrators. Faults as of SVG.
func (s *Service) PDF(ctx context.Context, who access.Caller, id, sample string) (name string, pdf []byte, err error) {
	t, p, err := s.sampleOf(ctx, id, sample)
	if err != nil {
		return "", nil, err
	}
	release, err := s.slots.Take(ctx, who.ID)
	if err != nil {
		return "", nil, err
	}
	defer release()
	sheet := document.NewSheet(s.deps.Fonts, t.Name, p.Facts.Issuer, s.deps.Clock.Now())
	if _, err := p.Draw(sheet, s.deps.Fonts); err != nil {
		return "", nil, err
	}
	pdf, err = sheet.Bytes()
	return t.Name, pdf, err
}
