// Package certificate issues certificates of courses: by the rule of a course when a learner completes it, or by hand. Each is a PDF that is drawn
// once and kept, with a code under which everybody can check what it says.
package certificate

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/openbadge"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Statuses of certificates.
const (
	issued     = "issued"
	expired    = "expired"
	revoked    = "revoked"
	superseded = "superseded"
)

// withdrawn is the cause of a revocation that the holder's deleted account brings.
const withdrawn = "withdrawn"

// Facts are printed on a certificate besides name, course and issuer. Nothing of them follows today's course or account.
type Facts struct {
	CompletedOn string   `json:"completed_on" doc:"YYYY-MM-DD; empty for a course that was not completed."`
	Score       *int64   `json:"score" doc:"The mean of the scored lessons, in percent; null without any."`
	Hours       int64    `json:"hours" doc:"That the learner has spent in the course; 0 for less than one."`
	Instructors []string `json:"instructors" doc:"Names."`
	Signatory   string   `json:"signatory" doc:"Who signs; may be empty."`
	Language    string   `json:"language" doc:"Of the text: en or de; empty when it was withdrawn."`
	IssuedOn    string   `json:"issued_on" doc:"YYYY-MM-DD, where the school is."`
	ValidUntil  string   `json:"valid_until" doc:"The last day, YYYY-MM-DD; empty for no end."`
}

// Certificate is one that was issued.
type Certificate struct {
	bun.BaseModel `bun:"table:certificates,alias:k" json:"-"`

	ID          string             `bun:",pk" json:"id"`
	Code        string             `json:"-"`
	ShownCode   string             `bun:"-" json:"code" doc:"As it is printed. Anyone who has it can check the certificate."`
	Address     string             `bun:"-" json:"address" doc:"The page on which everybody can check it."`
	UserID      string             `json:"user_id"`
	CourseID    *string            `json:"course_id" doc:"null when the course was deleted."`
	CourseTitle string             `json:"course_title"`
	Cycle       int64              `json:"cycle" doc:"1, and more for those that were issued after one had expired."`
	Status      string             `json:"status" enum:"issued,expired,revoked,superseded"`
	Name        string             `json:"name" doc:"As it is printed; empty when it was withdrawn."`
	Issuer      string             `json:"issuer"`
	StoredFacts db.JSON[Facts]     `bun:"facts,type:jsonb" json:"-"`
	Facts       Facts              `bun:"-" json:"facts"`
	IssuedAt    time.Time          `json:"issued_at"`
	ExpiresAt   *time.Time         `json:"expires_at"`
	RemindAt    *time.Time         `json:"-"`
	EndedAt     *time.Time         `json:"ended_at" doc:"When it was revoked or superseded."`
	Cause       string             `json:"cause" enum:",error,misconduct,requested,withdrawn" doc:"Of revoked: why, for everybody to see. withdrawn: the account was deleted."`
	Reason      string             `json:"reason" doc:"Of a revocation or a new issue, for the holder."`
	ReplacesID  *string            `json:"replaces_id"`
	AskedAt     *time.Time         `json:"asked_at" doc:"When the holder has asked for another name; that is possible once."`
	AskedName   string             `json:"asked_name" doc:"The name for which they have asked; empty when nobody has to decide about it."`
	AskedReason string             `json:"asked_reason"`
	AskedAnswer string             `json:"asked_answer" doc:"Why the school keeps the name; empty when it does not, or has not decided yet."`
	HidesScore  bool               `json:"hides_score" doc:"The public page does not show the score."`
	HidesHours  bool               `json:"hides_hours" doc:"The public page does not show the hours of learning."`
	ProposedAt  *time.Time         `json:"proposed_at" doc:"When an instructor has proposed its revocation; null when nobody has to decide about it, and for the holder."`
	ProposedBy  *string            `json:"-"`
	Proposed    ProposedRevocation `bun:"embed:proposed_" json:"proposed" doc:"What the instructor proposes; empty for the holder."`
	PDFSHA256   string             `bun:"pdf_sha256" json:"pdf_sha256"`
	PDFSize     int64              `bun:"pdf_size" json:"-"`
	PaperID     *string            `json:"-"` // nil for the standard one
	HasBadge    bool               `bun:"-" json:"has_badge" doc:"There is an Open Badge of it."`

	Credential *db.JSON[openbadge.Document] `bun:"type:jsonb" json:"-"` // nil for none
	List       *int64                       `json:"-"`                  // of the status lists, from 1
	ListIndex  *int64                       `json:"-"`
}

// Verification is what everybody with the code of a certificate sees: what is printed on it, and whether it is valid.
type Verification struct {
	Code       string     `json:"code"`
	Status     string     `json:"status" enum:"issued,expired,revoked,superseded"`
	Name       string     `json:"name"`
	Course     string     `json:"course"`
	Issuer     string     `json:"issuer"`
	Issued     time.Time  `json:"issued"`
	Expires    *time.Time `json:"expires"`
	Ended      *time.Time `json:"ended" doc:"When it was revoked or superseded."`
	Cause      string     `json:"cause" enum:",error,misconduct,requested,withdrawn" doc:"Of revoked. Of withdrawn nothing else is shown."`
	Facts      Facts      `json:"facts"`
	Hidden     []string   `json:"hidden" enum:"score,hours" doc:"What is printed on it and is not in facts: its holder does not show that. Only who has the file sees it."`
	Texts      []string   `json:"texts" doc:"What else is printed on it, the same for everybody; empty for the standard certificate."`
	PDFSHA256  string     `json:"pdf_sha256" doc:"Of the file as it was issued, in hexadecimal digits."`
	ReplacedBy string     `json:"replaced_by" doc:"The code of the certificate in its place; may be empty."`
}

