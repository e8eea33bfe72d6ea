package exchange

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/packagezip"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
)

// image refers to a picture of the package, or links to one elsewhere. Canvas writes formulas as pictures of their TeX.
func (p *pageReader) image(node *html.Node) {
	address, alt := attr(node, "src"), attr(node, "alt")
	name := cmp.Or(alt, path.Base(address))
	if tex := attr(node, "data-equation-content"); tex != "" {
		replace(node, element(atom.Span, "data-formula", "inline", tex))
		return
	}
	if taken, ok := p.taken[address]; ok {
		setAttr(node, "src", taken)
		return
	}
	if strings.HasPrefix(address, "data:image/") {
		if taken := p.takePicture([]byte(address)); taken != "" {
			setAttr(node, "src", taken)
			return
		}
		address, name = "", alt
	}
	found := p.reader.resolve(p.path, address)
	switch {
	case found != "" && p.reader.entries.TypeOf(found) != attachment.OctetStream:
		setAttr(node, "src", text.FileScheme+":"+p.reader.file(found))
	case found != "":
		replace(node, element(atom.A, "href", text.FileScheme+":"+p.reader.file(found), cmp.Or(alt, path.Base(found))))
		p.lose(unshownPictures, path.Base(found))
	case cartridge.IsWeb(address):
		replace(node, element(atom.A, "href", cartridge.Absolute(address), cmp.Or(alt, address)))
		p.lose(foreignPictures, address)
	default:
		replace(node, &html.Node{Type: html.TextNode, Data: alt})
		p.lose(missingPictures, name)
	}
}

// takePicture makes a picture that stands in a page as an inline URL a file of the course, and returns its address, "" for what is no
// picture.
func (p *pageReader) takePicture(address []byte) string {
	_, encoded, _ := bytes.Cut(address, []byte(";base64,"))
	body := make([]byte, base64.StdEncoding.DecodedLen(len(encoded)))
	n, err := base64.StdEncoding.Decode(body, encoded)
	if body = body[:n]; err != nil || attachment.TypeOf(body) == attachment.OctetStream {
		return ""
	}
	at, err := p.reader.parcel.heap.Add(body)
	p.err = errors.Join(p.err, err)
	digest := sha256.Sum256(body)
	return text.FileScheme + ":" + p.reader.include(string(digest[:]), "picture", packagezip.InlineFile(p.reader.parcel.heap, at))
}

// largeInline is from how many bytes on a picture in a page is taken out before the page is parsed. Shorter ones may be the text of a
// lesson about such addresses, which has to stay.
const largeInline = 4 << 10

// takePictures returns the markup of a page with short names in place of large pictures: parsed and rendered, they would be in memory
// many times over. Of a page in which there is too much it is "".
func (p *pageReader) takePictures(page []byte) string {
	if p.tooMuch = cartridge.IsTooMuch(page); p.tooMuch {
		return ""
	}
	p.taken = map[string]string{}
	var markup strings.Builder
	end := 0
	for i, at := range cartridge.InlinePictures(page) {
		if at[1]-at[0] < largeInline {
			continue
		}
		name := fmt.Sprintf("data:image/taken,%d", i)
		if taken := p.takePicture(page[at[0]:at[1]]); taken != "" {
			p.taken[name] = taken
		}
		markup.Write(page[end:at[0]])
		markup.WriteString(name)
		end = at[1]
	}
	markup.Write(page[end:])
	return markup.String()
}

// link leads to a lesson or file of the course, or out of it.
func (p *pageReader) link(node *html.Node, address string) {
	if target := p.target(address); target != "" {
		setAttr(node, "href", target)
		return
	}
	if u, err := url.Parse(address); err == nil && (cartridge.IsWeb(address) || u.Scheme == "mailto") {
		return
	}
	setAttr(node, "href", "")
	p.lose(missingLinks, cmp.Or(strings.TrimSpace(text.PlainLine(bodyOfNode(node))), address))
}

func bodyOfNode(node *html.Node) string {
	var written strings.Builder
	if html.Render(&written, node) != nil {
		return ""
	}
	return written.String()
}

