package signup

import (
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
)

// roleName returns a role's name in emails.
func roleName(language string, role access.Role) string {
	if language == mail.German {
		return map[access.Role]string{access.Student: "Lernende", access.Instructor: "Lehrende", access.Corporate: "Firmenkunde", access.Admin: "Administration"}[role]
	}
	return string(role)
}

const (
	confirm       = "Please confirm your email address"
	confirmGerman = "Bitte bestätigen Sie Ihre E-Mail-Adresse"
)

var (
	verification = mail.Translations{
		English: mail.Text{Subject: confirm, Action: "Confirm my address",
			Lines:     []string{"Please confirm that this address is yours, so that emails about your account reach you."},
			Afterword: []string{"The link works once, within 24 hours. If you have no account, do nothing."}},
		German: mail.Text{Subject: confirmGerman, Action: "Adresse bestätigen",
			Lines:     []string{"Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit Briefe zu Ihrem Konto Sie erreichen."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls Sie kein Konto haben, tun Sie nichts."}},
	}
	addressTaken = mail.Translations{
		English: mail.Text{Subject: "You have an account already", Action: "Choose a new password",
			Lines: []string{"An account with this address was requested, we hope by you. There is one already: " +
				"please sign in. If you do not know its password any more, choose a new one."},
			Afterword: []string{"The link works once, within 30 minutes. If it was not you, do nothing: nothing has changed."}},
		German: mail.Text{Subject: "Sie haben schon ein Konto", Action: "Neues Passwort wählen",
			Lines: []string{"Jemand, hoffentlich Sie, wollte mit dieser Adresse ein Konto anlegen. Es gibt schon eines: " +
				"Bitte melden Sie sich an. Falls Sie das Passwort nicht mehr wissen, wählen Sie ein neues."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 30 Minuten. Falls Sie das nicht waren, tun Sie nichts: Es hat sich nichts geändert."}},
	}
	invitation = mail.Translations{
		English: mail.Text{Subject: "You are invited to {school}", Action: "Make my account",
			Lines:     []string{"You are invited to an account with which you can take part."},
			Afterword: []string{"The link works once, within a week. If you do not know why you get this email, do nothing."}},
		German: mail.Text{Subject: "Sie sind zu {school} eingeladen", Action: "Konto anlegen",
			Lines:     []string{"Sie sind zu einem Konto eingeladen, mit dem Sie mitmachen können."},
			Afterword: []string{"Der Link gilt einmal, innerhalb einer Woche. Falls Sie nicht wissen, warum Sie diesen Brief bekommen, tun Sie nichts."}},
	}
	welcome = mail.Translations{
		English: mail.Text{Subject: confirm, Action: "Confirm my address",
			Lines:     []string{"Welcome to {school}. Please confirm that this address is yours: your account is ready then."},
			Afterword: []string{"The link works once, within 24 hours. If you have not asked for an account, do nothing: none is made."}},
		German: mail.Text{Subject: confirmGerman, Action: "Adresse bestätigen",
			Lines:     []string{"Willkommen bei {school}. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört: Dann ist Ihr Konto fertig."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls Sie nicht um ein Konto gebeten haben, tun Sie nichts: Es entsteht keines."}},
	}
	approved = mail.Translations{
		English: mail.Text{Subject: "Your application is accepted", Action: "Open {school}",
			Lines: []string{"Your account now has the role {role}. You find what it opens when you are signed in."}},
		German: mail.Text{Subject: "Ihre Bewerbung ist angenommen", Action: "{school} öffnen",
			Lines: []string{"Ihr Konto hat jetzt die Rolle „{role}“. Was sie öffnet, sehen Sie, wenn Sie angemeldet sind."}},
	}
	rejected = mail.Translations{
		English: mail.Text{Subject: "About your application", Lines: []string{"Your application for the role {role} was not accepted."}},
		German:  mail.Text{Subject: "Zu Ihrer Bewerbung", Lines: []string{"Ihre Bewerbung um die Rolle „{role}“ wurde nicht angenommen."}},
	}
	noted = mail.Translations{
		English: mail.Text{Lines: []string{"They write: {note}"}},
		German:  mail.Text{Lines: []string{"Dazu schreibt man Ihnen: {note}"}},
	}
)
