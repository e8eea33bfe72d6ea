package blog

import (
	"math"
	"strings"
	"time"
	"unicode"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/site/posttag"
)

// PostDraft is a post as those see it who write it.
type PostDraft struct {
	ID                string        `json:"id"`
	Slug              string        `json:"slug" doc:"Empty until it is published or given one."`
	Status            string        `json:"status" enum:"draft,scheduled,published,archived"`
	Version           int64         `json:"version"`
	Title             string        `json:"title"`
	Excerpt           string        `json:"excerpt"`
	HTML              string        `json:"html"`
	Cover             *BlogCover    `json:"cover"`
	CoverAlt          string        `json:"coverAlt"`
	Language          string        `json:"language"`
	Tags              []string      `json:"tags"`
	MetaTitle         string        `json:"metaTitle"`
	MetaDescription   string        `json:"metaDescription"`
	CanonicalURL      string        `json:"canonicalUrl"`
	Words             int64         `json:"words"`
	ReadMinutes       int64         `json:"readMinutes"`
	Authors           []PostAuthor  `json:"authors"`
	IsChanged         bool          `json:"isChanged" doc:"It differs from what readers see."`
	IsFeatured        bool          `json:"isFeatured"`
	PublishedAt       *time.Time    `json:"publishedAt"`
	ScheduledAt       *time.Time    `json:"scheduledAt"`
	ReviewRequestedAt *time.Time    `json:"reviewRequestedAt"`
	PreviewExpiresAt  *time.Time    `json:"previewExpiresAt" doc:"It has a preview link until then; null for none."`
	DeletedAt         *time.Time    `json:"deletedAt" doc:"It can be restored for 30 days."`
	UpdatedAt         time.Time     `json:"updatedAt"`
	Pictures          []PostPicture `json:"pictures" doc:"Those in its text, which refers to them as file:{id}."`
	Missing           []string      `json:"missing" enum:"title,text,cover_alt,picture_alt" doc:"What it needs before it can be published."`
	CommentsMode      string        `json:"commentsMode" enum:",open,first_approved,all_approved,closed" doc:"How it takes comments; empty for as the school has set."`
	MayPublish        bool          `json:"mayPublish" doc:"The caller publishes posts; otherwise they ask for a review."`
}

// EditVersion implements rest.Versioned.
func (d PostDraft) EditVersion() int64 { return d.Version }

// NewPost is what a post begins with.
type NewPost struct {
	Title string `json:"title" pattern:"\\S" maxLength:"200" msg:"Enter a title;maxLength=A title has at most 200 characters"`
}

// PostEdit replaces the draft of a post, except its cover.
type PostEdit struct {
	Title           string   `json:"title" maxLength:"200" msg:"A title has at most 200 characters" doc:"May be empty until the post is published."`
	Excerpt         string   `json:"excerpt,omitempty" maxLength:"300" msg:"A summary has at most 300 characters" doc:"Plain text, shown in lists."`
	HTML            string   `json:"html" maxLength:"500000" msg:"A post has at most 500,000 characters" doc:"Cleaned when it is saved."`
	CoverAlt        string   `json:"coverAlt,omitempty" maxLength:"300" msg:"The description of a picture has at most 300 characters"`
	Language        string   `json:"language,omitempty" pattern:"^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$" maxLength:"35" msg:"language must be a language tag, such as en or de-AT"`
	Tags            []string `json:"tags,omitempty" maxItems:"10" msg:"Tags must be a list of names;maxItems=A post has at most 10 tags"`
	MetaTitle       string   `json:"metaTitle,omitempty" maxLength:"120" msg:"A title for search engines has at most 120 characters"`
	MetaDescription string   `json:"metaDescription,omitempty" maxLength:"300" msg:"A description for search engines has at most 300 characters"`
	CanonicalURL    string   `json:"canonicalUrl,omitempty" pattern:"^(https?://[^\\s/]+(/\\S*)?)?$" maxLength:"500" msg:"Enter an address that begins with https://;maxLength=An address has at most 500 characters" doc:"Where it was published first, if that is on another site: search engines show that one."`
	Autosave        bool     `json:"autosave,omitempty" doc:"Saved while its author types: it replaces what was saved so before, and is no revision of its own."`
}

