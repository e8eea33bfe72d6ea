package blog

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/site/posttag"
)

// previewFor is how long a preview link works.
const previewFor = 7 * 24 * time.Hour

// PreviewLink shows the draft of a post to anyone who knows it.
type PreviewLink struct {
	Path      string    `json:"path" doc:"Of its page, relative to the site. It is shown once: only its digest is stored."`
	ExpiresAt time.Time `json:"expiresAt"`
}

// PostPreview is the draft of a post as readers would see it.
type PostPreview struct {
	Title       string        `json:"title"`
	Excerpt     string        `json:"excerpt"`
	HTML        string        `json:"html" doc:"Cleaned; its headings have the ids of toc."`
	TOC         []PostHeading `json:"toc"`
	Cover       *BlogCover    `json:"cover"`
	Authors     []PostAuthor  `json:"authors"`
	Tags        []string      `json:"tags"`
	Language    string        `json:"language"`
	ReadMinutes int64         `json:"readMinutes"`
	UpdatedAt   time.Time     `json:"updatedAt"`
	ExpiresAt   time.Time     `json:"expiresAt" doc:"The link ends then."`
}

var errNoPreview = fault.New(fault.NotFound, "preview_not_found", "This preview link has expired or was withdrawn. Ask the author for a new one.")

// SharePreview makes a link to the draft of a post, in place of the one that there is. Same callers as Draft.
func (s *Service) SharePreview(ctx context.Context, who access.Caller, id string) (PreviewLink, error) {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return PreviewLink{}, err
	}
	token := base64.RawURLEncoding.EncodeToString(secret)
	link := PreviewLink{"/blog/preview/" + token, s.deps.Clock.Now().Add(previewFor)}
	return link, s.setPreview(ctx, who, id, digest(token), &link.ExpiresAt)
}

// WithdrawPreview ends the link to the draft of a post, if there is one. Same callers as Draft.
func (s *Service) WithdrawPreview(ctx context.Context, who access.Caller, id string) error {
	return s.setPreview(ctx, who, id, "", nil)
}

// setPreview changes no version: the text stays as it is, and its editor goes on.
func (s *Service) setPreview(ctx context.Context, who access.Caller, id, hash string, until *time.Time) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		r.PreviewHash, r.PreviewExpiresAt = hash, until
		return update(ctx, tx, r)
	})
}

// Preview returns the draft behind a link. For anyone who knows it, until it expires. fault.NotFound.
func (s *Service) Preview(ctx context.Context, token string) (p PostPreview, err error) {
	q := s.deps.DB.Reader()
	f, err := draftByPreview(ctx, q, digest(token), s.deps.Clock.Now())
	if err != nil {
		return p, err
	}
	shown, err := s.withPictures(ctx, q, f.Text.HTML)
	p = PostPreview{Title: f.Text.Title, Excerpt: f.Text.Excerpt, Cover: f.Text.cover(), Authors: s.authors(f), Tags: f.Text.Tags.V, Language: f.Text.Language,
		ReadMinutes: f.Text.ReadMinutes, UpdatedAt: f.UpdatedAt, ExpiresAt: *f.PreviewExpiresAt}
	p.HTML, p.TOC = withHeadings(shown)
	if err == nil {
		err = posttag.UseCurrentNames(ctx, q, &p.Tags)
	}
	return p, err
}

func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
