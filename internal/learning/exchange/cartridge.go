package exchange

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"path"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/db"
)

// A Common Cartridge is a zip file with imsmanifest.xml: a tree of items whose leaves refer to resources, which refer
// to files (1EdTech Common Cartridge 1.3; 1.0 to 1.2 differ only in namespaces, which are ignored).
const manifestEntry = "imsmanifest.xml"

type manifest struct {
	Schema    string     `xml:"metadata>schema"`
	Version   string     `xml:"metadata>schemaversion"`
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
	Scorm string `xml:"scormtype,attr"` // of SCORM 1.2: sco or asset
	// ScormType is the same of SCORM 2004.
	ScormType string `xml:"scormType,attr"`
	Files     []struct {
		Href string `xml:"href,attr"`
	} `xml:"file"`
}

// cartridgeReader converts a Common Cartridge into a parcel.
type cartridgeReader struct {
	kinds     content.Kinds
	entries   map[string][]byte
	resources map[string]resource
	keys      map[string]string // of files used by lessons, by path
	parcel    parcel
}

// converted is a leaf converted to a lesson, or the reason why it cannot be. Without kind, the reason has been reported
// already.
type converted struct {
	kind    string
	title   string // used if the manifest has none
	content any
	problem string
}

// openCartridge reads a cartridge: folders become sections, or weeks if they hold folders; leaves become lessons. The
// parcel lists what was left out. It returns errNoPackage, or a fault for an unsafe file.
func openCartridge(kinds content.Kinds, entries map[string][]byte) (parcel, error) {
	var m manifest
	if err := cartridge.Decode(entries[manifestEntry], &m); errors.Is(err, cartridge.ErrMalformed) {
		return parcel{}, errNoPackage
	} else if err != nil {
		return parcel{}, err
	}
	if err := m.refuseForeign(); err != nil {
		return parcel{}, err
	}
	c := cartridgeReader{kinds: kinds, entries: entries, resources: map[string]resource{}, keys: map[string]string{}}
	c.parcel.archive, c.parcel.files = Archive{Format: archiveFormat, Title: m.Title}, map[string]parcelFile{}
	for _, r := range m.Resources {
		c.resources[r.ID] = r
		if strings.HasSuffix(r.Type, "/question-bank") {
			c.parcel.left = append(c.parcel.left, LeftOut{"Question bank", "Questions that no quiz asks did not come along."})
		}
	}
	if len(m.Items) == 1 && m.Items[0].Resource == "" { // the root, which has no title
		m.Items = m.Items[0].Items
	}
	err := c.outline(m.Items)
	return c.parcel, err
}

// outline makes sections of the top level; leaves found there are collected into a last section.
func (c *cartridgeReader) outline(items []item) error {
	var loose []item
	for _, one := range items {
		if len(one.Items) == 0 {
			loose = append(loose, one)
			continue
		}
		if err := c.addFolder(one); err != nil {
			return err
		}
	}
	lessons, err := c.lessons(loose)
	if len(lessons) > 0 {
		c.parcel.archive.Sections = append(c.parcel.archive.Sections, ArchivedSection{Kind: outline.KindSection, Title: "Lessons", Lessons: lessons})
	}
	return err
}

// addFolder makes a folder a section, or a week if it holds folders; deeper levels are flattened.
func (c *cartridgeReader) addFolder(folder item) error {
	made := ArchivedSection{Kind: outline.KindSection, Title: folder.Title}
	for _, one := range folder.Items {
		if len(one.Items) == 0 {
			lessons, err := c.lessons([]item{one})
			if err != nil {
				return err
			}
			made.Lessons = append(made.Lessons, lessons...)
			continue
		}
		made.Kind = outline.KindWeek
		lessons, err := c.lessons(leaves(one.Items))
		if err != nil {
			return err
		}
		made.Sections = append(made.Sections, ArchivedSection{Kind: outline.KindSection, Title: one.Title, Lessons: lessons})
	}
	c.parcel.archive.Sections = append(c.parcel.archive.Sections, made)
	return nil
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

func (c *cartridgeReader) lessons(items []item) (lessons []ArchivedLesson, err error) {
	for _, one := range items {
		b, err := c.lesson(one)
		if err != nil {
			return nil, err
		}
		title := cmp.Or(one.Title, b.title)
		packed, err := json.Marshal(b.content)
		if b.problem == "" && (err != nil || len(packed) > content.MaxSize) {
			b.problem = "There is too much in it for one lesson."
		}
		if b.problem != "" {
			c.parcel.left = append(c.parcel.left, LeftOut{titleOr(title, "Untitled"), b.problem})
		} else if b.kind != "" {
			lessons = append(lessons, ArchivedLesson{Key: db.NewID(), Type: b.kind, Title: title, Required: true,
				Completion: outline.CompletionFor(b.kind, nil), Content: packed})
		}
	}
	return lessons, nil
}

// lesson converts a leaf. A fault refuses the whole package.
func (c *cartridgeReader) lesson(one item) (converted, error) {
	r, known := c.resources[one.Resource]
	switch {
	case one.Resource == "":
		return converted{problem: "It is a heading without anything in it."}, nil
	case !known:
		return converted{problem: "What it names is not in the package."}, nil
	case strings.HasPrefix(r.Type, "imswl"):
		return c.webLink(r, one.Title)
	case strings.HasPrefix(r.Type, "imsdt"):
		return converted{problem: "Discussions cannot be brought here."}, nil
	case strings.HasPrefix(r.Type, "imsbasiclti"):
		return converted{problem: "Tools of other systems cannot be shown here."}, nil
	case r.Type == "webcontent" || strings.HasPrefix(r.Type, "associatedcontent"):
		return c.webContent(r), nil
	}
	for _, k := range resourceKinds {
		if strings.HasPrefix(r.Type, k.resource) {
			return c.exchanged(r, k.lesson, one.Title)
		}
	}
	return converted{problem: "Things of this sort cannot be shown here."}, nil
}

// webContent becomes a page, a PDF, or a file to download.
func (c *cartridgeReader) webContent(r resource) converted {
	name := r.path()
	body, there := c.entries[name]
	switch ext := strings.ToLower(path.Ext(name)); {
	case !there || len(body) == 0:
		return converted{problem: noFile}
	case len(body) > content.MaxFile:
		return converted{problem: "Its file has more than 100 MB."}
	case ext == ".html" || ext == ".htm" || ext == ".xhtml":
		page, err := cartridge.Page(body)
		if err != nil {
			return converted{problem: "Its page cannot be read: it is not in the encoding that it declares."}
		}
		return converted{kind: "text", content: content.Text{HTML: c.page(name, page)}}
	case attachment.TypeOf(body) == "application/pdf":
		return converted{kind: "pdf", content: content.File{FileID: c.file(name)}}
	}
	return converted{kind: "file", content: content.File{FileID: c.file(name)}}
}

const noFile = "Its file is not in the package, or empty."

// path is the path of the resource's file in the package.
func (r resource) path() string {
	if r.Href == "" && len(r.Files) > 0 {
		r.Href = r.Files[0].Href
	}
	if plain, err := url.PathUnescape(r.Href); err == nil {
		r.Href = plain
	}
	return path.Clean(r.Href)
}

// file includes a file of the package and returns the key by which lessons refer to it.
func (c *cartridgeReader) file(name string) string {
	key, ok := c.keys[name]
	if !ok {
		key = db.NewID()
		c.keys[name], c.parcel.files[key] = key, parcelFile{path.Base(name), c.entries[name]}
	}
	return key
}
