package sitefeedback

import (
	"context"

	"lectern/internal/platform/webpage"
)

// HomeGroup is what others say about the school, as a part of the home page for those who run no scripts, and what the web app shows it with.
func (s *Service) HomeGroup(ctx context.Context) (webpage.Group, []webpage.Answer, error) {
	published, err := s.Published(ctx)
	group := webpage.Group{Heading: "What others say"}
	for _, t := range published {
		group.Quotes = append(group.Quotes, webpage.Quote{Text: t.Text, By: t.FirstName})
	}
	return group, []webpage.Answer{{Key: []any{"site-feedback", "published"}, Data: published}}, err
}
