package twofactor

import "lectern/internal/platform/mail"

// said builds the texts of an event, with what all of them share.
func said(english, englishLine, german, germanLine string) mail.Translations {
	return mail.Translations{
		English: mail.Text{
			Subject: english, Lines: []string{englishLine}, Action: "Look at my security settings",
			Afterword: []string{"If this was not you, choose a new password at once and look at what is set up: another person may be in your account."},
		},
		German: mail.Text{
			Subject: german, Lines: []string{germanLine}, Action: "Meine Sicherheitseinstellungen ansehen",
			Afterword: []string{"Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort und sehen Sie nach, was eingerichtet ist: Vielleicht ist jemand anderes in Ihrem Konto."},
		},
	}
}

// texts of the email for each event.
var texts = map[event]mail.Translations{
	onAuthenticator: said("An authenticator app has been set up", "From now on your account asks for a code of the authenticator app when you sign in.",
		"Eine Authenticator-App wurde eingerichtet", "Ab jetzt fragt Ihr Konto beim Anmelden nach einem Code der Authenticator-App."),
	onAuthenticatorGone: said("The authenticator app has been removed", "Your account no longer asks for codes of an authenticator app.",
		"Die Authenticator-App wurde entfernt", "Ihr Konto fragt nicht mehr nach Codes einer Authenticator-App."),
	onPasskey: said("A passkey has been added", "The passkey “{passkey}” now opens your account.",
		"Ein Passkey wurde hinzugefügt", "Der Passkey „{passkey}“ öffnet jetzt Ihr Konto."),
	onPasskeyGone: said("A passkey has been removed", "The passkey “{passkey}” no longer opens your account.",
		"Ein Passkey wurde entfernt", "Der Passkey „{passkey}“ öffnet Ihr Konto nicht mehr."),
	onCopiedPasskey: said("A passkey was refused",
		"The passkey “{passkey}” has counted backwards, as a copy of it would. We have not let it in. Please remove it and add a new one.",
		"Ein Passkey wurde abgewiesen",
		"Der Passkey „{passkey}“ hat rückwärts gezählt, wie es eine Kopie täte. Wir haben ihn nicht eingelassen. Bitte entfernen Sie ihn und fügen Sie einen neuen hinzu."),
	onNewCodes: said("You have new recovery codes", "New recovery codes have been made for your account. The old ones are good no more.",
		"Sie haben neue Wiederherstellungscodes", "Für Ihr Konto wurden neue Wiederherstellungscodes gemacht. Die alten gelten nicht mehr."),
	onRecoveryCode: said("A recovery code has been used",
		"One of the recovery codes of your account has just been used in place of your second factor. It works no more.",
		"Ein Wiederherstellungscode wurde benutzt",
		"Einer der Wiederherstellungscodes Ihres Kontos wurde gerade anstelle Ihres zweiten Faktors benutzt. Er gilt nicht mehr."),
	onLock: said("An attempt to get past your second factor",
		"Several wrong codes have been tried on your account, so that codes are not taken for some minutes. "+
			"The person who tries has proven your password, or is at a device on which you are signed in.",
		"Jemand versucht, Ihren zweiten Faktor zu umgehen",
		"An Ihrem Konto wurden mehrere falsche Codes versucht, deshalb werden einige Minuten lang keine Codes angenommen. "+
			"Wer es versucht, kennt Ihr Passwort oder sitzt an einem Gerät, auf dem Sie angemeldet sind."),
	onReset: said("Your second factor has been reset",
		"An administrator has taken away the authenticator app, the passkeys and the recovery codes of your account, and signed you out everywhere. "+
			"Please sign in with your password and set up a second factor again.",
		"Ihr zweiter Faktor wurde zurückgesetzt",
		"Eine Administratorin oder ein Administrator hat die Authenticator-App, die Passkeys und die Wiederherstellungscodes Ihres Kontos entfernt und Sie überall abgemeldet. "+
			"Bitte melden Sie sich mit Ihrem Passwort an und richten Sie wieder einen zweiten Faktor ein."),
}
