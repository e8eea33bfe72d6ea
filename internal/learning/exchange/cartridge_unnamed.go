package exchange

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/outline"
)

// maxLooseFiles is how many files that nothing names become lessons; the others are reported. A course has at most 2,000 lessons.
const maxLooseFiles = 500

// layoutFiles are files that pages need for their looks and programs only, which lessons do not have.
var layoutFiles = map[string]bool{".css": true, ".js": true, ".xsd": true, ".dtd": true, ".woff": true, ".woff2": true, ".ttf": true, ".eot": true}

// unnamed makes lessons of what no item names, in a section of their own, and reads the pages of all lessons.
func (c *cartridgeReader) unnamed(resources []resource) error {
	rest := ArchivedSection{Kind: outline.KindSection, Title: "Other materials"}
	none := c.parcel.lessons() == 0
	var items []item
	for _, r := range resources {
		support, err := c.isSupport(r, resources)
		if err != nil {
			return err
		}
		if support {
			continue
		}
		if !c.named[r.ID] && (!isContent(r) || isPage(r.path()) || strings.Contains(r.Href, "://")) {
			items = append(items, item{Resource: r.ID})
		}
		items = append(items, c.furtherPages(r)...)
	}
	lessons, err := c.lessons(items)
	if err != nil {
		return err
	}
	rest.Lessons = lessons
	pages := []ArchivedSection{rest}
	if err := errors.Join(c.readPages(c.parcel.archive.Sections), c.readPages(pages)); err != nil {
		return err
	}
	files, err := c.lessons(c.looseFiles(resources))
	if err != nil {
		return err
	}
	if rest.Lessons = append(pages[0].Lessons, files...); len(rest.Lessons) == 0 {
		return nil
	}
	for i := range rest.Lessons {
		rest.Lessons[i].Required = none // beside an outline, it was not part of the course that learners went through
	}
	c.parcel.archive.Sections = append(c.parcel.archive.Sections, rest)
	return nil
}

func isContent(r resource) bool {
	return r.Type == "webcontent" || strings.HasPrefix(r.Type, "associatedcontent")
}

// furtherPages makes resources of the pages that a resource has besides its first.
func (c *cartridgeReader) furtherPages(r resource) (items []item) {
	if !isContent(r) || r.settings() != "" {
		return nil
	}
	for _, name := range r.paths() {
		if _, known := c.mains[name]; known || !isPage(name) {
			continue
		}
		id := r.ID + " " + name
		c.resources[id], c.mains[name] = resource{ID: id, Type: "webcontent", Href: strings.ReplaceAll(name, "%", "%25")}, id
		items = append(items, item{Resource: id})
	}
	return items
}

// isSupport reports whether a resource only describes others, such as the settings of a quiz, and reports what is lost with it.
func (c *cartridgeReader) isSupport(r resource, resources []resource) (bool, error) {
	if c.named[r.ID] {
		return false, nil
	}
	main := r.path()
	needed := func(by resource) bool {
		return slices.ContainsFunc(by.Needs, func(n reference) bool { return n.Resource == r.ID })
	}
	switch {
	case strings.HasSuffix(r.Type, "/question-bank"), strings.HasPrefix(main, canvasQuestions) && !c.isQuiz(strings.TrimSuffix(path.Base(main), ".xml.qti")):
		return true, c.reportBank(r)
	case strings.HasPrefix(main, "course_settings/") && !isPage(main):
		c.leavePart("course_settings", "Course settings", "Settings of the other system, such as its modules, grading and dates, were left out.")
	case strings.HasPrefix(r.Type, "associatedcontent") && path.Ext(main) == ".xml" && slices.ContainsFunc(resources, needed):
	default:
		return false, nil
	}
	for _, name := range append(r.paths(), main) {
		c.used[name] = true
	}
	return true, nil
}

func (c *cartridgeReader) isQuiz(id string) bool {
	return strings.HasPrefix(c.resources[id].Type, "imsqti")
}

// reportBank reports a bank of questions that no quiz asks.
func (c *cartridgeReader) reportBank(r resource) error {
	var bank struct {
		Bank struct {
			Title  string `xml:"title,attr"`
			Fields []struct {
				Label string `xml:"fieldlabel"`
				Entry string `xml:"fieldentry"`
			} `xml:"qtimetadata>qtimetadatafield"`
			Items []struct{} `xml:"item"`
		} `xml:"objectbank"`
	}
	err := cartridge.Decode(c.entries.Document(r.path()), &bank)
	if err != nil && !errors.Is(err, cartridge.ErrMalformed) {
		return err
	}
	for _, f := range bank.Bank.Fields {
		if f.Label == "bank_title" {
			bank.Bank.Title = f.Entry
		}
	}
	c.named[r.ID], c.used[r.path()] = true, true
	left := LeftOut{Title: "Question bank", Reason: fmt.Sprintf("Questions that no quiz asks were left out: %d.", len(bank.Bank.Items)), Part: "question_bank"}
	if left.Name = titleOr(bank.Bank.Title, ""); left.Name != "" {
		left.Title += ": " + left.Name
	}
	c.parcel.left = append(c.parcel.left, left)
	return nil
}

// looseFiles makes resources of the files that nothing has used, and reports those that are of no use here.
func (c *cartridgeReader) looseFiles(resources []resource) (items []item) {
	var layout, beyond []string
	for _, r := range resources {
		names := r.paths()
		if isContent(r) {
			names = append(names, r.path())
		}
		for _, name := range names {
			_, linked := c.keys[name]
			if linked || c.used[name] || name == "." || !isContent(r) && describes(name) {
				continue
			}
			c.used[name] = true
			switch ext := strings.ToLower(path.Ext(name)); {
			case layoutFiles[ext]:
				layout = append(layout, path.Base(name))
			case len(items) >= maxLooseFiles:
				beyond = append(beyond, path.Base(name))
			default:
				id := r.ID + " " + name
				c.resources[id] = resource{ID: id, Type: "webcontent", Href: strings.ReplaceAll(name, "%", "%25")}
				items = append(items, item{Resource: id})
			}
		}
	}
	if len(layout) > 0 {
		c.leavePart("files", "Files", "Style sheets and scripts of pages were left out: "+listed(layout)+".")
	}
	if len(beyond) > 0 {
		c.leavePart("files", "Files", fmt.Sprintf("Beyond the first %d files that nothing names, these were left out: %s.", maxLooseFiles, strings.Join(beyond, ", ")))
	}
	return items
}

// describes reports whether a file of a resource is what the resource was read from.
func describes(name string) bool { return path.Ext(name) == ".xml" || path.Ext(name) == ".qti" }

// listed names the first few of many.
func listed(names []string) string {
	const most = 5
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
