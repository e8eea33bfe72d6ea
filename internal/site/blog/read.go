package blog

import (
	"context"
	"fmt"
	"regexp"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// PostFilter narrows and orders the list of published posts.
type PostFilter struct {
	Tag    string `query:"tag" maxLength:"80" msg:"tag must be at most 80 characters" doc:"The slug of a tag."`
	Author string `query:"author" maxLength:"36" msg:"author must be the id of an author"`
	Sort   string `query:"sort" enum:"newest,oldest" default:"newest" msg:"sort must be newest or oldest"`
}

// List returns a page of published posts, and how many there are. For everybody.
func (s *Service) List(ctx context.Context, f PostFilter, limit, offset int64) ([]PostCard, rest.Count, error) {
	q := s.deps.DB.Reader()
	posts, err := list(ctx, q, f, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	cards, err := s.cards(ctx, q, posts)
	if err != nil {
		return nil, rest.Count{}, err
	}
	n, err := count(ctx, q, f)
	return cards, n, err
}

// Featured lists the featured posts in their order, filled up by the newest. For everybody.
func (s *Service) Featured(ctx context.Context, limit int64) ([]PostCard, error) {
	q := s.deps.DB.Reader()
	posts, err := featured(ctx, q, limit)
	if err != nil {
		return nil, err
	}
	return s.cards(ctx, q, posts)
}

// Tags lists the tags of published posts. For everybody.
func (s *Service) Tags(ctx context.Context, byName bool, limit int64) ([]BlogTag, error) {
	return usedTags(ctx, s.deps.DB.Reader(), byName, limit)
}

// Post returns a published post by its id or an address that it has or had. For everybody. fault.NotFound, fault.Gone for one that is archived.
func (s *Service) Post(ctx context.Context, who access.Caller, idOrSlug string) (p Post, err error) {
	q := s.deps.DB.Reader()
	id := idOrSlug
	if _, bad := uuid.Parse(idOrSlug); bad != nil {
		if id, err = slugOwner(ctx, q, idOrSlug); err == nil && id == "" {
			err = errNotFound
		}
	}
	if err != nil {
		return p, err
	}
	p, err = s.post(ctx, q, who, id)
	p.IsMoved = id != idOrSlug && p.Slug != idOrSlug
	return p, err
}

func (s *Service) post(ctx context.Context, q bun.IDB, who access.Caller, id string) (p Post, err error) {
	f, err := liveByID(ctx, q, id, who.ID)
	if err == nil && f.Status == archived {
		err = errArchived
	}
	if err != nil {
		return p, err
	}
	cards, err := s.cards(ctx, q, []found{f})
	if err != nil {
		return p, err
	}
	p = Post{PostCard: cards[0], MetaTitle: f.Text.MetaTitle, MetaDescription: f.Text.MetaDescription, CanonicalURL: f.Text.CanonicalURL, IsLiked: f.IsLiked}
	shown, err := s.withPictures(ctx, q, f.Text.HTML)
	p.HTML, p.TOC = withHeadings(shown)
	return p, err
}

// Like notes that the caller likes a published post, or no longer does; repeating changes nothing. fault.NotFound, fault.Gone.
func (s *Service) Like(ctx context.Context, who access.Caller, id string, likes bool) (l LikeCount, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := s.post(ctx, tx, who, id); err != nil {
			return err
		}
		if err := like(ctx, tx, id, who.ID, likes, s.deps.Clock.Now()); err != nil {
			return err
		}
		p, err := s.post(ctx, tx, who, id)
		l = LikeCount{p.Likes, p.IsLiked}
		return err
	})
	return l, err
}

// LikeCount is how many users like a post.
type LikeCount struct {
	Likes   int64 `json:"likes"`
	IsLiked bool  `json:"isLiked" doc:"By the caller."`
}

func (s *Service) cards(ctx context.Context, q bun.IDB, posts []found) ([]PostCard, error) {
	ids := make([]string, len(posts))
	for i, p := range posts {
		ids[i] = p.ID
	}
	tags, err := tagsOf(ctx, q, ids)
	cards := make([]PostCard, len(posts))
	for i, f := range posts {
		cards[i] = PostCard{ID: f.ID, Slug: f.Slug, Title: f.Text.Title, Excerpt: f.Text.Excerpt, Cover: f.Text.cover(), Authors: s.authors(f), Tags: append([]PostTag{}, tags[f.ID]...),
			PublishedAt: *f.PublishedAt, UpdatedAt: *f.LiveAt, ReadMinutes: f.Text.ReadMinutes, Likes: f.Likes, Comments: f.Comments, IsFeatured: f.FeaturedRank != nil, Language: f.Text.Language}
	}
	return cards, err
}

const authorPicture = 64 // pixels

func (s *Service) authors(f found) []PostAuthor {
	a := PostAuthor{ID: f.CreatedBy, Name: f.AuthorName}
	if f.AvatarID != "" {
		a.Picture = s.deps.Pictures.AvatarURL(f.AvatarID, authorPicture)
	}
	return []PostAuthor{a}
}

var heading = regexp.MustCompile(`(?s)<h([23])>(.*?)</h[23]>`)

// withHeadings gives the headings of clean HTML ids, and lists them. Ids come from their words alone, never from the text's own markup.
func withHeadings(html string) (string, []PostHeading) {
	toc, seen := []PostHeading{}, map[string]int{}
	html = heading.ReplaceAllStringFunc(html, func(tag string) string {
		parts := heading.FindStringSubmatch(tag)
		words := text.PlainLine(parts[2])
		id := text.Slug(words)
		if id == "" {
			return tag
		}
		if seen[id]++; seen[id] > 1 {
			id = fmt.Sprintf("%s-%d", id, seen[id])
		}
		level := int64(parts[1][0] - '0')
		toc = append(toc, PostHeading{"section-" + id, level, words})
		return fmt.Sprintf(`<h%d id="section-%s">%s</h%d>`, level, id, parts[2], level)
	})
	return html, toc
}
