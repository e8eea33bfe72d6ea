package complaint

import (
	"context"
	"crypto/rand"
	"net/mail"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/text"
)

const formPurpose = "complaint"

// Limits on who writes: against robots and floods.
var (
	openRule  = ratelimit.Rule{Name: "complaints", Limit: 10, Window: time.Hour}
	writeRule = ratelimit.Rule{Name: "answers to complaints", Limit: 30, Window: time.Hour} // of one complaint
	fileRule  = ratelimit.Rule{Name: "files of complaints", Limit: 30, Window: time.Hour}   // of one complaint
)

// NewComplaint opens a complaint.
type NewComplaint struct {
	Category  string `json:"category" enum:"course,instructor,payment,certificate,technical,account,other" msg:"Choose what it is about"`
	Subject   string `json:"subject" pattern:"\\S" maxLength:"200" msg:"Enter a subject;maxLength=The subject must be at most 200 characters"`
	Text      string `json:"text" pattern:"\\S" maxLength:"5000" msg:"Describe what happened;maxLength=The description must be at most 5000 characters"`
	OrderID   string `json:"order_id,omitempty" maxLength:"36" msg:"Choose one of your orders" doc:"One of the caller's."`
	CourseID  string `json:"course_id,omitempty" maxLength:"36" msg:"Choose a course" doc:"One that the caller is or was enrolled in, or one of the catalogue."`
	FullName  string `json:"full_name,omitempty" maxLength:"120" msg:"The name must be at most 120 characters" doc:"Of visitors."`
	Email     string `json:"email,omitempty" maxLength:"254" msg:"Enter a valid email address" doc:"Of visitors: where the answers go."`
	Form      string `json:"form_id,omitempty" maxLength:"400" msg:"This form has expired. Open it again" doc:"From GET /complaints/form. A form counts once; visitors without one are asked for a code from an email."`
	Website   string `json:"website,omitempty" maxLength:"200" doc:"People don't see this field of the form: who fills it in is a robot."`
	EmailCode string `json:"email_code,omitempty" maxLength:"20" msg:"The code has 6 digits" doc:"Of the email, for visitors whom a refusal has asked for it."`
}

// ComplaintForm is a form that was opened.
type ComplaintForm struct {
	FormID string `json:"form_id" doc:"To send with the complaint within 2 hours."`
}

// OpenedComplaint is what who complains gets at once.
type OpenedComplaint struct {
	Number    string `json:"number"`
	TrackPath string `json:"track_path" doc:"Of the page where the complaint can be read and answered. The same link is in the email: who has it needs no account."`
}

// Form opens a form. For everybody.
func (s *Service) Form() ComplaintForm { return ComplaintForm{s.deps.Forms.Open(formPurpose)} }

// Open opens a complaint. For everybody. Sent twice, a form counts once. fault.Invalid, also for an order of another user; fault.Gone for a form that has expired, fault.TooMany, fault.Conflict for who
// has to enter a code from an email.
func (s *Service) Open(ctx context.Context, who access.Caller, n NewComplaint) (o OpenedComplaint, err error) {
	now := s.deps.Clock.Now()
	c := Complaint{ID: db.NewID(), Number: newNumber(), UserID: pointer(who.ID), FullName: text.Printable(text.OneLine(n.FullName), 120), Email: strings.TrimSpace(n.Email), Languages: access.ClientOf(ctx).Languages,
		Category: n.Category, Subject: text.Printable(text.OneLine(n.Subject), 200), OrderID: pointer(n.OrderID), CourseID: pointer(n.CourseID), Status: Fresh, Priority: "normal", Version: 1, CreatedAt: now, UpdatedAt: now}
	if err := s.identify(ctx, who, &c); err != nil {
		return o, err
	}
	if err := s.checkReferences(ctx, who, c); err != nil {
		return o, err
	}
	var form formguard.Form
	if n.Form != "" {
		if form, err = s.deps.Forms.Read(formPurpose, n.Form); err != nil {
			return o, fault.New(fault.Gone, "form_expired", "This form has expired. Send it again.").WithCause(err)
		}
		c.FormID = &form.ID
		if sent, err := byForm(ctx, s.deps.DB.Reader(), form.ID); err != nil || sent != nil {
			return s.opened(sent), err
		}
	}
	if err := s.admit(ctx, who, c, formguard.Submission{Purpose: formPurpose, Form: form, Website: n.Website, Email: c.Email, Code: n.EmailCode}); err != nil {
		return o, err
	}
	if err := s.keep(ctx, &c, strings.TrimSpace(n.Text)); err != nil || who.ID != "" {
		return s.opened(&c), err
	}
	return s.opened(&c), s.deps.Forms.Sent(ctx, formPurpose)
}

