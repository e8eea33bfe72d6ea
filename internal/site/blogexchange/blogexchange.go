// Package blogexchange takes posts out of the blog and into it, as a zip file of Markdown files with front matter and the pictures that they show.
//
// A request reads the list of posts of a file and stores the file; a job then imports them one by one, each in a transaction of its own. A dry run goes the
// same way and rolls each back.
package blogexchange

// Statuses of posts.
const (
	draft     = "draft"
	scheduled = "scheduled"
	published = "published"
	archived  = "archived"
)

// Folders of the zip file.
const (
	postsFolder    = "posts/"
	picturesFolder = "media/"
)

// header is the front matter of a post.
type header struct {
	Title           string   `yaml:"title"`
	ID              string   `yaml:"id,omitempty"`
	Slug            string   `yaml:"slug,omitempty"`
	Status          string   `yaml:"status,omitempty"`
	Date            moment   `yaml:"date,omitempty"` // it was published, or will be
	Language        string   `yaml:"language,omitempty"`
	Authors         []author `yaml:"authors,omitempty"`
	Tags            names    `yaml:"tags,omitempty"`
	Excerpt         string   `yaml:"excerpt,omitempty"`
	Cover           string   `yaml:"cover,omitempty"` // as a path
	CoverAlt        string   `yaml:"cover_alt,omitempty"`
	MetaTitle       string   `yaml:"meta_title,omitempty"`
	MetaDescription string   `yaml:"meta_description,omitempty"`
	CanonicalURL    string   `yaml:"canonical_url,omitempty"`
	Format          string   `yaml:"format,omitempty"` // htmlFormat, or Markdown
}

// author is who wrote a post; without an address, one whose account is gone.
type author struct {
	Name  string `yaml:"name,omitempty"`
	Email string `yaml:"email,omitempty"`
}

// htmlFormat says that the text of a post is HTML, which Markdown could not have said.
const htmlFormat = "html"
