package publicsite

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"net/url"
	"regexp"
	"strings"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// format writes a feed.
type format struct {
	kind  string
	write func(f feed) ([]byte, error)
}

// formats are the names of feeds below /blog.
var formats = map[string]format{
	"rss.xml":   {"application/rss+xml; charset=utf-8", writeRSS},
	"atom.xml":  {"application/atom+xml; charset=utf-8", writeAtom},
	"feed.json": {"application/feed+json; charset=utf-8", writeJSON},
}

const newest = 20 // posts of a feed

// feed is what the three formats have in common. Its addresses are absolute.
type feed struct {
	title, page, self string
	changed           time.Time
	entries           []entry
}

type entry struct {
	id                           string // urn:uuid, so that a post is the same at a new address
	title, page, summary, markup string // markup is clean, and has absolute addresses alone (text.Cleaner)
	author, language, image      string
	tags                         []string
	published, changed           time.Time
}

// feedOf says which posts a feed has: those with a tag, those of an author, or all.
type feedOf struct{ tag, author string }

// feed is that of the newest posts.
func (s *Service) feed(ctx context.Context, as format, path string, of feedOf) (rest.Document, error) {
	q := s.deps.DB.Reader()
	f := feed{page: s.origin + "/blog", self: s.origin + path, changed: time.Unix(0, 0).UTC()}
	name := ""
	var err error
	switch {
	case of.tag != "":
		name, err = tagName(ctx, q, of.tag)
		f.page += "?" + url.Values{"tag": {of.tag}}.Encode()
	case of.author != "":
		name, err = authorName(ctx, q, of.author)
		f.page = s.origin + "/instructors/" + of.author
	}
	if err != nil {
		return rest.Document{}, err
	}
	school, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return rest.Document{}, err
	}
	if f.title = printable(school.School.Name) + " · Blog"; name != "" {
		f.title += " · " + printable(name)
	}
	posts, err := newestPosts(ctx, q, of, newest)
	if err != nil {
		return rest.Document{}, err
	}
	tags, err := tagsOf(ctx, q, posts)
	if err != nil {
		return rest.Document{}, err
	}
	for _, p := range posts {
		e := s.entry(p, tags[p.ID])
		f.entries = append(f.entries, e)
		if e.changed.After(f.changed) {
			f.changed = e.changed
		}
	}
	body, err := as.write(f)
	return rest.Document{ContentType: as.kind, Body: body, Changed: f.changed}, err
}

const coversPath = "/api/v1/blog-covers/"

// pictureAddress is the absolute address of a picture in a post, in a size that suits feed readers.
func (s *Service) pictureAddress(id string) string {
	return s.origin + "/api/v1/uploads/" + id + "/800"
}

func (s *Service) entry(p post, tags []string) entry {
	e := entry{id: "urn:uuid:" + p.ID, title: printable(p.Title), page: s.origin + postPath(p.Slug), summary: printable(p.Excerpt), markup: printable(text.WithFiles(p.HTML, s.pictureAddress)), author: printable(p.AuthorName), language: p.Language,
		published: p.PublishedAt.UTC(), changed: p.LiveAt.UTC()}
	if e.author == "" {
		e.author = "Former author"
	}
	for _, tag := range tags {
		e.tags = append(e.tags, printable(tag))
	}
	if p.CoverID != "" {
		e.image = s.origin + coversPath + p.CoverID + "/" + p.CoverWidth
	}
	return e
}

// postPath is the path of a post, percent-encoded.
func postPath(slug string) string { return (&url.URL{Path: "/blog/" + slug}).String() }

// printable is a text without what XML cannot hold or no reader may show; its lines stay.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if text.IsUnprintable(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

var element = regexp.MustCompile(`<[^>]*>`)

// unmarked is a title without what looks like markup, which programs take for it in RSS.
func unmarked(title string) string { return text.OneLine(element.ReplaceAllString(title, " ")) }

type rssDocument struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Atom    string   `xml:"xmlns:atom,attr"`
	Content string   `xml:"xmlns:content,attr"`
	DC      string   `xml:"xmlns:dc,attr"`
	Channel struct {
		Title       string    `xml:"title"`
		Link        string    `xml:"link"`
		Self        rssLink   `xml:"atom:link"`
		Description string    `xml:"description"`
		Built       string    `xml:"lastBuildDate"`
		Items       []rssItem `xml:"item"`
	} `xml:"channel"`
}

