// Package discussion keeps what people write to each other beside a lesson: threads of a comment and its answers.
//
// Whoever a lesson opens for reads and writes there. Authors change and delete their own; staff (who teaches the course,
// and administrators) may hide any, after which only its author and staff see it. A deleted comment keeps its place.
package discussion

import (
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Comment is what somebody said beside a lesson.
type Comment struct {
	bun.BaseModel `bun:"table:lesson_comments,alias:c" json:"-"`

	ID           string     `bun:",pk" json:"id"`
	CourseID     string     `json:"courseId"`
	LessonID     string     `json:"lessonId"`
	ThreadID     string     `json:"threadId" doc:"The comment that it answers; empty for one that begins a thread."`
	AuthorID     string     `json:"-"`
	AuthorName   string     `bun:",scanonly" json:"authorName" doc:"Empty of a deleted comment, and when the account is gone."`
	IsInstructor bool       `bun:",scanonly" json:"isInstructor" doc:"Its author teaches the course."`
	IsOwn        bool       `bun:"-" json:"isOwn"`
	Replies      int64      `bun:",scanonly" json:"replies" doc:"How many answers there are."`
	Body         string     `json:"body" doc:"Plain text; empty once deleted."`
	CreatedAt    time.Time  `json:"createdAt"`
	EditedAt     *time.Time `json:"editedAt"`
	DeletedAt    *time.Time `json:"deletedAt"`
	HiddenAt     *time.Time `json:"hiddenAt" doc:"By staff; what it says its author and staff alone see since."`
	HiddenBy     *string    `json:"-"`
	HiddenReason string     `json:"hiddenReason" doc:"Why, for its author and staff; empty for none."`
}

// NewComment is what is said.
type NewComment struct {
	Body     string `json:"body" minLength:"1" maxLength:"5000" msg:"Please write something;maxLength=A comment has at most 5000 characters" doc:"Plain text."`
	ThreadID string `json:"threadId,omitempty" maxLength:"36" msg:"This comment is not known" doc:"The comment that it answers, which begins a thread."`
}

// CommentEdit is what a comment says from now on.
type CommentEdit struct {
	Body string `json:"body" minLength:"1" maxLength:"5000" msg:"Please write something;maxLength=A comment has at most 5000 characters" doc:"Plain text."`
}

// Hiding says whether a comment is hidden.
type Hiding struct {
	Hidden bool   `json:"hidden"`
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"A reason has at most 500 characters" doc:"Told to its author."`
}

var errNoComment = fault.New(fault.NotFound, "comment_not_found", "There is no such comment. Somebody may have deleted it.")

// said is the text of a comment without what surrounds it.
func said(body string) (string, error) {
	var broken fault.Fields
	body = strings.TrimSpace(body)
	broken.Require(body != "", "body", "required", "Please write something")
	return body, broken.Err()
}

// shown is a comment as userID sees it: of one that is hidden others see that it was there.
func (c Comment) shown(userID string, teaches bool) Comment {
	c.IsOwn = c.AuthorID == userID && c.DeletedAt == nil
	if c.HiddenAt != nil && !teaches && c.AuthorID != userID {
		c.Body, c.AuthorName, c.IsInstructor, c.EditedAt, c.HiddenReason = "", "", false, nil, ""
	}
	if c.DeletedAt != nil {
		c.AuthorName, c.IsInstructor = "", false
	}
	return c
}
