package profile

import (
	"cmp"
	"context"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// emailKind is what an email of this feature is about.
type emailKind string

const (
	deletionEmail emailKind = "leaving"
	restoredEmail emailKind = "return"
	erasedEmail   emailKind = "erasure"
	exportEmail   emailKind = "export"
)

const emailJob = "profile.email"

// emailPayload is the job of an email. It names the user, not the address.
type emailPayload struct {
	User string
	Kind emailKind `json:"Occasion"` // as it is called in queued jobs
}

// sendEmail sends an email to a user who still exists.
func (s *Service) sendEmail(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	d, err := deletionOf(ctx, s.db.Reader(), w.User)
	if err == nil && d.ErasedAt != nil {
		return nil
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	c, err := readComprehensive(ctx, s.db.Reader(), w.User, s.clock.Now())
	if err != nil {
		return err
	}
	current, err := s.settings.Current(ctx, s.db.Reader())
	if err != nil {
		return err
	}
	c.TimeZone = cmp.Or(c.TimeZone, current.School.TimeZone)
	return mail.JobError(s.mail.Send(ctx, s.composeEmail(c, w.Kind, j)), s.clock.Now().Sub(j.CreatedAt))
}

// composeEmail renders an email of a kind.
func (s *Service) composeEmail(c ComprehensiveProfile, kind emailKind, j jobs.Job) mail.Email {
	l := mail.Email{ID: j.ID, To: c.Email, Name: c.FullName, At: j.CreatedAt, Language: mail.Language(c.Locale)}
	if kind == exportEmail {
		l.ActionURL = s.address + "/settings/data"
	}
	day := l.At.Add(returnFor)
	if zone, err := time.LoadLocation(c.TimeZone); err == nil {
		day = day.In(zone)
	}
	l.SetText(texts[kind], "{day}", mail.FormatDay(l.Language, day))
	return l
}

// texts of each kind of email.
var texts = map[emailKind]mail.Translations{
	deletionEmail: {
		English: mail.Text{
			Subject: "Your account will be deleted on {day}",
			Lines: []string{"Your account is closed. Until that day everything in it is kept, and after it nothing that tells who you are.",
				"If you have closed it yourself and change your mind, sign in again before then: that takes it back. Otherwise please contact the people who run this site."},
		},
		German: mail.Text{
			Subject: "Ihr Konto wird am {day} gelöscht",
			Lines: []string{"Ihr Konto ist geschlossen. Bis zu diesem Tag bleibt alles darin erhalten, danach nichts, was sagt, wer Sie sind.",
				"Falls Sie es selbst geschlossen haben und es sich anders überlegen, melden Sie sich vorher wieder an: Das nimmt es zurück. Sonst wenden Sie sich bitte an die Menschen, die diese Seite betreiben."},
		},
	},
	restoredEmail: {
		English: mail.Text{
			Subject: "Your account is yours again",
			Lines: []string{"Your account will not be deleted. Everything is as you left it.",
				"If it was not you who signed in, choose a new password at once: another person may know yours."},
		},
		German: mail.Text{
			Subject: "Ihr Konto gehört wieder Ihnen",
			Lines: []string{"Ihr Konto wird nicht gelöscht. Alles ist, wie Sie es verlassen haben.",
				"Falls nicht Sie sich angemeldet haben, wählen Sie sofort ein neues Passwort: Vielleicht kennt jemand anderes Ihres."},
		},
	},
	erasedEmail: {
		English: mail.Text{
			Subject: "Your account is deleted",
			Lines:   []string{"Your account and everything that tells who you are is deleted for good. This is the last email that you get from us."},
		},
		German: mail.Text{
			Subject: "Ihr Konto ist gelöscht",
			Lines:   []string{"Ihr Konto und alles, was sagt, wer Sie sind, ist endgültig gelöscht. Das ist die letzte E-Mail, die Sie von uns bekommen."},
		},
	},
	exportEmail: {
		English: mail.Text{
			Subject:   "Your data are ready",
			Lines:     []string{"The archive of everything that we hold about you is ready. You find it in your settings, where it is kept for a week."},
			Action:    "Fetch the archive",
			Afterword: []string{"If you have not asked for it, choose a new password at once: another person may know yours."},
		},
		German: mail.Text{
			Subject:   "Ihre Daten sind bereit",
			Lines:     []string{"Das Archiv mit allem, was wir über Sie haben, ist fertig. Sie finden es eine Woche lang in Ihren Einstellungen."},
			Action:    "Archiv abholen",
			Afterword: []string{"Falls Sie nicht darum gebeten haben, wählen Sie sofort ein neues Passwort: Vielleicht kennt jemand anderes Ihres."},
		},
	},
}
