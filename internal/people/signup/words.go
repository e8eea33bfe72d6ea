package signup

import (
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
)

// roleName returns a role's name in emails.
func roleName(language string, role access.Role) string {
	if language == mail.German {
		return map[access.Role]string{access.Student: "Lernende", access.Instructor: "Lehrkraft", access.Corporate: "Firmenkunde", access.Admin: "Administrator"}[role]
	}
	return string(role)
}

const (
	confirm       = "Confirm your email address"
	confirmGerman = "Bestätigen Sie Ihre E-Mail-Adresse"
)

var (
	verification = mail.Translations{
		English: mail.Text{Subject: confirm, Action: "Confirm email address",
			Lines:     []string{"Confirm that this email address is yours, so that emails about your account reach you."},
			Afterword: []string{"You can use this link once within 24 hours. If you don't have an account, ignore this email."}},
		German: mail.Text{Subject: confirmGerman, Action: "E-Mail-Adresse bestätigen",
			Lines:     []string{"Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört, damit Sie E-Mails zu Ihrem Konto erhalten."},
			Afterword: []string{"Sie können den Link innerhalb von 24 Stunden einmal verwenden. Wenn Sie kein Konto haben, ignorieren Sie diese E-Mail."}},
	}
	addressTaken = mail.Translations{
		English: mail.Text{Subject: "You already have an account", Action: "Choose a new password",
			Lines: []string{"Someone, probably you, tried to sign up with this email address, which already has an account. " +
				"Sign in, or choose a new password if you forgot it."},
			Afterword: []string{"You can use this link once within 30 minutes. If this wasn't you, ignore this email: nothing has changed."}},
		German: mail.Text{Subject: "Sie haben bereits ein Konto", Action: "Neues Passwort wählen",
			Lines: []string{"Jemand, wahrscheinlich Sie, wollte sich mit dieser E-Mail-Adresse registrieren, die bereits ein Konto hat. " +
				"Melden Sie sich an, oder wählen Sie ein neues Passwort, wenn Sie es vergessen haben."},
			Afterword: []string{"Sie können den Link innerhalb von 30 Minuten einmal verwenden. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert."}},
	}
	invitation = mail.Translations{
		English: mail.Text{Subject: "You are invited to {school}", Action: "Create account",
			Lines:     []string{"You have been invited to create an account at {school}."},
			Afterword: []string{"You can use this link once within a week. If you weren't expecting this invitation, ignore this email."}},
		German: mail.Text{Subject: "Sie sind zu {school} eingeladen", Action: "Konto erstellen",
			Lines:     []string{"Sie wurden eingeladen, ein Konto bei {school} zu erstellen."},
			Afterword: []string{"Sie können den Link innerhalb einer Woche einmal verwenden. Wenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail."}},
	}
	welcome = mail.Translations{
		English: mail.Text{Subject: confirm, Action: "Confirm email address",
			Lines:     []string{"Welcome to {school}. Confirm that this email address is yours to finish creating your account."},
			Afterword: []string{"You can use this link once within 24 hours. If you didn't sign up, ignore this email: no account will be created."}},
		German: mail.Text{Subject: confirmGerman, Action: "E-Mail-Adresse bestätigen",
			Lines:     []string{"Willkommen bei {school}. Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört, um Ihr Konto zu erstellen."},
			Afterword: []string{"Sie können den Link innerhalb von 24 Stunden einmal verwenden. Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail: Es wird kein Konto erstellt."}},
	}
	approved = mail.Translations{
		English: mail.Text{Subject: "Your application has been approved", Action: "Open {school}",
			Lines: []string{"Your account now has the role {role}. Sign in to see what is new."}},
		German: mail.Text{Subject: "Ihre Bewerbung wurde genehmigt", Action: "{school} öffnen",
			Lines: []string{"Ihr Konto hat jetzt die Rolle „{role}“. Melden Sie sich an, um zu sehen, was neu ist."}},
	}
	rejected = mail.Translations{
		English: mail.Text{Subject: "Your application was not approved", Lines: []string{"Your application for the role {role} was not approved."}},
		German:  mail.Text{Subject: "Ihre Bewerbung wurde nicht genehmigt", Lines: []string{"Ihre Bewerbung um die Rolle „{role}“ wurde nicht genehmigt."}},
	}
	noted = mail.Translations{
		English: mail.Text{Lines: []string{"Message: {note}"}},
		German:  mail.Text{Lines: []string{"Nachricht: {note}"}},
	}
)