// Revocation ends a certificate.
type Revocation struct {
	Cause  string `json:"cause" enum:"error,misconduct,requested" msg:"Please choose a cause" doc:"Shown to everybody who checks the certificate."`
	Reason string `json:"reason" minLength:"1" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"For the holder."`
}

// ProposedRevocation is what an instructor proposes.
type ProposedRevocation struct {
	Cause  string `json:"cause" enum:",error,misconduct,requested"`
	Reason string `json:"reason"`
}

// ShownFigures is what the public page of a certificate shows.
type ShownFigures struct {
	HidesScore bool `json:"hides_score" doc:"Don't show the score."`
	HidesHours bool `json:"hides_hours" doc:"Don't show the hours of learning."`
}

// Reissue replaces a certificate.
type Reissue struct {
	Name   string `json:"name,omitempty" maxLength:"120" msg:"The name must be at most 120 characters" doc:"Absent: as before."`
	Reason string `json:"reason" minLength:"1" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"For the holder."`
}

// NameCorrection asks for another name.
type NameCorrection struct {
	Name   string `json:"name" minLength:"1" maxLength:"120" msg:"Please enter the name;maxLength=The name must be at most 120 characters"`
	Reason string `json:"reason" minLength:"1" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters"`
}

// What administrators decline.
const (
	anotherName = "name"
	revocation  = "revocation"
)

// CertificateDecline refuses what a holder or an instructor has asked for.
type CertificateDecline struct {
	Request string `json:"request" enum:"name,revocation" msg:"Please choose what you decline" doc:"name: the name for which the holder asks. revocation: that which an instructor proposes."`
	Reason  string `json:"reason" minLength:"1" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"For the one who asked."`
}

// IssuedEvent is published when a certificate was issued, or issued anew.
type IssuedEvent struct{ CertificateID string }

// EventName is the name under which the event is published.
func (IssuedEvent) EventName() string { return "certificate.issued" }

// RevokedEvent is published when a certificate was revoked.
type RevokedEvent struct{ CertificateID string }

// EventName is the name under which the event is published.
func (RevokedEvent) EventName() string { return "certificate.revoked" }

// ExpiringEvent is published once before a certificate expires.
type ExpiringEvent struct{ CertificateID string }

// EventName is the name under which the event is published.
func (ExpiringEvent) EventName() string { return "certificate.expiring" }

// AskedEvent is published when a holder asks for another name, or an instructor proposes a revocation.
type AskedEvent struct{ CertificateID, By string }

// EventName is the name under which the event is published.
func (AskedEvent) EventName() string { return "certificate.asked" }

// DeclinedEvent is published when an administrator has declined what was asked for by a user.
type DeclinedEvent struct{ CertificateID, Request, To, Reason string }

// EventName is the name under which the event is published.
func (DeclinedEvent) EventName() string { return "certificate.declined" }

var (
	errNone    = fault.New(fault.NotFound, "certificate_not_found", "This certificate doesn't exist.")
	errUnknown = fault.New(fault.NotFound, "certificate_not_found", "No certificate has this code. Check that you have typed all 13 characters.")
	errNoList  = fault.New(fault.NotFound, "status_list_not_found", "This list doesn't exist.")
	errNotLive = fault.New(fault.Conflict, "certificate_not_valid", "This certificate is no longer valid, so it can't be changed.")
	errNothing = fault.New(fault.Conflict, "nothing_asked", "There is nothing to decide about this certificate any more.")
	errAsked   = fault.New(fault.Conflict, "already_asked", "You have asked for another name already. Write to the school if it is still wrong.")
)

// complete fills in what is not stored.
func (c *Certificate) complete(address string, now time.Time) {
	c.Facts, c.ShownCode, c.Address = c.StoredFacts.V, shownCode(c.Code), address+"/verify/"+c.Code
	c.HasBadge = c.Credential != nil
	if c.Facts.Instructors == nil {
		c.Facts.Instructors = []string{}
	}
	if c.Status == issued && c.ExpiresAt != nil && !now.Before(*c.ExpiresAt) {
		c.Status = expired // before the job has recorded it
	}
}

// forHolder is what the holder sees: nothing of what others propose.
func (c Certificate) forHolder() Certificate {
	c.ProposedAt, c.Proposed = nil, ProposedRevocation{}
	return c
}

// term returns the last day of a certificate that is valid for so many months, and when it expires: as that day ends.
func term(at time.Time, months int64) (until string, expires time.Time) {
	day := at
	first := time.Date(day.Year(), day.Month()+time.Month(months), 1, 0, 0, 0, 0, day.Location())
	last := min(day.Day(), first.AddDate(0, 1, -1).Day()) // 31 January and a month is the last of February
	end := time.Date(first.Year(), first.Month(), last, 0, 0, 0, 0, day.Location())
	return end.Format(time.DateOnly), end.AddDate(0, 0, 1)
}
