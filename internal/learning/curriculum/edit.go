package curriculum

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Stale is the error detail of an edit of an outdated version: its current state. The client
// still has what it sent.
type Stale struct {
	Revision int64           `json:"revision" doc:"To send with the next edit."`
	Current  any             `json:"current" doc:"The section, the lesson or the title as it is now."`
	Content  content.Content `json:"content,omitempty" doc:"What is in the lesson now."`
}

func stale(revision int64, current any, content content.Content) error {
	return fault.New(fault.Precondition, "stale_version",
		"Another user has changed this. Compare both versions, then save the one to keep.").WithDetails(Stale{revision, current, content})
}

// Rename sets the title of the curriculum, for teachers of the course. It returns fault.Precondition with a Stale unless the
// revision of the draft holds.
func (s *Service) Rename(ctx context.Context, who access.Caller, courseID, title string, holds func(revision int64) bool) error {
	return s.Edit(ctx, who, courseID, "Title changed", func(c *outline.Edit) error {
		if before := c.Revision - 1; !holds(before) {
			return stale(before, c.Outline.Title, nil)
		}
		c.Outline.Title = text.OneLine(title)
		return nil
	})
}

// Undo restores the draft before the last edit, whichever user made it; revision is the one that the caller sees. For
// teachers of the course. It returns fault.Precondition if there has been another edit, fault.Conflict if there is
// nothing to undo.
func (s *Service) Undo(ctx context.Context, who access.Caller, courseID string, revision int64) error {
	return s.rewind(ctx, who, courseID, revision)
}

func set[T any](member *T, wish *T, tidy func(T) T) {
	if wish != nil {
		*member = tidy(*wish)
	}
}

func same[T any](v T) T { return v }

// Initialize creates an empty curriculum, or empties the draft. For teachers of the course. It returns fault.Conflict
// if the draft has lessons and sure is false.
func (s *Service) Initialize(ctx context.Context, who access.Caller, courseID string, sure bool) error {
	return s.Edit(ctx, who, courseID, "Emptied", func(c *outline.Edit) error {
		if t := c.Outline.Totals(); t.Lessons > 0 && !sure {
			return fault.New(fault.Conflict, "not_empty", "This curriculum already has lessons. Send replace=true to empty it first; you can undo that.")
		}
		c.Outline.Sections = []outline.Section{}
		return nil
	})
}
