package lead

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/text"
)

const formPurpose = "contact"

// Limits on senders, against robots, and on emails to an address that may not be the sender's.
var (
	sendRule     = ratelimit.Rule{Name: "contact forms", Limit: 20, Window: time.Hour}
	brochureRule = ratelimit.Rule{Name: "brochures by email", Limit: 5, Window: 24 * time.Hour}
)

// Open opens a form. For everybody.
func (s *Service) Open() OpenForm { return OpenForm{s.deps.Forms.Open(formPurpose)} }

// Contact receives a message. For everybody. Sent twice, a form counts once. fault.Invalid, fault.Gone for a form that has expired, fault.TooMany, fault.Conflict for
// who has to enter a code from an email.
func (s *Service) Contact(ctx context.Context, who access.Caller, n NewContact) error {
	return s.receive(ctx, who, Contact, n.Sender, func(_ context.Context, l *sent) error {
		l.Message = longText(n.Message)
		return nil
	})
}

// Enroll receives a question about a course, or the wish for a place in it. For everybody. fault.NotFound for a course that is not in the catalogue, and what Contact returns.
func (s *Service) Enroll(ctx context.Context, who access.Caller, n EnrollRequest) error {
	return s.receive(ctx, who, EnrollForm, n.Sender, func(ctx context.Context, l *sent) error {
		l.Message, l.DetailsRow.V.PreferredStart = longText(n.Message), n.PreferredStart
		if err := dated("preferred_start", n.PreferredStart); err != nil {
			return err
		}
		l.CourseID = &n.CourseID
		return requirePublished(ctx, s.deps.DB.Reader(), n.CourseID)
	})
}

// RequestBrochure emails the brochure of a course as a link that works for 7 days; an address gets few a day. The answer is the same for every address. For everybody.
// fault.NotFound for a course of the catalogue without a brochure, and what Contact returns.
func (s *Service) RequestBrochure(ctx context.Context, who access.Caller, n BrochureRequest) error {
	return s.receive(ctx, who, Brochure, n.Sender, func(ctx context.Context, l *sent) error {
		l.CourseID = &n.CourseID
		return s.deps.Brochures.Require(ctx, s.deps.DB.Reader(), n.CourseID)
	})
}

// Inquire receives the wish of a company for training. For everybody. What Contact returns.
func (s *Service) Inquire(ctx context.Context, who access.Caller, n TrainingInquiry) error {
	return s.receive(ctx, who, Training, n.Sender, func(_ context.Context, l *sent) error {
		l.CompanyName, l.PeopleCount, l.Message = text.Printable(text.OneLine(n.CompanyName), 200), n.PeopleCount, longText(n.Message)
		l.DetailsRow.V = Details{Format: n.Format, Budget: text.OneLine(n.Budget), Courses: text.OneLine(n.Courses)}
		return nil
	})
}

func longText(message string) string { return strings.TrimSpace(message) }

// receive reads a form, lets fill complete it, and keeps it once.
func (s *Service) receive(ctx context.Context, who access.Caller, kind string, from Sender, fill func(context.Context, *sent) error) error {
	l, err := from.read(kind, s.deps.Clock.Now())
	if err != nil {
		return err
	}
	if err := fill(ctx, &l); err != nil {
		return err
	}
	if from.Form != "" {
		if l.form, err = s.deps.Forms.Read(formPurpose, from.Form); err != nil {
			return fault.New(fault.Gone, "form_expired", "This form has expired. Send it again.").WithCause(err)
		}
		l.FormID = &l.form.ID
		if known, err := isKnownForm(ctx, s.deps.DB.Reader(), l.form.ID); err != nil || known {
			return err
		}
	}
	if err := s.admit(ctx, who, l); err != nil {
		return err
	}
	if looksLikeSpam(l.Message) {
		l.Status = Spam
	}
	l.Languages = access.ClientOf(ctx).Languages
	l.UserID = pointer(who.ID)
	if err := s.keep(ctx, l); err != nil || who.ID != "" {
		return err
	}
	return s.deps.Forms.Sent(ctx, formPurpose)
}

// admit refuses who is no person, has to prove their address first, or has sent too much.
func (s *Service) admit(ctx context.Context, who access.Caller, l sent) error {
	subject := who.ID
	if who.ID == "" {
		subject = access.ClientOf(ctx).NetworkKey()
		_, err := s.deps.Forms.Check(ctx, formguard.Submission{Purpose: formPurpose, Form: l.form, Website: l.website, Email: l.Email, Code: l.code})
		if err != nil {
			return err
		}
	} else if err := s.deps.Forms.CheckAddress(ctx, l.Email); err != nil {
		return err
	}
	return s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: sendRule, Subject: subject})
}

// keep stores a lead and does what follows from it, unless the same form was stored in between, by a repeated request.
func (s *Service) keep(ctx context.Context, l sent) error {
	if l.Kind == Brochure {
		err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: brochureRule, Subject: l.EmailKey})
		if err != nil && !fault.Is(err, fault.TooMany) {
			return err
		}
		l.DetailsRow.V.BrochureSent = err == nil
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		isFirst, err := insert(ctx, tx, l.Lead)
		if err != nil || !isFirst {
			return err
		}
		if err := addEvent(ctx, tx, LeadEvent{ID: db.NewID(), LeadID: l.ID, Action: actReceived, CreatedAt: l.CreatedAt}); err != nil {
			return err
		}
		if l.DetailsRow.V.BrochureSent {
			if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{l.ID}}); err != nil {
				return err
			}
		}
		if l.Status == Spam {
			return nil
		}
		return events.Publish(ctx, tx, l.CreatedAt, LeadReceived{l.ID})
	})
}
