package exchange

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/text"
)

const leftOutEntry = "not-included.txt"

type cartridgeWriter struct {
	ctx       context.Context
	of        contentOf
	zip       *zip.Writer
	kinds     content.Kinds
	files     map[string]string // paths in the package, by file id
	lessons   map[string]string // paths of what lessons become, by their key
	resources []writtenResource
	folders   int
	left      []LeftOut
}

// ExportCartridge returns a function that writes the draft of a course as a Common Cartridge 1.3, with a list of what the format cannot hold.
// It contains the answer keys of the quizzes, so it is only for teachers of the course.
func (s *Service) ExportCartridge(ctx context.Context, who access.Caller, courseID string) (write func(io.Writer) error, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	o, err := s.export(ctx, courseID)
	if err != nil {
		return nil, err
	}
	return func(to io.Writer) error {
		w := cartridgeWriter{ctx: ctx, of: o.of, zip: zip.NewWriter(to), kinds: s.deps.Kinds, files: map[string]string{}, lessons: map[string]string{}}
		for _, f := range o.files {
			w.files[f.ID] = filesFolder + f.ID + path.Ext(attachment.Name(f.Name))
			w.resources = append(w.resources, writtenResource{"file-" + f.ID, "webcontent", w.files[f.ID], []writtenFile{{w.files[f.ID]}}, nil})
			if err := s.packFile(ctx, w.zip, f); err != nil {
				return err
			}
		}
		for l := range allLessons(o.archive.Sections) {
			if err := w.name(*l); err != nil {
				return err
			}
		}
		return w.finish(courseID, o.archive)
	}, nil
}

// finish writes the lessons, the manifest and the list of what was left out.
func (w *cartridgeWriter) finish(courseID string, a Archive) error {
	items, err := w.sections(a.Sections)
	if err != nil {
		return err
	}
	m := writtenManifest{ID: "course-" + courseID, Schema: "IMS Common Cartridge", Version: "1.3.0",
		Title:     writtenTitle{"http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest", a.Title},
		Outline:   writtenOutline{"outline", "rooted-hierarchy", writtenItem{ID: "root", Items: items}},
		Resources: w.resources}
	if err := w.xml(manifestEntry, m); err != nil {
		return err
	}
	if len(w.left) > 0 {
		list := "What a Common Cartridge cannot hold, or Lectern does not put into one:\r\n"
		for _, l := range w.left {
			list += "\r\n- " + l.Title + ": " + l.Reason
		}
		if err := writeEntry(w.zip, leftOutEntry, strings.NewReader(list+"\r\n")); err != nil {
			return err
		}
	}
	return w.zip.Close()
}

// name determines the path of a lesson, for the links between them.
func (w *cartridgeWriter) name(l ArchivedLesson) (err error) {
	if l.Content, err = w.of(w.ctx, l); err != nil || len(l.Content) == 0 {
		return err
	}
	switch l.Type {
	case "text":
		t, err := content.Decode[content.Text](l.Content)
		if err != nil {
			return err
		}
		if w.lessons[l.Key] = "lessons/" + l.Key + ".html"; linkOf(l.Title, t) != "" {
			w.lessons[l.Key] = "links/" + l.Key + ".xml"
		}
	case "pdf", "file":
		f, err := content.Decode[content.File](l.Content)
		if err != nil {
			return err
		}
		w.lessons[l.Key] = w.files[f.FileID]
	case "embed", "live_session":
		w.lessons[l.Key] = "links/" + l.Key + ".xml"
	case "quiz", "assignment":
		w.lessons[l.Key] = l.Type + "/" + l.Key + ".xml"
	}
	return nil
}

func (w *cartridgeWriter) sections(sections []ArchivedSection) (items []writtenItem, err error) {
	for _, s := range sections {
		w.folders++
		folder := writtenItem{ID: fmt.Sprintf("section-%d", w.folders), Title: s.Title}
		for _, l := range s.Lessons {
			r, problem, err := w.lesson(l)
			if err != nil {
				return nil, err
			}
			if problem != "" {
				w.left = append(w.left, LeftOut{Title: l.Title, Reason: problem})
			}
			if r == "" {
				continue
			}
			w.left = append(w.left, l.without()...)
			folder.Items = append(folder.Items, writtenItem{ID: "lesson-" + l.Key, Resource: r, Title: l.Title})
		}
		if s.Description != "" {
			w.left = append(w.left, LeftOut{Title: s.Title, Reason: "Its description was left out: Common Cartridge has no place for it."})
		}
		inner, err := w.sections(s.Sections)
		if err != nil {
			return nil, err
		}
		folder.Items = append(folder.Items, inner...)
		items = append(items, folder)
	}
	return items, nil
}

