package terms

import (
	"context"
	"html/template"

	"lectern/internal/platform/webpage"
)

// WebPage is the page of the newest version of a document for those who run no scripts, in English where it is written in it. fault.NotFound.
func (s *Service) WebPage(ctx context.Context, kind string) (webpage.Page, error) {
	d, err := s.Document(ctx, kind, 0, "en")
	if err != nil {
		return webpage.Page{}, err
	}
	return webpage.Page{Title: d.Title, Path: "/" + kind, Language: d.Language,
		Body: webpage.Body{Heading: d.Title, Sections: []webpage.Section{{Markup: template.HTML(d.Body)}}}}, nil // cleaned when it was stored
}
