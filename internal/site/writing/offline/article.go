// Package offline helps to write posts without a language model: tags from similar posts, descriptions from the post's own sentences, and
// suggestions by rules. It knows no database; its quality is measured by its tests on two real blogs.
package offline

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// What a block of text is.
const (
	paragraph = "paragraph"
	heading   = "heading"
	item      = "item"
	code      = "code"
	cell      = "cell"
)

// Article is a post as the tools read it: its blocks of text in order, each without markup.
type Article struct {
	Title  string
	Blocks []Block
	Images []Image
}

// Block is a paragraph, a heading, an item of a list, a cell, or code.
type Block struct {
	Kind  string
	Level int // of a heading, 1 to 6
	Text  string
	Bold  int // characters in bold
	Links []Link
}

// Link is a link in a block; From and To are characters of its text.
type Link struct {
	Address  string
	From, To int
}

// Image is a picture; Block is the one that it stands in or before.
type Image struct {
	Alt   string
	Block int
}

var blockKinds = map[string]string{"p": paragraph, "li": item, "pre": code, "td": cell, "th": cell, "figcaption": paragraph, "summary": paragraph, "caption": paragraph, "blockquote": paragraph, "div": paragraph}

var inlines = []string{"a", "abbr", "b", "br", "code", "em", "i", "img", "kbd", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "u"}

// Read reads a post of a title and HTML.
func Read(title, markup string) Article {
	r := reader{article: Article{Title: strings.Join(strings.Fields(title), " ")}, block: Block{Kind: paragraph}}
	for tokens := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			r.end(paragraph, 0)
			return r.article
		case html.TextToken:
			r.write(string(tokens.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			r.open(tokens.Token())
		case html.EndTagToken:
			r.closing(tokens.Token().Data)
		}
	}
}

// HasText reports whether HTML holds a paragraph or a heading: the element, and not its name in a comment, an attribute or an entity.
func HasText(markup string) bool {
	for tokens := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return false
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, _ := tokens.TagName(); string(name) == "p" || headingLevel(string(name)) > 0 {
				return true
			}
		}
	}
}

type reader struct {
	article Article
	block   Block
	text    []rune
	bold    int // elements of bold that are open
	link    *Link
	skipped int // scripts and styles that are open
}

func headingLevel(name string) int {
	if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
		return int(name[1] - '0')
	}
	return 0
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (r *reader) open(t html.Token) {
	switch t.Data {
	case "br":
		r.write(" ")
	case "img":
		r.article.Images = append(r.article.Images, Image{Alt: strings.TrimSpace(attribute(t, "alt")), Block: len(r.article.Blocks)})
	case "b", "strong":
		r.bold++
	case "a":
		r.link = &Link{Address: attribute(t, "href"), From: len(r.text)}
	case "script", "style":
		r.skipped++
	}
	if slices.Contains(inlines, t.Data) {
		return
	}
	if level := headingLevel(t.Data); level > 0 {
		r.end(heading, level)
		return
	}
	kind := blockKinds[t.Data]
	if kind == paragraph && len(r.text) == 0 && r.block.Kind != heading { // the paragraph in an item
		kind = r.block.Kind
	}
	r.end(kind, 0)
}

func (r *reader) closing(name string) {
	switch name {
	case "b", "strong":
		r.bold = max(0, r.bold-1)
	case "a":
		if r.link != nil && len(r.text) > r.link.From {
			r.link.To = len(r.text)
			r.block.Links = append(r.block.Links, *r.link)
		}
		r.link = nil
	case "script", "style":
		r.skipped = max(0, r.skipped-1)
	}
	if !slices.Contains(inlines, name) {
		r.end(paragraph, 0)
	}
}

// write adds text to the block, with single spaces unless it is code.
func (r *reader) write(s string) {
	if r.skipped > 0 {
		return
	}
	for _, c := range s {
		if r.block.Kind != code && unicode.IsSpace(c) {
			if c = ' '; len(r.text) == 0 || r.text[len(r.text)-1] == ' ' {
				continue
			}
		}
		if r.text = append(r.text, c); r.bold > 0 {
			r.block.Bold++
		}
	}
}

// end keeps the block if it has text, and begins one of a kind; "" for a paragraph.
func (r *reader) end(kind string, level int) {
	if r.block.Text = strings.TrimRightFunc(string(r.text), unicode.IsSpace); r.block.Text != "" {
		r.article.Blocks = append(r.article.Blocks, r.block)
	}
	if kind == "" {
		kind = paragraph
	}
	r.text, r.link, r.block = nil, nil, Block{Kind: kind, Level: level}
}

// Headings lists the headings of the article.
func (a Article) Headings() []string {
	all := []string{}
	for _, b := range a.Blocks {
		if b.Kind == heading {
			all = append(all, b.Text)
		}
	}
	return all
}
