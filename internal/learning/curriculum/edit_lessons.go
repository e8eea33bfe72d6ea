package curriculum

import (
	"context"
	"slices"
	"strings"

	"lectern/internal/platform/access"
)

// NewLesson is a lesson to be added.
type NewLesson struct {
	Type            string          `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session" msg:"The type of a lesson must be video, text, pdf, file, embed, quiz, assignment or live_session"`
	Title           string          `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary         string          `json:"summary,omitempty" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	DurationSeconds int64           `json:"duration_seconds,omitempty" minimum:"0" maximum:"360000" msg:"The duration must be 0 to 100 hours"`
	Required        *bool           `json:"required,omitempty" msg:"required must be true or false" doc:"Default: true."`
	Previewable     bool            `json:"previewable,omitempty" msg:"previewable must be true or false"`
	Release         Release         `json:"release,omitzero"`
	Completion      *CompletionRule `json:"completion,omitempty" doc:"Default: the rule that fits the type."`
	Content         Content         `json:"content,omitempty" doc:"By type: {html}, {url}, {file_id}, {video_id}, {date,start_time,duration_minutes,timezone,join_url}, …"`
	Order           int64           `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"From 1; 0 or none is the end."`
}

// LessonChange is what is to be changed of a lesson; members that are absent stay.
type LessonChange struct {
	Title           *string         `json:"title,omitempty" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary         *string         `json:"summary,omitempty" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	DurationSeconds *int64          `json:"duration_seconds,omitempty" minimum:"0" maximum:"360000" msg:"The duration must be 0 to 100 hours"`
	Required        *bool           `json:"required,omitempty" msg:"required must be true or false"`
	Previewable     *bool           `json:"previewable,omitempty" msg:"previewable must be true or false"`
	Release         *Release        `json:"release,omitempty"`
	Completion      *CompletionRule `json:"completion,omitempty"`
	Content         Content         `json:"content,omitempty"`
	Revision        int64           `json:"revision,omitempty" minimum:"0" msg:"The revision must be a number" doc:"Of the lesson that was edited: when somebody has changed it since, the answer is 412 with both. 0 or none overwrites."`
}

// LessonOrder is the lessons of some sections in their order. All lessons of these sections must be named, once, in
// whichever of them: so lessons move from one to another.
type LessonOrder struct {
	Sections []struct {
		SectionID string   `json:"section_id" minLength:"1" maxLength:"36" msg:"A section is required"`
		LessonIDs []string `json:"lesson_ids" maxItems:"2000" msg:"The lessons in their order are required"`
	} `json:"sections" minItems:"1" maxItems:"300" msg:"The sections and their lessons are required"`
}

// LessonBatch changes, moves or removes several lessons at once: all of them, or none when one is not there.
type LessonBatch struct {
	LessonIDs   []string `json:"lesson_ids" minItems:"1" maxItems:"2000" msg:"Choose at least one lesson"`
	Required    *bool    `json:"required,omitempty" msg:"required must be true or false"`
	Previewable *bool    `json:"previewable,omitempty" msg:"previewable must be true or false"`
	Release     *Release `json:"release,omitempty"`
	MoveTo      string   `json:"move_to,omitempty" maxLength:"36" msg:"This section is not known" doc:"The section that is to hold them, in the order in which they are named."`
	Order       int64    `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"With move_to: from 1 among those that stay; 0 or none is the end."`
	Remove      bool     `json:"remove,omitempty" msg:"remove must be true or false"`
}

// AddLesson adds one. For teachers of the course.
func (s *Service) AddLesson(ctx context.Context, who access.Caller, courseID, sectionID string, n NewLesson) (added LessonEntry, err error) {
	err = s.edit(ctx, who, courseID, "Lesson added", func(c *change) error {
		l := newLesson(n.Type, oneLine(n.Title), c.next)
		l.Summary, l.DurationSeconds, l.Previewable, l.Release = strings.TrimSpace(n.Summary), n.DurationSeconds, n.Previewable, n.Release
		l.Required, l.Completion = n.Required == nil || *n.Required, completionOf(n.Type, n.Completion)
		if len(n.Content) > 0 {
			if err := s.put(ctx, c, &l, n.Content); err != nil {
				return err
			}
		}
		if err := l.check(c.outline); err != nil {
			return err
		}
		if err := registerLessons(ctx, c.tx, courseID, []string{l.ID}, c.now); err != nil {
			return err
		}
		if err := c.outline.addLesson(l, sectionID, n.Order); err != nil {
			return err
		}
		added = c.outline.lessonEntry(l.ID)
		return nil
	})
	return added, err
}

// completionOf is the wish, or what fits the type, with the figure that its rule needs.
func completionOf(kind string, wish *CompletionRule) CompletionRule {
	if wish == nil {
		wish = &CompletionRule{Rule: rules[kind][0]}
	}
	c := CompletionRule{Rule: wish.Rule}
	switch c.Rule {
	case "watched":
		if c.WatchedShare = wish.WatchedShare; c.WatchedShare == 0 {
			c.WatchedShare = defaultWatched
		}
	case "score":
		if c.MinimumScore = wish.MinimumScore; c.MinimumScore == 0 {
			c.MinimumScore = defaultScore
		}
	}
	return c
}

