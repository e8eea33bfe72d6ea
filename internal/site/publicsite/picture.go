package publicsite

import (
	"bytes"
	"context"
	"image/png"
	"strings"
	"sync"

	"lectern/internal/platform/linkpicture"
	"lectern/internal/platform/palette"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/platform/typeset"
)

const mostKept = 200 // pictures in memory, about 30 KB each

// drawings are link pictures by what stands on them. They are drawn one at a time: they take no more than one core.
type drawings struct {
	fonts *typeset.Fonts
	mu    sync.Mutex
	drawn map[linkpicture.Card][]byte
}

// draw returns a picture as PNG.
func (d *drawings) draw(card linkpicture.Card) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept, has := d.drawn[card]; has {
		return kept, nil
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&file, linkpicture.Draw(d.fonts.Setter(), card)); err != nil {
		return nil, err
	}
	if len(d.drawn) >= mostKept {
		clear(d.drawn)
	}
	d.drawn[card] = file.Bytes()
	return file.Bytes(), nil
}

// plain is a text in one line, without what cannot be drawn.
func plain(s string) string { return text.OneLine(printable(s)) }

// picture is what programs show beside a link to a page that has no picture of its own. name is post- or course-, the id and .png.
func (s *Service) picture(ctx context.Context, name string) (rest.Document, error) {
	q := s.deps.DB.Reader()
	kind, id, _ := strings.Cut(strings.TrimSuffix(name, ".png"), "-")
	var about title
	var err error
	switch kind {
	case "post":
		about, err = postTitle(ctx, q, id)
	case "course":
		about, err = courseTitle(ctx, q, id)
	default:
		err = errNotFound
	}
	if err != nil {
		return rest.Document{}, err
	}
	school, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return rest.Document{}, err
	}
	colors := palette.Of(school.Appearance.PrimaryColor)
	body, err := s.drawings.draw(linkpicture.Card{Title: plain(about.Title), Above: plain(about.Above), Below: plain(school.School.Name), Color: colors.Light.Fill, Ink: colors.OnFill})
	return rest.Document{ContentType: "image/png", Body: body}, err
}
