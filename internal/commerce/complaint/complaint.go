// Package complaint receives what people are not content with, signed in or not, and lets the school answer: a conversation with files, a private link for who has
// no account, and times by which answer and resolution are due, in office hours.
package complaint

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Statuses of complaints.
const (
	Fresh    = "new"
	Open     = "open"
	Waiting  = "waiting" // for the person: no time runs
	Resolved = "resolved"
	Closed   = "closed"
)

// Kinds of entries.
const (
	kindMessage  = "message"
	kindAnswer   = "answer"
	kindNote     = "note"
	kindStatus   = "status"
	kindAssigned = "assigned"
	kindPriority = "priority"
)

// follows says to which statuses administrators change one.
var follows = map[string][]string{
	Fresh:    {Open, Waiting, Resolved, Closed},
	Open:     {Waiting, Resolved, Closed},
	Waiting:  {Open, Resolved, Closed},
	Resolved: {Open, Closed},
	Closed:   {Open},
}

const (
	reopensFor  = 14 * 24 * time.Hour // after the resolution, by an answer
	closesAfter = 7 * 24 * time.Hour  // after the resolution, without an answer
	maxFile     = 10 << 20
	mostFiles   = 5 // of one message
)

// Complaint is a complaint as administrators see it.
type Complaint struct {
	bun.BaseModel `bun:"table:complaints,alias:c" json:"-"`

	ID                 string     `bun:",pk" json:"id"`
	Number             string     `json:"number"`
	FormID             *string    `json:"-"`
	UserID             *string    `json:"user_id" doc:"Their account; null for a visitor."`
	FullName           string     `json:"full_name"`
	Email              string     `json:"email"`
	EmailKey           string     `json:"-"`
	Languages          string     `json:"-"`
	Category           string     `json:"category" enum:"course,instructor,payment,certificate,technical,account,other"`
	Subject            string     `json:"subject"`
	OrderID            *string    `json:"order_id"`
	OrderNumber        string     `bun:",scanonly" json:"order_number" doc:"Empty for none."`
	CourseID           *string    `json:"course_id"`
	CourseTitle        string     `bun:",scanonly" json:"course_title" doc:"Empty for none."`
	Status             string     `json:"status" enum:"new,open,waiting,resolved,closed"`
	Priority           string     `json:"priority" enum:"low,normal,high,urgent"`
	AssignedTo         *string    `json:"assigned_to"`
	AssigneeName       string     `bun:",scanonly" json:"assignee_name" doc:"Empty for nobody."`
	AnswerDueAt        *time.Time `json:"answer_due_at" doc:"null while no answer is owed."`
	AnswerWarnAt       *time.Time `json:"-"`
	AnswerLate         bool       `json:"answer_late" doc:"Whether the answer that is owed is late."`
	ResolveDueAt       *time.Time `json:"resolve_due_at" doc:"null while it waits for the person, and once it is resolved."`
	ResolveWarnAt      *time.Time `json:"-"`
	ResolveLate        bool       `json:"resolve_late"`
	ResolveLeft        int64      `json:"-"`
	WasLate            bool       `json:"was_late" doc:"Whether an answer or the resolution has ever been late."`
	AlarmAt            *time.Time `json:"-"`
	FirstAnswerMinutes *int64     `json:"first_answer_minutes" doc:"Of office hours; null until it is answered."`
	ResolutionMinutes  *int64     `json:"resolution_minutes" doc:"Of office hours; null until it is resolved."`
	ResolvedAt         *time.Time `json:"resolved_at"`
	ClosedAt           *time.Time `json:"closed_at"`
	Stars              *int64     `json:"stars" doc:"1 to 5, by who complained; null until then."`
	RatingComment      string     `json:"rating_comment"`
	Version            int64      `json:"-"`
	CreatedAt          time.Time  `json:"created_at"`
	UpdatedAt          time.Time  `json:"updated_at"`
}

// ComplaintEntry is a part of the conversation, or something that has happened to the complaint.
type ComplaintEntry struct {
	bun.BaseModel `bun:"table:complaint_entries,alias:e" json:"-"`

	ID          string          `bun:",pk" json:"id"`
	ComplaintID string          `json:"-"`
	Kind        string          `json:"kind" enum:"message,answer,note,status,assigned,priority"`
	UserID      *string         `json:"user_id" doc:"Who did it; null for a visitor, and for the server."`
	UserName    string          `bun:",scanonly" json:"user_name"`
	Before      string          `json:"before"`
	After       string          `json:"after"`
	AfterName   string          `bun:",scanonly" json:"after_name" doc:"Of assigned: who has it now; empty for nobody."`
	Body        string          `json:"body"`
	Files       []ComplaintFile `bun:"-" json:"files"`
	CreatedAt   time.Time       `json:"created_at"`
}

