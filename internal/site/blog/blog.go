// Package blog is the blog of the school: instructors write posts, administrators publish them, everybody reads them.
//
// A post has two texts: the draft that its author goes on writing, and the live one that readers see. Publishing makes the draft live.
// Every earlier text is kept and can be restored. An address that a post has had leads to it as long as the post exists.
package blog

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
)

// Statuses of a post.
const (
	draft     = "draft"
	scheduled = "scheduled"
	published = "published"
	archived  = "archived"
)

// deleted is the status by which deleted posts are listed.
const deleted = "deleted"

// Why a text was stored.
const (
	causeAutosave  = "autosave"
	causeSaved     = "saved"
	causePublished = "published"
	causeRestored  = "restored"
)

var (
	errNotFound = fault.New(fault.NotFound, "post_not_found", "This post doesn't exist. It may have been deleted.")
	errArchived = fault.New(fault.Gone, "post_archived", "This post is no longer available.")
	errNoText   = fault.New(fault.NotFound, "revision_not_found", "This revision doesn't exist. Only the newest ones and those that were published are kept.")
)

// row is a post as stored.
type row struct {
	bun.BaseModel `bun:"table:posts,alias:p"`

	ID                string `bun:",pk"`
	Status            string
	Version           int64
	DraftID           string
	LiveID            *string
	IndexedID         string
	FeaturedRank      *int64
	PublishedAt       *time.Time
	LiveAt            *time.Time
	ScheduledAt       *time.Time
	ReviewRequestedAt *time.Time
	Likes             int64
	Comments          int64
	CommentsMode      string
	PreviewHash       string
	PreviewExpiresAt  *time.Time
	DeletedAt         *time.Time
	Source            string // of one that was imported, with the id that it has there
	SourceID          string
	SourceDigest      string
	CreatedBy         string
	CreatedAt         time.Time
	UpdatedAt         time.Time
}

// content is one text of a post.
type content struct {
	bun.BaseModel `bun:"table:post_contents,alias:c"`

	ID              string `bun:",pk"`
	PostID          string
	Title           string
	TitleKey        string
	Excerpt         string
	HTML            string `bun:"html"`
	CoverID         string
	CoverWidth      int
	CoverAlt        string
	Language        string
	Tags            db.JSON[[]string] `bun:"type:jsonb"`
	MetaTitle       string
	MetaDescription string
	CanonicalURL    string `bun:"canonical_url"`
	Words           int64
	ReadMinutes     int64
	Cause           string
	MadeBy          *string
	MadeAt          time.Time
}

// PostCard is a post in a list.
type PostCard struct {
	ID          string       `json:"id"`
	Slug        string       `json:"slug" doc:"Its address is /blog/{slug}."`
	Title       string       `json:"title"`
	Excerpt     string       `json:"excerpt" doc:"Plain text; empty for none."`
	Cover       *BlogCover   `json:"cover"`
	Authors     []PostAuthor `json:"authors"`
	Tags        []PostTag    `json:"tags"`
	PublishedAt time.Time    `json:"publishedAt" doc:"For the first time."`
	UpdatedAt   time.Time    `json:"updatedAt" doc:"When what readers see was published."`
	ReadMinutes int64        `json:"readMinutes"`
	Likes       int64        `json:"likes"`
	Comments    int64        `json:"comments" doc:"That are published."`
	IsFeatured  bool         `json:"isFeatured"`
	Language    string       `json:"language" doc:"BCP 47; empty for that of the school."`
}

// Post is a published post.
type Post struct {
	PostCard
	HTML            string        `json:"html" doc:"Cleaned; its headings have the ids of toc."`
	TOC             []PostHeading `json:"toc"`
	MetaTitle       string        `json:"metaTitle" doc:"For search engines; empty for the title."`
	MetaDescription string        `json:"metaDescription" doc:"For search engines; empty for the excerpt."`
	CanonicalURL    string        `json:"canonicalUrl" doc:"Where it was published first, on another site; empty for here."`
	IsLiked         bool          `json:"isLiked" doc:"By the caller."`
	IsMoved         bool          `json:"isMoved" doc:"It was asked for by an address that it had before; slug is the current one."`
}

// PostHeading is a heading of a post, for its table of contents.
type PostHeading struct {
	ID    string `json:"id"`
	Level int64  `json:"level" doc:"2 or 3."`
	Text  string `json:"text"`
}

// PostAuthor is who wrote a post.
type PostAuthor struct {
	ID      string `json:"id" doc:"Empty when the account is gone."`
	Name    string `json:"name" doc:"Empty when the account is gone."`
	Picture string `json:"picture" doc:"URL of a square of 64 pixels, relative to the site; empty for none."`
}

// PostTag is a tag with its address, /blog/tag/{slug}.
type PostTag struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// BlogTag is a tag with the number of its posts.
type BlogTag struct {
	bun.BaseModel `bun:"table:blog_tags,alias:t" json:"-"`

	ID      string `bun:",pk" json:"-"`
	Name    string `json:"name"`
	NameKey string `json:"-"`
	Slug    string `json:"slug"`
	Posts   int64  `json:"posts" doc:"That are published."`
}

// BlogCover is the picture of a post.
type BlogCover struct {
	Alt   string              `json:"alt" doc:"What it shows, for those who don't see it."`
	Sizes []picture.CoverSize `json:"sizes" doc:"The same picture, smallest first."`
}

// coversPath is the prefix of the URLs of covers: the id of a picture and a width follow.
const coversPath = "/api/v1/blog-covers/"

func (c content) cover() *BlogCover {
	if c.CoverID == "" {
		return nil
	}
	return &BlogCover{c.CoverAlt, picture.CoverSizes(coversPath, c.CoverID, c.CoverWidth)}
}
