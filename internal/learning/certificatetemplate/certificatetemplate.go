// Package certificatetemplate keeps what the certificates of the school look like: templates that administrators design, with their pictures. Courses choose one of
// them, or the standard layout.
package certificatetemplate

import (
	"image"
	"math"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/platform/db"
	"lectern/internal/platform/document"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
)

// Limits.
const (
	mostTemplates = 100
	mostBytes     = 2 << 20   // of a picture
	mostOfLayout  = 3 << 20   // bytes of all pictures of a layout
	mostPixels    = 2_200_000 // of an opaque picture: A4 at 150 dots an inch
	mostBlended   = 800_000   // pixels of one with transparency, which a PDF unpacks
	unusedFor     = 24 * time.Hour
)

// CertificateTemplateSummary is a template in a list.
type CertificateTemplateSummary struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Language  string    `json:"language" enum:"en,de" doc:"Of dates, and of what the server words."`
	Archived  bool      `json:"archived" doc:"Courses can't choose it any more; those that have go on with it."`
	Courses   int64     `json:"courses" doc:"How many issue their certificates on it."`
	Version   int64     `json:"version"`
	UpdatedAt time.Time `json:"updated_at"`
}

// CertificateTemplate is what certificates of courses look like.
type CertificateTemplate struct {
	CertificateTemplateSummary
	Layout   certificatepaper.PaperLayout `json:"layout"`
	Pictures []CertificatePicture         `json:"pictures" doc:"That the layout shows."`
}

// EditVersion is the version for If-Match.
func (t CertificateTemplate) EditVersion() int64 { return t.Version }

// CertificatePicture is a picture for templates.
type CertificatePicture struct {
	ID     string `json:"id"`
	URL    string `json:"url" doc:"Its content never changes."`
	Width  int64  `json:"width" doc:"Pixels."`
	Height int64  `json:"height" doc:"Pixels."`
}

// NewCertificateTemplate begins a template.
type NewCertificateTemplate struct {
	Name     string `json:"name" pattern:"\\S" maxLength:"80" msg:"Enter the name of the template;maxLength=The name must be at most 80 characters"`
	Language string `json:"language" enum:"en,de" msg:"Please choose a language" doc:"Of the standard layout, with which it begins. A copy has that of its original."`
	CopyOf   string `json:"copy_of,omitempty" maxLength:"36" msg:"This template doesn't exist" doc:"Another template, with whose layout it begins."`
}

// CertificateTemplateEdit is a template as administrators save it.
type CertificateTemplateEdit struct {
	Name     string                       `json:"name" pattern:"\\S" maxLength:"80" msg:"Enter the name of the template;maxLength=The name must be at most 80 characters"`
	Language string                       `json:"language" enum:"en,de" msg:"Please choose a language" doc:"Of dates, and of what the server words."`
	Layout   certificatepaper.PaperLayout `json:"layout"`
}

// CertificateTemplateArchive archives a template, or restores it.
type CertificateTemplateArchive struct {
	Archived bool `json:"archived" doc:"Courses can't choose it any more; those that have go on with it."`
}

// CertificateTemplateUses are the courses that issue their certificates on a template.
type CertificateTemplateUses struct {
	Courses []CertificateTemplateUse `json:"courses" doc:"Up to 100, by title."`
}

// CertificateTemplateUse is a course that issues its certificates on a template.
type CertificateTemplateUse struct {
	CourseID string `json:"course_id"`
	Title    string `json:"title"`
}

// PreviewedLayout is a layout that is drawn before it is saved.
type PreviewedLayout struct {
	Layout   certificatepaper.PaperLayout `json:"layout"`
	Language string                       `json:"language" enum:"en,de" msg:"Please choose a language"`
	Sample   string                       `json:"sample" enum:"latin,cyrillic,devanagari,bengali,tamil,arabic,longest" msg:"There is no such sample" doc:"Whose name is shown, and the name of which course: in one of six scripts, or as long as they may be."`
}

// CertificatePreview is a layout as it is drawn.
type CertificatePreview struct {
	SVG      string           `json:"svg" doc:"What the PDF shows, in mm. It refers to pictures by their URLs."`
	Problems []PreviewProblem `json:"problems" doc:"Where it does not show all as the layout says."`
}

// PreviewProblem is an element that does not show all as the layout says.
type PreviewProblem struct {
	ElementID string  `json:"element_id"`
	Kind      string  `json:"kind" enum:"unprintable,shrunk,cut" doc:"unprintable: no font has one of its characters. shrunk: set smaller, because it has no room. cut: ends in an ellipsis."`
	Character string  `json:"character" doc:"Of unprintable; otherwise empty."`
	Points    float64 `json:"points" doc:"Size in which it is set; 0 for unprintable."`
}

var (
	errNotFound  = fault.New(fault.NotFound, "template_not_found", "This template doesn't exist.")
	errNoPicture = fault.New(fault.NotFound, "picture_not_found", "This picture doesn't exist.")
	errTooMany   = fault.New(fault.Conflict, "too_many_templates", "The school has 100 certificate templates. Delete one that no course uses.")
)

// template is the row of a template.
type template struct {
	bun.BaseModel `bun:"table:certificate_templates,alias:t"`

	ID        string `bun:",pk"`
	Name      string
	NameKey   string
	Language  string
	Layout    db.JSON[certificatepaper.PaperLayout] `bun:"type:jsonb"`
	Archived  bool
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
	Courses   int64 `bun:",scanonly"`
}

// stored is the row of a picture.
type stored struct {
	bun.BaseModel `bun:"table:certificate_template_pictures,alias:p"`

	ID        string `bun:",pk"`
	MediaType string
	Width     int64
	Height    int64
	Bytes     int64
	Issued    bool
	TouchedAt time.Time
}

func (t template) summary() CertificateTemplateSummary {
	return CertificateTemplateSummary{ID: t.ID, Name: t.Name, Language: t.Language, Archived: t.Archived, Courses: t.Courses, Version: t.Version, UpdatedAt: t.UpdatedAt}
}

const picturePath = "/certificate-templates/pictures/"

func (p stored) shown() CertificatePicture {
	return CertificatePicture{ID: p.ID, URL: "/api/v1" + picturePath + p.ID, Width: p.Width, Height: p.Height}
}

// drawn is a picture as sheets show it.
func (p stored) drawn(open func() ([]byte, error)) document.Picture {
	return document.Picture{Address: "/api/v1" + picturePath + p.ID, Type: p.MediaType, Width: int(p.Width), Height: int(p.Height), Open: open}
}

var pictureRules = picture.Rules{
	Field: "picture", Types: []string{"image/png", "image/jpeg", "image/webp"},
	Other: "This file is not a picture that can be shown. Choose a PNG, JPEG or WebP file.",
}

// whole is a picture.Layout: the whole picture, once with as many pixels as an opaque one may have, and once with as many as another.
func whole(width, height int) (image.Rectangle, []image.Point, error) {
	within := func(most float64) image.Point {
		scale := min(1, math.Sqrt(most/(float64(width)*float64(height))))
		return image.Pt(max(1, int(float64(width)*scale)), max(1, int(float64(height)*scale)))
	}
	return image.Rect(0, 0, width, height), []image.Point{within(mostPixels), within(mostBlended)}, nil
}
