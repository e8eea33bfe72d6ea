// Package webpage writes public pages of the site as HTML for those who run no scripts: search engines, messengers, readers with
// scripts switched off. The web app then takes the page over, and begins with the answers that the page brings along.
package webpage

import (
	"cmp"
	"html/template"
	"strconv"
	"time"

	"lectern/internal/platform/rest"
)

// Site is whose pages they are.
type Site struct {
	Name   string
	Origin string // public address, such as https://school.test; "" when it is not known
}

// URL returns the absolute address of a path, or the path where the public address is not known.
func (s Site) URL(path string) string { return s.Origin + path }

// Page is a public page. Every text may hold anything: it is escaped for its place.
type Page struct {
	Title       string // without the name of the site, which <title> adds; "" for that name alone
	Description string // "" is that of index.html
	Path        string // canonical, with a query where that names another page
	Canonical   string // absolute address of a page of another site that shows the same first; "" for this one
	NoIndex     bool   // not for search engines: they follow its links only
	Language    string // of its text, BCP 47; "" where it is not known
	Image       *Image
	Article     *Article // of a post
	Data        []Data   // what the page is about, for programs
	Answers     []Answer
	Feeds       string // path below which its feeds are; "" for none
	Body        Body
	NeedsApp    bool // what users come for is not in the body: the app, which shows it, is loaded at once
}

// Image is the picture of a page: in the page itself and where it is linked to.
type Image struct {
	Sizes []ImageSize // smallest first, at least one
	Alt   string
}

// ImageSize is an image in one size, in pixels. Its address is relative to the site.
type ImageSize struct {
	URL           string
	Width, Height int64
}

// Widest returns the largest size.
func (i Image) Widest() ImageSize { return i.Sizes[len(i.Sizes)-1] }

// DrawnImage is the picture that is drawn for the links to a page without one. kind is post or course; changed is when its title may have changed last.
func DrawnImage(kind, id, alt string, changed time.Time) *Image {
	return &Image{Alt: alt, Sizes: []ImageSize{{URL: "/link-pictures/" + kind + "-" + id + ".png?v=" + strconv.FormatInt(changed.Unix(), 36), Width: 1200, Height: 630}}}
}

// Article is what the Open Graph protocol knows of an article.
type Article struct {
	Published, Modified time.Time
	Tags                []string
}

// Data describes a page in the vocabulary of schema.org, as JSON-LD.
type Data map[string]any

// Answer is an answer of the API with which the web app begins, so that it need not request it.
type Answer struct {
	Key  []any `json:"key"` // of the query, as the keys.ts of the feature in the web app
	Data any   `json:"data"`
	// FromPage: the member html of Data is left out; it stands in the body as the markup of a section.
	FromPage bool `json:"from_page,omitempty"`
}

// ListAnswer is the answer of a list as the web app keeps it.
func ListAnswer[T any](list rest.List[T], key ...any) Answer {
	return Answer{Key: key, Data: struct {
		Items      []T             `json:"items"`
		Pagination rest.Pagination `json:"pagination"`
		Next       string          `json:"next,omitempty"`
	}{list.Data, list.Pagination, list.NextCursor}}
}

// PageKey is the part of a query's key that names a page of a list: the first one has none.
func PageKey(number int64) map[string]any {
	if number > 1 {
		return map[string]any{"page": number}
	}
	return map[string]any{}
}

// Body is what a page shows, from top to bottom.
type Body struct {
	Crumb          *Link // leads up
	Heading        string
	Lead           string // one paragraph
	Facts          []string
	Image          *Image
	LeadsWithImage bool // on a phone the picture stands above the heading, as in the app
	ImageIsPlayer  bool // the picture is as wide as the player of a video in the app
	AwaitsText     bool // has the place of a text that only some may read: their browser requests it before the app (early-text.ts)
	Sections       []Section
	Groups         []Group
	CardsTitle     string // "" where the heading of the page says enough
	Cards          []Card
	Previous, Next string // paths of the pages of a list
	LinksTitle     string
	Links          []Link
}

