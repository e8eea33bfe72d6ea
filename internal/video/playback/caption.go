package playback

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Caption holds the captions of a video in one language. The body is WebVTT that we have generated, see normaliseCaptions.
type Caption struct {
	bun.BaseModel `bun:"table:video_captions,alias:c" json:"-"`

	VideoID   string    `bun:",pk" json:"-"`
	Language  string    `bun:",pk" json:"language" doc:"BCP 47."`
	Label     string    `json:"label"`
	Body      string    `json:"-"`
	CreatedAt time.Time `json:"-"`
	UpdatedAt time.Time `json:"updatedAt"`
	ETag      string    `bun:"-" json:"etag" doc:"For If-Match when they are replaced."`
}

// EditVersion is compared with If-Match.
func (c Caption) EditVersion() int64 { return c.UpdatedAt.UnixMicro() }

// CaptionUpload is captions as JSON; they may also be sent as the plain text of a .vtt or .srt file.
type CaptionUpload struct {
	Label   string `json:"label,omitempty" doc:"What the player's menu says. Default: the language's own name."`
	Content string `json:"content" doc:"WebVTT or SRT."`
}

const (
	maxCaptions   = 1 << 20 // bytes of text
	maxLabel      = 80      // characters
	labelTooLong  = "The label must be at most 80 characters"
	captionsLarge = "Captions can be at most 1 MB."
)

// Captions lists the captions of a video by language. For users who may watch it; fault.NotFound for others.
func (s *Service) Captions(ctx context.Context, who access.Caller, id string) ([]Caption, error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return nil, err
	}
	list, err := captionsOf(ctx, s.db.Reader(), v.ID)
	for i := range list {
		list[i].ETag = rest.TagOf(list[i])
	}
	return list, err
}

// PutCaptions sets the captions of a video in a language, replacing existing ones. For teachers of its course,
// fault.NotFound for others. fault.Invalid names the line that cannot be parsed, rest.ErrNoVersion when there are
// captions and the caller does not say which they replace, fault.Precondition when they are no longer those.
func (s *Service) PutCaptions(ctx context.Context, who access.Caller, id, tag string, u CaptionUpload, held rest.IfMatch) (Caption, error) {
	v, err := s.videos.Teachable(ctx, who, id)
	if err != nil {
		return Caption{}, err
	}
	now := s.clock.Now()
	c := Caption{VideoID: v.ID, Label: strings.Join(strings.Fields(u.Label), " "), CreatedAt: now, UpdatedAt: now}
	parsed, err := parseLanguage(tag)
	if err != nil {
		return c, err
	}
	c.Language = parsed.String()
	if c.Label == "" {
		c.Label = languageName(parsed)
	}
	if len([]rune(c.Label)) > maxLabel {
		return c, fault.Fields{{Name: "label", Code: "too_long", Message: labelTooLong}}.Err()
	}
	if c.Body, err = normaliseCaptions(u.Content); err != nil {
		return c, err
	}
	c.ETag = rest.TagOf(c)
	return c, s.db.InTx(ctx, func(tx bun.IDB) error {
		now, err := captionByLanguage(ctx, tx, v.ID, c.Language)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		now.ETag = rest.TagOf(now)
		if err == nil && held.ETag == "" {
			return rest.ErrNoVersion
		}
		if !held.Matches(now.EditVersion()) { // where there are none, no tag matches
			return fault.New(fault.Precondition, "stale_version", "Another user has changed these captions. Yours are not saved yet.").WithDetails(now)
		}
		return upsertCaption(ctx, tx, c)
	})
}

// DeleteCaptions deletes the captions in a language. For teachers of the course; fault.NotFound when there are none.
func (s *Service) DeleteCaptions(ctx context.Context, who access.Caller, id, tag string) error {
	v, err := s.videos.Teachable(ctx, who, id)
	if err != nil {
		return err
	}
	parsed, err := parseLanguage(tag)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteCaption(ctx, tx, v.ID, parsed.String()) })
}

