package curriculum

import (
	"context"
	"slices"
	"strings"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type NewLesson struct {
	Type            string                  `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session" msg:"The type of a lesson must be video, text, pdf, file, embed, quiz, assignment or live_session"`
	Title           string                  `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary         string                  `json:"summary,omitempty" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	DurationSeconds int64                   `json:"duration_seconds,omitempty" minimum:"0" maximum:"360000" msg:"The duration must be 0 to 100 hours"`
	Required        *bool                   `json:"required,omitempty" msg:"required must be true or false" doc:"Default: true."`
	Previewable     bool                    `json:"previewable,omitempty" msg:"previewable must be true or false"`
	Release         outline.Release         `json:"release,omitzero"`
	Completion      *outline.CompletionRule `json:"completion,omitempty" doc:"Default: the rule that fits the type."`
	Content         content.Content         `json:"content,omitempty" doc:"By type: {html}, {url}, {file_id}, {video_id}, {date,start_time,duration_minutes,timezone,join_url}, …"`
	Order           int64                   `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"From 1; 0 or none is the end."`
}

// LessonChange holds the changed fields of a lesson; absent ones stay.
type LessonChange struct {
	rest.BaseRevision
	Title           *string                 `json:"title,omitempty" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary         *string                 `json:"summary,omitempty" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	DurationSeconds *int64                  `json:"duration_seconds,omitempty" minimum:"0" maximum:"360000" msg:"The duration must be 0 to 100 hours"`
	Required        *bool                   `json:"required,omitempty" msg:"required must be true or false"`
	Previewable     *bool                   `json:"previewable,omitempty" msg:"previewable must be true or false"`
	Release         *outline.Release        `json:"release,omitempty"`
	Completion      *outline.CompletionRule `json:"completion,omitempty"`
	Content         content.Content         `json:"content,omitempty"`
}

// LessonOrder arranges the lessons of some sections. Each of their lessons must be named once, in any of these
// sections, so that lessons can move between them.
type LessonOrder struct {
	Sections []struct {
		SectionID string   `json:"section_id" minLength:"1" maxLength:"36" msg:"Section ID is required;minLength=Section ID cannot be empty"`
		LessonIDs []string `json:"lesson_ids" maxItems:"2000" msg:"The lessons are required in their new order"`
	} `json:"sections" minItems:"1" maxItems:"300" msg:"The sections and their lessons are required"`
}

// LessonBatch changes, moves or removes several lessons, or none if one of them does not exist.
type LessonBatch struct {
	LessonIDs   []string         `json:"lesson_ids" minItems:"1" maxItems:"2000" msg:"Choose at least one lesson"`
	Required    *bool            `json:"required,omitempty" msg:"required must be true or false"`
	Previewable *bool            `json:"previewable,omitempty" msg:"previewable must be true or false"`
	Release     *outline.Release `json:"release,omitempty"`
	MoveTo      string           `json:"move_to,omitempty" maxLength:"36" msg:"This section doesn't exist" doc:"The section that is to hold them, in the order in which they are named."`
	Order       int64            `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"With move_to: from 1 among those that stay; 0 or none is the end."`
	Remove      bool             `json:"remove,omitempty" msg:"remove must be true or false"`
}

// AddLesson adds a lesson, for teachers of the course.
func (s *Service) AddLesson(ctx context.Context, who access.Caller, courseID, sectionID string, n NewLesson) (added outline.LessonEntry, err error) {
	err = s.Edit(ctx, who, courseID, "Lesson added", func(c *outline.Edit) error {
		l := c.NewLesson(n.Type, text.OneLine(n.Title))
		l.Summary, l.DurationSeconds, l.Previewable, l.Release = strings.TrimSpace(n.Summary), n.DurationSeconds, n.Previewable, n.Release
		l.Required, l.Completion = n.Required == nil || *n.Required, outline.CompletionFor(n.Type, n.Completion)
		if len(n.Content) > 0 {
			if err := s.putContent(ctx, c, &l, n.Content); err != nil {
				return err
			}
		}
		if err := l.Validate(c.Outline); err != nil {
			return err
		}
		if err := outline.RegisterIDs(ctx, c.Tx, courseID, []string{l.ID}, c.Now); err != nil {
			return err
		}
		if err := c.Outline.AddLesson(l, sectionID, n.Order); err != nil {
			return err
		}
		added = c.Outline.LessonEntry(l.ID)
		return nil
	})
	return added, err
}

// ChangeLesson changes a lesson and, if sent, its content. For teachers of the course. It returns fault.Precondition
// with a Stale.
func (s *Service) ChangeLesson(ctx context.Context, who access.Caller, courseID, id string, n LessonChange, holds func(revision int64) bool) (changed outline.LessonEntry, err error) {
	err = s.Edit(ctx, who, courseID, "Lesson changed", func(c *outline.Edit) error {
		_, l, err := c.Outline.FindLesson(id)
		if err != nil {
			return err
		}
		if !holds(l.Revision) {
			held, err := content.ByID(ctx, c.Tx, courseID, []string{l.ContentID})
			if err != nil {
				return err
			}
			return stale(l.Revision, c.Outline.LessonEntry(id), held[l.ContentID])
		}
		if err := s.apply(ctx, c, l, n); err != nil {
			return err
		}
		changed = c.Outline.LessonEntry(id)
		return nil
	})
	return changed, err
}

func (s *Service) apply(ctx context.Context, c *outline.Edit, l *outline.Lesson, n LessonChange) error {
	set(&l.Title, n.Title, text.OneLine)
	set(&l.Summary, n.Summary, strings.TrimSpace)
	set(&l.DurationSeconds, n.DurationSeconds, same)
	set(&l.Required, n.Required, same)
	set(&l.Previewable, n.Previewable, same)
	set(&l.Release, n.Release, same)
	if n.Completion != nil {
		l.Completion = outline.CompletionFor(l.Type, n.Completion)
	}
	if len(n.Content) > 0 {
		if err := s.putContent(ctx, c, l, n.Content); err != nil {
			return err
		}
	}
	l.Revision = c.Revision
	return l.Validate(c.Outline)
}

// RemoveLesson removes a lesson but keeps what learners did in it, for teachers of the course.
func (s *Service) RemoveLesson(ctx context.Context, who access.Caller, courseID, id string) error {
	return s.ChangeLessons(ctx, who, courseID, LessonBatch{LessonIDs: []string{id}, Remove: true})
}

// OrderLessons arranges the lessons of some sections, for teachers of the course. It returns fault.Conflict with an
// CurrentOrder.
func (s *Service) OrderLessons(ctx context.Context, who access.Caller, courseID string, o LessonOrder) error {
	return s.Edit(ctx, who, courseID, "Lessons ordered", func(c *outline.Edit) error {
		arrangement := make(map[string][]string, len(o.Sections))
		for _, s := range o.Sections {
			arrangement[s.SectionID] = append(arrangement[s.SectionID], s.LessonIDs...)
		}
		return c.Outline.ArrangeLessons(arrangement)
	})
}

// ChangeLessons changes, moves or removes several lessons, for teachers of the course.
func (s *Service) ChangeLessons(ctx context.Context, who access.Caller, courseID string, b LessonBatch) error {
	return s.Edit(ctx, who, courseID, batchName(b), func(c *outline.Edit) error {
		ids := slices.Compact(b.LessonIDs)
		for _, id := range ids {
			_, l, err := c.Outline.FindLesson(id)
			if err != nil {
				return err
			}
			if b.Remove {
				if _, err := c.Outline.RemoveLesson(id); err != nil {
					return err
				}
				continue
			}
			if err := s.apply(ctx, c, l, LessonChange{Required: b.Required, Previewable: b.Previewable, Release: b.Release}); err != nil {
				return err
			}
		}
		if b.Remove {
			c.Outline.DropDanglingConditions()
			return nil
		}
		if b.MoveTo == "" {
			return nil
		}
		return c.Outline.MoveLessons(ids, b.MoveTo, b.Order)
	})
}

func batchName(b LessonBatch) string {
	switch {
	case b.Remove:
		return "Lessons removed"
	case b.MoveTo != "":
		return "Lessons moved"
	}
	return "Lessons changed"
}
