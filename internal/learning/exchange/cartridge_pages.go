package exchange

import (
	"bytes"
	"errors"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
)

// webLink becomes an embed if its host offers one, or else a text with a link.
func (c *cartridgeReader) webLink(r resource, title string) (converted, error) {
	var link struct {
		URL struct {
			Href string `xml:"href,attr"`
		} `xml:"url"`
	}
	err := cartridge.Decode(c.entries[r.path()], &link)
	if err != nil && !errors.Is(err, cartridge.ErrMalformed) {
		return converted{}, err
	}
	if link.URL.Href == "" {
		return converted{problem: "Its address is not in the package."}, nil
	}
	if address, ok := content.EmbedAddress(link.URL.Href); ok {
		return converted{kind: "embed", content: content.Embed{URL: address}}, nil
	}
	return converted{kind: "text", content: content.Text{HTML: `<p><a href="` + html.EscapeString(link.URL.Href) + `">` + html.EscapeString(titleOr(title, link.URL.Href)) + `</a></p>`}}, nil
}

// page returns the body of an HTML page, with its image references replaced by those of course files.
func (c *cartridgeReader) page(name, body string) string {
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return ""
	}
	var inner bytes.Buffer
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.Data == "img" {
			c.nameImage(node, name)
		}
	}
	for node := range root.Descendants() {
		if node.Type != html.ElementNode || node.Data != "body" {
			continue
		}
		for child := range node.ChildNodes() {
			if err := html.Render(&inner, child); err != nil { // not expected, as the node was parsed from text
				return ""
			}
		}
	}
	return inner.String()
}

func (c *cartridgeReader) nameImage(image *html.Node, page string) {
	for i, attribute := range image.Attr {
		if attribute.Key != "src" {
			continue
		}
		if found := c.resolve(page, attribute.Val); found != "" {
			image.Attr[i].Val = "file:" + c.file(found)
		}
	}
}

// resolve resolves a reference of a page: relative to it, or in the folder where cartridges keep such files. It is ""
// if the file is not in the package.
func (c *cartridgeReader) resolve(page, address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	address, _, _ = strings.Cut(address, "?")
	address = strings.TrimPrefix(strings.TrimPrefix(address, "$IMS-CC-FILEBASE$"), "/")
	for _, candidate := range []string{path.Join(path.Dir(page), address), path.Clean(address), path.Join("web_resources", address)} {
		if _, ok := c.entries[candidate]; ok {
			return candidate
		}
	}
	return ""
}
