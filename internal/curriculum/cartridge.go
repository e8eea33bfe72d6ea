package curriculum

import (
	"bytes"
	"encoding/xml"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"

	"lectern/internal/db"

	"lectern/internal/attachment"
)

// A Common Cartridge is a zip file with imsmanifest.xml: a tree of items, the leaves of which name resources, which name
// files (1EdTech Common Cartridge 1.3; 1.0 to 1.2 differ in namespaces only, which are not looked at).
const manifestEntry = "imsmanifest.xml"

type manifest struct {
	Title     string     `xml:"metadata>lom>general>title>string"`
	Items     []item     `xml:"organizations>organization>item"`
	Resources []resource `xml:"resources>resource"`
}

type item struct {
	Title    string `xml:"title"`
	Resource string `xml:"identifierref,attr"`
	Items    []item `xml:"item"`
}

type resource struct {
	ID    string `xml:"identifier,attr"`
	Type  string `xml:"type,attr"`
	Href  string `xml:"href,attr"`
	Files []struct {
		Href string `xml:"href,attr"`
	} `xml:"file"`
}

// cartridge is a Common Cartridge that is being read as a parcel.
type cartridge struct {
	entries   map[string][]byte
	resources map[string]resource
	keys      map[string]string // of files that lessons name, by their path
	parcel    parcel
}

// openCartridge reads a cartridge: folders become sections, or weeks where they hold folders, leaves lessons. What has no
// place here is told in the parcel. errNoPackage.
func openCartridge(entries map[string][]byte) (parcel, error) {
	var m manifest
	if err := xml.Unmarshal(entries[manifestEntry], &m); err != nil {
		return parcel{}, errNoPackage
	}
	c := cartridge{entries: entries, resources: map[string]resource{}, keys: map[string]string{}}
	c.parcel.archive, c.parcel.files = Archive{Format: archiveFormat, Title: m.Title}, map[string]parcelFile{}
	for _, r := range m.Resources {
		c.resources[r.ID] = r
	}
	if len(m.Items) == 1 && m.Items[0].Resource == "" { // the root, which has no title
		m.Items = m.Items[0].Items
	}
	var loose []item
	for _, one := range m.Items {
		if len(one.Items) == 0 {
			loose = append(loose, one)
			continue
		}
		c.addFolder(one)
	}
	if lessons := c.lessons(loose); len(lessons) > 0 {
		c.parcel.archive.Sections = append(c.parcel.archive.Sections, ArchivedSection{Kind: section, Title: "Lessons", Lessons: lessons})
	}
	return c.parcel, nil
}

// addFolder makes a section of a folder, or a week of one that holds folders; what lies deeper comes up.
func (c *cartridge) addFolder(folder item) {
	made := ArchivedSection{Kind: section, Title: folder.Title}
	for _, one := range folder.Items {
		if len(one.Items) == 0 {
			made.Lessons = append(made.Lessons, c.lessons([]item{one})...)
			continue
		}
		made.Kind = week
		made.Sections = append(made.Sections, ArchivedSection{Kind: section, Title: one.Title, Lessons: c.lessons(leaves(one.Items))})
	}
	c.parcel.archive.Sections = append(c.parcel.archive.Sections, made)
}

func leaves(items []item) (found []item) {
	for _, one := range items {
		if len(one.Items) == 0 {
			found = append(found, one)
		}
		found = append(found, leaves(one.Items)...)
	}
	return found
}

func (c *cartridge) lessons(items []item) (lessons []ArchivedLesson) {
	for _, one := range items {
		kind, content, problem := c.lesson(one)
		if problem != "" {
			c.parcel.left = append(c.parcel.left, LeftOut{titleOr(one.Title, "Untitled"), problem})
			continue
		}
		packed, err := store(content)
		if err != nil || len(packed) > maxContent {
			c.parcel.left = append(c.parcel.left, LeftOut{titleOr(one.Title, "Untitled"), "There is too much in it for one lesson."})
			continue
		}
		lessons = append(lessons, ArchivedLesson{Key: db.NewID(), Type: kind, Title: one.Title, Required: true,
			Completion: CompletionRule{Rule: rules[kind][0]}, Content: packed})
	}
	return lessons
}

