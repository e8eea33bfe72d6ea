package exchange

import (
	"errors"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/packagezip"
	"lectern/internal/platform/db"
)

const (
	noFile    = "Its file is not in the package, or empty."
	noXML     = "Its file can't be read: it isn't XML, or it is incomplete."
	noAddress = "Its address is not in the package."
)

// lesson converts a leaf. A fault refuses the whole package.
func (c *cartridgeReader) lesson(one item) (made converted, err error) {
	r, known := c.resources[one.Resource]
	switch {
	case one.Resource == "":
		return converted{problem: "It is a heading without anything in it."}, nil
	case !known:
		return converted{problem: "What it refers to is not in the package."}, nil
	}
	made, err = c.resource(r, one.Title)
	made.title = titleOr(made.title, r.name())
	c.named[r.ID], c.used[r.path()] = true, true
	for _, same := range r.Variants {
		c.named[same.Resource] = true
	}
	return made, err
}

// resource converts a resource by its type. title is what the manifest calls it.
func (c *cartridgeReader) resource(r resource, title string) (converted, error) {
	switch {
	case r.Material != "" && !strings.HasPrefix(r.Material, "content"):
		return converted{problem: "It is in a format that only Brightspace reads."}, nil
	case r.settings() != "":
		return c.canvasAssignment(r, title)
	case strings.HasPrefix(r.Type, "imswl"):
		return c.webLink(r, title)
	case strings.HasPrefix(r.Type, "imsdt"):
		return c.topic(r)
	case strings.HasPrefix(r.Type, "imsbasiclti"):
		return c.tool(r)
	case strings.HasPrefix(r.Type, "imsqti") && strings.Contains(r.Type, "v2p"):
		return converted{problem: "Questions in QTI 2 aren't supported, only those in QTI 1.2."}, nil
	case r.Type == "webcontent" || strings.HasPrefix(r.Type, "associatedcontent"):
		return c.webContent(r, title)
	}
	for _, k := range resourceKinds {
		if strings.HasPrefix(r.Type, k.resource) {
			return c.exchanged(r, k.lesson, title)
		}
	}
	return converted{problem: "Things of this kind aren't supported here."}, nil
}

// webContent becomes a page, a PDF, a file to download, or a link.
func (c *cartridgeReader) webContent(r resource, title string) (converted, error) {
	if strings.HasPrefix(r.Href, "https://") || strings.HasPrefix(r.Href, "http://") {
		return linked(r.Href, title), nil
	}
	name := r.path()
	switch {
	case c.entries.Size(name) == 0:
		return converted{problem: noFile}, nil
	case c.entries.Size(name) > content.MaxFile:
		return converted{problem: "Its file has more than 100 MB."}, nil
	case isPage(name) && c.entries.Size(name) > packagezip.MaxPage:
		return converted{problem: "Its page has more than 8 MB."}, nil
	case isPage(name):
		text, err := cartridge.Page(c.entries.Document(name))
		if err != nil {
			return converted{problem: "Its page can't be read: its encoding isn't the one it declares."}, nil
		}
		page, err := c.newPage(name, text)
		return converted{kind: "text", title: cartridge.TitleOfPage(text), page: page}, err
	case c.entries.TypeOf(name) == "application/pdf":
		return converted{kind: "pdf", content: content.File{FileID: c.file(name)}}, nil
	}
	return converted{kind: "file", content: content.File{FileID: c.file(name)}}, nil
}

func isPage(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".html" || ext == ".htm" || ext == ".xhtml"
}

// pageSizes adds up the bytes of all pages.
func pageSizes(entries packagezip.Entries) (sum int64) {
	for name := range entries {
		if isPage(name) {
			sum += entries.Size(name)
		}
	}
	return sum
}

// webLink becomes an embed if its host offers one, or else a text with a link.
func (c *cartridgeReader) webLink(r resource, title string) (converted, error) {
	var link struct {
		Title string `xml:"title"`
		URL   struct {
			Href string `xml:"href,attr"`
		} `xml:"url"`
	}
	err := cartridge.Decode(c.entries.Document(r.path()), &link)
	switch {
	case err != nil && !errors.Is(err, cartridge.ErrMalformed):
		return converted{}, err
	case link.URL.Href == "":
		return converted{problem: noAddress}, nil
	}
	made := linked(link.URL.Href, titleOr(title, link.Title))
	made.title = link.Title
	return made, nil
}

