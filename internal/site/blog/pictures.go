package blog

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/picture"
	"lectern/internal/platform/text"
)

// PostPicture is a picture in the text of a post.
type PostPicture struct {
	ID  string `json:"id"`
	URL string `json:"url" doc:"Relative to the site."`
}

var (
	pictureTag = regexp.MustCompile(`<img\s[^>]*>`)
	shownFile  = regexp.MustCompile(`\ssrc="file:([0-9a-f-]{36})"`)
	altText    = regexp.MustCompile(`\salt="[^"]*"`)
)

// hasUndescribed reports whether clean HTML has a picture of which nobody has said what it shows, nor, by an empty text, that it is decorative.
func hasUndescribed(clean string) bool {
	for _, tag := range pictureTag.FindAllString(clean, -1) {
		if !altText.MatchString(tag) {
			return true
		}
	}
	return false
}

// showPictures takes pictures that the library does not have from a text of a locked post, and has those kept that it or what readers see shows.
func (s *Service) showPictures(ctx context.Context, tx bun.IDB, r row, c *content) error {
	sizes, err := s.deps.Library.Sizes(ctx, tx, text.FileIDs(c.HTML))
	if err != nil {
		return err
	}
	c.HTML = text.WithoutFiles(c.HTML, func(id string) bool { return sizes[id] != nil })
	used := text.FileIDs(c.HTML)
	if r.LiveID != nil {
		live, err := contentByID(ctx, tx, r.ID, *r.LiveID)
		if err != nil {
			return err
		}
		used = append(used, text.FileIDs(live.HTML)...)
	}
	return s.deps.Library.Use(ctx, tx, r.ID, used)
}

// draftPictures lists the pictures of a text for its editor.
func (s *Service) draftPictures(ctx context.Context, q bun.IDB, clean string) ([]PostPicture, error) {
	sizes, err := s.deps.Library.Sizes(ctx, q, text.FileIDs(clean))
	pictures := []PostPicture{}
	for id, all := range sizes {
		pictures = append(pictures, PostPicture{id, shownSize(all).URL})
	}
	return pictures, err
}

// columnWidth is how wide the text of a post is at most, in pixels.
const columnWidth = 704

// shownSize is the size that suits the column of the text where nothing better is known.
func shownSize(sizes []picture.CoverSize) picture.CoverSize {
	for _, size := range sizes {
		if size.Width >= columnWidth {
			return size
		}
	}
	return sizes[len(sizes)-1]
}

// withPictures gives the pictures of clean HTML their addresses, in all their sizes.
func (s *Service) withPictures(ctx context.Context, q bun.IDB, clean string) (string, error) {
	ids := text.FileIDs(clean)
	if len(ids) == 0 {
		return clean, nil
	}
	sizes, err := s.deps.Library.Sizes(ctx, q, ids)
	if err != nil {
		return "", err
	}
	shown := pictureTag.ReplaceAllStringFunc(clean, func(tag string) string {
		id := shownFile.FindStringSubmatch(tag)
		if id == nil || sizes[id[1]] == nil {
			return ""
		}
		return pictureMarkup(sizes[id[1]], altText.FindString(tag))
	})
	shown = text.WithoutFiles(shown, func(id string) bool { return sizes[id] != nil })
	return text.WithFiles(shown, func(id string) string { return sizes[id][len(sizes[id])-1].URL }), nil // links to pictures
}

// pictureMarkup is the element of a picture with alt, its attribute as it stands in clean HTML.
func pictureMarkup(sizes []picture.CoverSize, alt string) string {
	var set []string
	for _, size := range sizes {
		set = append(set, fmt.Sprintf("%s %dw", size.URL, size.Width))
	}
	at := shownSize(sizes)
	return fmt.Sprintf(`<img src="%s" srcset="%s" sizes="(min-width: %dpx) %dpx, 100vw" width="%d" height="%d"%s loading="lazy" decoding="async">`,
		html.EscapeString(at.URL), html.EscapeString(strings.Join(set, ", ")), columnWidth, columnWidth, at.Width, at.Height, alt)
}
