// Package discussion keeps the comments on a lesson, in threads of a comment and its replies.
//
// Users to whom a lesson is open read and write there. Authors edit and delete their own comments. Staff (teachers of
// the course and administrators) may hide any comment, after which only they and its author see it. A deleted comment
// leaves a placeholder.
package discussion

import (
	"cmp"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Comment is a comment on a lesson.
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
	Body         string     `json:"body" doc:"Empty once deleted."`
	Format       string     `json:"format" enum:"plain,html" doc:"Of the body."`
	CreatedAt    time.Time  `json:"createdAt"`
	EditedAt     *time.Time `json:"editedAt"`
	DeletedAt    *time.Time `json:"deletedAt"`
	HiddenAt     *time.Time `json:"hiddenAt" doc:"By staff; what it says its author and staff alone see since."`
	HiddenBy     *string    `json:"-"`
	HiddenReason string     `json:"hiddenReason" doc:"Why, for its author and staff; empty for none."`
	AwaitsAnswer bool       `bun:",scanonly" json:"awaitsAnswer" doc:"It begins a thread in which no instructor has replied."`
}

// CourseComment is a comment of a course with the lesson on which it was written.
type CourseComment struct {
	bun.BaseModel `bun:"table:lesson_comments,alias:c" json:"-"`

	Comment
	LessonTitle string `bun:",scanonly" json:"lessonTitle" doc:"Empty when the lesson is not published any more."`
}

type NewComment struct {
	Body     string `json:"body" minLength:"1" maxLength:"20000" msg:"Please enter some text;maxLength=A comment has at most 5000 characters" doc:"At most 5000 characters without markup."`
	Format   string `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the body. HTML is cleaned."`
	ThreadID string `json:"threadId,omitempty" maxLength:"36" msg:"This comment doesn't exist" doc:"The comment that it answers, which begins a thread."`
}

type CommentEdit struct {
	Body   string `json:"body" minLength:"1" maxLength:"20000" msg:"Please enter some text;maxLength=A comment has at most 5000 characters" doc:"At most 5000 characters without markup."`
	Format string `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the body. HTML is cleaned."`
}

type Hiding struct {
	Hidden bool   `json:"hidden"`
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"A reason has at most 500 characters" doc:"Told to its author."`
}

var errNoComment = fault.New(fault.NotFound, "comment_not_found", "This comment doesn't exist. It may have been deleted.")

const maxBody = 5000 // characters without markup

// written returns the body and the format of a comment as they are stored, or fault.Invalid.
func (s *Service) written(body, format string) (string, string, error) {
	var broken fault.Fields
	body = s.deps.Cleaner.Message(format, body)
	broken.Require(body != "", "body", "required", "Please enter some text")
	broken.Require(text.Length(format, body) <= maxBody, "body", "too_long", "A comment has at most 5000 characters")
	return body, cmp.Or(format, text.PlainFormat), broken.Err()
}

// shown returns a comment as userID sees it. Of another user's hidden comment only its existence shows.
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
