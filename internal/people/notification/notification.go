// Package notification notifies users: in an inbox with a live count of what is unread, and by email, at once or as a digest,
// each kind as its recipient prefers.
//
// Notices are made from the events of other features. A notification stores the ids and titles that its text is made of, not
// the text: that is written when it is read, in the language of the reader.
package notification

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Data is what the words of a notification are made of, by the names of their placeholders. No names of persons: they
// would outlive the person's account.
type Data map[string]string

// Notice is something to notify users of.
type Notice struct {
	DedupKey string // the id of the event: delivered twice, it arrives once
	Kind     Kind
	To       []string // ids of users; those who are not active or may not have this kind are left out
	Data     Data
}

// notificationRow is the row of a notification.
type notificationRow struct {
	bun.BaseModel `bun:"table:notifications,alias:n"`

	ID        string `bun:",pk"`
	UserID    string
	DedupKey  string
	Kind      Kind
	Data      db.JSON[Data]
	Number    int64
	InApp     bool
	Mail      string
	CreatedAt time.Time
	ReadAt    *time.Time
}

// What a notification's mail can be.
const (
	mailNone    = "none"
	mailSent    = "sent"
	mailWaiting = "waiting" // for the next digest
)

// Notification is what its reader sees.
type Notification struct {
	ID        string     `json:"id"`
	Kind      Kind       `json:"kind"`
	Group     string     `json:"group" enum:"security,account,courses,videos,administration"`
	Title     string     `json:"title"`
	Body      string     `json:"body"`
	Link      string     `json:"link" doc:"The path of the page that it is about; empty for none."`
	CreatedAt time.Time  `json:"created_at"`
	ReadAt    *time.Time `json:"read_at" doc:"null until it is read."`
}

// view is n in the words of a language.
func (n notificationRow) view(language string) Notification {
	words := n.Kind.words(language)
	about := catalogue[n.Kind]
	return Notification{n.ID, n.Kind, about.Group, n.fill(words.title), n.fill(words.body), n.path(), n.CreatedAt, n.ReadAt}
}

// UnreadCount is how many notifications wait to be read.
type UnreadCount struct {
	Unread int64 `json:"unread"`
}

// Filter is what a list is narrowed to.
type Filter struct {
	Unread bool   `query:"unread" msg:"unread must be true or false" doc:"Only those that are not read."`
	Group  string `query:"group" enum:"security,account,courses,videos,administration" msg:"group is not one of the known groups"`
}

// inbox counts a user's notifications. Its version grows with every change; streams resume by it.
type inbox struct {
	bun.BaseModel `bun:"table:notification_inboxes,alias:b"`

	UserID  string `bun:",pk"`
	Version int64
	Unread  int64
}

// recipient is a user who is notified.
type recipient struct {
	ID              string
	Email           string
	FullName        string
	EmailVerifiedAt *time.Time
}
