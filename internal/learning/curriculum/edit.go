package curriculum

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Stale is the error info of an edit of something that has been changed meanwhile: what stands now. What was sent is
// still with its sender.
type Stale struct {
	Revision int64           `json:"revision" doc:"To send with the next edit."`
	Current  any             `json:"current" doc:"The section or lesson as it is now."`
	Content  content.Content `json:"content,omitempty" doc:"What is in the lesson now."`
}

func stale(revision int64, current any, content content.Content) error {
	return fault.New(fault.Precondition, "changed_meanwhile",
		"Somebody has changed this meanwhile. Compare both and save again what should stand.").WithDetails(Stale{revision, current, content})
}

// Rename gives the curriculum a title. For teachers of the course.
func (s *Service) Rename(ctx context.Context, who access.Caller, courseID, title string) error {
	return s.Edit(ctx, who, courseID, "Title changed", func(c *outline.Edit) error {
		c.Outline.Title = text.OneLine(title)
		return nil
	})
}

// Undo goes back to the draft before the last edit, whoever made it; revision is that of the draft as the caller sees it.
// For teachers of the course. fault.Precondition when another edit has come, fault.Conflict when there is none to undo.
func (s *Service) Undo(ctx context.Context, who access.Caller, courseID string, revision int64) error {
	return s.rewind(ctx, who, courseID, revision)
}

func set[T any](member *T, wish *T, tidy func(T) T) {
	if wish != nil {
		*member = tidy(*wish)
	}
}

func same[T any](v T) T { return v }

// Initialize makes an empty curriculum, or empties the draft. For teachers of the course. fault.Conflict when there are
// lessons in it and sure is not said.
func (s *Service) Initialize(ctx context.Context, who access.Caller, courseID string, sure bool) error {
	return s.Edit(ctx, who, courseID, "Emptied", func(c *outline.Edit) error {
		if t := c.Outline.Totals(); t.Lessons > 0 && !sure {
			return fault.New(fault.Conflict, "not_empty", "There are lessons in this curriculum. Say replace=true to empty it; Undo brings them back.")
		}
		c.Outline.Sections = []outline.Section{}
		return nil
	})
}
