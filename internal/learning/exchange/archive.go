package exchange

import (
	"context"
	"regexp"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
)

// archiveFormat identifies the format, so that a later one can be told apart.
const archiveFormat = "lectern-curriculum-1"

// Archive is a curriculum for export. It contains the contents of its lessons; its keys have a meaning only inside
// it.
type Archive struct {
	Format   string            `json:"format" enum:"lectern-curriculum-1" msg:"This is no curriculum that Lectern has exported."`
	Title    string            `json:"title"`
	Sections []ArchivedSection `json:"sections"`
}

// lessons counts the lessons.
func (a Archive) lessons() (n int) { return lessonsIn(a.Sections) }

func lessonsIn(sections []ArchivedSection) (n int) {
	for _, s := range sections {
		n += len(s.Lessons) + lessonsIn(s.Sections)
	}
	return n
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
}

// archive combines an outline and the contents of its lessons.
func archive(o outline.Outline, held map[string]content.Content) Archive {
	a := Archive{Format: archiveFormat, Title: o.Title, Sections: archiveSections(o.Sections, held)}
	return a
}

func archiveSections(sections []outline.Section, held map[string]content.Content) []ArchivedSection {
	archived := make([]ArchivedSection, len(sections))
	for i, s := range sections {
		archived[i] = ArchivedSection{Kind: s.Kind, Title: s.Title, Description: s.Description, Lessons: make([]ArchivedLesson, len(s.Lessons)),
			Sections: archiveSections(s.Sections, held)}
		for j, l := range s.Lessons {
			archived[i].Lessons[j] = ArchivedLesson{Key: l.ID, Type: l.Type, Title: l.Title, Summary: l.Summary, DurationSeconds: l.DurationSeconds,
				Required: l.Required, Previewable: l.Previewable, Release: l.Release, Completion: l.Completion, Content: held[l.ContentID]}
		}
	}
	return archived
}

// archived returns the draft of a course, or its published version where there is no draft, for export.
func (s *Service) archived(ctx context.Context, q bun.IDB, courseID string) (Archive, error) {
	r, err := outline.Read(ctx, q, courseID)
	if err != nil {
		return Archive{}, err
	}
	held, err := content.ByID(ctx, q, courseID, r.Outline.V.ContentIDs())
	if err == nil {
		err = s.pack(ctx, q, courseID, r.Outline.V, held)
	}
	return archive(r.Outline.V, held), err
}

// packer is implemented by a Kind whose contents refer to other data of the course, which it can include.
type packer interface {
	Pack(ctx context.Context, q bun.IDB, courseID string, c content.Content) (content.Content, error)
}

// pack replaces contents by their exported form, by content id.
func (s *Service) pack(ctx context.Context, q bun.IDB, courseID string, o outline.Outline, held map[string]content.Content) error {
	for _, l := range o.AllLessons() {
		kind, ok := s.deps.Kinds[l.Type].(packer)
		if !ok || len(held[l.ContentID]) == 0 {
			continue
		}
		packed, err := kind.Pack(ctx, q, courseID, held[l.ContentID])
		if err != nil {
			return err
		}
		held[l.ContentID] = packed
	}
	return nil
}

var fileID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// named returns which of the new ids of files, by key, contents of the archive refer to.
func (a Archive) named(ids map[string]string) map[string]bool {
	named := map[string]bool{}
	if len(ids) == 0 {
		return named
	}
	renamed := replacer(ids, nil)
	var walk func(sections []ArchivedSection)
	walk = func(sections []ArchivedSection) {
		for _, s := range sections {
			for _, l := range s.Lessons {
				for _, id := range fileID.FindAllString(renamed.Replace(string(l.Content)), -1) {
					named[id] = true
				}
			}
			walk(s.Sections)
		}
	}
	walk(a.Sections)
	return named
}
