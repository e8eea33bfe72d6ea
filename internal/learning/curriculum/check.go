package curriculum

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// Findings is what is wrong with a curriculum.
type Findings struct {
	Valid  bool    `json:"valid" doc:"Nothing of it keeps the draft from being published."`
	Issues []Issue `json:"issues"`
}

// Issue is one thing that is wrong, at its place.
type Issue struct {
	Severity  string `json:"severity" enum:"error,warning" doc:"An error keeps the draft from being published."`
	Code      string `json:"code"`
	Message   string `json:"message"`
	SectionID string `json:"section_id,omitempty"`
	LessonID  string `json:"lesson_id,omitempty"`
}

// Validate says what is wrong with the draft. For teachers of the course.
func (s *Service) Validate(ctx context.Context, who access.Caller, courseID string) (f Findings, err error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return f, err
	}
	r, err := read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return f, err
	}
	f.Issues = s.issues(r.Outline.V)
	f.Valid = len(serious(f.Issues)) == 0
	return f, nil
}

func serious(issues []Issue) []Issue {
	return slices.DeleteFunc(slices.Clone(issues), func(i Issue) bool { return i.Severity != "error" })
}

// issues is what is wrong with an outline, in its order.
func (s *Service) issues(o Outline) []Issue {
	issues := []Issue{}
	required, seen := 0, map[string]bool{}
	for one := range o.all() {
		if len(one.Lessons) == 0 && len(one.Sections) == 0 {
			issues = append(issues, Issue{"warning", "section_empty", fmt.Sprintf("“%s” holds no lessons.", one.Title), one.ID, ""})
		}
		for _, l := range one.Lessons {
			issues = append(issues, lessonIssues(*one, l, seen)...)
			seen[l.ID] = true
			if l.Required {
				required++
			}
		}
	}
	if len(seen) == 0 {
		return append(issues, Issue{"error", "empty", "There is no lesson yet.", "", ""})
	}
	if required == 0 {
		issues = append(issues, Issue{"warning", "nothing_required", "No lesson is required, so nobody makes progress in this course.", "", ""})
	}
	return issues
}

// lessonIssues is what is wrong with a lesson; seen are those before it.
func lessonIssues(in Section, l Lesson, seen map[string]bool) (issues []Issue) {
	if l.ContentID == "" {
		issues = append(issues, Issue{"error", "lesson_empty", fmt.Sprintf("There is nothing in “%s” yet.", l.Title), in.ID, l.ID})
	}
	if after := l.Release.AfterLesson; after != "" && !seen[after] {
		issues = append(issues, Issue{"warning", "waits_for_later", fmt.Sprintf("“%s” waits for a lesson that comes after it.", l.Title), in.ID, l.ID})
	}
	return issues
}

// Integrity is what holds between the outline and the rest of the database.
type Integrity struct {
	Intact   bool    `json:"intact"`
	Issues   []Issue `json:"issues"`
	Repaired int64   `json:"repaired" doc:"How many of them this call has mended."`
}

// CheckIntegrity holds the draft and the published version against what they refer to, and mends what can be: the list
// of published lessons is made anew when it is not that of the version. For teachers of the course.
func (s *Service) CheckIntegrity(ctx context.Context, who access.Caller, courseID string) (found Integrity, err error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return found, err
	}
	found.Issues = []Issue{}
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		if found.Issues, err = dangling(ctx, tx, courseID, r.Outline.V); err != nil || r.PublishedVersion == 0 {
			return err
		}
		counted, err := publishedIDs(ctx, tx, courseID)
		if err != nil {
			return err
		}
		var wanted []string
		for _, l := range r.PublishedOutline.V.lessons() {
			wanted = append(wanted, l.ID)
		}
		if slices.Equal(counted, wanted) {
			return nil
		}
		found.Issues = append(found.Issues, Issue{Severity: "warning", Code: "list_differs", Message: "The list of published lessons was not that of the version; it is now."})
		found.Repaired++
		return replacePublished(ctx, tx, courseID, r.PublishedOutline.V)
	})
	found.Intact = len(found.Issues) == 0
	return found, err
}

// dangling is what lessons refer to and is not there: contents and videos.
func dangling(ctx context.Context, tx bun.IDB, courseID string, o Outline) ([]Issue, error) {
	issues := []Issue{}
	var ids []string
	for _, l := range o.lessons() {
		if l.ContentID != "" {
			ids = append(ids, l.ContentID)
		}
	}
	held, err := contents(ctx, tx, courseID, ids)
	if err != nil {
		return nil, err
	}
	for in, l := range o.lessons() {
		if _, ok := held[l.ContentID]; l.ContentID != "" && !ok {
			issues = append(issues, Issue{"error", "content_missing", fmt.Sprintf("What was in “%s” is gone.", l.Title), in.ID, l.ID})
		}
		if l.VideoID == "" {
			continue
		}
		known, err := hasVideo(ctx, tx, courseID, l.VideoID)
		if err != nil {
			return nil, err
		}
		if !known {
			issues = append(issues, Issue{"error", "video_missing", fmt.Sprintf("The video of “%s” has been deleted.", l.Title), in.ID, l.ID})
		}
	}
	return issues, nil
}

// Sync is what syncing a curriculum with its course has done.
type Sync struct {
	Title string `json:"title"`
	Added int64  `json:"added" doc:"Videos of the course that had no lesson and have one now."`
}

// SyncWithCourse gives the draft the title of the course and a lesson for each of its videos that has none, in a section
// of their own at the end. For teachers of the course.
func (s *Service) SyncWithCourse(ctx context.Context, who access.Caller, courseID string) (done Sync, err error) {
	err = s.edit(ctx, who, courseID, "Synchronised with the course", func(c *change) error {
		about, err := courseByID(ctx, c.tx, courseID)
		if err != nil {
			return err
		}
		videos, err := videosOf(ctx, c.tx, courseID)
		if err != nil {
			return err
		}
		c.outline.Title, done.Title = about.Title, about.Title
		used := map[string]bool{}
		for _, l := range c.outline.lessons() {
			used[l.VideoID] = true
		}
		fresh := c.newSection(section, "Videos", "")
		for _, v := range videos {
			if used[v.ID] {
				continue
			}
			l, err := s.videoLesson(ctx, c, v)
			if err != nil {
				return err
			}
			fresh.Lessons = append(fresh.Lessons, l)
		}
		if done.Added = int64(len(fresh.Lessons)); done.Added == 0 {
			return nil
		}
		ids := []string{fresh.ID}
		for _, l := range fresh.Lessons {
			ids = append(ids, l.ID)
		}
		if err := registerLessons(ctx, c.tx, courseID, ids, c.now); err != nil {
			return err
		}
		return c.outline.addSection(fresh, "", 0)
	})
	return done, err
}

func (s *Service) videoLesson(ctx context.Context, c *change, v video) (Lesson, error) {
	l := newLesson("video", v.Title, c.next)
	l.Previewable, l.DurationSeconds = v.IsPreview, v.DurationMS/1000
	content, err := store(Video{v.ID})
	if err != nil {
		return l, err
	}
	return l, s.put(ctx, c, &l, content)
}
