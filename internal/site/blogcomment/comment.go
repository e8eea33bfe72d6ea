// Package blogcomment keeps the comments on posts of the blog, and keeps spam out of them.
//
// Signed-in users comment; everybody reads what is published. Depending on the settings of the school and of the post, a comment is published at
// once or waits for an administrator. Signs of spam, each with a name that moderators see, make it wait whatever the settings are. Nothing is sent
// to a third party.
package blogcomment

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Statuses of a comment.
const (
	published = "published"
	pending   = "pending"
	spam      = "spam"
	rejected  = "rejected"
	deleted   = "deleted"
)

const (
	editableFor = 15 * time.Minute
	// reportsToHide is how many users have to report a comment until it waits for an administrator.
	reportsToHide = 3
)

var (
	errNoComment = fault.New(fault.NotFound, "comment_not_found", "This comment doesn't exist. It may have been deleted.")
	errNoPost    = fault.New(fault.NotFound, "post_not_found", "This post doesn't exist. It may have been deleted.")
	errClosed    = fault.New(fault.Conflict, "comments_closed", "This post no longer takes comments.")
	errTooLate   = fault.New(fault.Conflict, "comment_too_old", "Comments can be edited for 15 minutes. You can delete this one and write another.")
	errOwn       = fault.New(fault.Forbidden, "own_comment", "You can't report your own comment. You can delete it.")
	errNotYours  = fault.New(fault.Forbidden, "not_your_comment", "Only its author can change a comment.")
)

// row is a comment as stored.
type row struct {
	bun.BaseModel `bun:"table:blog_comments,alias:c"`

	ID        string `bun:",pk"`
	PostID    string
	ThreadID  string // "" for one that begins a thread
	AnswersID string // the comment of the thread to which it replies, "" for none
	AuthorID  string
	Body      string
	BodyHash  string            // of the folded text, to find the same again
	Hosts     db.JSON[[]string] `bun:"type:jsonb"` // of its links
	Status    string
	Score     int64
	Reasons   db.JSON[[]string] `bun:"type:jsonb"`
	Reports   int64
	FormID    string
	CreatedAt time.Time
	EditedAt  *time.Time
	DecidedBy *string
	DecidedAt *time.Time
	Reason    string
}

// BlogComment is a comment on a post as its readers see it.
type BlogComment struct {
	ID          string     `json:"id"`
	PostID      string     `json:"postId"`
	ThreadID    string     `json:"threadId" doc:"The comment that begins its thread; empty for one that does."`
	AuthorName  string     `json:"authorName" doc:"The first name and the initial of the last, the whole name of who writes the post or runs the school; empty when the account is gone."`
	AnswersName string     `json:"answersName" doc:"To whom of the thread it replies; empty for none."`
	IsAuthor    bool       `json:"isAuthor" doc:"It was written by an author of the post."`
	IsOwn       bool       `json:"isOwn"`
	IsReported  bool       `json:"isReported" doc:"By the caller."`
	Body        string     `json:"body" doc:"Plain text; empty when it was deleted."`
	IsWaiting   bool       `json:"isWaiting" doc:"Only its author sees it until an administrator approves it."`
	IsDeleted   bool       `json:"isDeleted"`
	MayEdit     bool       `json:"mayEdit" doc:"The caller can still edit it."`
	Replies     int64      `json:"replies"`
	CreatedAt   time.Time  `json:"createdAt"`
	EditedAt    *time.Time `json:"editedAt"`
}

// NewBlogComment is a comment as its author sends it.
type NewBlogComment struct {
	Body      string `json:"body" pattern:"\\S" maxLength:"5000" msg:"Please enter some text;maxLength=A comment has at most 5,000 characters" doc:"Plain text."`
	ThreadID  string `json:"threadId,omitempty" maxLength:"36" msg:"This comment doesn't exist" doc:"The comment that begins the thread to which it is added; empty to begin one."`
	AnswersID string `json:"answersId,omitempty" maxLength:"36" msg:"This comment doesn't exist" doc:"The comment of the thread to which it replies."`
	Stamp     string `json:"stamp,omitempty" maxLength:"500" msg:"stamp must be that of the form" doc:"Of the form; a comment without one may have to be approved."`
	Website   string `json:"website,omitempty" maxLength:"200" msg:"Leave this field empty" doc:"People don't see this field: leave it out."`
}

