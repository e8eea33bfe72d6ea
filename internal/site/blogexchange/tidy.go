package blogexchange

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// parse returns the nodes of a piece of HTML below one node.
func parse(text string) (*html.Node, error) {
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	root := &html.Node{Type: html.DocumentNode}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, err
}

var void = regexp.MustCompile(`<(br|hr|img)((?:\s[^<>]*)?)/>`)

// markup writes all nodes below one.
func markup(root *html.Node) string {
	var all strings.Builder
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		all.WriteString(markupOf(n))
	}
	return all.String()
}

// markupOf writes a node as the editor does.
func markupOf(n *html.Node) string {
	var out strings.Builder
	if html.Render(&out, n) != nil { // a node that parse has not made
		return ""
	}
	return void.ReplaceAllString(out.String(), "<$1$2>")
}

// tidy brings HTML into the form in which the editor writes it: without space between blocks, items of lists as paragraphs, pictures as
// blocks. So two texts that look the same are the same.
func tidy(parent *html.Node) {
	for n := parent.FirstChild; n != nil; {
		next := n.NextSibling
		switch n.Type {
		case html.TextNode:
			if n.Data = spaces.ReplaceAllString(n.Data, " "); n.Data == " " && isBetweenBlocks(n) {
				parent.RemoveChild(n)
			}
		case html.ElementNode:
			tidyElement(n)
		default:
			parent.RemoveChild(n)
		}
		n = next
	}
	if holdsText(parent) {
		trimEdges(parent)
	}
}

var spaces = regexp.MustCompile(`[ \t\r\n]+`)

func tidyElement(n *html.Node) {
	switch n.DataAtom {
	case atom.H1:
		n.Data, n.DataAtom = "h2", atom.H2
	case atom.H6:
		n.Data, n.DataAtom = "h5", atom.H5
	case atom.Del, atom.Strike:
		n.Data, n.DataAtom = "s", atom.S
	case atom.A: // these are added when a text is cleaned
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "rel" || a.Key == "target" })
	case atom.Pre:
		trimLastLine(n)
		return
	}
	tidy(n)
	if n.DataAtom == atom.Li {
		wrapItem(n)
	}
	if n.DataAtom == atom.P && n.FirstChild != nil && n.FirstChild == n.LastChild && n.FirstChild.DataAtom == atom.Img && n.Parent.Type == html.DocumentNode {
		picture := n.FirstChild
		n.RemoveChild(picture)
		n.Parent.InsertBefore(picture, n)
		n.Parent.RemoveChild(n)
	}
}

// trimLastLine removes the line break with which Markdown ends code.
func trimLastLine(pre *html.Node) {
	last := pre.LastChild
	for last != nil && last.Type == html.ElementNode {
		last = last.LastChild
	}
	if last != nil && last.Type == html.TextNode {
		last.Data = strings.TrimSuffix(last.Data, "\n")
	}
}

// wrapItem makes the text at the beginning of an item a paragraph.
func wrapItem(item *html.Node) {
	if item.FirstChild == nil || isBlock(item.FirstChild) {
		return
	}
	p := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
	for c := item.FirstChild; c != nil && !isBlock(c); c = item.FirstChild {
		item.RemoveChild(c)
		p.AppendChild(c)
	}
	item.InsertBefore(p, item.FirstChild)
	trimEdges(p)
}

var blockElements = []atom.Atom{atom.P, atom.H2, atom.H3, atom.H4, atom.H5, atom.Hr, atom.Blockquote, atom.Ul, atom.Ol, atom.Li, atom.Pre, atom.Figure, atom.Figcaption,
	atom.Table, atom.Caption, atom.Thead, atom.Tbody, atom.Tr, atom.Td, atom.Th, atom.Details, atom.Summary, atom.Div}

func isBlock(n *html.Node) bool {
	return n.Type == html.ElementNode && slices.Contains(blockElements, n.DataAtom)
}

// isBetweenBlocks reports whether a space stands where it is not seen: at an edge of a block, or beside one.
func isBetweenBlocks(n *html.Node) bool {
	isEdge := func(sibling *html.Node) bool {
		return sibling == nil && (n.Parent.Type == html.DocumentNode || isBlock(n.Parent)) || sibling != nil && (isBlock(sibling) || n.Parent.Type == html.DocumentNode && sibling.DataAtom == atom.Img)
	}
	return isEdge(n.PrevSibling) || isEdge(n.NextSibling)
}

func holdsText(n *html.Node) bool { return n.Type == html.DocumentNode || isBlock(n) }

// trimEdges removes spaces that are not seen: at the beginning and the end of a block, and after a line break.
func trimEdges(block *html.Node) {
	for n := block.FirstChild; n != nil; {
		next := n.NextSibling
		if n.Type == html.TextNode {
			if before := n.PrevSibling; before == nil || before.DataAtom == atom.Br || isBlock(before) {
				n.Data = strings.TrimLeft(n.Data, " ")
			}
			if next == nil || next.DataAtom == atom.Br || isBlock(next) {
				n.Data = strings.TrimRight(n.Data, " ")
			}
			if n.Data == "" {
				block.RemoveChild(n)
			}
		}
		n = next
	}
}
