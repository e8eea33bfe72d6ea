package lead

import (
	"context"
	"errors"
	"time"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/sign"
)

const (
	emailJob         = "brochure.email"
	brochureLifetime = 7 * 24 * time.Hour
)

// emailPayload is the payload of an email job.
type emailPayload struct{ LeadID string }

// Handlers include the job that emails brochures.
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
	l, err := find(ctx, s.deps.DB.Reader(), p.LeadID)
	if fault.Is(err, fault.NotFound) || err == nil && l.CourseID == nil {
		return nil
	}
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	email := mail.Email{ID: j.ID, To: l.Email, Name: l.FullName, Language: mail.Language(l.Languages), At: now,
		ActionURL: s.deps.Address + brochurePath + s.links.Token(l.CreatedAt.Add(brochureLifetime), *l.CourseID)}
	email.SetText(brochureText, "{course}", l.CourseTitle)
	return mail.JobError(s.deps.Mail.Send(ctx, email), now.Sub(j.DueAt))
}

// OpenBrochure returns the brochure of the link in an email. expired is the course of a link that was valid once, where its brochure can be asked for again. fault.Unauthenticated for a link that never was,
// fault.NotFound for one whose course has no brochure any more.
func (s *Service) OpenBrochure(ctx context.Context, token string) (name string, o blob.Object, expired string, err error) {
	fields, err := s.links.Read(token, s.deps.Clock.Now(), 1)
	if errors.Is(err, sign.ErrExpired) {
		return "", o, fields[0], nil
	}
	if err != nil {
		return "", o, "", fault.New(fault.Unauthenticated, "link_invalid", "This link doesn't work. Use the one in our email.").WithCause(err)
	}
	name, o, err = s.deps.Brochures.Open(ctx, fields[0])
	return name, o, "", err
}

// brochureText is the email with a brochure.
var brochureText = mail.Translations{
	English: mail.Text{Subject: "Your brochure: {course}", Lines: []string{"You asked for the brochure of {course}."}, Action: "Open brochure",
		Afterword: []string{"The link works for 7 days. If you haven't asked for a brochure, ignore this email."}},
	German: mail.Text{Subject: "Ihre Broschüre: {course}", Lines: []string{"Sie haben die Broschüre zu {course} angefordert."}, Action: "Broschüre öffnen",
		Afterword: []string{"Der Link gilt 7 Tage. Wenn Sie keine Broschüre angefordert haben, ignorieren Sie diese E-Mail."}},
}
