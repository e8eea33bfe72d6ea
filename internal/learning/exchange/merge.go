package exchange

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Imported says what an import added and what it left out.
type Imported struct {
	Sections int64     `json:"sections"`
	Lessons  int64     `json:"lessons"`
	LeftOut  []LeftOut `json:"left_out" doc:"What was left out or changed, with the reason."`
}

type LeftOut struct {
	Title  string `json:"title" doc:"Of the lesson, file or part. What no author has named has an English name, which part means."`
	Reason string `json:"reason"`
	Part   string `json:"part,omitempty" enum:"course_settings,files,question,question_bank,package" doc:"What it is, where no author has named it. question and question_bank: of name."`
	Name   string `json:"name,omitempty" doc:"Of the quiz of a question, or of the question bank, as its author wrote it."`
	Number int64  `json:"number,omitempty" doc:"Of the question in the quiz, from 1."`
}

// merger merges an archive into the draft of a course.
type merger struct {
	*outline.Edit
	service *Service
	of      contentOf
	keys    map[string]string // ids of lessons, by key
	free    map[string]string // those of keys that no lesson has yet
	renamed *strings.Replacer // keys of files and lessons in contents, by ids
	ids     []string          // ids of everything new
	done    Imported
}

// merge appends an archive to the draft under new ids, and reports what it leaves out.
func (s *Service) merge(ctx context.Context, c *outline.Edit, a Archive, of contentOf, files map[string]string) (Imported, error) {
	if a.Format != archiveFormat {
		return Imported{}, fault.InvalidField("format", "unknown_value", "This is not a curriculum exported from Lectern.")
	}
	keys := map[string]string{}
	assignIDs(a.Sections, keys)
	g := &merger{c, s, of, keys, maps.Clone(keys), replacer(files, keys), nil, Imported{LeftOut: []LeftOut{}}}
	if err := outline.RegisterIDs(ctx, c.Tx, c.Record.CourseID, slices.Collect(maps.Values(keys)), c.Now); err != nil { // before texts link to them
		return g.done, err
	}
	for _, one := range a.Sections {
		made, err := g.section(ctx, one)
		if err != nil {
			return g.done, err
		}
		c.Outline.Sections = append(c.Outline.Sections, made)
	}
	c.Outline.RenameConditions(g.keys)
	c.Outline.DropDanglingConditions()
	if err := c.Outline.CheckSize(); err != nil {
		return g.done, err
	}
	return g.done, outline.RegisterIDs(ctx, c.Tx, c.Record.CourseID, g.ids, c.Now)
}

func (g *merger) section(ctx context.Context, a ArchivedSection) (outline.Section, error) {
	if a.Kind != outline.KindWeek {
		a.Kind = outline.KindSection
	}
	made := g.NewSection(a.Kind, titleOr(a.Title, "Section"), a.Description)
	g.ids = append(g.ids, made.ID)
	g.done.Sections++
	for _, one := range a.Lessons {
		l, err := g.lesson(ctx, one)
		if err != nil {
			return made, err
		}
		made.Lessons = append(made.Lessons, l)
	}
	for _, inner := range a.Sections {
		if a.Kind != outline.KindWeek || len(inner.Sections) > 0 {
			return made, fault.InvalidField("sections", "too_deep", "Only weeks can contain sections, and a section can contain only lessons.")
		}
		inner.Kind = outline.KindSection
		one, err := g.section(ctx, inner)
		if err != nil {
			return made, err
		}
		made.Sections = append(made.Sections, one)
	}
	return made, nil
}

