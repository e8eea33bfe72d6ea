// Package publication decides what learners see of a course: it publishes the draft of the curriculum and puts the course
// into the catalogue in one act, now or at a set time, after one checklist. The latest act can be undone.
package publication

import (
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
)

// NewCoursePublication asks to publish a course.
type NewCoursePublication struct {
	InCatalogue *bool      `json:"in_catalogue,omitempty" msg:"in_catalogue must be true or false" doc:"Whether the course is in the catalogue afterwards. Absent: true. false leaves it to its learners."`
	Note        string     `json:"note,omitempty" maxLength:"500" msg:"A note has at most 500 characters" doc:"What is new in this version of the curriculum."`
	At          *time.Time `json:"at,omitempty" msg:"at must be a time such as 2026-11-20T10:00:00Z" doc:"When the course is published by itself, as it is then. Absent: now."`
}

// status is that of the course afterwards.
func (n NewCoursePublication) status() string {
	if n.InCatalogue != nil && !*n.InCatalogue {
		return course.Draft
	}
	return course.Published
}

// CoursePublication is one act of publishing a course.
type CoursePublication struct {
	bun.BaseModel `bun:"table:course_publications,alias:p" json:"-"`

	ID            string     `bun:",pk" json:"id"`
	CourseID      string     `json:"-"`
	Number        int64      `json:"number" doc:"In the course, from 1."`
	VersionBefore int64      `json:"version_before" doc:"Of the curriculum; 0 for none."`
	VersionAfter  int64      `json:"version_after"`
	StatusBefore  string     `json:"status_before" enum:"draft,Published,archived"`
	StatusAfter   string     `json:"status_after" enum:"draft,Published,archived"`
	PublishedBy   string     `json:"-"`
	PublishedAt   time.Time  `json:"published_at"`
	UndoneAt      *time.Time `json:"-"`
}

// PublishedCourse is the result of publishing.
type PublishedCourse struct {
	Publication *CoursePublication `json:"publication,omitempty" doc:"Absent if learners see what they saw before, or if it is scheduled."`
	PublishAt   *time.Time         `json:"publish_at,omitempty" doc:"When the course is published by itself."`
	State       PublicationState   `json:"state" doc:"As it is now."`
}

// PublicationState is what learners see of a course, what they would see once it is published, and what has to be done before.
type PublicationState struct {
	Status        string             `json:"status" enum:"draft,Published,archived" doc:"Published: the course is in the catalogue."`
	Version       int64              `json:"version" doc:"Of the curriculum that learners get; 0 for none."`
	Learners      int64              `json:"learners" doc:"Enrolled users."`
	Lessons       int64              `json:"lessons" doc:"That learners get now."`
	Draft         DraftLessons       `json:"draft" doc:"What learners get once the draft is published."`
	PublishAt     *time.Time         `json:"publish_at,omitempty" doc:"When the course is published by itself."`
	PublishStatus string             `json:"publish_status,omitempty" enum:"draft,Published" doc:"Of the course from publish_at on. Absent: it stays as it is."`
	Ready         bool               `json:"ready" doc:"Nothing of the checklist keeps the course from being published."`
	Checklist     []CheckedPart      `json:"checklist" doc:"Everything that was checked, in the order in which it is done."`
	Undoable      *CoursePublication `json:"undoable,omitempty" doc:"The latest publication, while what learners see is still what it made."`
}

// DraftLessons counts the lessons of a draft and how they differ from the published ones.
type DraftLessons struct {
	Lessons int64 `json:"lessons"`
	Changed bool  `json:"changed" doc:"The draft differs from what is published."`
	Added   int64 `json:"added"`
	Edited  int64 `json:"edited" doc:"Changed or moved."`
	Removed int64 `json:"removed"`
}

// CheckedPart is a line of the checklist.
type CheckedPart struct {
	Part   string          `json:"part" enum:"lessons,videos,details,cover,schedule"`
	Issues []outline.Issue `json:"issues" doc:"None: it is done."`
}

// UnfinishedCourse is what a refusal to publish tells.
type UnfinishedCourse struct {
	Issues []outline.Issue `json:"issues"`
}

const (
	isError   = "error"
	isWarning = "warning"
)

// compareLessons counts how the lessons of a draft differ from the published ones.
func compareLessons(r outline.Record) DraftLessons {
	differences := outline.Compare(r.PublishedOutline.V, r.Outline.V)
	d := DraftLessons{Lessons: r.Outline.V.Totals().Lessons, Changed: len(differences) > 0 || r.PublishedVersion == 0}
	for _, one := range differences {
		switch {
		case one.What != "lesson":
		case one.Change == "added":
			d.Added++
		case one.Change == "removed":
			d.Removed++
		default:
			d.Edited++
		}
	}
	return d
}

// checkDetails lists what the page of a course lacks. Learners can do without, so that nothing of it is an error.
func checkDetails(c course.Record) (issues []outline.Issue) {
	if c.Summary == "" {
		issues = append(issues, outline.Issue{Severity: isWarning, Code: "no_summary", Message: "The course has no summary. The catalogue shows it below the title."})
	}
	if c.Description == "" {
		issues = append(issues, outline.Issue{Severity: isWarning, Code: "no_description", Message: "The course has no description. Learners read it before they enrol."})
	}
	if len(c.Page.V.Outcomes) == 0 {
		issues = append(issues, outline.Issue{Severity: isWarning, Code: "no_outcomes", Message: "The course page doesn't say what learners will be able to do."})
	}
	return issues
}

func checkCover(c course.Course) []outline.Issue {
	if c.Cover != nil {
		return nil
	}
	return []outline.Issue{{Severity: isWarning, Code: "no_cover", Message: "The course has no cover. The catalogue shows a pattern instead."}}
}

// draftVideo is the video of a lesson of a draft.
type draftVideo struct {
	LessonID, Title string
	Status          string
	IsPlayable      bool
}

// checkVideos lists the lessons whose video cannot be watched.
func checkVideos(videos []draftVideo) (issues []outline.Issue) {
	for _, v := range videos {
		switch {
		case v.IsPlayable:
		case v.Status == "failed" || v.Status == "cancelled":
			issues = append(issues, outline.Issue{Severity: isWarning, Code: "video_failed", Message: fmt.Sprintf("The video of “%s” can't be watched. Upload another one.", v.Title), LessonID: v.LessonID})
		default:
			issues = append(issues, outline.Issue{Severity: isWarning, Code: "video_not_ready", Message: fmt.Sprintf("The video of “%s” is still being processed. Learners can watch it when it is ready.", v.Title), LessonID: v.LessonID})
		}
	}
	return issues
}

func checkSchedule(sessions int) []outline.Issue {
	if sessions > 0 {
		return nil
	}
	return []outline.Issue{{Severity: isWarning, Code: "no_schedule", Message: "A live course needs sessions, and its schedule is empty."}}
}
