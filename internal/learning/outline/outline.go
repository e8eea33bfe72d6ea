// Package outline is the structure of a course, sections and lessons in order: how it is edited, compared, shown and
// stored.
//
// Sections and lessons have ids that are stable across the versions of a curriculum. A section is a week or a plain
// section; weeks may hold sections. The content of lessons is in package content.
package outline

import "time"

const (
	KindWeek    = "week"
	KindSection = "section"
)

// MaxSections and MaxLessons limit a course: one that needs more should be split.
const (
	MaxSections = 300
	MaxLessons  = 2000
)

// Outline is the structure of a course, without the content of lessons.
type Outline struct {
	Title    string    `json:"title"`
	Sections []Section `json:"sections"`
}

// Section is a week or a plain section, in list order.
type Section struct {
	ID          string    `json:"id"`
	Kind        string    `json:"kind" enum:"week,section"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Revision    int64     `json:"revision" doc:"The edit that changed its own words last."`
	Lessons     []Lesson  `json:"lessons"`
	Sections    []Section `json:"sections,omitempty" doc:"Of a week."`
}

// Lesson is one step of a course, in list order.
type Lesson struct {
	ID              string         `json:"id"`
	Type            string         `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session"`
	Title           string         `json:"title"`
	Summary         string         `json:"summary"`
	DurationSeconds int64          `json:"duration_seconds" doc:"A guess of how long it takes; 0 for none."`
	Required        bool           `json:"required" doc:"Counts for the progress of the course."`
	Previewable     bool           `json:"previewable" doc:"Open to anybody who sees the course."`
	Release         Release        `json:"release"`
	Completion      CompletionRule `json:"completion"`
	ContentID       string         `json:"content_id" doc:"Another with each change of what is in it; empty for none."`
	VideoID         string         `json:"video_id,omitempty" doc:"Of a video lesson."`
	Revision        int64          `json:"revision" doc:"The edit that changed it last; send it with the next."`
}

// Release says when a lesson opens. All its conditions must hold; the zero value has none.
type Release struct {
	At                 *time.Time `json:"at,omitempty" doc:"Not before this instant."`
	DaysAfterEnrolment int64      `json:"days_after_enrolment,omitempty" minimum:"0" maximum:"3650" msg:"The days after enrolment must be 0 to 3650"`
	AfterLesson        string     `json:"after_lesson,omitempty" maxLength:"36" msg:"This lesson doesn't exist" doc:"Not before that lesson is completed."`
}

// CompletionRule says when a lesson counts as completed.
type CompletionRule struct {
	Rule         string `json:"rule" enum:"view,manual,watched,submission,score" msg:"The completion rule must be view, manual, watched, submission or score"`
	WatchedShare int64  `json:"watched_share,omitempty" minimum:"0" maximum:"100" msg:"The watched share must be 0 to 100" doc:"Percent of the film that must have been seen."`
	MinimumScore int64  `json:"minimum_score,omitempty" minimum:"0" maximum:"100" msg:"The minimum score must be 0 to 100" doc:"Percent."`
}
