package playback

import (
	"cmp"
	"context"
	"strings"

	"github.com/uptrace/bun"
	"golang.org/x/text/language"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// FoundCaptions keeps the captions that the files of videos hold.
type FoundCaptions struct{ Clock clock.Clock }

// AddFound keeps captions found in a video's file, unless a teacher has uploaded some in that language; what is no captions is left out.
func (f FoundCaptions) AddFound(ctx context.Context, tx bun.IDB, videoID, lang, title, content string) error {
	tag, err := language.Parse(lang)
	label := strings.Join(strings.Fields(title), " ")
	if err != nil || lang == "" {
		tag, label = language.Und, cmp.Or(label, "Captions")
	}
	now := f.Clock.Now()
	c := Caption{VideoID: videoID, Language: tag.String(), Label: cmp.Or(label, languageName(tag)), CreatedAt: now, UpdatedAt: now}
	c.Body, err = normaliseCaptions(content)
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.TooLarge) {
		return nil
	}
	if err != nil || !strings.Contains(c.Body, "-->") {
		return err
	}
	return insertFoundCaption(ctx, tx, c)
}
