package twofactor

import "lectern/internal/platform/mail"

// said builds the texts of an event, with what all of them share.
func said(english, englishLine, german, germanLine string) mail.Translations {
	return mail.Translations{
		English: mail.Text{
			Subject: english, Lines: []string{englishLine}, Action: "See security settings",
			Afterword: []string{"If this wasn't you, choose a new password now and check your security settings: someone may be in your account."},
		},
		German: mail.Text{
			Subject: german, Lines: []string{germanLine}, Action: "Sicherheitseinstellungen ansehen",
			Afterword: []string{"Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort und prüfen Sie Ihre Sicherheitseinstellungen: Vielleicht ist jemand in Ihrem Konto."},
		},
	}
}

// texts of the email for each event.
var texts = map[event]mail.Translations{
	onAuthenticator: said("Authenticator app set up for your account", "From now on you need a code from the authenticator app to sign in.",
		"Authenticator-App für Ihr Konto eingerichtet", "Ab jetzt brauchen Sie zum Anmelden einen Code der Authenticator-App."),
	onAuthenticatorGone: said("Authenticator app removed from your account", "You no longer need a code from the authenticator app to sign in.",
		"Authenticator-App von Ihrem Konto entfernt", "Sie brauchen zum Anmelden keinen Code der Authenticator-App mehr."),
	onPasskey: said("Passkey “{passkey}” added to your account", "You can now sign in with the passkey “{passkey}”.",
		"Passkey „{passkey}“ zu Ihrem Konto hinzugefügt", "Sie können sich jetzt mit dem Passkey „{passkey}“ anmelden."),
	onPasskeyGone: said("Passkey “{passkey}” removed from your account", "You can no longer sign in with the passkey “{passkey}”.",
		"Passkey „{passkey}“ von Ihrem Konto entfernt", "Sie können sich nicht mehr mit dem Passkey „{passkey}“ anmelden."),
	onCopiedPasskey: said("Passkey “{passkey}” rejected",
		"We rejected a sign-in with the passkey “{passkey}” because it may have been copied. Remove the passkey and add a new one.",
		"Passkey „{passkey}“ abgelehnt",
		"Wir haben eine Anmeldung mit dem Passkey „{passkey}“ abgelehnt, weil er kopiert worden sein könnte. Entfernen Sie ihn und fügen Sie einen neuen hinzu."),
	onNewCodes: said("You have new recovery codes", "New recovery codes were created for your account. The old ones no longer work.",
		"Sie haben neue Wiederherstellungscodes", "Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr."),
	onRecoveryCode: said("A recovery code was used to sign in",
		"One of your recovery codes was used to sign in to your account. It no longer works.",
		"Anmeldung mit einem Wiederherstellungscode",
		"Einer Ihrer Wiederherstellungscodes wurde zum Anmelden verwendet. Er gilt nicht mehr."),
	onLock: said("Wrong codes were entered for your account",
		"Too many wrong codes were entered for your account, so codes are not accepted for a few minutes. "+
			"Whoever tried knows your password or used a device where you are signed in.",
		"Für Ihr Konto wurden falsche Codes eingegeben",
		"Für Ihr Konto wurden zu viele falsche Codes eingegeben, deshalb werden einige Minuten lang keine Codes angenommen. "+
			"Wer das versucht hat, kennt Ihr Passwort oder nutzt ein Gerät, auf dem Sie angemeldet sind."),
	onReset: said("Your two-factor authentication was reset",
		"An administrator has removed the authenticator app, passkeys and recovery codes of your account and signed you out everywhere. "+
			"Sign in with your password and set up two-factor authentication again.",
		"Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt",
		"Ein Administrator hat Authenticator-App, Passkeys und Wiederherstellungscodes Ihres Kontos entfernt und Sie überall abgemeldet. "+
			"Melden Sie sich mit Ihrem Passwort an und richten Sie die Zwei-Faktor-Authentifizierung neu ein."),
}
