package lesson

import (
	"context"
	"fmt"
	"html/template"

	"lectern/internal/learning/content"
	"lectern/internal/platform/access"
	"lectern/internal/platform/webpage"
)

// WebPage is the page of a lesson as visitors may see it, while the web app loads and for those who run no scripts: its title and place for
// every lesson, its text for those that are open to everybody. For all alike, also for learners, so nothing of it says whether it is locked.
// It returns course.ErrNotFound and outline.ErrNoLesson. Crumb and language are left to the caller, who knows the course.
func (s *Service) WebPage(ctx context.Context, courseID, id string) (webpage.Page, error) {
	shown, err := s.Get(ctx, access.Caller{}, courseID, false)
	if err != nil {
		return webpage.Page{}, err
	}
	d, err := s.detail(ctx, access.Caller{}, shown, id, false)
	if err != nil {
		return webpage.Page{}, err
	}
	page := webpage.Page{
		Title: d.Title, Description: d.Summary, Path: "/learn/" + courseID + "/" + id, NoIndex: true,
		Answers: []webpage.Answer{{Key: []any{"progress", "outline", courseID, false}, Data: shown}, {Key: []any{"progress", "lesson", courseID, id}, Data: d}},
		Body:    webpage.Body{Heading: d.Title, Lead: d.Summary}, NeedsApp: true,
	}
	if d.SectionTitle != "" {
		page.Body.Facts = append(page.Body.Facts, d.SectionTitle)
	}
	page.Body.Facts = append(page.Body.Facts, fmt.Sprintf("Lesson %d of %d", d.Position, d.Total))
	if d.Type == "text" && len(d.Content) > 0 {
		t, err := content.Decode[content.Text](d.Content)
		if err != nil {
			return webpage.Page{}, err
		}
		page.Body.Sections = []webpage.Section{{Markup: template.HTML(t.HTML)}} // cleaned by textKind
		page.NeedsApp = false
	}
	return page, nil
}
