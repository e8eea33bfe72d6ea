package exchange

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"syscall"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jsonstream"
	"lectern/internal/platform/scratch"
)

// An Archive in JSON is written and read lesson by lesson.

// writeArchive writes an archive with its contents.
func writeArchive(ctx context.Context, to io.Writer, a Archive, of contentOf) error {
	w := archiveWriter{ctx, bufio.NewWriterSize(to, 64<<10), of}
	if err := w.object(struct {
		Format string `json:"format"`
		Title  string `json:"title"`
	}{a.Format, a.Title}); err != nil {
		return err
	}
	if err := w.sections(a.Sections); err != nil {
		return err
	}
	_, _ = w.WriteString("}\n")
	return w.Flush()
}

// archiveWriter ignores the errors of single writes: its buffer keeps the first one, and Flush returns it.
type archiveWriter struct {
	ctx context.Context
	*bufio.Writer
	of contentOf
}

// object begins an object with the members of head; others may follow.
func (w archiveWriter) object(head any) error {
	text, err := json.Marshal(head)
	if err == nil {
		_, err = w.Write(text[:len(text)-1])
	}
	return err
}

func (w archiveWriter) sections(sections []ArchivedSection) error {
	_, _ = w.WriteString(`,"sections":[`)
	for i, s := range sections {
		if i > 0 {
			_ = w.WriteByte(',')
		}
		_ = w.WriteByte('\n')
		if err := w.object(struct {
			Kind        string `json:"kind"`
			Title       string `json:"title"`
			Description string `json:"description"`
		}{s.Kind, s.Title, s.Description}); err != nil {
			return err
		}
		if err := w.lessons(s.Lessons); err != nil {
			return err
		}
		if len(s.Sections) > 0 {
			if err := w.sections(s.Sections); err != nil {
				return err
			}
		}
		_ = w.WriteByte('}')
	}
	_, err := w.WriteString("]")
	return err
}

func (w archiveWriter) lessons(lessons []ArchivedLesson) (err error) {
	_, _ = w.WriteString(`,"lessons":[`)
	for i, l := range lessons {
		if l.Content, err = w.of(w.ctx, l); err != nil {
			return err
		}
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		if i > 0 {
			_ = w.WriteByte(',')
		}
		_ = w.WriteByte('\n')
		_, _ = w.Write(text)
	}
	_, err = w.WriteString("]")
	return err
}

// maxValue limits one lesson of an archive, or one other member, in bytes; a content has at most 512 KB.
const maxValue = 2 << 20

// archiveReader reads an archive in JSON: into memory but the contents, which go to the heap.
type archiveReader struct {
	*jsonstream.Reader
	service           *Service
	heap              *scratch.Heap
	sections, lessons int
}

// readArchive returns fault.Invalid for what is no archive, and fault.TooLarge beyond the limits of a course.
func (s *Service) readArchive(from io.Reader, h *scratch.Heap) (Archive, error) {
	r := &archiveReader{Reader: jsonstream.New(from, maxValue, errLongValue), service: s, heap: h}
	var sections []ArchivedSection
	head, err := r.Object(func(name string) (own bool, err error) {
		if name == "sections" {
			sections, err = r.readSections("sections", 1)
		}
		return name == "sections", err
	})
	if err != nil {
		return Archive{}, asMalformed(err)
	}
	a, err := s.archives.Decode(head)
	a.Sections = sections
	return a, err
}

func (r *archiveReader) readSections(name string, depth int) (sections []ArchivedSection, err error) {
	if depth > maxNesting {
		return nil, fault.InvalidField("sections", "too_deep", "Only weeks can contain sections, and a section can contain only lessons.")
	}
	err = r.Array(func(i int) error {
		if r.sections++; r.sections > outline.MaxSections {
			return outline.ErrFull
		}
		prefix := fmt.Sprintf("%s[%d].", name, i)
		var lessons []ArchivedLesson
		var inner []ArchivedSection
		head, err := r.Object(func(member string) (own bool, err error) {
			switch member {
			case "lessons":
				lessons, err = r.readLessons(prefix + "lessons")
			case "sections":
				inner, err = r.readSections(prefix+"sections", depth+1)
			default:
				return false, nil
			}
			return true, err
		})
		if err != nil {
			return err
		}
		one, err := r.service.archivedSections.Decode(head)
		if err != nil {
			return within(prefix, err)
		}
		one.Lessons, one.Sections = lessons, inner
		sections = append(sections, one)
		return nil
	})
	return sections, err
}

// maxNesting is deeper than any course: weeks hold sections. What is nested further is refused before it is read.
const maxNesting = 3

func (r *archiveReader) readLessons(name string) (lessons []ArchivedLesson, err error) {
	err = r.Array(func(i int) error {
		if r.lessons++; r.lessons > outline.MaxLessons {
			return outline.ErrFull
		}
		text, err := r.Value()
		if err != nil {
			return err
		}
		l, err := r.service.archivedLessons.Decode(text)
		if err != nil {
			return within(fmt.Sprintf("%s[%d].", name, i), err)
		}
		if string(l.Content) != "null" {
			l.stored, err = r.heap.Add(l.Content)
		}
		l.Content = nil
		lessons = append(lessons, l)
		return err
	})
	return lessons, err
}

var errLongValue = fault.New(fault.TooLarge, "lesson_too_large", "A lesson in this curriculum is larger than 2 MB. Nothing was imported.")

// asMalformed explains an error of the decoder.
func asMalformed(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok || errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return fault.New(fault.Invalid, "malformed", "The curriculum in this file is not valid. Nothing was imported.").WithCause(err)
}

// within names the fields of a fault by where their object is.
func within(prefix string, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || len(f.Fields) == 0 {
		return err
	}
	var fields fault.Fields
	for _, one := range f.Fields {
		one.Name = prefix + one.Name
		fields = append(fields, one)
	}
	return fields.Err()
}