// ChangeLesson changes a lesson and, where it is sent, what is in it. For teachers of the course.
// fault.Precondition with a Stale.
func (s *Service) ChangeLesson(ctx context.Context, who access.Caller, courseID, id string, n LessonChange) (changed LessonEntry, err error) {
	err = s.edit(ctx, who, courseID, "Lesson changed", func(c *change) error {
		_, l, err := c.outline.lesson(id)
		if err != nil {
			return err
		}
		if n.Revision != 0 && n.Revision != l.Revision {
			held, err := contents(ctx, c.tx, courseID, []string{l.ContentID})
			if err != nil {
				return err
			}
			return stale(l.Revision, c.outline.lessonEntry(id), held[l.ContentID])
		}
		if err := s.apply(ctx, c, l, n); err != nil {
			return err
		}
		changed = c.outline.lessonEntry(id)
		return nil
	})
	return changed, err
}

func (s *Service) apply(ctx context.Context, c *change, l *Lesson, n LessonChange) error {
	set(&l.Title, n.Title, oneLine)
	set(&l.Summary, n.Summary, strings.TrimSpace)
	set(&l.DurationSeconds, n.DurationSeconds, same)
	set(&l.Required, n.Required, same)
	set(&l.Previewable, n.Previewable, same)
	set(&l.Release, n.Release, same)
	if n.Completion != nil {
		l.Completion = completionOf(l.Type, n.Completion)
	}
	if len(n.Content) > 0 {
		if err := s.put(ctx, c, l, n.Content); err != nil {
			return err
		}
	}
	l.Revision = c.next
	return l.check(c.outline)
}

// RemoveLesson takes a lesson out; what learners did in it is kept. For teachers of the course.
func (s *Service) RemoveLesson(ctx context.Context, who access.Caller, courseID, id string) error {
	return s.ChangeLessons(ctx, who, courseID, LessonBatch{LessonIDs: []string{id}, Remove: true})
}

// OrderLessons arranges the lessons of some sections. For teachers of the course. fault.Conflict with an OrderNow.
func (s *Service) OrderLessons(ctx context.Context, who access.Caller, courseID string, o LessonOrder) error {
	return s.edit(ctx, who, courseID, "Lessons ordered", func(c *change) error {
		arrangement := make(map[string][]string, len(o.Sections))
		for _, s := range o.Sections {
			arrangement[s.SectionID] = append(arrangement[s.SectionID], s.LessonIDs...)
		}
		return c.outline.arrange(arrangement)
	})
}

// arrange gives sections the lessons that are named for each; together they must be those that the sections hold.
func (o *Outline) arrange(arrangement map[string][]string) error {
	var held []Lesson
	var wanted []string
	for id := range arrangement {
		found, err := o.section(id)
		if err != nil {
			return err
		}
		held, wanted = append(held, found.Lessons...), append(wanted, arrangement[id]...)
	}
	ordered, err := reorder(held, wanted, func(l Lesson) string { return l.ID })
	if err != nil {
		return err
	}
	byID := make(map[string]Lesson, len(ordered))
	for _, l := range ordered {
		byID[l.ID] = l
	}
	for id, ids := range arrangement {
		found, err := o.section(id)
		if err != nil {
			return err
		}
		found.Lessons = make([]Lesson, len(ids))
		for i, lesson := range ids {
			found.Lessons[i] = byID[lesson]
		}
	}
	return nil
}

// ChangeLessons changes, moves or removes several lessons. For teachers of the course.
func (s *Service) ChangeLessons(ctx context.Context, who access.Caller, courseID string, b LessonBatch) error {
	return s.edit(ctx, who, courseID, batchName(b), func(c *change) error {
		ids := slices.Compact(b.LessonIDs)
		for _, id := range ids {
			_, l, err := c.outline.lesson(id)
			if err != nil {
				return err
			}
			if b.Remove {
				if _, err := c.outline.removeLesson(id); err != nil {
					return err
				}
				continue
			}
			if err := s.apply(ctx, c, l, LessonChange{Required: b.Required, Previewable: b.Previewable, Release: b.Release}); err != nil {
				return err
			}
		}
		if b.Remove {
			c.outline.forgetConditions()
			return nil
		}
		if b.MoveTo == "" {
			return nil
		}
		return c.outline.moveLessons(ids, b.MoveTo, b.Order)
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

// forgetConditions opens lessons that would wait for one that is no longer there.
func (o *Outline) forgetConditions() {
	there := map[string]bool{}
	for _, l := range o.lessons() {
		there[l.ID] = true
	}
	for _, l := range o.lessons() {
		if !there[l.Release.AfterLesson] {
			l.Release.AfterLesson = ""
		}
	}
}
