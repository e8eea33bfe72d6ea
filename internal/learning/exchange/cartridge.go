package exchange

import (
	"encoding/json"
	"errors"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/packagezip"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/scratch"
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
	ID       string `xml:"identifier,attr"`
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
	Material  string `xml:"material_type,attr"` // of Brightspace
	Files     []struct {
		Href string `xml:"href,attr"`
	} `xml:"file"`
	Needs    []reference `xml:"dependency"`
	Variants []reference `xml:"variant"` // the same in another form
}

type reference struct {
	Resource string `xml:"identifierref,attr"`
}

// cartridgeReader converts a Common Cartridge into a parcel: first the tree of items, then what no item names, then the
// pages, whose links need to know which lessons there are, and last the files that nothing has used.
type cartridgeReader struct {
	kinds     content.Kinds
	entries   packagezip.Entries
	resources map[string]resource
	items     map[string]string // resources, by item
	mains     map[string]string // resources, by the path of their file
	named     map[string]bool   // resources that are lessons or have been reported
	used      map[string]bool   // paths of what lessons have been made of
	lessonOf  map[string]string // keys of lessons, by resource
	pages     map[string]page   // by the key of their lesson
	keys      map[string]string // of files used by lessons, by path
	parcel    parcel
}

// converted is a leaf converted to a lesson, or the reason why it cannot be. Without kind, the reason has been reported
// already.
type converted struct {
	kind    string
	title   string // used if the manifest has none
	page    *page  // of a text, whose content is made of it at the end
	content any
	problem string
}

var errLongPages = fault.New(fault.TooLarge, "pages_too_large", "The pages in this package are larger than 32 MB together. Split the package. Nothing was imported.")

// openCartridge reads a cartridge: folders become sections, or weeks if they hold folders; leaves become lessons, and so do
// resources that no item names. The parcel lists what was left out. It returns packagezip.ErrUnknownFormat, or a fault for an unsafe file.
func openCartridge(kinds content.Kinds, entries packagezip.Entries, h *scratch.Heap) (parcel, error) {
	if pageSizes(entries) > maxTexts {
		return parcel{}, errLongPages
	}
	var m manifest
	if err := cartridge.Decode(entries.Document(manifestEntry), &m); errors.Is(err, cartridge.ErrMalformed) {
		return parcel{}, packagezip.ErrUnknownFormat
	} else if err != nil {
		return parcel{}, err
	}
	if err := m.refuseForeign(); err != nil {
		return parcel{}, err
	}
	c := cartridgeReader{kinds: kinds, entries: entries, resources: map[string]resource{}, items: map[string]string{}, mains: map[string]string{}, named: map[string]bool{},
		used: map[string]bool{}, lessonOf: map[string]string{}, pages: map[string]page{}, keys: map[string]string{}}
	c.parcel = parcel{archive: Archive{Format: archiveFormat, Title: m.Title}, heap: h, files: map[string]packagezip.File{}}
	for _, r := range m.Resources {
		c.resources[r.ID] = r
		c.mains[r.path()] = r.ID
	}
	if len(m.Items) == 1 && m.Items[0].Resource == "" { // the root, which has no title
		m.Items = m.Items[0].Items
	}
	c.nameItems(m.Items)
	if err := c.outline(m.Items); err != nil {
		return c.parcel, err
	}
	if err := c.unnamed(m.Resources); err != nil {
		return c.parcel, err
	}
	if c.parcel.lessons() == 0 {
		c.parcel.archive.Sections = nil
		left := LeftOut{Title: titleOr(m.Title, "The package"), Reason: "There is nothing in it that can be a lesson here."}
		if m.Title == "" {
			left.Part = "package"
		}
		c.parcel.left = append(c.parcel.left, left)
	}
	return c.parcel, nil
}

func (c *cartridgeReader) leave(title, reason string) {
	c.parcel.left = append(c.parcel.left, LeftOut{Title: title, Reason: reason})
}

// leavePart is leave for what no author has named.
func (c *cartridgeReader) leavePart(part, title, reason string) {
	c.parcel.left = append(c.parcel.left, LeftOut{Title: title, Reason: reason, Part: part})
}

func (c *cartridgeReader) nameItems(items []item) {
	for _, one := range items {
		c.items[one.ID] = one.Resource
		c.nameItems(one.Items)
	}
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

// addFolder makes a folder a section, or a week if it holds folders; deeper levels are flattened. The content of a folder
// itself is its first lesson.
func (c *cartridgeReader) addFolder(folder item) (err error) {
	made := ArchivedSection{Kind: outline.KindSection, Title: folder.Title}
	for _, one := range own(folder) {
		var lessons []ArchivedLesson
		if len(one.Items) == 0 {
			lessons, err = c.lessons([]item{one})
			made.Lessons = append(made.Lessons, lessons...)
		} else {
			made.Kind = outline.KindWeek
			lessons, err = c.lessons(leaves(own(one)))
			made.Sections = append(made.Sections, ArchivedSection{Kind: outline.KindSection, Title: one.Title, Lessons: lessons})
		}
		if err != nil {
			return err
		}
	}
	c.parcel.archive.Sections = append(c.parcel.archive.Sections, made)
	return nil
}

// own returns the items of a folder, the content of the folder itself first.
func own(folder item) []item {
	if folder.Resource == "" {
		return folder.Items
	}
	return append([]item{{Title: folder.Title, Resource: folder.Resource}}, folder.Items...)
}

func leaves(items []item) (found []item) {
	for _, one := range items {
		if len(one.Items) == 0 {
			found = append(found, one)
			continue
		}
		found = append(found, leaves(own(one))...)
	}
	return found
}

func (c *cartridgeReader) lessons(items []item) (lessons []ArchivedLesson, err error) {
	for _, one := range items {
		b, err := c.lesson(one)
		if err != nil {
			return nil, err
		}
		title := titleOr(one.Title, titleOr(b.title, "Untitled"))
		packed, err := json.Marshal(b.content)
		if b.problem == "" && (err != nil || len(packed) > content.MaxSize) {
			b.problem = "It is too large for one lesson."
		}
		if b.problem != "" {
			c.leave(title, b.problem)
			continue
		}
		if b.kind == "" {
			continue
		}
		made := ArchivedLesson{Key: db.NewID(), Type: b.kind, Title: title, Required: true, Completion: outline.CompletionFor(b.kind, nil)}
		if made.stored, err = c.parcel.heap.Add(packed); err != nil {
			return nil, err
		}
		if _, again := c.lessonOf[one.Resource]; !again {
			c.lessonOf[one.Resource] = made.Key
		}
		if b.page != nil {
			c.pages[made.Key] = *b.page
		}
		lessons = append(lessons, made)
	}
	return lessons, nil
}

// lessons counts the lessons of the parcel.
func (p parcel) lessons() (count int) {
	for range allLessons(p.archive.Sections) {
		count++
	}
	return count
}