// target is where a reference leads in the course: to a lesson if there is one of it, or else to a file. It is "" if it leads
// to nothing in the package.
func (p *pageReader) target(address string) string {
	c := p.reader
	found := c.resolve(p.path, address)
	id := c.mains[found]
	if found == "" {
		id = c.canvasObject(address)
		if name := c.resources[id].path(); c.lessonOf[id] == "" && c.entries[name] != nil {
			found = name
		}
	}
	if key := c.lessonOf[id]; key != "" && p.isLesson {
		return text.LessonScheme + ":" + key
	}
	if r, known := c.resources[id]; found == "" || known && !isContent(r) {
		return ""
	}
	return text.FileScheme + ":" + c.file(found)
}

var canvasReference = regexp.MustCompile(`\$(?:WIKI_REFERENCE|CANVAS_OBJECT_REFERENCE|CANVAS_COURSE_REFERENCE)\$/(?:.*/)?([^/?#]+)`)

// canvasObject is the resource that a link of Canvas names: by its id, by the id of an item, or by the name of a page.
func (c *cartridgeReader) canvasObject(address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	named := canvasReference.FindStringSubmatch(address)
	if named == nil {
		return ""
	}
	if _, ok := c.resources[named[1]]; ok {
		return named[1]
	}
	return cmp.Or(c.items[named[1]], c.mains["wiki_content/"+named[1]+".html"])
}

// frame replaces what a page shows in a frame or player: by a link to an embed of its own, to a file, or to the other site.
func (p *pageReader) frame(node *html.Node) {
	address := cmp.Or(attr(node, "src"), attr(node, "data"))
	for inner := range node.Descendants() {
		if address == "" && (inner.DataAtom == atom.Source || inner.DataAtom == atom.Embed) {
			address = attr(inner, "src")
		}
	}
	title := cmp.Or(attr(node, "title"), attr(node, "aria-label"))
	link := func(to, said string) { replace(node, element(atom.A, "href", to, said)) }
	address = cartridge.Absolute(address)
	framed, isEmbeddable := content.EmbedAddress(strings.Replace(address, "http://", "https://", 1))
	target := p.target(address)
	switch {
	case isEmbeddable && p.isLesson:
		link(text.LessonScheme+":"+p.embed(framed, titleOr(title, p.title)), titleOr(title, address))
	case isEmbeddable:
		link(address, titleOr(title, address))
	case strings.HasPrefix(target, text.FileScheme+":"):
		name := path.Base(p.reader.resolve(p.path, address))
		link(target, titleOr(title, name))
		p.lose(mediaFiles, name)
	case target != "":
		link(target, titleOr(title, address))
	case cartridge.IsWeb(address):
		link(address, titleOr(title, address))
		p.lose(foreignFrames, address)
	default:
		p.lose(missingFrames, cmp.Or(title, address))
		node.Parent.RemoveChild(node)
	}
}

// embed adds an embed behind the lesson and returns its key.
func (p *pageReader) embed(address, title string) string {
	packed, err := json.Marshal(content.Embed{URL: address})
	if err != nil { // not expected of a text
		packed = nil
	}
	made := ArchivedLesson{Key: db.NewID(), Type: "embed", Title: title, Required: true, Completion: outline.CompletionFor("embed", nil)}
	made.stored, err = p.reader.parcel.heap.Add(packed)
	p.err = errors.Join(p.err, err)
	p.embeds = append(p.embeds, made)
	return made.Key
}

// formula replaces MathML by the TeX that it is annotated with.
func (p *pageReader) formula(node *html.Node) {
	for inner := range node.Descendants() {
		if strings.EqualFold(inner.Data, "annotation") && attr(inner, "encoding") == "application/x-tex" && inner.FirstChild != nil {
			replace(node, element(atom.Span, "data-formula", "inline", inner.FirstChild.Data))
			return
		}
	}
	p.lose(mathMarkup, "")
}

// resolve resolves a reference of a page: relative to it, or in the folder where cartridges keep such files. It is ""
// if the file is not in the package.
func (c *cartridgeReader) resolve(page, address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	address = strings.TrimPrefix(strings.TrimPrefix(address, "$IMS-CC-FILEBASE$"), "/")
	if address == "" {
		return ""
	}
	for _, candidate := range []string{path.Join(path.Dir(page), address), path.Clean(address), path.Join("web_resources", address)} {
		if _, ok := c.entries[candidate]; ok {
			return candidate
		}
	}
	return ""
}
