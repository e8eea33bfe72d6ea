package authoring

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// LinkPreview describes a course of the catalogue to those who link to its page. It returns course.ErrNotFound for every other:
// messengers show previews to people who may not see the course. address is the public address of the site, "" when unknown.
func (s *Service) LinkPreview(ctx context.Context, id, address string) (*rest.LinkPreview, error) {
	c, err := course.FindPublished(ctx, s.db.Reader(), id)
	if err != nil {
		return nil, err
	}
	link := &rest.LinkPreview{Title: c.Title, Description: text.OneLine(c.Summary)}
	if address == "" { // previews need absolute URLs
		return link, nil
	}
	link.URL = address + "/courses/" + c.ID
	if c.Cover != nil {
		widest := c.Cover.Sizes[len(c.Cover.Sizes)-1]
		link.Image = &rest.PreviewImage{URL: address + widest.URL, Alt: c.Title, Width: widest.Width, Height: widest.Height}
	}
	return link, nil
}
