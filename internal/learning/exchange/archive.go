package exchange

import (
	"context"
	"iter"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/scratch"
)

// archiveFormat identifies the format, so that a later one can be told apart.
const archiveFormat = "lectern-curriculum-1"

// Archive is a curriculum for export. It contains the contents of its lessons; its keys have a meaning only inside
// it.
type Archive struct {
	Format   string            `json:"format" enum:"lectern-curriculum-1" msg:"This is not a curriculum exported from Lectern."`
	Title    string            `json:"title"`
	Sections []ArchivedSection `json:"sections"`
}

type ArchivedSection struct {
	Kind        string            `json:"kind" enum:"week,section" msg:"The kind of a section must be week or section"`
	Title       string            `json:"title"`
	Description string            `json:"description" maxLength:"5000" msg:"A description has at most 5000 characters"`
	Lessons     []ArchivedLesson  `json:"lessons"`
	Sections    []ArchivedSection `json:"sections,omitempty"`
}

// ArchivedLesson is a lesson in an archive. Its release refers to another lesson by key.
type ArchivedLesson struct {
	Key             string                 `json:"key"`
	Type            string                 `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session" msg:"The type of a lesson must be video, text, pdf, file, embed, quiz, assignment or live_session"`
	Title           string                 `json:"title"`
	Summary         string                 `json:"summary" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	DurationSeconds int64                  `json:"duration_seconds" minimum:"0" maximum:"360000" msg:"The duration must be 0 to 100 hours"`
	Required        bool                   `json:"required"`
	Previewable     bool                   `json:"previewable"`
	Release         outline.Release        `json:"release"`
	Completion      outline.CompletionRule `json:"completion"`
	Content         content.Content        `json:"content,omitempty"`

	contentID string          // of an archive that is made of a course, and lacks the content itself
	stored    scratch.Stretch // of one that was unpacked: where its content lies in the heap
}

// archive is an outline without the contents of its lessons.
func archive(o outline.Outline) Archive {
	return Archive{Format: archiveFormat, Title: o.Title, Sections: archiveSections(o.Sections)}
}

func archiveSections(sections []outline.Section) []ArchivedSection {
	archived := make([]ArchivedSection, len(sections))
	for i, s := range sections {
		archived[i] = ArchivedSection{Kind: s.Kind, Title: s.Title, Description: s.Description, Lessons: make([]ArchivedLesson, len(s.Lessons)),
			Sections: archiveSections(s.Sections)}
		for j, l := range s.Lessons {
			archived[i].Lessons[j] = ArchivedLesson{Key: l.ID, Type: l.Type, Title: l.Title, Summary: l.Summary, DurationSeconds: l.DurationSeconds,
				Required: l.Required, Previewable: l.Previewable, Release: l.Release, Completion: l.Completion, contentID: l.ContentID}
		}
	}
	return archived
}

// allLessons ranges over the lessons of an archive, which may be changed.
func allLessons(sections []ArchivedSection) iter.Seq[*ArchivedLesson] {
	return func(yield func(*ArchivedLesson) bool) {
		for i := range sections {
			for j := range sections[i].Lessons {
				if !yield(&sections[i].Lessons[j]) {
					return
				}
			}
			for l := range allLessons(sections[i].Sections) {
				if !yield(l) {
					return
				}
			}
		}
	}
}

// archived returns the draft of a course, or its published version where there is no draft, for export.
func (s *Service) archived(ctx context.Context, q bun.IDB, courseID string) (Archive, contentOf, error) {
	r, err := outline.Read(ctx, q, courseID)
	return archive(r.Outline.V), s.contentsOf(q, courseID), err
}

// contentsOf reads the contents of a course in their exported form.
func (s *Service) contentsOf(q bun.IDB, courseID string) contentOf {
	return func(ctx context.Context, l ArchivedLesson) (content.Content, error) {
		if l.contentID == "" {
			return nil, nil
		}
		held, err := content.ByID(ctx, q, courseID, []string{l.contentID})
		kind, ok := s.deps.Kinds[l.Type].(packer)
		if err != nil || !ok || len(held[l.contentID]) == 0 {
			return held[l.contentID], err
		}
		return kind.Pack(ctx, q, courseID, held[l.contentID])
	}
}

// outgoing is a course on its way out.
type outgoing struct {
	archive Archive
	of      contentOf
	files   []content.CourseFile // that its contents name
}

// export prepares the draft of a course for export. It returns fault.TooLarge for what an import would refuse.
func (s *Service) export(ctx context.Context, courseID string) (o outgoing, err error) {
	q := s.deps.DB.Reader()
	if o.archive, o.of, err = s.archived(ctx, q, courseID); err != nil {
		return o, err
	}
	const perLesson = 1 << 10 // bytes around its content: its title and rules, or its page, and its item in a manifest
	size, lessons, named := 0, 0, map[string]bool{}
	for l := range allLessons(o.archive.Sections) {
		c, err := o.of(ctx, *l)
		if err != nil {
			return o, err
		}
		lessons++
		size += len(c) + perLesson
		for _, id := range fileIDs(string(c)) {
			named[id] = true
		}
	}
	if o.files, err = filesNamed(ctx, q, courseID, named); err != nil {
		return o, err
	}
	return o, requireImportable(size, lessons+len(o.files)+2, o.files)
}

// packer is implemented by a Kind whose contents refer to other data of the course, which it can include.
type packer interface {
	Pack(ctx context.Context, q bun.IDB, courseID string, c content.Content) (content.Content, error)
}

// fileIDs returns what has the form of a file's id in a text: [0-9a-f]{8}-[0-9a-f-]{27}. As a regular expression this took half of the time
// of a large export, for nearly every character may begin an id; hyphens are rarer.
func fileIDs(text string) (ids []string) {
	const before, after, hex = 8, 27, "0123456789abcdef"
	for end, at := 0, 0; ; at++ {
		next := strings.IndexByte(text[at:], '-')
		if next < 0 {
			return ids
		}
		at += next
		first, last := at-before, at+1+after
		if first < end || last > len(text) || strings.Trim(text[first:at], hex) != "" || strings.Trim(text[at+1:last], hex+"-") != "" {
			continue
		}
		ids = append(ids, text[first:last])
		end, at = last, last-1
	}
}

// named returns which of the new ids of files, by key, contents of the archive refer to.
func (a Archive) named(ctx context.Context, of contentOf, ids map[string]string) (map[string]bool, error) {
	named := map[string]bool{}
	if len(ids) == 0 {
		return named, nil
	}
	renamed := replacer(ids, nil)
	for l := range allLessons(a.Sections) {
		c, err := of(ctx, *l)
		if err != nil {
			return nil, err
		}
		for _, id := range fileIDs(renamed.Replace(string(c))) {
			named[id] = true
		}
	}
	return named, nil
}
