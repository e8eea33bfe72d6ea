package curriculum

import (
	"context"
	"strings"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type NewSection struct {
	Kind        string `json:"kind,omitempty" enum:"week,section" default:"section" msg:"The kind of a section must be week or section"`
	Title       string `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Description string `json:"description,omitempty" maxLength:"5000" msg:"A description has at most 5000 characters"`
	ParentID    string `json:"parent_id,omitempty" maxLength:"36" msg:"This week doesn't exist" doc:"The week that is to hold it."`
	Order       int64  `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"From 1; 0 or none is the end."`
}

// SectionChange holds the changed fields of a section; absent ones stay.
type SectionChange struct {
	rest.BaseRevision
	Title       *string `json:"title,omitempty" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Description *string `json:"description,omitempty" maxLength:"5000" msg:"A description has at most 5000 characters"`
}

type SectionMove struct {
	ParentID string `json:"parent_id,omitempty" maxLength:"36" msg:"This week doesn't exist" doc:"The week that is to hold it; none: the course."`
	Order    int64  `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"From 1; 0 or none is the end."`
}

// SectionOrder orders the sections of a course or week; all of them must be named.
type SectionOrder struct {
	ParentID   string   `json:"parent_id,omitempty" maxLength:"36" msg:"This week doesn't exist"`
	SectionIDs []string `json:"section_ids" maxItems:"300" msg:"The sections are required in their new order"`
}

// AddSection adds a section, for teachers of the course.
func (s *Service) AddSection(ctx context.Context, who access.Caller, courseID string, n NewSection) (added outline.OutlineEntry, err error) {
	err = s.Edit(ctx, who, courseID, "Section added", func(c *outline.Edit) error {
		made := c.NewSection(n.Kind, text.OneLine(n.Title), strings.TrimSpace(n.Description))
		if err := outline.RegisterIDs(ctx, c.Tx, courseID, []string{made.ID}, c.Now); err != nil {
			return err
		}
		err := c.Outline.AddSection(made, n.ParentID, n.Order)
		added = c.Outline.Entry(made.ID)
		return err
	})
	return added, err
}

// ChangeSection changes title and description, for teachers of the course. It returns fault.Precondition with a
// Stale.
func (s *Service) ChangeSection(ctx context.Context, who access.Caller, courseID, id string, n SectionChange, holds func(revision int64) bool) (changed outline.OutlineEntry, err error) {
	err = s.Edit(ctx, who, courseID, "Section changed", func(c *outline.Edit) error {
		found, err := c.Outline.FindSection(id)
		if err != nil {
			return err
		}
		if !holds(found.Revision) {
			return stale(found.Revision, c.Outline.Entry(id), nil)
		}
		set(&found.Title, n.Title, text.OneLine)
		set(&found.Description, n.Description, strings.TrimSpace)
		found.Revision = c.Revision
		changed = c.Outline.Entry(id)
		return nil
	})
	return changed, err
}

// RemoveSection removes a section and everything in it, but keeps what learners did there. For teachers of the
// course.
func (s *Service) RemoveSection(ctx context.Context, who access.Caller, courseID, id string) error {
	return s.Edit(ctx, who, courseID, "Section removed", func(c *outline.Edit) error {
		if err := c.Outline.RemoveSection(id); err != nil {
			return err
		}
		c.Outline.DropDanglingConditions()
		return nil
	})
}

// MoveSection moves a section, for teachers of the course.
func (s *Service) MoveSection(ctx context.Context, who access.Caller, courseID, id string, m SectionMove) error {
	return s.Edit(ctx, who, courseID, "Section moved", func(c *outline.Edit) error { return c.Outline.MoveSection(id, m.ParentID, m.Order) })
}

// OrderSections orders the sections of a course or week, for teachers of the course. It returns fault.Conflict with
// a CurrentOrder.
func (s *Service) OrderSections(ctx context.Context, who access.Caller, courseID string, o SectionOrder) error {
	return s.Edit(ctx, who, courseID, "Sections ordered", func(c *outline.Edit) error { return c.Outline.OrderSections(o.ParentID, o.SectionIDs) })
}
