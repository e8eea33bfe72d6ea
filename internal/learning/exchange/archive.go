package exchange

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
)

// archiveFormat names the form, so that a later one can be told from it.
const archiveFormat = "lectern-curriculum-1"

// Archive is a curriculum that can travel: what its lessons hold is in it, and identities are keys that mean something
// inside it only.
type Archive struct {
	Format   string            `json:"format" enum:"lectern-curriculum-1"`
	Title    string            `json:"title"`
	Sections []ArchivedSection `json:"sections"`
}

// ArchivedSection is a section in an archive.
type ArchivedSection struct {
	Kind        string            `json:"kind" enum:"week,section"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Lessons     []ArchivedLesson  `json:"lessons"`
	Sections    []ArchivedSection `json:"sections,omitempty"`
}

// ArchivedLesson is a lesson in an archive. Its release names another by key.
type ArchivedLesson struct {
	Key             string                 `json:"key"`
	Type            string                 `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session"`
	Title           string                 `json:"title"`
	Summary         string                 `json:"summary"`
	DurationSeconds int64                  `json:"duration_seconds"`
	Required        bool                   `json:"required"`
	Previewable     bool                   `json:"previewable"`
	Release         outline.Release        `json:"release"`
	Completion      outline.CompletionRule `json:"completion"`
	Content         content.Content        `json:"content,omitempty"`
}

// archive is an outline with what its lessons hold.
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

// archived is the draft of a course, or its published version where there is no draft to be had, as it travels.
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

// packer is a Kind whose contents name what only their own course has, and can take it along.
type packer interface {
	Pack(ctx context.Context, q bun.IDB, courseID string, c content.Content) (content.Content, error)
}

// pack gives the contents of an outline as they travel, by content id.
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
