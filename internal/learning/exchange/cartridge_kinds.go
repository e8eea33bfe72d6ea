package exchange

import (
	"bytes"
	"errors"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
)

// cartridgeKind is implemented by a Kind with an equivalent in Common Cartridges.
type cartridgeKind interface {
	// ToCartridge writes the content of a lesson; address returns the path of a course file for readers of it.
	ToCartridge(id, title string, c content.Content, address func(fileID string) string) (cartridge.Resource, error)
	// FromCartridge reads it; named replaces the names of files of the package in HTML by those of course files. It
	// returns cartridge.ErrMalformed, or a fault, which refuses the whole package.
	FromCartridge(file []byte, named func(html string) string) (cartridge.Lesson, error)
}

// resourceKinds maps resource types, by prefix, to the lesson types of other features.
var resourceKinds = []struct{ resource, lesson string }{{"imsqti", "quiz"}, {"assignment_xml", "assignment"}}

// exchanged writes a lesson of such a kind and returns the id of its resource, "" if there is none.
func (w *cartridgeWriter) exchanged(kind cartridgeKind, l ArchivedLesson) (id, problem string, err error) {
	var needs needed
	r, err := kind.ToCartridge(l.Key, l.Title, l.Content, needs.of("$IMS-CC-FILEBASE$../", w.files))
	if err != nil {
		return "", "", err
	}
	w.left = append(w.left, leftOut(l.Title, r.Lost)...)
	if r.XML == nil {
		return "", "", nil
	}
	name := l.Type + "/" + l.Key + ".xml"
	return w.add(name, r.Type, "", needs...), "", writeEntry(w.zip, name, bytes.NewReader(r.XML))
}

// without lists what a cartridge cannot express of any lesson.
func (l ArchivedLesson) without() (left []LeftOut) {
	for _, one := range []struct {
		set    bool
		reason string
	}{
		{l.Release != outline.Release{}, "Its opening time was left out: Common Cartridge has no place for it."},
		{l.Completion != outline.CompletionFor(l.Type, nil), "Its completion rule was left out: Common Cartridge has no place for it."},
		{!l.Required || l.Previewable, "Whether it is required and has a free preview was left out: Common Cartridge has no place for it."},
		{l.Summary != "", "Its summary was left out: Common Cartridge has no place for it."},
	} {
		if one.set {
			left = append(left, LeftOut{Title: l.Title, Reason: one.reason})
		}
	}
	return left
}

// exchanged reads a resource as a lesson of such a kind.
func (c *cartridgeReader) exchanged(r resource, kind, title string) (converted, error) {
	body := c.entries.Document(r.path())
	if whole := canvasQuestions + r.ID + ".xml.qti"; c.entries.Size(whole) > 0 {
		c.used[whole] = true
		body = c.entries.Document(whole)
	}
	if len(body) == 0 {
		return converted{problem: noFile}, nil
	}
	return c.read(kind, body, r, title)
}

// read reads the file of a resource as a lesson of such a kind.
func (c *cartridgeReader) read(kind string, body []byte, r resource, title string) (converted, error) {
	reader, ok := c.kinds[kind].(cartridgeKind)
	if !ok {
		return converted{problem: "Lessons of this kind aren't supported here."}, nil
	}
	texts := pageReader{reader: c, path: r.path()}
	l, err := reader.FromCartridge(body, texts.read)
	if errors.Is(err, cartridge.ErrMalformed) {
		return converted{problem: noXML}, nil
	}
	if err = errors.Join(err, texts.err); err != nil {
		return converted{}, err
	}
	if texts.tooMuch {
		return converted{problem: "It is too large for one lesson."}, nil
	}
	title = titleOr(title, titleOr(l.Title, r.name()))
	c.parcel.left = append(append(c.parcel.left, leftOut(title, l.Lost)...), texts.report(title)...)
	if l.Content == nil {
		return converted{}, nil
	}
	return converted{kind: kind, title: title, content: l.Content}, nil
}

// leftOut labels what was lost with the lesson's title.
func leftOut(lesson string, lost []cartridge.Lost) (left []LeftOut) {
	for _, one := range lost {
		entry := LeftOut{Title: lesson, Reason: one.Reason}
		if one.Title != "" {
			entry.Title += ": " + one.Title
		}
		if one.Number > 0 {
			entry.Part, entry.Name, entry.Number = "question", lesson, one.Number
		}
		left = append(left, entry)
	}
	return left
}
