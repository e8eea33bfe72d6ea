// Package lead receives what visitors ask the school for by its public forms (a message, a question about a course, a brochure, training for a company), and
// keeps what its staff make of it.
package lead

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
)

// Kinds of leads, by their form.
const (
	Contact    = "contact"
	EnrollForm = "enroll_form"
	Brochure   = "brochure"
	Training   = "corporate_training"
)

// Statuses of leads.
const (
	Fresh     = "new"
	Contacted = "contacted"
	Qualified = "qualified"
	Proposal  = "proposal"
	Won       = "won"
	Lost      = "lost"
	Spam      = "spam"
)

// Actions of events.
const (
	actReceived   = "received"
	actStatus     = "status"
	actAssigned   = "assigned"
	actNextAction = "next_action"
	actNote       = "note"
	actMerged     = "merged"
	actConverted  = "converted"
)

// Lead is a form that was sent, as administrators see it.
type Lead struct {
	bun.BaseModel `bun:"table:leads,alias:l" json:"-"`

	ID           string                         `bun:",pk" json:"id"`
	Kind         string                         `json:"kind" enum:"contact,enroll_form,brochure,corporate_training"`
	Status       string                         `json:"status" enum:"new,contacted,qualified,proposal,won,lost,spam"`
	FormID       *string                        `json:"-"`
	CourseID     *string                        `json:"course_id" doc:"null for none, or once it has been deleted."`
	CourseTitle  string                         `bun:",scanonly" json:"course_title" doc:"Empty for none."`
	FullName     string                         `json:"full_name"`
	Email        string                         `json:"email"`
	EmailKey     string                         `json:"-"`
	PhoneNumber  string                         `json:"phone_number" doc:"E.164; empty for none."`
	CountryCode  string                         `json:"country_code" doc:"ISO 3166-1."`
	CompanyName  string                         `json:"company_name"`
	PeopleCount  int64                          `json:"people_count" doc:"To be trained; 0: unknown."`
	Message      string                         `json:"message"`
	DetailsRow   db.JSON[Details]               `bun:"details" json:"-"`
	Details      Details                        `bun:"-" json:"details"`
	OriginRow    db.JSON[formguard.VisitOrigin] `bun:"origin" json:"-"`
	Origin       formguard.VisitOrigin          `bun:"-" json:"origin"`
	Source       string                         `json:"source" doc:"The campaign's, or else the site that linked here. Empty: neither."`
	WantsOffers  bool                           `json:"wants_offers" doc:"Whether they agreed to other offers."`
	Languages    string                         `json:"-"`
	UserID       *string                        `json:"user_id" doc:"Their account; null for none."`
	AssignedTo   *string                        `json:"assigned_to"`
	AssigneeName string                         `bun:",scanonly" json:"assignee_name" doc:"Empty for nobody."`
	NextAction   string                         `json:"next_action"`
	NextActionAt *time.Time                     `json:"next_action_at"`
	MergedInto   *string                        `json:"merged_into" doc:"Of which lead it has become a part; null for none."`
	ContactedAt  *time.Time                     `json:"contacted_at" doc:"When it first had another status than new or spam."`
	ContactHours *int64                         `json:"-"`
	Version      int64                          `json:"-"`
	CreatedAt    time.Time                      `json:"created_at"`
	UpdatedAt    time.Time                      `json:"updated_at"`
}

// complete fills what is stored as JSON.
func (l *Lead) complete() { l.Details, l.Origin = l.DetailsRow.V, l.OriginRow.V }

// Details are what only some forms ask for.
type Details struct {
	PreferredStart string `json:"preferred_start,omitempty" doc:"YYYY-MM-DD."`
	Format         string `json:"format,omitempty" doc:"Of training: online, on_site or either."`
	Budget         string `json:"budget,omitempty"`
	Courses        string `json:"courses,omitempty" doc:"What the training is to be about."`
	BrochureSent   bool   `json:"brochure_sent,omitempty" doc:"Whether the brochure was emailed: an address gets few a day."`
}

// LeadEvent is something that has happened to a lead.
type LeadEvent struct {
	bun.BaseModel `bun:"table:lead_events,alias:e" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	LeadID    string    `json:"-"`
	Action    string    `json:"action" enum:"received,status,assigned,next_action,note,merged,converted"`
	UserID    *string   `json:"user_id" doc:"Who did it; null for the sender of the form."`
	UserName  string    `bun:",scanonly" json:"user_name" doc:"Empty for the sender of the form."`
	Before    string    `json:"before" doc:"Of status: which it was. Of assigned: the id of who had it."`
	After     string    `json:"after" doc:"Of merged: the id of the lead that became a part of this one. Of converted: the address that was invited."`
	AfterName string    `bun:",scanonly" json:"after_name" doc:"Of assigned: who has it now; empty for nobody."`
	Note      string    `json:"note"`
	CreatedAt time.Time `json:"created_at"`
}

// LeadDetail is a lead with what has happened to it.
type LeadDetail struct {
	Lead
	Events     []LeadEvent `json:"events" doc:"Oldest first."`
	Parts      []Lead      `json:"parts" doc:"Leads that were merged into this one."`
	Duplicates []Lead      `json:"duplicates" doc:"Other leads from the same address, at most 20."`
	HasAccount bool        `json:"has_account" doc:"Whether there is an account with this address."`
}

// EditVersion implements rest.Versioned.
func (l LeadDetail) EditVersion() int64 { return l.Version }

// LeadEdit is what administrators change of a lead.
type LeadEdit struct {
	Status       string     `json:"status" enum:"new,contacted,qualified,proposal,won,lost,spam" msg:"This status doesn't exist"`
	AssignedTo   string     `json:"assigned_to" maxLength:"36" msg:"Choose an administrator" doc:"Id of an administrator; empty for nobody."`
	NextAction   string     `json:"next_action" maxLength:"300" msg:"The next action must be at most 300 characters"`
	NextActionAt *time.Time `json:"next_action_at"`
}

func (l Lead) edit() LeadEdit {
	return LeadEdit{l.Status, deref(l.AssignedTo), l.NextAction, l.NextActionAt}
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

// LeadReceived is published when a form has come in that does not look like spam.
type LeadReceived struct{ LeadID string }

// EventName is the name under which the event is published.
func (LeadReceived) EventName() string { return "lead.received" }

var errNoLead = fault.New(fault.NotFound, "lead_not_found", "This lead doesn't exist.")