// BlogCommentEdit is the new text of a comment.
type BlogCommentEdit struct {
	Body string `json:"body" pattern:"\\S" maxLength:"5000" msg:"Please enter some text;maxLength=A comment has at most 5,000 characters" doc:"Plain text."`
}

// BlogCommentForm is what the caller needs to comment on a post.
type BlogCommentForm struct {
	Stamp   string `json:"stamp" doc:"Sent with the comment; it works once, for two hours."`
	IsOpen  bool   `json:"isOpen" doc:"The post takes comments."`
	Waits   bool   `json:"waits" doc:"A comment of the caller waits until an administrator approves it."`
	Blocked string `json:"blocked" doc:"Why the caller can't comment; empty when they can."`
}

// BlogCommentReport says what is wrong with a comment.
type BlogCommentReport struct {
	Reason string `json:"reason" enum:"spam,offensive,off_topic,personal_data,other" msg:"Choose a reason"`
}

// ModeratedComment is a comment as administrators see it.
type ModeratedComment struct {
	BlogComment
	AuthorID       string     `json:"authorId"`
	AuthorFullName string     `json:"authorFullName" doc:"Empty when the account is gone."`
	IsBlocked      bool       `json:"isBlocked" doc:"Its author can't comment any more."`
	PostTitle      string     `json:"postTitle"`
	PostSlug       string     `json:"postSlug"`
	Status         string     `json:"status" enum:"published,pending,spam,rejected"`
	Score          int64      `json:"score" doc:"Points of its signs of spam: from 3 on it waits, from 8 on it is spam."`
	Reasons        []string   `json:"reasons" doc:"Its signs of spam: honeypot, repeated_text, rejected_link, blocked_term, too_fast, form_reused, many_links, new_account, hidden_direction; or reported."`
	Reports        int64      `json:"reports" doc:"That nobody has decided on."`
	Reason         string     `json:"reason" doc:"Why it was rejected; empty for none."`
	DecidedAt      *time.Time `json:"decidedAt" doc:"By an administrator."`
}

// ModerationFilter selects comments.
type ModerationFilter struct {
	Status string `query:"status" enum:"pending,spam,rejected,published,reported" default:"pending" msg:"status must be pending, spam, rejected, published or reported" doc:"reported: published ones with reports that nobody has decided on."`
	Post   string `query:"post" maxLength:"36" msg:"post must be the id of a post"`
	Author string `query:"author" maxLength:"36" msg:"author must be the id of a user"`
}

// CommentDecisions decides on several comments.
type CommentDecisions struct {
	IDs    []string `json:"ids" minItems:"1" maxItems:"200" msg:"Choose 1 to 200 comments"`
	Status string   `json:"status" enum:"published,pending,rejected,spam" msg:"Choose what happens to the comments"`
	Reason string   `json:"reason,omitempty" maxLength:"500" msg:"A reason has at most 500 characters" doc:"Sent to the authors of rejected comments."`
}

// CommentDecided is what became of a comment.
type CommentDecided struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:",published,pending,rejected,spam,deleted" doc:"Its status now; empty for a comment that doesn't exist."`
	Before string `json:"before" enum:",published,pending,rejected,spam,deleted" doc:"Its status before, to undo the decision."`
}

// CommenterBlock says why a user can't comment.
type CommenterBlock struct {
	Reason string `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please enter a reason;maxLength=A reason has at most 500 characters" doc:"The user sees it."`
}

// PostCommentMode says how a post takes comments.
type PostCommentMode struct {
	Mode string `json:"mode" enum:",open,first_approved,all_approved,closed" msg:"Choose how the post takes comments" doc:"Empty for that of the school."`
}
