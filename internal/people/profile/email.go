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
			Lines: []string{"Your account is closed. Everything in it is kept until that day. Then all your personal data is deleted.",
				"If you closed it yourself and change your mind, sign in before then to restore it. If you didn't, contact your school."},
		},
		German: mail.Text{
			Subject: "Ihr Konto wird am {day} gelöscht",
			Lines: []string{"Ihr Konto ist geschlossen. Bis zu diesem Tag bleibt alles darin erhalten. Danach werden alle Ihre persönlichen Daten gelöscht.",
				"Wenn Sie es selbst geschlossen haben und es sich anders überlegen, melden Sie sich vorher an, um es wiederherzustellen. Wenn nicht, wenden Sie sich an Ihre Schule."},
		},
	},
	restoredEmail: {
		English: mail.Text{
			Subject: "Your account has been restored",
			Lines: []string{"Your account won't be deleted. Everything is as you left it.",
				"If you didn't sign in, choose a new password now: someone may know yours."},
		},
		German: mail.Text{
			Subject: "Ihr Konto wurde wiederhergestellt",
			Lines: []string{"Ihr Konto wird nicht gelöscht. Alles ist wie zuvor.",
				"Wenn Sie sich nicht angemeldet haben, wählen Sie jetzt ein neues Passwort: Vielleicht kennt jemand Ihr Passwort."},
		},
	},
	erasedEmail: {
		English: mail.Text{
			Subject: "Your account has been deleted",
			Lines:   []string{"Your account and all your personal data have been deleted permanently. This is our last email to you."},
		},
		German: mail.Text{
			Subject: "Ihr Konto wurde gelöscht",
			Lines:   []string{"Ihr Konto und alle Ihre persönlichen Daten wurden endgültig gelöscht. Das ist unsere letzte E-Mail an Sie."},
		},
	},
	exportEmail: {
		English: mail.Text{
			Subject:   "Your data export is ready",
			Lines:     []string{"The archive of your data is ready. You can download it from your settings for one week."},
			Action:    "Download archive",
			Afterword: []string{"If you didn't request it, choose a new password now: someone may know yours."},
		},
		German: mail.Text{
			Subject:   "Ihr Datenexport ist bereit",
			Lines:     []string{"Das Archiv Ihrer Daten ist fertig. Sie können es eine Woche lang in Ihren Einstellungen herunterladen."},
			Action:    "Archiv herunterladen",
			Afterword: []string{"Wenn Sie es nicht angefordert haben, wählen Sie jetzt ein neues Passwort: Vielleicht kennt jemand Ihr Passwort."},
		},
	},
}
