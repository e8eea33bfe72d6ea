package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/ics"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/teaching/demowords"
)

const emailJob = "demo.email"

// emailPayload is the payload of an email job.
type emailPayload struct {
	BookingID  string
	Template   string
	Sequence   int64  // of the booking: a reminder of what was changed since is not sent
	Instructor string // the recipient; "" for the visitor
}

// reminders are how long before a demo people are reminded of it.
var reminders = [...]time.Duration{24 * time.Hour, time.Hour}

// feedbackAfter is how long after its completion the visitor is asked how a demo was.
const feedbackAfter = time.Hour

// outcomeAfter is how long after its end the instructor is asked what became of a demo.
const outcomeAfter = 24 * time.Hour

// announce queues the emails about a booking to its visitor and its instructor, and those that remind them.
func (s *Service) announce(ctx context.Context, tx bun.IDB, b DemoBooking, template string) error {
	for _, instructor := range []string{"", b.InstructorID} {
		if err := s.queueEmail(ctx, tx, time.Time{}, emailPayload{b.ID, template, b.Sequence, instructor}); err != nil {
			return err
		}
		for _, before := range reminders {
			due := b.StartsAt.Add(-before)
			if b.Status != Confirmed || !due.After(s.deps.Clock.Now()) {
				continue
			}
			if err := s.queueEmail(ctx, tx, due, emailPayload{b.ID, demowords.Reminder, b.Sequence, instructor}); err != nil {
				return err
			}
		}
	}
	if b.Status != Confirmed {
		return nil
	}
	return s.queueEmail(ctx, tx, b.EndsAt.Add(outcomeAfter), emailPayload{b.ID, demowords.Outcome, b.Sequence, b.InstructorID})
}

// askForFeedback queues the email that asks the visitor how a completed demo was.
func (s *Service) askForFeedback(ctx context.Context, tx bun.IDB, b DemoBooking) error {
	return s.queueEmail(ctx, tx, s.deps.Clock.Now().Add(feedbackAfter), emailPayload{BookingID: b.ID, Template: demowords.Feedback, Sequence: b.Sequence})
}

// announceLoss queues the email to an instructor whose demo another one gives now.
func (s *Service) announceLoss(ctx context.Context, tx bun.IDB, b DemoBooking, instructorID string) error {
	return s.queueEmail(ctx, tx, time.Time{}, emailPayload{b.ID, demowords.Taken, b.Sequence, instructorID})
}

func (s *Service) queueEmail(ctx context.Context, tx bun.IDB, due time.Time, p emailPayload) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Due: due, Payload: p})
	return err
}

// Handlers include the job that sends emails.
func (s *Service) Handlers() map[string]jobs.Handler {
	if s.deps.Address == "" {
		return nil
	}
	return map[string]jobs.Handler{emailJob: {Do: jobs.One(s.send)}}
}

func (s *Service) send(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	email, err := s.compose(ctx, p, j)
	if err != nil || email == nil {
		return err
	}
	return mail.JobError(s.deps.Mail.Send(ctx, *email), s.deps.Clock.Now().Sub(j.DueAt))
}

// compose returns a queued email; nil when it is no longer to be sent.
func (s *Service) compose(ctx context.Context, p emailPayload, j jobs.Job) (*mail.Email, error) {
	q := s.deps.DB.Reader()
	b, err := bookingToEmail(ctx, q, p)
	if err != nil || b == nil {
		return nil, err
	}
	email := mail.Email{ID: j.ID, To: b.Email, Name: b.FullName, At: s.deps.Clock.Now(), ActionURL: s.manageURL(b.ID)}
	zone := b.Timezone
	texts := demowords.ForVisitors[p.Template]
	if p.Instructor != "" {
		to, err := instructorByID(ctx, q, p.Instructor)
		if err != nil || to.Email == "" {
			return nil, err
		}
		texts, email.To, email.Name, email.ActionURL = demowords.ForInstructors[p.Template], to.Email, to.FullName, ""
		if p.Template == demowords.Outcome {
			email.ActionURL = s.deps.Address + "/teach/demos?status=pending"
		}
		if email.Language, zone, err = s.deps.Preferences.LanguageAndZone(ctx, q, p.Instructor); err != nil {
			return nil, err
		}
		email.Language = mail.Language(email.Language)
	} else if email.Language, err = s.visitorLanguage(ctx, q, *b); err != nil {
		return nil, err
	}
	email.SetText(texts, "{time}", demowords.TimeIn(b.StartsAt, zone, email.Language), "{name}", b.FullName, "{instructor}", b.InstructorName)
	if p.Instructor != "" && b.Requirements != "" && b.Status == Confirmed {
		email.Items = []mail.Item{{Title: b.FullName, Text: b.Requirements}}
	}
	s.invite(&email, p, *b)
	return &email, nil
}

// bookingToEmail returns the booking of an email; nil when the email is no longer to be sent.
func bookingToEmail(ctx context.Context, q bun.IDB, p emailPayload) (*DemoBooking, error) {
	b, err := bookingByID(ctx, q, p.BookingID)
	if fault.Is(err, fault.NotFound) || err == nil && (b.Sequence != p.Sequence || b.EmailKey == "") {
		return nil, nil
	}
	if err == nil && p.Template == demowords.Feedback {
		if isGiven, err := hasFeedback(ctx, q, b.ID); err != nil || isGiven {
			return nil, err
		}
	}
	return &b, err
}

// visitorLanguage is that of the visitor's account, or else of the browser that booked.
func (s *Service) visitorLanguage(ctx context.Context, q bun.IDB, b DemoBooking) (string, error) {
	if b.UserID == nil {
		return mail.Language(b.Languages), nil
	}
	return mail.LanguageFor(ctx, s.deps.Preferences, q, *b.UserID, b.Languages)
}

// invite adds the event for the recipient's calendar, but not to emails that change nothing in it.
func (s *Service) invite(email *mail.Email, p emailPayload, b DemoBooking) {
	method := ics.Request
	switch p.Template {
	case demowords.Reminder, demowords.Feedback, demowords.Outcome:
		return
	case demowords.Cancelled, demowords.Taken:
		method = ics.Cancel
	}
	email.Invitation = &mail.Invitation{Method: string(method), Content: ics.Invitation(method, ics.Event{UID: ics.UID("demo", b.ID, s.deps.Address), Sequence: b.Sequence,
		Summary: email.Subject, Description: email.ActionURL, URL: email.ActionURL, StartsAt: b.StartsAt, EndsAt: b.EndsAt, Zone: demowords.LocationOf(b.Timezone), UpdatedAt: b.UpdatedAt, Attendee: email.To})}
}
