package account

import (
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
)

// roleName is what a role is called in a letter.
func roleName(language string, role access.Role) string {
	if language == mail.German {
		return map[access.Role]string{access.Student: "Lernende", access.Instructor: "Lehrende", access.Corporate: "Firmenkunde", access.Admin: "Administration"}[role]
	}
	return string(role)
}

// What several letters say.
const (
	notYou      = "If this was not you, choose a new password at once: somebody else may know yours."
	notYouInDE  = "Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort: Vielleicht kennt jemand anderes Ihres."
	confirm     = "Please confirm your e-mail address"
	confirmInDE = "Bitte bestätigen Sie Ihre E-Mail-Adresse"
)

// texts are the letters of each occasion that needs no other words.
var texts = map[occasion]mail.Translations{
	onSignUp: {
		English: mail.Text{Subject: confirm, Action: "Confirm my address",
			Lines:     []string{"Please confirm that this address is yours, so that letters about your account reach you."},
			Afterword: []string{"The link works once, within 24 hours. If you have no account, do nothing."}},
		German: mail.Text{Subject: confirmInDE, Action: "Adresse bestätigen",
			Lines:     []string{"Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit Briefe zu Ihrem Konto Sie erreichen."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls Sie kein Konto haben, tun Sie nichts."}},
	},
	onTaken: {
		English: mail.Text{Subject: "You have an account already", Action: "Choose a new password",
			Lines: []string{"Somebody, hopefully you, wanted to make an account with this address. There is one already: " +
				"please sign in. If you do not know its password any more, choose a new one."},
			Afterword: []string{"The link works once, within 30 minutes. If it was not you, do nothing: nothing has changed."}},
		German: mail.Text{Subject: "Sie haben schon ein Konto", Action: "Neues Passwort wählen",
			Lines: []string{"Jemand, hoffentlich Sie, wollte mit dieser Adresse ein Konto anlegen. Es gibt schon eines: " +
				"Bitte melden Sie sich an. Falls Sie das Passwort nicht mehr wissen, wählen Sie ein neues."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 30 Minuten. Falls Sie das nicht waren, tun Sie nichts: Es hat sich nichts geändert."}},
	},
	onWelcome: {
		English: mail.Text{Subject: "You have an account with Lectern", Action: "Choose a password",
			Lines:     []string{"An account has been made for you. Choose a password to sign in with it."},
			Afterword: []string{"The link works once, within a week. Afterwards ask for a new one with \"Forgot password\" on the sign-in page."}},
		German: mail.Text{Subject: "Sie haben ein Konto bei Lectern", Action: "Passwort wählen",
			Lines:     []string{"Für Sie wurde ein Konto angelegt. Wählen Sie ein Passwort, um sich damit anzumelden."},
			Afterword: []string{"Der Link gilt einmal, innerhalb einer Woche. Danach bekommen Sie auf der Anmeldeseite mit „Passwort vergessen“ einen neuen."}},
	},
	onForgot: {
		English: mail.Text{Subject: "Choose a new password", Action: "Choose a new password",
			Lines:     []string{"Somebody, hopefully you, has asked for a new password for your account."},
			Afterword: []string{"The link works once, within 30 minutes. If you have not asked for it, do nothing: your password stays as it is."}},
		German: mail.Text{Subject: "Wählen Sie ein neues Passwort", Action: "Neues Passwort wählen",
			Lines:     []string{"Jemand, hoffentlich Sie, hat für Ihr Konto um ein neues Passwort gebeten."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 30 Minuten. Falls Sie nicht darum gebeten haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist."}},
	},
	onLockout: {
		English: mail.Text{Subject: "Your account is locked for a while", Action: "Unlock my account",
			Lines: []string{"Several wrong passwords have been tried on your account, so that signing in is closed for some minutes. " +
				"Devices on which you have signed in before are not concerned."},
			Afterword: []string{"The link opens it again at once. It works once, within 30 minutes. If it was not you who tried, you need do nothing."}},
		German: mail.Text{Subject: "Ihr Konto ist eine Zeit lang gesperrt", Action: "Konto entsperren",
			Lines: []string{"An Ihrem Konto wurden mehrere falsche Passwörter versucht, deshalb ist das Anmelden einige Minuten lang geschlossen. " +
				"Geräte, auf denen Sie schon angemeldet waren, sind nicht betroffen."},
			Afterword: []string{"Der Link öffnet es sofort wieder. Er gilt einmal, innerhalb von 30 Minuten. Falls nicht Sie es versucht haben, müssen Sie nichts tun."}},
	},
	onLockByHand: {
		English: mail.Text{Subject: "Your account has been locked",
			Lines: []string{"An administrator has locked your account. You have been signed out everywhere and cannot sign in for now; what is yours is kept.",
				"If you do not know why, or it is a mistake, please write to the people who run this site."}},
		German: mail.Text{Subject: "Ihr Konto wurde gesperrt",
			Lines: []string{"Eine Administratorin oder ein Administrator hat Ihr Konto gesperrt. Sie wurden überall abgemeldet und können sich vorerst nicht anmelden; was Ihnen gehört, bleibt erhalten.",
				"Falls Sie nicht wissen, warum, oder es ein Irrtum ist, schreiben Sie bitte den Menschen, die diese Seite betreiben."}},
	},
	onPasswordChange: {
		English: mail.Text{Subject: "Your password has been changed", Lines: []string{"The password of your account has just been changed.", notYou}},
		German:  mail.Text{Subject: "Ihr Passwort wurde geändert", Lines: []string{"Das Passwort Ihres Kontos wurde gerade geändert.", notYouInDE}},
	},
	onReuse: {
		English: mail.Text{Subject: "You have been signed out on one device",
			Lines: []string{"What keeps one of your devices signed in was used in two places, which happens when it is stolen. " +
				"We have ended that session; please sign in again.", notYou}},
		German: mail.Text{Subject: "Sie wurden auf einem Gerät abgemeldet",
			Lines: []string{"Was eines Ihrer Geräte angemeldet hält, wurde an zwei Orten benutzt; das geschieht, wenn es gestohlen wurde. " +
				"Wir haben diese Sitzung beendet; bitte melden Sie sich wieder an.", notYouInDE}},
	},
	onInvitation: {
		English: mail.Text{Subject: "You are invited to Lectern", Action: "Make my account",
			Lines:     []string{"You are invited to an account with which you can take part."},
			Afterword: []string{"The link works once, within a week. If you do not know why you get this letter, do nothing."}},
		German: mail.Text{Subject: "Sie sind zu Lectern eingeladen", Action: "Konto anlegen",
			Lines:     []string{"Sie sind zu einem Konto eingeladen, mit dem Sie mitmachen können."},
			Afterword: []string{"Der Link gilt einmal, innerhalb einer Woche. Falls Sie nicht wissen, warum Sie diesen Brief bekommen, tun Sie nichts."}},
	},
	onMove: {
		English: mail.Text{Subject: "Please confirm your new e-mail address", Action: "Use this address",
			Lines:     []string{"You have asked to be reached at this address. It counts once you have confirmed it; until then everything stays as it is."},
			Afterword: []string{"The link works once, within 24 hours. If you have not asked for it, do nothing."}},
		German: mail.Text{Subject: "Bitte bestätigen Sie Ihre neue E-Mail-Adresse", Action: "Diese Adresse benutzen",
			Lines:     []string{"Sie möchten unter dieser Adresse erreicht werden. Sie gilt, sobald Sie sie bestätigt haben; bis dahin bleibt alles, wie es ist."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls Sie nicht darum gebeten haben, tun Sie nichts."}},
	},
	onMoved: {
		English: mail.Text{Subject: "Your e-mail address was changed", Action: "That was not me",
			Lines:     []string{"Your account is now reached at another address, and no letters come here any more."},
			Afterword: []string{"If it was you, do nothing. If not, the link gives the account back to this address and signs out everywhere. It works once, within seven days."}},
		German: mail.Text{Subject: "Ihre E-Mail-Adresse wurde geändert", Action: "Das war ich nicht",
			Lines:     []string{"Ihr Konto ist jetzt unter einer anderen Adresse erreichbar, und hierher kommen keine Briefe mehr."},
			Afterword: []string{"Falls Sie das waren, tun Sie nichts. Falls nicht, gibt der Link das Konto an diese Adresse zurück und meldet überall ab. Er gilt einmal, innerhalb von sieben Tagen."}},
	},
}

// Letters of an occasion that has several.
var (
	welcome = mail.Translations{ // of a sign-up
		English: mail.Text{Subject: confirm, Action: "Confirm my address",
			Lines:     []string{"Welcome to Lectern. Please confirm that this address is yours: your account is ready then."},
			Afterword: []string{"The link works once, within 24 hours. If you have not asked for an account, do nothing: none is made."}},
		German: mail.Text{Subject: confirmInDE, Action: "Adresse bestätigen",
			Lines:     []string{"Willkommen bei Lectern. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört: Dann ist Ihr Konto fertig."},
			Afterword: []string{"Der Link gilt einmal, innerhalb von 24 Stunden. Falls Sie nicht um ein Konto gebeten haben, tun Sie nichts: Es entsteht keines."}},
	}
	approved = mail.Translations{
		English: mail.Text{Subject: "Your application is accepted", Action: "Open Lectern",
			Lines: []string{"Your account now has the role {role}. You find what it opens when you are signed in."}},
		German: mail.Text{Subject: "Ihre Bewerbung ist angenommen", Action: "Lectern öffnen",
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
	moveTaken = mail.Translations{
		English: mail.Text{Subject: "Your address has an account already",
			Lines: []string{"Somebody, perhaps you, wanted to use this address for another account. It belongs to yours, so nothing has changed."}},
		German: mail.Text{Subject: "Ihre Adresse hat schon ein Konto",
			Lines: []string{"Jemand, vielleicht Sie, wollte diese Adresse für ein anderes Konto verwenden. Sie gehört zu Ihrem, deshalb hat sich nichts geändert."}},
	}
)
