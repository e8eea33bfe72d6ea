package exchange

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// CurriculumTemplate is a curriculum to start from.
type CurriculumTemplate struct {
	bun.BaseModel `bun:"table:curriculum_templates,alias:t" json:"-"`

	ID         string           `bun:",pk" json:"id"`
	Title      string           `json:"title"`
	Summary    string           `json:"summary"`
	Category   string           `json:"category"`
	Difficulty string           `json:"difficulty" enum:"beginner,intermediate,advanced"`
	Weeks      int64            `json:"duration" doc:"In weeks."`
	Lessons    int64            `json:"lessons"`
	Archive    db.JSON[Archive] `json:"-"`
	CreatedBy  string           `json:"-"`
	Removable  bool             `bun:"-" json:"removable" doc:"The caller may remove it."`
	CreatedAt  time.Time        `json:"createdAt"`
}

// NewTemplate asks for a template made from a course's draft.
type NewTemplate struct {
	CourseID   string `json:"course_id" minLength:"1" maxLength:"36" msg:"Course ID is required;minLength=Course ID cannot be empty"`
	Title      string `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary    string `json:"summary,omitempty" maxLength:"1000" msg:"A summary has at most 1000 characters"`
	Category   string `json:"category" pattern:"\\S" maxLength:"80" msg:"Category is required;maxLength=Category must be at most 80 characters"`
	Difficulty string `json:"difficulty,omitempty" enum:"beginner,intermediate,advanced" default:"beginner" msg:"Difficulty must be beginner, intermediate or advanced"`
}

// TemplateFilter narrows the list of templates.
type TemplateFilter struct {
	Category     string `query:"category" maxLength:"80" msg:"category must be at most 80 characters"`
	Difficulty   string `query:"difficulty" enum:"beginner,intermediate,advanced" msg:"difficulty must be beginner, intermediate or advanced"`
	Duration     int64  `query:"duration" minimum:"0" maximum:"1000" msg:"duration must be a number of weeks" doc:"At most so many weeks."`
	IncludeEmpty bool   `query:"include_empty" msg:"include_empty must be true or false" doc:"Also those without lessons."`
}

// Templates lists the templates, newest first, for teachers.
func (s *Service) Templates(ctx context.Context, who access.Caller, f TemplateFilter, limit, offset int64) ([]CurriculumTemplate, int64, error) {
	found, total, err := templates(ctx, s.deps.DB.Reader(), f, limit, offset)
	for i := range found {
		found[i].Removable = found[i].CreatedBy == who.ID || who.HasRole(access.Admin)
	}
	return found, total, err
}

// MakeTemplate saves the texts of a course's draft as a template, without files, videos and join addresses. For teachers of the
// course.
func (s *Service) MakeTemplate(ctx context.Context, who access.Caller, n NewTemplate) (t CurriculumTemplate, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, n.CourseID); err != nil {
		return t, err
	}
	a, of, err := s.archived(ctx, s.deps.DB.Reader(), n.CourseID)
	if err != nil {
		return t, err
	}
	size := 0
	for l := range allLessons(a.Sections) {
		if l.Content, err = of(ctx, *l); err != nil {
			return t, err
		}
		if err := dropOwn(l); err != nil {
			return t, err
		}
		if size += len(l.Content); size > maxTemplate {
			return t, errLongTemplate
		}
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), n.CourseID)
	if err != nil {
		return t, err
	}
	counted := r.Outline.V.Totals()
	t = CurriculumTemplate{ID: db.NewID(), Title: text.OneLine(n.Title), Summary: text.OneLine(n.Summary), Category: text.OneLine(n.Category), Difficulty: n.Difficulty,
		Weeks: counted.Weeks, Lessons: counted.Lessons, Archive: db.JSON[Archive]{V: a}, CreatedBy: who.ID, Removable: true, CreatedAt: s.deps.Clock.Now()}
	return t, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return insertTemplate(ctx, tx, t) })
}

// maxTemplate limits the texts of a template in bytes, because a template is read as one.
const maxTemplate = 4 << 20

var errLongTemplate = fault.New(fault.TooLarge, "template_too_large", "The texts of this draft are larger than 4 MB, too large for a template. Export the course, or copy it into another one.")

// dropOwn removes from a lesson what only its course has: files and videos, and the address with which a live session is joined.
func dropOwn(l *ArchivedLesson) error {
	switch {
	case l.Type == "video", l.Type == "pdf", l.Type == "file":
		l.Content = nil
	case l.Type == "live_session" && len(l.Content) > 0:
		live, err := content.Decode[content.LiveSession](l.Content)
		if err != nil {
			return err
		}
		live.JoinURL = ""
		l.Content, err = json.Marshal(live)
		return err
	}
	return nil
}

// RemoveTemplate deletes a template that the caller made; administrators may delete any. Others get errNoTemplate.
func (s *Service) RemoveTemplate(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteTemplate(ctx, tx, id, who) })
}