func (s *Service) opened(c *Complaint) OpenedComplaint {
	if c == nil {
		return OpenedComplaint{}
	}
	if c.UserID == nil {
		return OpenedComplaint{c.Number, trackPath + s.links.Token(time.Time{}, c.ID)}
	}
	return OpenedComplaint{c.Number, ownPath + c.ID}
}

// identify fills in who complains. fault.Invalid for a visitor without name or address.
func (s *Service) identify(ctx context.Context, who access.Caller, c *Complaint) (err error) {
	if who.ID != "" {
		c.FullName, c.Email, err = nameAndEmail(ctx, s.deps.DB.Reader(), who.ID)
	}
	c.EmailKey = strings.ToLower(c.Email)
	var broken fault.Fields
	broken.Require(c.FullName != "", "full_name", "required", "Enter your name")
	broken.Require(isAddress(c.Email), "email", "invalid_format", "Enter a valid email address")
	if err != nil {
		return err
	}
	return broken.Err()
}

func isAddress(email string) bool {
	parsed, err := mail.ParseAddress(email)
	return err == nil && parsed.Address == email && !strings.ContainsFunc(email, text.IsUnprintable)
}

// checkReferences refuses orders that are not the caller's, and courses that they cannot know of.
func (s *Service) checkReferences(ctx context.Context, who access.Caller, c Complaint) error {
	var broken fault.Fields
	q := s.deps.DB.Reader()
	if c.OrderID != nil {
		is, err := isOrderOf(ctx, q, *c.OrderID, who.ID)
		if err != nil {
			return err
		}
		broken.Require(is, "order_id", "unknown", "Choose one of your orders")
	}
	if c.CourseID != nil {
		is, err := isKnownCourse(ctx, q, *c.CourseID, who.ID)
		if err != nil {
			return err
		}
		broken.Require(is, "course_id", "unknown", "Choose a course")
	}
	return broken.Err()
}

// admit refuses who is no person, has to prove their address first, or has opened too many.
func (s *Service) admit(ctx context.Context, who access.Caller, c Complaint, sent formguard.Submission) error {
	subject := who.ID
	if who.ID == "" {
		subject = access.ClientOf(ctx).NetworkKey()
		if _, err := s.deps.Forms.Check(ctx, sent); err != nil {
			return err
		}
	}
	return s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: openRule, Subject: subject}, ratelimit.Hit{Rule: openRule, Subject: "address " + c.EmailKey})
}

// keep stores a complaint with its first message. If the same form was stored in between, by a repeated request, c is what that one stored.
func (s *Service) keep(ctx context.Context, c *Complaint, body string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		k, err := s.clocks(ctx, tx)
		if err != nil {
			return err
		}
		k.oweAnswer(c)
		k.begin(c)
		c.AlarmAt = c.alarm()
		isFirst, err := insert(ctx, tx, *c)
		if err != nil {
			return err
		}
		if !isFirst {
			sent, err := byForm(ctx, tx, *c.FormID)
			if err == nil && sent != nil {
				*c = *sent
			}
			return err
		}
		if err := addEntry(ctx, tx, ComplaintEntry{ID: db.NewID(), ComplaintID: c.ID, Kind: kindMessage, UserID: c.UserID, Body: body, CreatedAt: c.CreatedAt}); err != nil {
			return err
		}
		return s.turn(ctx, tx, *c, turnOpened, "")
	})
}

// newNumber is CMP- and eight characters of Crockford's alphabet, in which nothing is mistaken for something else.
func newNumber() string {
	const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	random := make([]byte, 8)
	rand.Read(random) // never fails: crypto/rand ends the process instead
	for i, b := range random {
		random[i] = characters[b%32]
	}
	return "CMP-" + string(random)
}
