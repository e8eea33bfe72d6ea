package writing

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// manuscript is a text on its way to the model and back: Markdown in which what is no text stands as [[keep:n]], and addresses as link:n. What the model never sees it can neither
// break nor give away, and it can point nowhere else.
type manuscript struct {
	Markdown string
	keeps    []string // HTML
	links    []string
	secrets  redaction
}

var body = &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}

// write turns clean HTML into a manuscript.
func write(markup string) manuscript {
	m := manuscript{secrets: redaction{}}
	nodes, err := html.ParseFragment(strings.NewReader(markup), body)
	if err != nil { // only a reader fails
		return m
	}
	var out strings.Builder
	for _, n := range nodes {
		m.block(&out, n, "")
	}
	m.Markdown = plain(m.secrets.redact(strings.TrimSpace(out.String())))
	return m
}

// block writes a block element, each line behind a prefix.
func (m *manuscript) block(out *strings.Builder, n *html.Node, prefix string) {
	switch {
	case n.Type == html.TextNode && strings.TrimSpace(n.Data) == "":
	case n.Type == html.TextNode:
		m.paragraph(out, prefix, "", escape(n.Data))
	case n.DataAtom == atom.P:
		m.paragraph(out, prefix, "", m.inlines(n))
	case len(n.Data) == 2 && n.Data[0] == 'h' && n.Data != "hr":
		m.paragraph(out, prefix, strings.Repeat("#", int(n.Data[1]-'0'))+" ", m.inlines(n))
	case n.DataAtom == atom.Blockquote:
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			m.block(out, c, prefix+"> ")
		}
	case n.DataAtom == atom.Ul || n.DataAtom == atom.Ol:
		m.list(out, n, prefix)
	default:
		m.paragraph(out, prefix, "", m.keep(n))
	}
}

func (m *manuscript) paragraph(out *strings.Builder, prefix, mark, said string) {
	if said = strings.TrimSpace(said); said != "" {
		out.WriteString(prefix + mark + strings.ReplaceAll(said, "\n", "\n"+prefix) + "\n" + strings.TrimRight(prefix, " ") + "\n")
	}
}

func (m *manuscript) list(out *strings.Builder, n *html.Node, prefix string) {
	number := 1
	for item := n.FirstChild; item != nil; item = item.NextSibling {
		if item.DataAtom != atom.Li {
			continue
		}
		mark := "- "
		if n.DataAtom == atom.Ol {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		var inner strings.Builder
		for c := item.FirstChild; c != nil; c = c.NextSibling {
			if c.DataAtom == atom.Ul || c.DataAtom == atom.Ol {
				m.list(&inner, c, "")
			} else if c.Type == html.TextNode || isInline(c) {
				inner.WriteString(m.inline(c))
			} else {
				m.block(&inner, c, "")
			}
		}
		lines := strings.Split(strings.TrimSpace(inner.String()), "\n")
		lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
		if len(lines) > 0 {
			out.WriteString(prefix + mark + strings.Join(lines, "\n"+prefix+strings.Repeat(" ", len(mark))) + "\n")
		}
	}
	out.WriteString(strings.TrimRight(prefix, " ") + "\n")
}

func isInline(n *html.Node) bool {
	switch n.DataAtom {
	case atom.A, atom.Strong, atom.B, atom.Em, atom.I, atom.Code, atom.Span, atom.Br, atom.U, atom.S, atom.Sub, atom.Sup, atom.Mark, atom.Small, atom.Kbd, atom.Img:
		return true
	}
	return false
}

func (m *manuscript) inlines(n *html.Node) string {
	var out strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out.WriteString(m.inline(c))
	}
	return out.String()
}

func (m *manuscript) inline(n *html.Node) string {
	if n.Type == html.TextNode {
		return escape(n.Data)
	}
	around := map[atom.Atom]string{atom.Strong: "**", atom.B: "**", atom.Em: "*", atom.I: "*"}[n.DataAtom]
	said := ""
	if n.DataAtom == atom.A || around != "" {
		said = m.inlines(n)
	}
	switch {
	case n.DataAtom == atom.Br:
		return "\n"
	case around != "" && strings.TrimSpace(said) != "":
		return around + strings.TrimSpace(said) + around
	case n.DataAtom == atom.A && strings.TrimSpace(said) != "":
		for _, a := range n.Attr {
			if a.Key == "href" {
				m.links = append(m.links, a.Val)
				return fmt.Sprintf("[%s](link:%d)", said, len(m.links))
			}
		}
		return said
	case around != "" || n.DataAtom == atom.A:
		return said
	}
	return m.keep(n)
}

