package session

import (
	"context"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "session.email"

// The emails of this package.
const (
	lockoutEmail = "lockout"
	reuseEmail   = "reuse"
)

func (s *Service) Handlers() map[string]jobs.Handler {
	return s.mailer.Handlers(emailJob, s.composeEmail)
}

func (s *Service) composeEmail(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	if o.Template != lockoutEmail {
		return s.mailer.Alert(ctx, o, j, emails[o.Template], nil)
	}
	return s.mailer.Alert(ctx, o, j, emails[lockoutEmail], func(user string) (string, error) { return s.links.Issue(ctx, user, emaillink.Unlock, j) })
}

var emails = map[string]mail.Translations{
	lockoutEmail: {
		English: mail.Text{Subject: "Your account is temporarily locked", Action: "Unlock my account",
			Lines: []string{"Too many wrong passwords were entered for your account, so you can't sign in for a few minutes. " +
				"Devices where you have signed in before are not affected."},
			Afterword: []string{"The button unlocks it now. You can use it once within 30 minutes. If this wasn't you, you don't need to do anything: nobody signed in."}},
		German: mail.Text{Subject: "Ihr Konto ist vorübergehend gesperrt", Action: "Konto entsperren",
			Lines: []string{"Für Ihr Konto wurden zu viele falsche Passwörter eingegeben, deshalb können Sie sich einige Minuten lang nicht anmelden. " +
				"Geräte, auf denen Sie sich schon einmal angemeldet haben, sind nicht betroffen."},
			Afterword: []string{"Die Schaltfläche entsperrt es sofort. Sie können sie innerhalb von 30 Minuten einmal verwenden. Wenn Sie das nicht waren, müssen Sie nichts tun: Niemand hat sich angemeldet."}},
	},
	reuseEmail: {
		English: mail.Text{Subject: "You have been signed out on one device",
			Lines: []string{"The session of one of your devices was used in two places, which can mean that it was stolen. " +
				"We ended that session. Sign in again.", accountmail.NotYou}},
		German: mail.Text{Subject: "Sie wurden auf einem Gerät abgemeldet",
			Lines: []string{"Die Sitzung eines Ihrer Geräte wurde an zwei Orten verwendet, sie könnte also gestohlen sein. " +
				"Wir haben diese Sitzung beendet. Melden Sie sich erneut an.", accountmail.NotYouGerman}},
	},
}
