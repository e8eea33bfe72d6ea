package exchange

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/platform/scratch"
)

// page is the page of a lesson: where its HTML in UTF-8 lies in the heap, and the path to which its references are relative.
type page struct {
	path string
	html scratch.Stretch
}

func (c *cartridgeReader) newPage(path string, html []byte) (*page, error) {
	at, err := c.parcel.heap.Add(html)
	return &page{path, at}, err
}

// readPages gives the lessons that are pages their texts, each followed by the embeds that its page shows.
func (c *cartridgeReader) readPages(sections []ArchivedSection) error {
	for i := range sections {
		var lessons []ArchivedLesson
		for _, l := range sections[i].Lessons {
			made := []ArchivedLesson{l}
			if from, ok := c.pages[l.Key]; ok {
				var err error
				if made, err = c.readPage(l, from); err != nil {
					return err
				}
			}
			lessons = append(lessons, made...)
		}
		sections[i].Lessons = lessons
		if err := c.readPages(sections[i].Sections); err != nil {
			return err
		}
	}
	return nil
}

func (c *cartridgeReader) readPage(l ArchivedLesson, from page) ([]ArchivedLesson, error) {
	body, err := c.parcel.heap.Read(from.html)
	if err != nil {
		return nil, err
	}
	p := pageReader{reader: c, path: from.path, title: l.Title, isLesson: true}
	packed, err := json.Marshal(content.Text{HTML: p.parse(p.takePictures(body))})
	if err != nil || p.tooMuch || len(packed) > content.MaxSize {
		l.stored = scratch.Stretch{}
		c.leave(l.Title, "It is too large for one lesson, so the lesson is empty.")
		return []ArchivedLesson{l}, p.err
	}
	if l.stored, err = c.parcel.heap.Add(packed); err != nil {
		return nil, err
	}
	c.parcel.left = append(c.parcel.left, p.report(l.Title)...)
	return append([]ArchivedLesson{l}, p.embeds...), p.err
}

// pageReader converts the HTML of a page, or of a part of a quiz: what it refers to is replaced by files and lessons of the
// course, where there are any.
type pageReader struct {
	reader   *cartridgeReader
	path     string
	title    string
	isLesson bool // else it can have neither embeds nor links to lessons
	embeds   []ArchivedLesson
	taken    map[string]string // addresses of pictures in the course, by what stands in their place
	lost     []loss
	tooMuch  bool  // to be read
	err      error // of the heap
}

// loss is what a page has lost for one reason.
type loss struct {
	reason string
	names  []string
}

const (
	missingPictures = "Pictures that are not in the package were left out"
	foreignPictures = "Pictures of other sites are links here"
	unshownPictures = "Pictures that browsers cannot show safely are files to download here"
	missingLinks    = "Links that lead to nothing in the package are plain text here"
	missingFrames   = "Videos and frames that refer to missing files were left out"
	foreignFrames   = "Pages of other sites that it showed in frames are links here"
	mediaFiles      = "Videos and sounds are files to download here"
	mathMarkup      = "Formulas were kept as plain text"
	programs        = "Scripts and forms were left out"
)

func (p *pageReader) lose(reason, name string) {
	at := slices.IndexFunc(p.lost, func(l loss) bool { return l.reason == reason })
	if at < 0 {
		at = len(p.lost)
		p.lost = append(p.lost, loss{reason: reason})
	}
	if name = titleOr(name, ""); name != "" {
		p.lost[at].names = append(p.lost[at].names, name)
	}
}

// report lists what was lost under the title of the lesson.
func (p *pageReader) report(title string) (left []LeftOut) {
	for _, l := range p.lost {
		if len(l.names) > 0 {
			l.reason += ": " + listed(l.names)
		}
		left = append(left, LeftOut{Title: title, Reason: l.reason + "."})
	}
	return left
}

// bodyOf returns the body of a page as it is.
func bodyOf(page string) string {
	if cartridge.IsTooMuch([]byte(page)) {
		return ""
	}
	root, err := html.Parse(strings.NewReader(page))
	if err != nil { // not expected: every text is HTML
		return ""
	}
	return inner(root)
}

func inner(root *html.Node) string {
	var written strings.Builder
	for node := range root.Descendants() {
		if node.DataAtom != atom.Body {
			continue
		}
		for child := range node.ChildNodes() {
			if err := html.Render(&written, child); err != nil { // not expected, as the node was parsed from text
				return ""
			}
		}
	}
	return written.String()
}

// read returns the body of a page with its references replaced.
func (p *pageReader) read(page string) string {
	if p.tooMuch = cartridge.IsTooMuch([]byte(page)); p.tooMuch {
		return ""
	}
	return p.parse(page)
}

func (p *pageReader) parse(page string) string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return ""
	}
	for _, node := range slices.Collect(root.Descendants()) {
		if !isWithin(node, root) { // a part of what has been replaced
			continue
		}
		switch node.DataAtom {
		case atom.Img:
			p.image(node)
		case atom.A:
			if address := attr(node, "href"); address != "" {
				p.link(node, address)
			}
		case atom.Iframe, atom.Embed, atom.Object, atom.Video, atom.Audio:
			p.frame(node)
		case atom.Math:
			p.formula(node)
		case atom.Script, atom.Form, atom.Input, atom.Select, atom.Textarea, atom.Button, atom.Canvas, atom.Applet:
			p.lose(programs, "")
		}
	}
	return inner(root)
}

func isWithin(node, root *html.Node) bool {
	for node != nil && node != root {
		node = node.Parent
	}
	return node == root
}

func attr(node *html.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

func setAttr(node *html.Node, key, value string) {
	for i, a := range node.Attr {
		if a.Key == key {
			node.Attr[i].Val = value
		}
	}
}

// element is an element with one attribute and a text.
func element(name atom.Atom, key, value, said string) *html.Node {
	made := &html.Node{Type: html.ElementNode, DataAtom: name, Data: name.String(), Attr: []html.Attribute{{Key: key, Val: value}}}
	made.AppendChild(&html.Node{Type: html.TextNode, Data: said})
	return made
}

func replace(node, by *html.Node) {
	node.Parent.InsertBefore(by, node)
	node.Parent.RemoveChild(node)
}