// lesson writes a lesson and returns the id of its resource, or the reason why there is none.
func (w *cartridgeWriter) lesson(l ArchivedLesson) (id, problem string, err error) {
	if l.Content, err = w.of(w.ctx, l); err != nil {
		return "", "", err
	}
	if len(l.Content) == 0 {
		return "", "It is empty.", nil
	}
	switch l.Type {
	case "text":
		t, err := content.Decode[content.Text](l.Content)
		if err != nil {
			return "", "", err
		}
		return w.page(l, t)
	case "pdf", "file":
		f, err := content.Decode[content.File](l.Content)
		if _, there := w.files[f.FileID]; err == nil && !there {
			return "", "Its file was deleted.", nil
		}
		return "file-" + f.FileID, "", err
	case "embed":
		e, err := content.Decode[content.Embed](l.Content)
		if err != nil {
			return "", "", err
		}
		return w.link(l, e.URL)
	case "live_session":
		s, err := content.Decode[content.LiveSession](l.Content)
		if err != nil || s.JoinURL == "" {
			return "", "Common Cartridge has no place for a live session without a meeting link.", err
		}
		w.left = append(w.left, LeftOut{Title: l.Title, Reason: "Only its link was exported, without its date."})
		return w.link(l, s.JoinURL)
	case "video":
		return "", "Videos are too large for a cartridge: it stays in the library of the course. Embedded videos are included.", nil
	}
	if kind, ok := w.kinds[l.Type].(cartridgeKind); ok {
		return w.exchanged(kind, l)
	}
	return "", "Common Cartridge has no lessons of this kind.", nil
}

// page writes a text lesson as an HTML page, or as a web link if it is nothing else.
func (w *cartridgeWriter) page(l ArchivedLesson, t content.Text) (id, problem string, err error) {
	if address := linkOf(l.Title, t); address != "" {
		return w.link(l, address)
	}
	name := w.lessons[l.Key]
	var needs needed
	body := text.WithFiles(t.HTML, needs.of("../", w.files))
	missing := false
	body = text.WithLessons(body, func(key string) string {
		missing = missing || w.lessons[key] == ""
		return "../" + w.lessons[key]
	})
	if missing {
		w.left = append(w.left, LeftOut{Title: l.Title, Reason: "Its links to lessons that are not in the cartridge lead nowhere there."})
	}
	title := html.EscapeString(l.Title)
	page := "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + title + "</title></head>\n<body>" + body + "</body></html>\n"
	return w.add(name, "webcontent", name, needs...), "", writeEntry(w.zip, name, strings.NewReader(page))
}

// maxLink is longer than a text in bytes that is a link, with title and address, can be.
const maxLink = 16 << 10

// linkOf is the address of a text that consists of one web link under the title of its lesson or its address, as the import
// of a web link makes it; "" of other texts.
func linkOf(title string, t content.Text) string {
	if len(t.HTML) > maxLink {
		return ""
	}
	root, err := html.Parse(strings.NewReader(t.HTML))
	if err != nil {
		return ""
	}
	var nodes []*html.Node
	for node := range root.Descendants() {
		nodes = append(nodes, node)
	}
	if len(nodes) != 6 || nodes[3].DataAtom != atom.P || nodes[4].DataAtom != atom.A || nodes[5].Type != html.TextNode { // within html, head and body
		return ""
	}
	address, said := attr(nodes[4], "href"), nodes[5].Data
	if !cartridge.IsWeb(address) || said != title && said != address {
		return ""
	}
	return address
}

func (w *cartridgeWriter) link(l ArchivedLesson, address string) (id, problem string, err error) {
	name := w.lessons[l.Key]
	link := writtenLink{Title: l.Title}
	link.URL.Href = address
	return w.add(name, "imswl_xmlv1p3", ""), "", w.xml(name, link)
}

// add adds a resource of one file, with the resources that it needs, and returns its id.
func (w *cartridgeWriter) add(file, kind, href string, needs ...writtenNeed) string {
	id := fmt.Sprintf("resource-%d", len(w.resources)+1)
	w.resources = append(w.resources, writtenResource{id, kind, href, []writtenFile{{file}}, needs})
	return id
}

// needed collects the course files that a text embeds.
type needed []writtenNeed

// of returns a function that maps file ids to paths with a prefix and records the files asked for.
func (n *needed) of(prefix string, files map[string]string) func(id string) string {
	return func(id string) string {
		if need := (writtenNeed{"file-" + id}); files[id] != "" && !slices.Contains(*n, need) {
			*n = append(*n, need)
		}
		return prefix + files[id]
	}
}

func (w *cartridgeWriter) xml(name string, value any) error {
	written, err := cartridge.Encode(value)
	if err != nil {
		return err
	}
	return writeEntry(w.zip, name, bytes.NewReader(written))
}
