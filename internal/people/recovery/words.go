package recovery

import (
	"lectern/internal/people/accountmail"
	"lectern/internal/platform/mail"
)

// texts of each email.
var texts = map[string]mail.Translations{
	resetEmail: {
		English: mail.Text{Subject: "Choose a new password", Action: "Choose a new password",
			Lines:     []string{"A new password was requested for your account, we hope by you."},
			Afterword: []string{"The link works once, within 30 minutes. If you have not asked for it, do nothing: your password stays as it is."}},
		German: mail.Text{Subject: "Wählen Sie ein neues Passwort", Action: "Neues Passwort wählen",
			Lines:     []string{"Jemand, hoffentlich Sie, hat für Ihr Konto um ein neues Passwort gebeten."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 30 Minuten. Falls Sie nicht darum gebeten haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist."}},
	},
	passwordEmail: {
		English: mail.Text{Subject: "Your password has been changed", Lines: []string{"The password of your account has just been changed.", accountmail.NotYou}},
		German:  mail.Text{Subject: "Ihr Passwort wurde geändert", Lines: []string{"Das Passwort Ihres Kontos wurde gerade geändert.", accountmail.NotYouGerman}},
	},
	confirmEmail: {
		English: mail.Text{Subject: "Please confirm your new email address", Action: "Use this address",
			Lines:     []string{"You have asked to be reached at this address. It counts once you have confirmed it; until then everything stays as it is."},
			Afterword: []string{"The link works once, within 24 hours. If you have not asked for it, do nothing."}},
		German: mail.Text{Subject: "Bitte bestätigen Sie Ihre neue E-Mail-Adresse", Action: "Diese Adresse benutzen",
			Lines:     []string{"Sie möchten unter dieser Adresse erreicht werden. Sie gilt, sobald Sie sie bestätigt haben; bis dahin bleibt alles, wie es ist."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls Sie nicht darum gebeten haben, tun Sie nichts."}},
	},
	undoEmail: {
		English: mail.Text{Subject: "Your email address was changed", Action: "That was not me",
			Lines:     []string{"Your account is now reached at another address, and no emails come here any more."},
			Afterword: []string{"If it was you, do nothing. If not, the link gives the account back to this address and signs out everywhere. It works once, within seven days."}},
		German: mail.Text{Subject: "Ihre E-Mail-Adresse wurde geändert", Action: "Das war ich nicht",
			Lines:     []string{"Ihr Konto ist jetzt unter einer anderen Adresse erreichbar, und hierher kommen keine Briefe mehr."},
			Afterword: []string{"Falls Sie das waren, tun Sie nichts. Falls nicht, gibt der Link das Konto an diese Adresse zurück und meldet überall ab. Er gilt einmal, innerhalb von sieben Tagen."}},
	},
	announceEmail: {
		English: mail.Text{Subject: "Your email address is about to change", Action: "Prevent it",
			Lines:     []string{"An administrator wants your account to be reached at another address. The change takes effect when it is confirmed there; until then everything stays as it is."},
			Afterword: []string{"If you agree, do nothing. If not, the link prevents the change. Once it has taken effect, another email comes here, with which you can undo it for seven days."}},
		German: mail.Text{Subject: "Ihre E-Mail-Adresse soll geändert werden", Action: "Änderung verhindern",
			Lines:     []string{"Eine Administratorin oder ein Administrator möchte, dass Ihr Konto unter einer anderen Adresse erreichbar ist. Die Änderung gilt, sobald sie dort bestätigt wurde; bis dahin bleibt alles, wie es ist."},
			Afterword: []string{"Falls Sie einverstanden sind, tun Sie nichts. Falls nicht, verhindert der Link die Änderung. Sobald sie gilt, kommt hierher ein weiterer Brief, mit dem Sie sie sieben Tage lang rückgängig machen können."}},
	},
	confirmForEmail: {
		English: mail.Text{Subject: "Please confirm your new email address", Action: "Use this address",
			Lines:     []string{"An administrator wants your account to be reached at this address. It counts once you have confirmed it; until then everything stays as it is."},
			Afterword: []string{"The link works once, within 24 hours. If this is not about your account, do nothing."}},
		German: mail.Text{Subject: "Bitte bestätigen Sie Ihre neue E-Mail-Adresse", Action: "Diese Adresse benutzen",
			Lines:     []string{"Eine Administratorin oder ein Administrator möchte, dass Ihr Konto unter dieser Adresse erreichbar ist. Sie gilt, sobald Sie sie bestätigt haben; bis dahin bleibt alles, wie es ist."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls es nicht um Ihr Konto geht, tun Sie nichts."}},
	},
}

// addressTaken is the text for the owner of an address that another user asked for.
var addressTaken = mail.Translations{
	English: mail.Text{Subject: "Your address has an account already",
		Lines: []string{"Another account, perhaps yours, asked to use this address. It belongs to yours, so nothing has changed."}},
	German: mail.Text{Subject: "Ihre Adresse hat schon ein Konto",
		Lines: []string{"Jemand, vielleicht Sie, wollte diese Adresse für ein anderes Konto verwenden. Sie gehört zu Ihrem, deshalb hat sich nichts geändert."}},
}