// serveCaptions answers with the captions, one segment of them, or their HLS playlist.
func (s *Service) serveCaptions(ctx context.Context, g generationRef, file string) (rest.Reply, error) {
	name, vtt := strings.CutSuffix(file, ".vtt")
	tag, number, segment := strings.Cut(name, ".")
	if vtt && !segment {
		c, err := captionByLanguage(ctx, s.db.Reader(), g.videoID, tag)
		return c.reply(c.Body, ""), err
	}
	if tag, playlist := strings.CutSuffix(file, ".m3u8"); playlist {
		c, m, err := s.captionsOf(ctx, g, tag)
		if err != nil {
			return rest.Reply{}, err
		}
		return m.playlistReply(m.hlsCaptions(c.Language), hlsType), nil
	}
	n, err := strconv.Atoi(number)
	if !vtt || err != nil || n < 1 {
		return rest.Reply{}, captionsNotFound()
	}
	c, m, err := s.captionsOf(ctx, g, tag)
	if err != nil {
		return rest.Reply{}, err
	}
	part, err := m.captionSegment(c.Body, n)
	return c.reply(part, "-"+number), err
}

// captionsOf returns captions with the manifest of what they belong to.
func (s *Service) captionsOf(ctx context.Context, g generationRef, tag string) (c Caption, m *manifest, err error) {
	if c, err = captionByLanguage(ctx, s.db.Reader(), g.videoID, tag); err == nil {
		m, err = s.manifest(ctx, g.videoID, g.generation, maxAgeKnown)
	}
	return c, m, err
}

func (c Caption) reply(body, part string) rest.Reply {
	meta := rest.Headers{ContentType: "text/vtt; charset=utf-8", CacheControl: "private, no-cache", ETag: fmt.Sprintf(`"%x%s"`, c.UpdatedAt.UnixMicro(), part)}
	return rest.Bytes([]byte(body), withOpenCORS(meta))
}

// captionSegment returns the cues that are shown during segment n (from 1), with the times of the whole video, as HLS wants
// (RFC 8216, 3.5).
func (m *manifest) captionSegment(body string, n int) (string, error) {
	r := &m.videoRenditions[0]
	if n > int(r.segmentTotal) {
		return "", captionsNotFound()
	}
	start, length := r.rung.Segment(n)
	at := func(ticks int64) time.Duration {
		return time.Duration(float64(ticks) / float64(r.timescale()) * float64(time.Second))
	}
	return cutCaptions(body, at(start), at(start+length)), nil
}

// parseLanguage parses a BCP 47 tag with a known language.
func parseLanguage(tag string) (language.Tag, error) {
	parsed, err := language.Parse(tag)
	if base, _ := parsed.Base(); err != nil || parsed == language.Und || base.String() == "und" || len(tag) > 35 {
		return parsed, fault.Fields{{Name: "language", Code: "unknown_value",
			Message: "The language must be a language tag such as en, de or pt-BR"}}.Err()
	}
	return parsed, nil
}

// languageName returns the language's own name, with its region if the tag has one: português (BR).
func languageName(tag language.Tag) string {
	name := display.Self.Name(tag)
	if name == "" {
		return tag.String()
	}
	base, _ := tag.Base()
	if region, said := tag.Region(); said == language.Exact && name == display.Self.Name(language.Make(base.String())) {
		name += " (" + region.String() + ")"
	}
	return name
}

// readCaptionUpload reads a request's body: JSON, or the plain text with the label in the query.
func readCaptionUpload(r *rest.Request, decoder *rest.Decoder[CaptionUpload]) (u CaptionUpload, err error) {
	kind, _ := r.ContentType()
	limit := int64(maxCaptions)
	if kind == "application/json" {
		limit = 7 * maxCaptions // a character may be escaped to six bytes
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	if err != nil {
		return u, err
	}
	if int64(len(body)) > limit {
		return u, fault.New(fault.TooLarge, "captions_too_large", captionsLarge)
	}
	switch kind {
	case "application/json":
		return decoder.Decode(body)
	case "text/vtt", "text/plain", "text/srt", "application/x-subrip", "application/octet-stream", "":
		return CaptionUpload{Label: r.Query("label"), Content: string(body)}, nil
	}
	return u, fault.New(fault.UnsupportedType, "unsupported_captions", "Captions must be a WebVTT (.vtt) or SubRip (.srt) file.")
}

func captionsNotFound() error {
	return fault.New(fault.NotFound, "captions_not_found", "This video has no captions in that language.")
}

func labelTaken(err error) error {
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "caption_label_taken", "Captions in another language already have this label. Choose another one.").WithCause(err)
	}
	return err
}

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