type rssLink struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

type rssItem struct {
	Title string `xml:"title"`
	Link  string `xml:"link"`
	GUID  struct {
		IsPermaLink bool   `xml:"isPermaLink,attr"`
		ID          string `xml:",chardata"`
	} `xml:"guid"`
	Date        string   `xml:"pubDate"`
	Creator     string   `xml:"dc:creator"` // author is an email address by the standard
	Categories  []string `xml:"category"`
	Description string   `xml:"description,omitempty"`
	Content     string   `xml:"content:encoded"`
}

func writeRSS(f feed) ([]byte, error) {
	d := rssDocument{Version: "2.0", Atom: "http://www.w3.org/2005/Atom", Content: "http://purl.org/rss/1.0/modules/content/", DC: "http://purl.org/dc/elements/1.1/"}
	c := &d.Channel
	c.Title, c.Link, c.Description, c.Built = unmarked(f.title), f.page, unmarked(f.title), f.changed.Format(time.RFC1123Z)
	c.Self = rssLink{f.self, "self", "application/rss+xml"}
	for _, e := range f.entries {
		i := rssItem{Title: unmarked(e.title), Link: e.page, Date: e.published.Format(time.RFC1123Z), Creator: e.author, Categories: e.tags, Description: unmarked(e.summary), Content: e.markup}
		i.GUID.ID = e.id
		c.Items = append(c.Items, i)
	}
	return encodeXML(d)
}

type atomDocument struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

type atomEntry struct {
	Language  string         `xml:"xml:lang,attr,omitempty"`
	ID        string         `xml:"id"`
	Title     string         `xml:"title"`
	Link      atomLink       `xml:"link"`
	Published string         `xml:"published"`
	Updated   string         `xml:"updated"`
	Author    string         `xml:"author>name"`
	Tags      []atomCategory `xml:"category"`
	Summary   string         `xml:"summary,omitempty"`
	Content   struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	} `xml:"content"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

func writeAtom(f feed) ([]byte, error) {
	d := atomDocument{ID: f.page, Title: f.title, Updated: f.changed.Format(time.RFC3339), Links: []atomLink{{f.page, "alternate", "text/html"}, {f.self, "self", "application/atom+xml"}}}
	for _, e := range f.entries {
		a := atomEntry{Language: e.language, ID: e.id, Title: e.title, Link: atomLink{e.page, "alternate", "text/html"}, Published: e.published.Format(time.RFC3339), Updated: e.changed.Format(time.RFC3339), Author: e.author, Summary: e.summary}
		a.Content.Type, a.Content.Text = "html", e.markup
		for _, tag := range e.tags {
			a.Tags = append(a.Tags, atomCategory{tag})
		}
		d.Entries = append(d.Entries, a)
	}
	return encodeXML(d)
}

func encodeXML(v any) ([]byte, error) {
	body, err := xml.Marshal(v)
	return append([]byte(xml.Header), body...), err
}

type jsonFeed struct {
	Version string     `json:"version"`
	Title   string     `json:"title"`
	Home    string     `json:"home_page_url"`
	Self    string     `json:"feed_url"`
	Items   []jsonItem `json:"items"`
}

type jsonItem struct {
	ID        string       `json:"id"`
	URL       string       `json:"url"`
	Title     string       `json:"title"`
	Markup    string       `json:"content_html"`
	Summary   string       `json:"summary,omitempty"`
	Image     string       `json:"image,omitempty"`
	Published time.Time    `json:"date_published"`
	Changed   time.Time    `json:"date_modified"`
	Authors   []jsonAuthor `json:"authors"`
	Tags      []string     `json:"tags,omitempty"`
	Language  string       `json:"language,omitempty"`
}

type jsonAuthor struct {
	Name string `json:"name"`
}

func writeJSON(f feed) ([]byte, error) {
	d := jsonFeed{"https://jsonfeed.org/version/1.1", f.title, f.page, f.self, []jsonItem{}}
	for _, e := range f.entries {
		d.Items = append(d.Items, jsonItem{e.id, e.page, e.title, e.markup, e.summary, e.image, e.published, e.changed, []jsonAuthor{{e.author}}, e.tags, e.language})
	}
	return json.Marshal(d)
}
