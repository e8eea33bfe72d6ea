package blog

import (
	"cmp"
	"context"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/platform/webpage"
)

const webPageSize = 10 // posts of a page, as in the web app

const webRoot = "/blog"

// webPath is the path of the page of a post, percent-encoded.
func webPath(slug string) string { return (&url.URL{Path: webRoot + "/" + slug}).String() }

var errNoTag = fault.New(fault.NotFound, "tag_not_found", "No post has this tag.")

// ListPage is a page of the blog for those who run no scripts, and what the web app begins with. tag is the slug of one, "" for all posts; search is what
// is searched for instead; path is where a tag is that had the address, "" otherwise. fault.NotFound for a tag without posts.
func (s *Service) ListPage(ctx context.Context, site webpage.Site, tag, search string, number int64) (page webpage.Page, path string, err error) {
	tags, err := s.Tags(ctx, false, fewTags)
	if err != nil {
		return page, "", err
	}
	page = webpage.Page{Title: "Blog", Feeds: webRoot, Body: webpage.Body{Heading: "Blog", Lead: "News and ideas from our instructors.", LinksTitle: "Tags"}}
	query, key := "", webpage.PageKey(number)
	switch {
	case search != "":
		query, key["search"], page.NoIndex = url.Values{"search": {search}}.Encode(), search, true
	case tag != "":
		found, err := tagBySlug(ctx, s.deps.DB.Reader(), tag)
		if err != nil {
			return page, "", err
		}
		query, key["tag"] = url.Values{"tag": {found.Slug}}.Encode(), found.Slug
		if tag != found.Slug {
			path = webpage.ListPath(webRoot, query, number)
		}
		tag = found.Slug
		page.Feeds = (&url.URL{Path: webRoot + "/tag/" + tag}).String()
		page.Title, page.Body.Crumb, page.Body.Heading = found.Name, &webpage.Link{Path: webRoot, Text: "Blog"}, found.Name
	}
	list, err := s.webList(ctx, tag, search, number)
	if err != nil {
		return page, "", err
	}
	page.Path = webpage.ListPath(webRoot, query, number)
	page.Answers = []webpage.Answer{webpage.ListAnswer(list, "blog", "list", key), {Key: []any{"blog", "tags"}, Data: tags}}
	for _, p := range list.Data {
		page.Body.Cards = append(page.Body.Cards, p.webCard())
	}
	for _, t := range tags {
		page.Body.Links = append(page.Body.Links, webpage.Link{Path: webRoot + "?" + url.Values{"tag": {t.Slug}}.Encode(), Text: t.Name})
	}
	page.NoIndex = page.NoIndex || number > 1 && len(list.Data) == 0
	page.Body.Previous, page.Body.Next = webpage.Neighbours(webRoot, query, list.Pagination)
	page.Data = []webpage.Data{{"@type": "Blog", "name": cmp.Or(site.Name, "Blog"), "url": site.URL(webRoot)}}
	return page, path, nil
}

const postsAtHome = 6

// HomeGroup are the featured posts, as a part of the home page for those who run no scripts, and what the web app shows them with.
func (s *Service) HomeGroup(ctx context.Context) (webpage.Group, []webpage.Answer, error) {
	posts, err := s.Featured(ctx, postsAtHome)
	group := webpage.Group{Heading: "From the blog", Link: &webpage.Link{Path: webRoot, Text: "All posts"}}
	for _, p := range posts {
		group.Cards = append(group.Cards, p.webCard())
	}
	if len(posts) == 0 {
		group.Link = nil
	}
	return group, []webpage.Answer{{Key: []any{"blog", "featured"}, Data: posts}}, err
}

// webList lists what the web app shows for a tag or a search.
func (s *Service) webList(ctx context.Context, tag, search string, number int64) (rest.List[PostCard], error) {
	at := rest.Page{Number: number, Limit: webPageSize}
	limit, offset := at.LimitOffset()
	if search == "" {
		posts, n, err := s.List(ctx, PostFilter{Tag: tag, Sort: "newest"}, limit, offset)
		return rest.Counted(at, posts, n, err)
	}
	found, n, err := s.Search(ctx, PostSearch{Query: search}, limit, offset)
	posts := make([]PostCard, len(found))
	for i, f := range found {
		posts[i] = f.PostCard
	}
	return rest.Counted(at, posts, n, err)
}

// What the web app asks for.
const (
	fewTags    = 20
	fewRelated = 3
)

// Comments returns those on a published post, as a part of its page.
type Comments func(ctx context.Context, postID string) (webpage.Group, error)