func linked(address, title string) converted {
	if framed, ok := content.EmbedAddress(address); ok {
		return converted{kind: "embed", content: content.Embed{URL: framed}}
	}
	if u, err := url.Parse(address); err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return converted{problem: "Its address isn't a web address: " + titleOr(address, "") + "."}
	}
	return converted{kind: "text", content: content.Text{HTML: linkLesson(address, titleOr(title, address))}}
}

// linkLesson is the text of a lesson that is a web link; the export recognizes it.
func linkLesson(address, title string) string {
	return `<p><a href="` + html.EscapeString(address) + `">` + html.EscapeString(title) + `</a></p>`
}

// topic makes a page of a discussion: learners can comment on every lesson.
func (c *cartridgeReader) topic(r resource) (converted, error) {
	var t struct {
		Title string `xml:"title"`
		Text  struct {
			Type string `xml:"texttype,attr"`
			Text string `xml:",chardata"`
		} `xml:"text"`
		Attachments []struct {
			Href string `xml:"href,attr"`
		} `xml:"attachments>attachment"`
	}
	if err := cartridge.Decode(c.entries.Document(r.path()), &t); errors.Is(err, cartridge.ErrMalformed) {
		return converted{problem: noXML}, nil
	} else if err != nil {
		return converted{}, err
	}
	body := t.Text.Text
	if strings.EqualFold(t.Text.Type, "text/plain") {
		body = "<p>" + strings.ReplaceAll(html.EscapeString(body), "\n", "<br>") + "</p>"
	}
	for _, one := range t.Attachments {
		body += `<p><a href="` + html.EscapeString(one.Href) + `">` + html.EscapeString(path.Base(one.Href)) + `</a></p>`
	}
	c.leave(titleOr(t.Title, r.name()), "This discussion is a page here, on which learners can comment.")
	page, err := c.newPage(r.path(), []byte(body))
	return converted{kind: "text", title: t.Title, page: page}, err
}

// tool reports a tool of another system (LTI) by its title.
func (c *cartridgeReader) tool(r resource) (converted, error) {
	var t struct {
		Title string `xml:"title"`
	}
	err := cartridge.Decode(c.entries.Document(r.path()), &t)
	if errors.Is(err, cartridge.ErrMalformed) {
		err = nil
	}
	return converted{title: t.Title, problem: "Tools of other systems (LTI) aren't supported here."}, err
}

// path is the path of the resource's file in the package.
func (r resource) path() string {
	if r.Href == "" && len(r.Files) > 0 {
		r.Href = r.Files[0].Href
	}
	return inPackage(r.Href)
}

// paths lists all files of the resource.
func (r resource) paths() (all []string) {
	for _, f := range r.Files {
		all = append(all, inPackage(f.Href))
	}
	return all
}

func inPackage(href string) string {
	if plain, err := url.PathUnescape(href); err == nil {
		href = plain
	}
	return path.Clean(href)
}

// name names the resource where neither the manifest nor its file has a title.
func (r resource) name() string {
	name := path.Base(r.path())
	if name == "." {
		return titleOr(r.ID, "Untitled")
	}
	if isPage(name) || path.Ext(name) == ".xml" {
		name = strings.ReplaceAll(strings.TrimSuffix(name, path.Ext(name)), "-", " ")
	}
	return name
}

// file includes a file of the package and returns the key by which lessons refer to it.
func (c *cartridgeReader) file(name string) string {
	return c.include(name, path.Base(name), packagezip.FileOf(c.entries[name]))
}

// include adds a file to the parcel under a name, once for each id, and returns its key.
func (c *cartridgeReader) include(id, name string, file packagezip.File) string {
	key, ok := c.keys[id]
	if !ok {
		key = db.NewID()
		c.keys[id], c.parcel.files[key] = key, file.As(name)
	}
	return key
}