// lesson creates a lesson of an archive, without its content if that is invalid in this course.
func (g *merger) lesson(ctx context.Context, a ArchivedLesson) (outline.Lesson, error) {
	if !outline.KnownType(a.Type) {
		return outline.Lesson{}, fault.InvalidField("type", "unknown_value", "The type of a lesson must be video, text, pdf, file, embed, quiz, assignment or live_session")
	}
	l := g.NewLesson(a.Type, titleOr(a.Title, "Lesson"))
	l.Summary, l.DurationSeconds, l.Required, l.Previewable, l.Release = a.Summary, max(0, a.DurationSeconds), a.Required, a.Previewable, a.Release
	l.Completion = outline.CompletionFor(a.Type, &a.Completion)
	if err := l.Validate(&outline.Outline{Sections: []outline.Section{{Lessons: []outline.Lesson{{ID: a.Release.AfterLesson}}}}}); err != nil {
		l.Completion, l.Release = outline.CompletionFor(a.Type, nil), outline.Release{}
		g.done.LeftOut = append(g.done.LeftOut, LeftOut{Title: l.Title, Reason: "Its opening time and completion rule could not be kept: " + err.Error()})
	}
	if id, free := g.free[a.Key]; free {
		l.ID = id
		delete(g.free, a.Key)
	}
	g.ids = append(g.ids, l.ID)
	g.done.Lessons++
	held, err := g.of(ctx, a)
	if err != nil || len(held) == 0 || string(held) == "null" {
		return l, err
	}
	c, lost, err := content.WithoutForeign(ctx, g.Tx, g.Record.CourseID, content.Content(g.renamed.Replace(string(held))))
	if err != nil {
		return l, err
	}
	g.leave(l.Title, lost.Files, "A file in its text is left out: it is not one of this course.", "%d files in its text are left out: they are not of this course.")
	g.leave(l.Title, lost.Links, "A link in its text is plain text now: it led to a lesson of another course.", "%d links in its text are plain text now: they led to lessons of another course.")
	stored, err := g.service.deps.Kinds.Put(ctx, g.Tx, g.Record.CourseID, l.Type, c, g.Now)
	l.ContentID, l.VideoID = stored.ID, stored.VideoID
	if fault.Is(err, fault.Invalid) {
		g.done.LeftOut = append(g.done.LeftOut, LeftOut{Title: l.Title, Reason: err.Error()})
		err = nil
	}
	return l, err
}

// leave reports what a text has lost, if anything.
func (g *merger) leave(title string, count int, one, several string) {
	switch {
	case count == 1:
		g.done.LeftOut = append(g.done.LeftOut, LeftOut{Title: title, Reason: one})
	case count > 1:
		g.done.LeftOut = append(g.done.LeftOut, LeftOut{Title: title, Reason: fmt.Sprintf(several, count)})
	}
}

// assignIDs makes the ids of lessons before their contents are stored, because a text may link to a lesson after it.
func assignIDs(sections []ArchivedSection, ids map[string]string) {
	for _, s := range sections {
		for _, l := range s.Lessons {
			if l.Key != "" {
				ids[l.Key] = db.NewID()
			}
		}
		assignIDs(s.Sections, ids)
	}
}

// replacer replaces the keys of files and of lessons in a content by ids.
func replacer(files, lessons map[string]string) *strings.Replacer {
	pairs := make([]string, 0, 2*(len(files)+len(lessons)))
	for key, id := range files {
		pairs = append(pairs, key, id)
	}
	for key, id := range lessons {
		pairs = append(pairs, text.LessonScheme+":"+key, text.LessonScheme+":"+id)
	}
	return strings.NewReplacer(pairs...)
}

func titleOr(title, otherwise string) string {
	if title = text.OneLine(title); title == "" {
		return otherwise
	}
	if runes := []rune(title); len(runes) > 200 {
		return string(runes[:200])
	}
	return title
}

// Duplicate appends a copy of another course's draft to this one's. The caller must teach both courses.
func (s *Service) Duplicate(ctx context.Context, who access.Caller, courseID, sourceID string) (done Imported, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, sourceID); err != nil {
		return done, err
	}
	a, of, err := s.archived(ctx, s.deps.DB.Reader(), sourceID)
	if err != nil {
		return done, err
	}
	err = s.deps.Drafts.Edit(ctx, who, courseID, "Copied from another course", func(c *outline.Edit) (err error) {
		done, err = s.merge(ctx, c, a, of, nil)
		return err
	})
	return done, err
}

// ImportTemplate appends a template to the draft, for teachers of the course.
func (s *Service) ImportTemplate(ctx context.Context, who access.Caller, courseID, templateID string) (done Imported, err error) {
	err = s.deps.Drafts.Edit(ctx, who, courseID, "Template added", func(c *outline.Edit) error {
		t, err := templateByID(ctx, c.Tx, templateID)
		for l := range allLessons(t.Archive.V.Sections) {
			err = errors.Join(err, dropOwn(l)) // templates from before they were made without join addresses have some
		}
		if err == nil {
			done, err = s.merge(ctx, c, t.Archive.V, inArchive, nil)
		}
		return err
	})
	return done, err
}
