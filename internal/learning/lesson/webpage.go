package lesson

import (
	"context"
	"fmt"
	"html/template"

	"lectern/internal/learning/content"
	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/webpage"
)

// WebPage is the page of a lesson as visitors may see it, while the web app loads and for those who run no scripts: its title and place for
// every lesson, its text or the poster of its video for those that are open to everybody. For all alike, also for learners, so nothing of it says whether it is locked.
// A text that only learners may read is requested by their browser before the web app is.
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
	return page, s.showContent(ctx, &page, d)
}

// showContent puts what visitors may see of a lesson onto its page: a text, or the poster of a video.
func (s *Service) showContent(ctx context.Context, page *webpage.Page, d LessonDetail) error {
	if len(d.Content) == 0 {
		page.Body.AwaitsText = d.Type == "text"
		page.NeedsApp = !page.Body.AwaitsText
		return nil
	}
	switch d.Type {
	case "text":
		t, err := content.Decode[content.Text](d.Content)
		if err != nil {
			return err
		}
		page.Body.Sections = []webpage.Section{{Markup: template.HTML(t.HTML)}} // cleaned by textKind
		page.NeedsApp = false
	case "video":
		v, err := content.Decode[content.Video](d.Content)
		if err != nil {
			return err
		}
		poster, err := course.WebPoster(ctx, s.deps.DB.Reader(), v.VideoID)
		if err != nil {
			return err
		}
		page.Image, page.Body.Image, page.Body.ImageIsPlayer, page.NeedsApp = poster, poster, true, poster == nil
	}
	return nil
}
