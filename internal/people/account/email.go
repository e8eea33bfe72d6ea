package account

import (
	"context"
	"time"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "account.email"

// The emails of this package.
const (
	welcomeEmail = "welcome" // to the owner of a new account without a password
	lockEmail    = "lock"    // to a user whom an administrator has locked
)

// welcomeLifetime is how long the link of a welcome email works, which its reader has not asked for.
const welcomeLifetime = 7 * 24 * time.Hour

func (s *Service) Handlers() map[string]jobs.Handler {
	return s.mailer.Handlers(emailJob, s.composeEmail)
}

func (s *Service) composeEmail(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	u, err := s.mailer.Recipient(ctx, o)
	if fault.Is(err, fault.NotFound) || err == nil && u.Status != directory.Active {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	email, err := s.mailer.NewEmail(ctx, u, o, j)
	if err == nil && o.Template == welcomeEmail {
		email.ActionURL, err = s.links.IssueFor(ctx, u.ID, emaillink.Reset, welcomeLifetime, j)
	}
	email.SetText(texts[o.Template])
	return &email, err
}

// texts of each email.
var texts = map[string]mail.Translations{
	welcomeEmail: {
		English: mail.Text{Subject: "You have an account with {school}", Action: "Choose a password",
			Lines:     []string{"An account was created for you. Choose a password to sign in."},
			Afterword: []string{"You can use this link once within a week. After that, get a new one with “Forgot your password?” on the sign-in page."}},
		German: mail.Text{Subject: "Sie haben ein Konto bei {school}", Action: "Passwort wählen",
			Lines:     []string{"Für Sie wurde ein Konto angelegt. Wählen Sie ein Passwort, um sich anzumelden."},
			Afterword: []string{"Sie können den Link innerhalb einer Woche einmal verwenden. Danach erhalten Sie auf der Anmeldeseite mit „Passwort vergessen?“ einen neuen."}},
	},
	lockEmail: {
		English: mail.Text{Subject: "Your account has been locked",
			Lines: []string{"An administrator has locked your account. You have been signed out everywhere and can't sign in until it is unlocked. Your data is kept.",
				"If you think this is a mistake, contact your school."}},
		German: mail.Text{Subject: "Ihr Konto wurde gesperrt",
			Lines: []string{"Ein Administrator hat Ihr Konto gesperrt. Sie wurden überall abgemeldet und können sich erst wieder anmelden, wenn es entsperrt ist. Ihre Daten bleiben erhalten.",
				"Wenn Sie das für einen Irrtum halten, wenden Sie sich an Ihre Schule."}},
	},
}
