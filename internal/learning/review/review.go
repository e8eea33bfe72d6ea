// Package review keeps what learners think of a course: stars and a text, one review of each learner.
//
// Learners may write once they have completed a quarter of the course. Everybody who sees the page of the course reads its reviews.
// Users report reviews, and administrators decide whether to hide them; the teachers of the course answer them. Each change of a
// review changes the rating of the course (course.Rating) in the same transaction.
package review

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// requiredPercent is the progress from which learners may review a course.
const requiredPercent = 25

// Review is what a learner thinks of a course.
type Review struct {
	bun.BaseModel `bun:"table:course_reviews,alias:r" json:"-"`

	ID             string     `bun:",pk" json:"id"`
	CourseID       string     `json:"courseId"`
	UserID         string     `json:"-"`
	FullName       string     `bun:",scanonly" json:"-"`
	AuthorName     string     `bun:"-" json:"authorName" doc:"The first name and the initial of the last."`
	IsOwn          bool       `bun:"-" json:"isOwn"`
	Stars          int64      `json:"stars" doc:"1 to 5."`
	Body           string     `json:"body" doc:"Plain text; empty for stars alone."`
	CreatedAt      time.Time  `json:"createdAt"`
	EditedAt       *time.Time `json:"editedAt"`
	Answer         string     `json:"answer" doc:"Of the course's instructors, plain text; empty for none."`
	AnsweredBy     *string    `json:"-"`
	AnswerName     string     `bun:",scanonly" json:"answerName" doc:"Who wrote the answer; empty for none, and when the account is gone."`
	AnsweredAt     *time.Time `json:"answeredAt"`
	AnswerEditedAt *time.Time `json:"answerEditedAt"`
	IsReported     bool       `bun:",scanonly" json:"isReported" doc:"By the caller."`
	OpenReports    int64      `json:"-"`
	HiddenAt       *time.Time `json:"hiddenAt" doc:"By an administrator: only its author and administrators see it since."`
	HiddenBy       *string    `json:"-"`
	HiddenReason   string     `json:"hiddenReason" doc:"Empty for none."`
	Revision       int64      `json:"-"`
	ETag           string     `bun:"-" json:"etag" doc:"For If-Match, when it is answered."`
}

// EditVersion is compared with If-Match. Reports and hiding do not change it.
func (r Review) EditVersion() int64 { return r.Revision }

// OwnReview is a learner's own review of a course, or whether they may write one.
type OwnReview struct {
	Review    *Review `json:"review,omitempty" doc:"Absent for none."`
	MayReview bool    `json:"mayReview" doc:"Whether the caller may write one now. A review that there is may always be changed."`
	Obstacle  string  `json:"obstacle" enum:",teaches,not_enrolled,too_early" doc:"Why they may not; empty when they may."`
	Percent   int64   `json:"percent" doc:"Of the course that they have completed."`
	Required  int64   `json:"requiredPercent" doc:"Of the course, to write a review."`
	ShownName string  `json:"shownName" doc:"The name under which others read it."`
}

// EditVersion is compared with If-Match.
func (o OwnReview) EditVersion() int64 {
	if o.Review == nil {
		return 0
	}
	return o.Review.Revision
}

// NewReview is a review as its author sends it.
type NewReview struct {
	Stars int64  `json:"stars" minimum:"1" maximum:"5" msg:"Choose 1 to 5 stars"`
	Body  string `json:"body,omitempty" maxLength:"2000" msg:"A review has at most 2000 characters" doc:"Plain text; may be empty."`
}

// AnswerToReview is the answer of a course's teachers to a review.
type AnswerToReview struct {
	Text string `json:"text" pattern:"\\S" maxLength:"2000" msg:"Please enter some text;maxLength=An answer has at most 2000 characters" doc:"Plain text."`
}

