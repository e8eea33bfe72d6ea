// Package announcement lets administrators and instructors tell users what is new, and shows who has read it.
//
// Users are not copied onto a list when an announcement is written: whom it addresses is found when it is read, so that a learner who
// joins a course tomorrow sees what is current in it.
package announcement

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// States of an announcement that are stored. The others follow from its dates.
const (
	draft    = "draft"
	released = "released"
	archived = "archived"
)

// Statuses that follow from the dates of a released announcement.
const (
	scheduled = "scheduled"
	published = "published"
	expired   = "expired"
)

// Ways of notifying the audience.
const (
	notifyNone  = "none"
	notifyInApp = "in_app"
	notifyMail  = "mail"
)

var (
	errNotFound = fault.New(fault.NotFound, "announcement_not_found", "This announcement doesn't exist, or it is no longer shown.")
	errNotOwn   = fault.New(fault.Forbidden, "not_your_announcement", "Only its author and administrators can change this announcement.")
)

// row is an announcement as stored.
type row struct {
	bun.BaseModel `bun:"table:announcements,alias:a"`

	ID          string `bun:",pk"`
	Title       string
	TitleKey    string
	Content     string
	Format      string
	Type        string
	Priority    string
	State       string
	PublishAt   time.Time
	ExpiresAt   *time.Time
	Sticky      bool
	RequiresAck bool
	Notify      string
	Version     int64
	Round       int64
	SendNumber  int64
	SendAfter   string
	Sent        int64
	SentAt      *time.Time
	RemindedAt  *time.Time
	RemindAfter string
	EditedAt    *time.Time
	CreatedBy   string
	CreatedAt   time.Time
}

// found is an announcement with what its reader has done with it.
type found struct {
	bun.BaseModel `bun:"table:announcements,alias:a"`

	row
	AuthorName     string     `bun:",scanonly"`
	ReadAt         *time.Time `bun:",scanonly"`
	AcknowledgedAt *time.Time `bun:",scanonly"`
}

// Announcement as it is shown. Whom else it addresses is shown only to those who can change announcements.
type Announcement struct {
	ID             string     `json:"id"`
	Title          string     `json:"title"`
	Content        string     `json:"content"`
	Format         string     `json:"format" enum:"plain,html" doc:"Of the content."`
	Type           string     `json:"type" enum:"general,course,batch,schedule_change,maintenance,payment,event"`
	Priority       string     `json:"priority" enum:"low,medium,high,urgent"`
	Status         string     `json:"status" enum:"draft,scheduled,published,expired,archived"`
	PublishDate    time.Time  `json:"publishDate" doc:"Readers do not see it before."`
	ExpiryDate     *time.Time `json:"expiryDate" doc:"Readers do not see it from then on; null for no end."`
	Sticky         bool       `json:"sticky" doc:"It stays above the others."`
	RequiresAck    bool       `json:"requiresAck" doc:"Readers are asked to confirm that they have read it."`
	IsRead         bool       `json:"isRead" doc:"The caller has read it."`
	AcknowledgedAt *time.Time `json:"acknowledgedAt" doc:"When the caller confirmed that they have read it."`
	EditedAt       *time.Time `json:"editedAt" doc:"When it was last changed after it was published."`
	AuthorName     string     `json:"authorName"`
	CreatedAt      time.Time  `json:"createdAt"`
	Version        int64      `json:"version"`
	CanEdit        bool       `json:"canEdit"`

	TargetAudience   []string       `json:"targetAudience,omitempty" doc:"For those who can change announcements, as it was sent."`
	Audiences        []AudienceName `json:"audiences,omitempty" doc:"For those who can change announcements: the audience in words."`
	SpecificStudents []string       `json:"specificStudents,omitempty" doc:"For those who can change it: ids of students who are addressed beside the audience."`
	Notify           string         `json:"notify,omitempty" enum:"none,in_app,mail" doc:"For those who can change it."`
	NotifiedCount    int64          `json:"notifiedCount,omitempty" doc:"For those who can change it: how many users have been notified."`
	RemindedAt       *time.Time     `json:"remindedAt,omitempty" doc:"For those who can change it: when those who have not read or confirmed it were last reminded."`
}

// EditVersion implements rest.Versioned.
func (a Announcement) EditVersion() int64 { return a.Version }

// AudienceName is an audience of an announcement with its name.
type AudienceName struct {
	Audience string `json:"audience" doc:"all, students, instructors, corporate, admins, course:{id}, batch:{id} or specificStudents."`
	Name     string `json:"name" doc:"Of the course or batch; empty for others."`
	Count    int64  `json:"count" doc:"Of specificStudents: how many there are; otherwise 0."`
}

// statusAt returns where an announcement stands at an instant.
func (r row) statusAt(now time.Time) string {
	switch {
	case r.State != released:
		return r.State
	case r.PublishAt.After(now):
		return scheduled
	case r.ExpiresAt != nil && !r.ExpiresAt.After(now):
		return expired
	}
	return published
}

// forever is the end of what has no end: it keeps the query of what is current to one range of an index.
var forever = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)

// window returns from when until when readers see an announcement: never, for drafts and archived ones.
func (r row) window() (from, until time.Time) {
	switch {
	case r.State != released:
		return r.PublishAt, r.PublishAt
	case r.ExpiresAt != nil:
		return r.PublishAt, *r.ExpiresAt
	}
	return r.PublishAt, forever
}

// shown returns an announcement as a reader sees it.
func (f found) shown(now time.Time) Announcement {
	return Announcement{
		ID: f.ID, Title: f.Title, Content: f.Content, Format: f.Format, Type: f.Type, Priority: f.Priority, Status: f.statusAt(now),
		PublishDate: f.PublishAt, ExpiryDate: f.ExpiresAt, Sticky: f.Sticky, RequiresAck: f.RequiresAck, IsRead: f.ReadAt != nil,
		AcknowledgedAt: f.AcknowledgedAt, EditedAt: f.EditedAt, AuthorName: f.AuthorName, CreatedAt: f.CreatedAt, Version: f.Version,
	}
}

// UnreadAnnouncements is how many announcements the caller has not read.
type UnreadAnnouncements struct {
	UnreadCount int64 `json:"unreadCount" doc:"Counting stops at 101, which stands for more than 100."`
	Count       int64 `json:"count" doc:"The same."`
}

// AddressableStudent is a user whom an announcement can address.
type AddressableStudent struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
	Email    string `json:"email"`
}
