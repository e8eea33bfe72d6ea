// Package notification notifies users: in an inbox with a live unread count, and by email, at once or as a digest, each
// kind as its recipient prefers.
//
// Notices are made from the events of other features. A notification stores the ids and titles that its text needs, not the
// text: that is rendered when it is read, in the reader's language.
package notification

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/db"
)

// Data holds the values of a text's placeholders. No names of users, which would outlive the account: the id of the one whose act it
// tells of is its user, and the text has their present name as {person}.
type Data map[string]string

// by adds whose act it is.
func (d Data) by(user string) Data {
	d["user"] = user
	return d
}

// Notice is a notification to be delivered to several users.
type Notice struct {
	DedupKey string // id of the event: an event that is delivered twice notifies once
	Kind     notificationkind.Kind
	To       []string // user ids; inactive users and those whose roles do not have the kind are skipped
	Data     Data
	Emails   emailTiming
}

// emailTiming says when the emails of a notice are sent to those who want emails of its kind.
type emailTiming int

const (
	byPreference emailTiming = iota // at once, or in a digest
	atOnce                          // also to those who have chosen a digest: it would come too late
	noEmails
)

// unless returns the timing, or that none are sent because whoever made a change wanted none.
func (t emailTiming) unless(silent bool) emailTiming {
	if silent {
		return noEmails
	}
	return t
}

// notificationRow is the row.
type notificationRow struct {
	bun.BaseModel `bun:"table:notifications,alias:n"`

	ID        string `bun:",pk"`
	UserID    string
	DedupKey  string
	Kind      notificationkind.Kind
	Data      db.JSON[Data]
	Number    int64
	InApp     bool
	Mail      string
	CreatedAt time.Time
	ReadAt    *time.Time

	Person string `bun:"-"` // the name of the user in Data; "" for none, or one whose account is closed
}

// The state of a notification's email.
const (
	mailNone    = "none"
	mailSent    = "sent"
	mailWaiting = "waiting" // for the next digest
)

// Notification as its recipient sees it.
type Notification struct {
	ID        string                `json:"id"`
	Kind      notificationkind.Kind `json:"kind"`
	Group     string                `json:"group" enum:"security,account,announcements,courses,goals,certificates,videos,blog,administration"`
	Title     string                `json:"title"`
	Body      string                `json:"body"`
	Link      string                `json:"link" doc:"The path of the page that it is about; empty for none."`
	CreatedAt time.Time             `json:"created_at"`
	ReadAt    *time.Time            `json:"read_at" doc:"null until it is read."`
}

// view renders n for a reader.
func (n notificationRow) view(r reader) Notification {
	words := n.Kind.Words(r.language)
	about := notificationkind.Catalogue[n.Kind]
	return Notification{n.ID, n.Kind, about.Group, n.fill(words.Title, r), n.fill(words.Body, r), n.path(), n.CreatedAt, n.ReadAt}
}

// UnreadCount is the number of unread notifications.
type UnreadCount struct {
	Unread int64 `json:"unread"`
}

// Filter of a list.
type Filter struct {
	Unread bool   `query:"unread" msg:"unread must be true or false" doc:"Only those that are not read."`
	Group  string `query:"group" enum:"security,account,announcements,courses,goals,certificates,videos,blog,administration" msg:"group must be one of the known groups"`
}

// inbox holds a user's counts. Its version grows with every change, and streams resume from it.
type inbox struct {
	bun.BaseModel `bun:"table:notification_inboxes,alias:b"`

	UserID  string `bun:",pk"`
	Version int64
	Unread  int64
}

// recipient of a notification.
type recipient struct {
	ID              string
	Email           string
	FullName        string
	EmailVerifiedAt *time.Time
}