// NewReport says what is wrong with a review.
type NewReport struct {
	Reason  string `json:"reason" enum:"spam,offensive,off_topic,personal_data,other" msg:"Choose a reason"`
	Details string `json:"details,omitempty" maxLength:"500" msg:"Details have at most 500 characters"`
}

// Moderation is an administrator's decision on a review.
type Moderation struct {
	Hidden bool   `json:"hidden" doc:"false keeps the review, or shows it again."`
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"A reason has at most 500 characters" doc:"Sent to its author when it is hidden."`
}

// ReviewFilter selects and orders the reviews of a course.
type ReviewFilter struct {
	Sort  string `query:"sort" enum:"newest,highest,lowest" default:"newest" msg:"sort must be newest, highest or lowest"`
	Stars int64  `query:"stars" minimum:"0" maximum:"5" msg:"stars must be 1 to 5" doc:"Only reviews that give so many stars; 0 for all."`
}

// ReportedReview is a review for administrators to decide on.
type ReportedReview struct {
	bun.BaseModel `bun:"table:course_reviews,alias:r" json:"-"`

	Review
	AuthorID    string         `bun:"-" json:"authorId"`
	AuthorFull  string         `bun:"-" json:"authorFullName"`
	CourseTitle string         `bun:",scanonly" json:"courseTitle"`
	Reports     []ReviewReport `bun:"-" json:"reports" doc:"Those that wait for a decision, oldest first."`
}

// ReviewReport is one user's report of a review.
type ReviewReport struct {
	ReviewID     string    `json:"-"`
	Reason       string    `json:"reason" enum:"spam,offensive,off_topic,personal_data,other"`
	Details      string    `json:"details" doc:"Empty for none."`
	ReporterID   string    `json:"reporterId"`
	ReporterName string    `json:"reporterName"`
	CreatedAt    time.Time `json:"createdAt"`
}

var (
	errNoReview = fault.New(fault.NotFound, "review_not_found", "This review doesn't exist. It may have been deleted.")
	errNotOwn   = fault.New(fault.Forbidden, "own_review", "You can't report your own review. You can change or delete it.")
	errIsHidden = fault.New(fault.Conflict, "review_hidden", "An administrator has hidden your review. You can change it, but not delete it.")
)

// standing is a user's relation to a course, as far as it decides whether they may review it.
type standing struct {
	FullName           string
	Teaches, Enrolled  bool
	Percent            int64
	CompletedOnce      bool
	NothingIsRequired  bool
	HasBegunSomeLesson bool
}

// obstacle returns why the user may not review the course, "" if they may. A course in which no lesson is required has no share
// to complete: learners may review it once they have begun.
func (s standing) obstacle() string {
	switch {
	case s.Teaches:
		return "teaches"
	case !s.Enrolled:
		return "not_enrolled"
	case s.Percent >= requiredPercent, s.CompletedOnce, s.NothingIsRequired && s.HasBegunSomeLesson:
		return ""
	}
	return "too_early"
}

// refusal returns the obstacle as a fault, nil for none.
func (s standing) refusal() error {
	switch s.obstacle() {
	case "teaches":
		return fault.New(fault.Forbidden, "teaches", "You can't review a course that you teach.")
	case "not_enrolled":
		return fault.New(fault.Forbidden, "not_enrolled", "Only learners of this course can review it.")
	case "too_early":
		return fault.New(fault.Forbidden, "too_early", "You can review this course once you have completed a quarter of it.")
	}
	return nil
}

// shown returns a review as the caller sees it.
func (r Review) shown(userID string) Review {
	r.IsOwn, r.AuthorName, r.ETag = r.UserID == userID, text.ShortName(r.FullName), rest.TagOf(r)
	return r
}

// counts reports whether the rating of the course counts the review.
func (r Review) counts() bool { return r.HiddenAt == nil }

// total returns how many reviews a filter selects, by the rating of the course.
func (f ReviewFilter) total(r course.Rating) int64 {
	if f.Stars == 0 {
		return r.Count
	}
	return r.Distribution[f.Stars-1]
}
