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
		English: mail.Text{Subject: "Your account is locked for a while", Action: "Unlock my account",
			Lines: []string{"Several wrong passwords have been tried on your account, so that signing in is closed for some minutes. " +
				"Devices on which you have signed in before are not concerned."},
			Afterword: []string{"The link opens it again at once. It works once, within 30 minutes. If it was not you who tried, you need do nothing."}},
		German: mail.Text{Subject: "Ihr Konto ist eine Zeit lang gesperrt", Action: "Konto entsperren",
			Lines: []string{"An Ihrem Konto wurden mehrere falsche Passwörter versucht, deshalb ist das Anmelden einige Minuten lang geschlossen. " +
				"Geräte, auf denen Sie schon angemeldet waren, sind nicht betroffen."},
			Afterword: []string{"Der Link öffnet es sofort wieder. Er gilt einmal, innerhalb von 30 Minuten. Falls nicht Sie es versucht haben, müssen Sie nichts tun."}},
	},
	reuseEmail: {
		English: mail.Text{Subject: "You have been signed out on one device",
			Lines: []string{"What keeps one of your devices signed in was used in two places, which happens when it is stolen. " +
				"We have ended that session; please sign in again.", accountmail.NotYou}},
		German: mail.Text{Subject: "Sie wurden auf einem Gerät abgemeldet",
			Lines: []string{"Was eines Ihrer Geräte angemeldet hält, wurde an zwei Orten benutzt; das geschieht, wenn es gestohlen wurde. " +
				"Wir haben diese Sitzung beendet; bitte melden Sie sich wieder an.", accountmail.NotYouGerman}},
	},
}