// ComplaintFile is a file of a message.
type ComplaintFile struct {
	bun.BaseModel `bun:"table:complaint_files,alias:f" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	ComplaintID string    `json:"-"`
	EntryID     *string   `json:"-"`
	FromStaff   bool      `json:"-"`
	Name        string    `json:"name"`
	Type        string    `json:"type" doc:"Media type."`
	Size        int64     `json:"size" doc:"Bytes."`
	URL         string    `bun:"-" json:"url" doc:"Signed: works for some hours."`
	CreatedAt   time.Time `json:"-"`
}

// ComplaintDetail is a complaint with all that was said and has happened.
type ComplaintDetail struct {
	Complaint
	Entries []ComplaintEntry `json:"entries" doc:"Oldest first."`
}

// EditVersion implements rest.Versioned.
func (c ComplaintDetail) EditVersion() int64 { return c.Version }

// ComplaintEdit is what administrators change of a complaint.
type ComplaintEdit struct {
	Status     string `json:"status" enum:"new,open,waiting,resolved,closed" msg:"This status doesn't exist"`
	Priority   string `json:"priority" enum:"low,normal,high,urgent" msg:"This priority doesn't exist"`
	AssignedTo string `json:"assigned_to" maxLength:"36" msg:"Choose an administrator" doc:"Id of an administrator; empty for nobody."`
}

func (c Complaint) edit() ComplaintEdit {
	return ComplaintEdit{c.Status, c.Priority, deref(c.AssignedTo)}
}

func deref(id *string) string {
	if id == nil {
		return ""
	}
	return *id
}

func pointer(id string) *string {
	if id == "" {
		return nil
	}
	return &id
}

// ComplaintThread is a complaint as who complained sees it.
type ComplaintThread struct {
	Number        string        `json:"number"`
	Category      string        `json:"category" enum:"course,instructor,payment,certificate,technical,account,other"`
	Subject       string        `json:"subject"`
	Status        string        `json:"status" enum:"new,open,waiting,resolved,closed"`
	OrderNumber   string        `json:"order_number" doc:"Empty for none."`
	CourseTitle   string        `json:"course_title" doc:"Empty for none."`
	AnswerDueAt   *time.Time    `json:"answer_due_at" doc:"By when the school answers; null while it owes no answer."`
	Entries       []ThreadEntry `json:"entries" doc:"Oldest first."`
	CanAnswer     bool          `json:"can_answer" doc:"An answer to one that is resolved or closed reopens it, for 14 days."`
	Stars         *int64        `json:"stars" doc:"Their rating of the resolution, 1 to 5."`
	RatingComment string        `json:"rating_comment"`
	CreatedAt     time.Time     `json:"created_at"`
}

// ThreadEntry is a part of the conversation.
type ThreadEntry struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind" enum:"message,answer,status" doc:"message: of who complained. answer: of the school. status: it has another one now."`
	Status    string          `json:"status" doc:"Of status: the new one."`
	Body      string          `json:"body"`
	Files     []ComplaintFile `json:"files"`
	CreatedAt time.Time       `json:"created_at"`
}

// thread leaves out what is for administrators only.
func (c ComplaintDetail) thread(now time.Time) ComplaintThread {
	t := ComplaintThread{Number: c.Number, Category: c.Category, Subject: c.Subject, Status: c.Status, OrderNumber: c.OrderNumber, CourseTitle: c.CourseTitle, AnswerDueAt: c.AnswerDueAt,
		Entries: []ThreadEntry{}, CanAnswer: c.takesAnswers(now), Stars: c.Stars, RatingComment: c.RatingComment, CreatedAt: c.CreatedAt}
	for _, e := range c.Entries {
		if e.Kind == kindMessage || e.Kind == kindAnswer || e.Kind == kindStatus {
			t.Entries = append(t.Entries, ThreadEntry{e.ID, e.Kind, e.After, e.Body, e.Files, e.CreatedAt})
		}
	}
	return t
}

// isOver reports whether nobody works on it any more.
func (c Complaint) isOver() bool { return c.Status == Resolved || c.Status == Closed }

func (c Complaint) takesAnswers(now time.Time) bool {
	return !c.isOver() || c.ResolvedAt != nil && now.Before(c.ResolvedAt.Add(reopensFor))
}

// OwnComplaint is a complaint in the list of who complained.
type OwnComplaint struct {
	ID        string    `json:"id"`
	Number    string    `json:"number"`
	Category  string    `json:"category" enum:"course,instructor,payment,certificate,technical,account,other"`
	Subject   string    `json:"subject"`
	Status    string    `json:"status" enum:"new,open,waiting,resolved,closed"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// Turns of a complaint of which people are notified.
const (
	turnOpened   = "opened"
	turnReplied  = "replied" // by who complained
	turnAnswered = "answered"
	turnResolved = "resolved"
	turnDueSoon  = "due_soon"
	turnOverdue  = "overdue"
)

// ComplaintTurned is published when a complaint is opened, was answered or resolved, and when an answer or the resolution is due or late.
type ComplaintTurned struct{ ComplaintID, Turn string }

// EventName is the name under which the event is published.
func (ComplaintTurned) EventName() string { return "complaint.turned" }

var errNoComplaint = fault.New(fault.NotFound, "complaint_not_found", "This complaint doesn't exist, or this link isn't complete. Use the link in our email.")
