package curriculum

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

// Findings lists the problems of a curriculum.
type Findings struct {
	Valid  bool            `json:"valid" doc:"Nothing of it keeps the draft from being published."`
	Issues []outline.Issue `json:"issues"`
}

// Validate checks the draft, for teachers of the course.
func (s *Service) Validate(ctx context.Context, who access.Caller, courseID string) (f Findings, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return f, err
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return f, err
	}
	f.Issues = s.issues(r.Outline.V)
	f.Valid = len(serious(f.Issues)) == 0
	return f, nil
}

// Check lists the problems of an outline as the draft of a course of a type.
func (s *Service) Check(courseType string, o outline.Outline) []outline.Issue {
	return append(s.issues(o), misfits(courseType, o)...)
}

func serious(issues []outline.Issue) []outline.Issue {
	return slices.DeleteFunc(slices.Clone(issues), func(i outline.Issue) bool { return i.Severity != "error" })
}

// issues lists the problems of an outline, in outline order.
func (s *Service) issues(o outline.Outline) []outline.Issue {
	issues := []outline.Issue{}
	required, seen := 0, map[string]bool{}
	for one := range o.AllSections() {
		if len(one.Lessons) == 0 && len(one.Sections) == 0 {
			issues = append(issues, outline.Issue{Severity: "warning", Code: "section_empty", Message: fmt.Sprintf("“%s” has no lessons.", one.Title), SectionID: one.ID})
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
		return append(issues, outline.Issue{Severity: "error", Code: "empty", Message: "This course has no lessons yet. Add one."})
	}
	if required == 0 {
		issues = append(issues, outline.Issue{Severity: "warning", Code: "nothing_required", Message: "No lesson is required, so learners make no progress in this course. Mark at least one as required."})
	}
	return issues
}

// lessonIssues lists the problems of a lesson; seen holds the lessons before it.
func lessonIssues(in outline.Section, l outline.Lesson, seen map[string]bool) (issues []outline.Issue) {
	if l.ContentID == "" {
		issues = append(issues, outline.Issue{Severity: "error", Code: "lesson_empty", Message: fmt.Sprintf("“%s” is empty. Add its content.", l.Title), SectionID: in.ID, LessonID: l.ID})
	}
	if after := l.Release.AfterLesson; after != "" && !seen[after] {
		issues = append(issues, outline.Issue{Severity: "warning", Code: "waits_for_later", Message: fmt.Sprintf("“%s” waits for a lesson that comes after it.", l.Title), SectionID: in.ID, LessonID: l.ID})
	}
	return issues
}

// Integrity is the result of CheckIntegrity.
type Integrity struct {
	Intact   bool            `json:"intact"`
	Issues   []outline.Issue `json:"issues"`
	Repaired int64           `json:"repaired" doc:"How many of them this call has mended."`
}

// CheckIntegrity checks the references of the draft and the published version, and rebuilds the list of published
// lessons if it does not match the version. For teachers of the course.
func (s *Service) CheckIntegrity(ctx context.Context, who access.Caller, courseID string) (found Integrity, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return found, err
	}
	found.Issues = []outline.Issue{}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := outline.Lock(ctx, tx, courseID)
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
		for _, l := range r.PublishedOutline.V.AllLessons() {
			wanted = append(wanted, l.ID)
		}
		if slices.Equal(counted, wanted) {
			return nil
		}
		found.Issues = append(found.Issues, outline.Issue{Severity: "warning", Code: "list_differs", Message: "The list of published lessons did not match the version. It has been corrected."})
		found.Repaired++
		return s.replacePublished(ctx, tx, courseID, r.PublishedOutline.V)
	})
	found.Intact = len(found.Issues) == 0
	return found, err
}

// dangling lists references of lessons to contents and videos that do not exist.
func dangling(ctx context.Context, tx bun.IDB, courseID string, o outline.Outline) ([]outline.Issue, error) {
	issues := []outline.Issue{}
	var ids []string
	for _, l := range o.AllLessons() {
		if l.ContentID != "" {
			ids = append(ids, l.ContentID)
		}
	}
	held, err := content.ByID(ctx, tx, courseID, ids)
	if err != nil {
		return nil, err
	}
	for in, l := range o.AllLessons() {
		if _, ok := held[l.ContentID]; l.ContentID != "" && !ok {
			issues = append(issues, outline.Issue{Severity: "error", Code: "content_missing", Message: fmt.Sprintf("The content of “%s” has been deleted. Add it again.", l.Title), SectionID: in.ID, LessonID: l.ID})
		}
		if l.VideoID == "" {
			continue
		}
		known, err := content.HasVideo(ctx, tx, courseID, l.VideoID)
		if err != nil {
			return nil, err
		}
		if !known {
			issues = append(issues, outline.Issue{Severity: "error", Code: "video_missing", Message: fmt.Sprintf("The video of “%s” has been deleted. Choose another one.", l.Title), SectionID: in.ID, LessonID: l.ID})
		}
	}
	return issues, nil
}