// Link leads to a page of the site.
type Link struct{ Path, Text string }

// Section is a part of a page: a text in paragraphs, clean markup, a list or questions with answers.
type Section struct {
	Heading   string
	Text      string        // plain, with line breaks
	Markup    template.HTML // cleaned by text.Cleaner
	Items     []string
	Questions []Question
}

// Question has an answer: a plain text or clean markup.
type Question struct {
	Question, Answer string
	Markup           template.HTML // cleaned by text.Cleaner
}

// Group is a part of a page that leads to others: cards, quotes or a text, and a link.
type Group struct {
	Heading, Text string
	Cards         []Card
	Quotes        []Quote
	Link          *Link
}

// Quote is a plain text, and who wrote it.
type Quote struct{ Text, By string }

// IsEmpty reports whether there is nothing to show.
func (g Group) IsEmpty() bool { return len(g.Cards) == 0 && len(g.Quotes) == 0 && g.Link == nil }

// Card is an entry of a list, which leads to its page.
type Card struct {
	Path, Title string
	Facts       []string
	Text        string
	Image       *Image
}

// Frame is what stands around every page.
type Frame struct {
	SupportEmail string
	Legal        []Link
}

// Document is the page for the answer to its request.
func (p Page) Document(site Site, frame Frame) Document {
	return Document{
		Head:     func(description string) []byte { return p.head(site, cmp.Or(p.Description, description)) },
		Body:     p.body(site, frame),
		IsPublic: true,
		IsWhole:  !p.NeedsApp,
		IsEarly:  p.Body.AwaitsText,
	}
}

// Missing is the answer for a page that does not exist, or with rest.Gone no longer. The app shows it too, or what only its users see.
func Missing(status int, site Site, frame Frame, message string) Document {
	p := Page{Title: "Page not found", NoIndex: true, Body: Body{Heading: "Page not found", Lead: message}}
	answer := p.Document(site, frame)
	answer.Status, answer.IsPublic, answer.IsWhole = status, false, false
	answer.Body = append(append([]byte("<noscript>"), answer.Body...), "</noscript>"...)
	return answer
}

// Shell is the answer for a page that only the app shows: until it does, users see whose site it is.
func Shell(site Site) Document {
	return Document{Extra: []byte(`<meta name="robots" content="noindex" />`), Body: execute("shell.html", site)}
}

// Breadcrumbs describes where a page is, from the top.
func Breadcrumbs(site Site, links ...Link) Data {
	items := make([]Data, len(links))
	for i, link := range links {
		items[i] = Data{"@type": "ListItem", "position": i + 1, "name": link.Text, "item": site.URL(link.Path)}
	}
	return Data{"@type": "BreadcrumbList", "itemListElement": items}
}

// ItemList describes the entries of a list.
func ItemList(site Site, cards []Card, kind string) Data {
	items := make([]Data, len(cards))
	for i, card := range cards {
		items[i] = Data{"@type": "ListItem", "position": i + 1, "url": site.URL(card.Path), "item": Data{"@type": kind, "name": card.Title, "url": site.URL(card.Path)}}
	}
	return Data{"@type": "ItemList", "itemListElement": items}
}

// ListPath is the path of a page of a list. query is what it is narrowed by, encoded; "" for nothing.
func ListPath(path, query string, number int64) string {
	if number > 1 {
		if query != "" {
			query += "&"
		}
		query += "page=" + strconv.FormatInt(number, 10)
	}
	if query == "" {
		return path
	}
	return path + "?" + query
}

// Neighbours returns the paths of the pages before and after one of a list, "" for none.
func Neighbours(path, query string, at rest.Pagination) (previous, next string) {
	if at.HasPrevPage {
		previous = ListPath(path, query, at.CurrentPage-1)
	}
	if at.HasNextPage {
		next = ListPath(path, query, at.CurrentPage+1)
	}
	return previous, next
}