// lesson is the kind and content of a leaf, or the reason why it has no place here.
func (c *cartridge) lesson(one item) (kind string, content any, problem string) {
	r, known := c.resources[one.Resource]
	switch {
	case one.Resource == "":
		return "", nil, "It is a heading without anything in it."
	case !known:
		return "", nil, "What it names is not in the package."
	case strings.HasPrefix(r.Type, "imswl"):
		return c.webLink(r, one.Title)
	case strings.HasPrefix(r.Type, "imsqti"):
		return "", nil, "Questions of other systems cannot be brought here."
	case strings.HasPrefix(r.Type, "imsdt"):
		return "", nil, "Discussions cannot be brought here."
	case strings.HasPrefix(r.Type, "imsbasiclti"):
		return "", nil, "Tools of other systems cannot be shown here."
	case r.Type != "webcontent" && !strings.HasPrefix(r.Type, "associatedcontent"):
		return "", nil, "Things of this sort cannot be shown here."
	}
	name := r.path()
	body, there := c.entries[name]
	switch ext := strings.ToLower(path.Ext(name)); {
	case !there || len(body) == 0:
		return "", nil, "Its file is not in the package, or empty."
	case len(body) > maxFile:
		return "", nil, "Its file has more than 100 MB."
	case ext == ".html" || ext == ".htm" || ext == ".xhtml":
		return "text", Text{c.page(name, body)}, ""
	case attachment.TypeOf(body) == "application/pdf":
		return "pdf", File{FileID: c.file(name)}, ""
	}
	return "file", File{FileID: c.file(name)}, ""
}

// path is where the file of a resource lies in the package.
func (r resource) path() string {
	if r.Href == "" && len(r.Files) > 0 {
		r.Href = r.Files[0].Href
	}
	if plain, err := url.PathUnescape(r.Href); err == nil {
		r.Href = plain
	}
	return path.Clean(r.Href)
}

// file takes a file of the package along and gives the key by which lessons name it.
func (c *cartridge) file(name string) string {
	key, ok := c.keys[name]
	if !ok {
		key = db.NewID()
		c.keys[name], c.parcel.files[key] = key, parcelFile{path.Base(name), c.entries[name]}
	}
	return key
}

// webLink is shown in a frame where its host offers that, and else a link in a text.
func (c *cartridge) webLink(r resource, title string) (kind string, content any, problem string) {
	var link struct {
		URL struct {
			Href string `xml:"href,attr"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(c.entries[r.path()], &link); err != nil || link.URL.Href == "" {
		return "", nil, "Its address is not in the package."
	}
	if address, ok := framed(link.URL.Href); ok {
		return "embed", Embed{address}, ""
	}
	return "text", Text{`<p><a href="` + html.EscapeString(link.URL.Href) + `">` + html.EscapeString(titleOr(title, link.URL.Href)) + `</a></p>`}, ""
}

// page is the body of an HTML page in which images of the package have the names of files of the course.
func (c *cartridge) page(name string, body []byte) string {
	root, err := html.Parse(bytes.NewReader(body))
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
			if err := html.Render(&inner, child); err != nil { // it has been parsed from text: not to be expected
				return ""
			}
		}
	}
	return inner.String()
}

func (c *cartridge) nameImage(image *html.Node, page string) {
	for i, attribute := range image.Attr {
		if attribute.Key != "src" {
			continue
		}
		if found := c.beside(page, attribute.Val); found != "" {
			image.Attr[i].Val = "file:" + c.file(found)
		}
	}
}

// beside is the path of what a page names: beside itself, or in the folder that cartridges keep for such files. Empty for
// what is not in the package.
func (c *cartridge) beside(page, address string) string {
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