// write returns a text with what the edit sets; fault.Invalid for what breaks a rule.
func (e PostEdit) write(c content, cleaner *text.Cleaner) (content, error) {
	var broken fault.Fields
	tags := []string{}
	seen := map[string]bool{}
	for _, name := range e.Tags {
		name = text.OneLine(name)
		posttag.CheckName(name, "tags", &broken)
		if key := text.Fold(name); key != "" && !seen[key] {
			tags, seen[key] = append(tags, name), true
		}
	}
	c.Title, c.Excerpt, c.HTML = text.OneLine(e.Title), text.OneLine(e.Excerpt), cleaner.HTML(e.HTML)
	c.TitleKey = text.Fold(c.Title)
	c.CoverAlt, c.Language, c.Tags.V = text.OneLine(e.CoverAlt), e.Language, tags
	c.MetaTitle, c.MetaDescription = text.OneLine(e.MetaTitle), text.OneLine(e.MetaDescription)
	c.CanonicalURL = e.CanonicalURL
	c.Words, c.ReadMinutes = reading(c.HTML)
	return c, broken.Err()
}

// How fast people read: words of most languages, and characters of those written without spaces; and how many pictures they see.
const (
	wordsPerMinute      = 220
	charactersPerMinute = 450
	picturesPerMinute   = 6
)

// reading returns how many words a text has and how many minutes it takes to read, at least 1. A character of a language that is written
// without spaces counts as a word.
func reading(html string) (words, minutes int64) {
	var spaced, unspaced float64
	for word := range strings.FieldsSeq(text.PlainLine(html)) {
		ideographs := 0
		for _, r := range word {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				ideographs++
			}
		}
		if ideographs == 0 {
			spaced++
		}
		unspaced += float64(ideographs)
	}
	return int64(spaced + unspaced), max(1, int64(math.Round(spaced/wordsPerMinute+unspaced/charactersPerMinute+float64(len(text.FileIDs(html)))/picturesPerMinute)))
}

// missing lists what a text needs before it can be published.
func (c content) missing() []string {
	lacks := []string{}
	if c.Title == "" {
		lacks = append(lacks, "title")
	}
	if text.PlainLine(c.HTML) == "" {
		lacks = append(lacks, "text")
	}
	if c.CoverID != "" && c.CoverAlt == "" {
		lacks = append(lacks, "cover_alt")
	}
	if hasUndescribed(c.HTML) {
		lacks = append(lacks, "picture_alt")
	}
	return lacks
}

// refuseMissing returns fault.Conflict for a text that cannot be published.
func (c content) refuseMissing() error {
	for _, lack := range c.missing() {
		return fault.New(fault.Conflict, "post_incomplete", map[string]string{
			"title": "Give the post a title before you publish it.", "text": "The post is empty. Write something before you publish it.",
			"cover_alt":   "Describe what the cover shows before you publish the post, for readers who can't see it.",
			"picture_alt": "Describe each picture of the text before you publish the post, or say that it is decorative.",
		}[lack])
	}
	return nil
}

// PostRevision is an earlier text of a post, or the current one.
type PostRevision struct {
	ID      string    `json:"id"`
	Cause   string    `json:"cause" enum:"autosave,saved,published,restored"`
	Title   string    `json:"title"`
	Words   int64     `json:"words"`
	MadeBy  string    `json:"madeBy" doc:"Name; empty when the account is gone."`
	MadeAt  time.Time `json:"madeAt"`
	IsDraft bool      `json:"isDraft" doc:"It is the current draft."`
	IsLive  bool      `json:"isLive" doc:"It is what readers see."`
}

// PostRevisionText is a revision with its text.
type PostRevisionText struct {
	PostRevision
	Excerpt string `json:"excerpt"`
	HTML    string `json:"html"`
}