// keep stores a node, and returns what stands for it.
func (m *manuscript) keep(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	var markup bytes.Buffer
	if err := html.Render(&markup, n); err != nil {
		return ""
	}
	m.keeps = append(m.keeps, markup.String())
	return fmt.Sprintf("[[keep:%d]]", len(m.keeps))
}

var spaces = regexp.MustCompile(`\s+`)

var special = regexp.MustCompile("([\\\\`*_\\[\\]<>])|(?m)^(\\s*)([#+-]|\\d+[.)])(\\s)")

// escape writes text so that Markdown has no meaning in it.
func escape(s string) string {
	return special.ReplaceAllString(spaces.ReplaceAllString(s, " "), `${2}\$1$3$4`)
}

var keepName = regexp.MustCompile(`\[\[keep:(\d+)\]\]`)

// isWhole reports whether an answer has each of what was kept exactly once.
func (m manuscript) isWhole(answer string) bool {
	seen := map[string]int{}
	for _, found := range keepName.FindAllStringSubmatch(answer, -1) {
		seen[found[1]]++
	}
	for i := range m.keeps {
		if seen[strconv.Itoa(i+1)] != 1 {
			return false
		}
	}
	return len(seen) == len(m.keeps)
}

const (
	warnAddresses = "The language model added links or pictures. They were removed."
	warnCut       = "The answer broke off. What is here is all that came."
)

// read turns an answer into clean HTML, with what was kept in its place. added reports that it had addresses or pictures which the text had not: they are gone.
func (m manuscript) read(answer string, clean func(string) string) (markup string, added bool, err error) {
	var raw bytes.Buffer
	if err := goldmark.Convert([]byte(plain(answer)), &raw); err != nil {
		return "", false, err
	}
	nodes, err := html.ParseFragment(&raw, body)
	if err != nil {
		return "", false, err
	}
	all := &html.Node{Type: html.DocumentNode}
	for _, n := range nodes {
		all.AppendChild(n)
	}
	added = m.resolve(all)
	var out bytes.Buffer
	if err := html.Render(&out, all); err != nil {
		return "", false, err
	}
	markup = clean(out.String())
	for i, kept := range m.keeps {
		name := fmt.Sprintf("[[keep:%d]]", i+1)
		if strings.Contains(markup, "<p>"+name+"</p>") {
			markup = strings.Replace(markup, "<p>"+name+"</p>", kept, 1)
		} else {
			markup = strings.Replace(markup, name, kept, 1)
		}
	}
	return m.secrets.restore(markup), added, nil
}

// resolve puts addresses back in place of their numbers, and removes others, with pictures and what goldmark leaves out of raw HTML. It reports whether there were any.
func (m manuscript) resolve(parent *html.Node) (added bool) {
	for n := parent.FirstChild; n != nil; {
		next := n.NextSibling
		switch {
		case n.Type == html.CommentNode, n.DataAtom == atom.Img:
			parent.RemoveChild(n)
			added = true
		case n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" && (parent.Type == html.DocumentNode || parent.DataAtom == atom.Ul || parent.DataAtom == atom.Ol || parent.DataAtom == atom.Blockquote):
			parent.RemoveChild(n)
		case n.DataAtom == atom.A && !m.isOurs(n):
			for c := n.FirstChild; c != nil; c = n.FirstChild {
				n.RemoveChild(c)
				parent.InsertBefore(c, n)
			}
			next = n.NextSibling
			parent.RemoveChild(n)
			added = true
		default:
			added = m.resolve(n) || added
			likeEditor(n)
		}
		n = next
	}
	return added
}

// isOurs puts the address back into a link that the text had.
func (m manuscript) isOurs(a *html.Node) bool {
	for i := range a.Attr {
		number, named := strings.CutPrefix(a.Attr[i].Val, "link:")
		n, err := strconv.Atoi(number)
		if a.Attr[i].Key == "href" && named && err == nil && n >= 1 && n <= len(m.links) {
			a.Attr = []html.Attribute{{Key: "href", Val: m.links[n-1]}}
			return true
		}
	}
	return false
}

// likeEditor writes an element as the editor does, so that what did not change looks the same: the text of an item is a paragraph, and the title is no heading of the text.
func likeEditor(n *html.Node) {
	if n.DataAtom == atom.H1 {
		n.Data, n.DataAtom = "h2", atom.H2
	}
	if n.DataAtom != atom.Li || n.FirstChild == nil || n.FirstChild.Type == html.ElementNode && !isInline(n.FirstChild) {
		return
	}
	p := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
	for c := n.FirstChild; c != nil && (c.Type == html.TextNode || isInline(c)); c = n.FirstChild {
		n.RemoveChild(c)
		p.AppendChild(c)
	}
	n.InsertBefore(p, n.FirstChild)
}