// WebPage is the page of a published post for those who run no scripts, and what the web app begins with; path is where it is, which differs from
// the address that was asked for where that is an earlier one. fault.NotFound, fault.Gone for one that is archived.
func (s *Service) WebPage(ctx context.Context, site webpage.Site, slug string, comments Comments) (page webpage.Page, path string, err error) {
	p, err := s.Post(ctx, access.Caller{}, slug)
	if err != nil {
		return page, "", err
	}
	served := p
	served.HTML = ""
	path = webPath(p.Slug)
	page = webpage.Page{
		Title: cmp.Or(p.MetaTitle, p.Title), Description: cmp.Or(p.MetaDescription, p.Excerpt), Path: path, Canonical: p.CanonicalURL, Language: p.Language, Image: cmp.Or(p.Cover.webImage(), webpage.DrawnImage("post", p.ID, p.Title, p.UpdatedAt)), Data: p.webData(site),
		Feeds:   webRoot,
		Article: &webpage.Article{Published: p.PublishedAt, Modified: p.UpdatedAt},
		Answers: []webpage.Answer{{Key: []any{"blog", "post", p.Slug}, Data: served, FromPage: true}},
		Body: webpage.Body{Crumb: &webpage.Link{Path: webRoot, Text: "Blog"}, Heading: p.Title, Facts: p.webFacts(), Image: p.Cover.webImage(),
			Sections: []webpage.Section{{Markup: template.HTML(p.HTML)}}, LinksTitle: "Tags"}, // cleaned when it was stored
	}
	for _, t := range p.Tags {
		page.Article.Tags = append(page.Article.Tags, t.Name)
		page.Body.Links = append(page.Body.Links, webpage.Link{Path: webRoot + "?" + url.Values{"tag": {t.Slug}}.Encode(), Text: t.Name})
	}
	said, err := comments(ctx, p.ID)
	if err != nil {
		return page, "", err
	}
	if !said.IsEmpty() {
		page.Body.Groups = append(page.Body.Groups, said)
	}
	related, err := s.Related(ctx, p.ID, fewRelated)
	page.Answers = append(page.Answers, webpage.Answer{Key: []any{"blog", "related", p.Slug}, Data: related})
	for _, other := range related {
		page.Body.Cards = append(page.Body.Cards, other.webCard())
	}
	if len(related) > 0 {
		page.Body.CardsTitle = "Related posts"
	}
	return page, path, err
}

func (p PostCard) webCard() webpage.Card {
	card := webpage.Card{Path: webPath(p.Slug), Title: p.Title, Facts: p.webFacts(), Text: p.Excerpt, Image: p.Cover.webImage()}
	if card.Image != nil {
		card.Image.Alt = "" // the title beside it says enough
	}
	return card
}

// webFacts are the authors of a post, its day in UTC, and how long it takes to read.
func (p PostCard) webFacts() []string {
	return []string{strings.Join(p.authorNames(), ", "), p.PublishedAt.UTC().Format("2 January 2006"), strconv.FormatInt(p.ReadMinutes, 10) + " min read"}
}

func (p PostCard) authorNames() []string {
	names := make([]string, len(p.Authors))
	for i, a := range p.Authors {
		names[i] = cmp.Or(a.Name, "Former author")
	}
	return names
}

func (c *BlogCover) webImage() *webpage.Image {
	if c == nil {
		return nil
	}
	image := &webpage.Image{Alt: c.Alt}
	for _, size := range c.Sizes {
		image.Sizes = append(image.Sizes, webpage.ImageSize(size))
	}
	return image
}

func (p Post) webData(site webpage.Site) []webpage.Data {
	authors := []webpage.Data{}
	for _, name := range p.authorNames() {
		authors = append(authors, webpage.Data{"@type": "Person", "name": name})
	}
	tags := []string{}
	for _, t := range p.Tags {
		tags = append(tags, t.Name)
	}
	data := webpage.Data{
		"@type": "BlogPosting", "headline": p.Title, "description": cmp.Or(p.MetaDescription, p.Excerpt), "url": site.URL(webPath(p.Slug)), "author": authors,
		"datePublished": p.PublishedAt, "dateModified": p.UpdatedAt, "keywords": tags, "wordCount": len(strings.Fields(text.PlainLine(p.HTML))),
		"publisher": webpage.Data{"@type": "Organization", "name": site.Name, "url": site.URL("/")},
	}
	if p.Language != "" {
		data["inLanguage"] = p.Language
	}
	if image := p.Cover.webImage(); image != nil {
		data["image"] = site.URL(image.Widest().URL)
	}
	return []webpage.Data{data, webpage.Breadcrumbs(site, webpage.Link{Path: webRoot, Text: "Blog"}, webpage.Link{Path: webPath(p.Slug), Text: p.Title})}
}
