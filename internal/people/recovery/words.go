package recovery

import (
	"lectern/internal/people/accountmail"
	"lectern/internal/platform/mail"
)

// texts of each email.
var texts = map[string]mail.Translations{
	resetEmail: {
		English: mail.Text{Subject: "Choose a new password", Action: "Choose a new password",
			Lines:     []string{"Someone, probably you, requested a new password for your account."},
			Afterword: []string{"You can use this link once within 30 minutes. If you didn't request it, ignore this email: your password stays the same."}},
		German: mail.Text{Subject: "Wählen Sie ein neues Passwort", Action: "Neues Passwort wählen",
			Lines:     []string{"Jemand, wahrscheinlich Sie, hat für Ihr Konto ein neues Passwort angefordert."},
			Afterword: []string{"Sie können den Link innerhalb von 30 Minuten einmal verwenden. Wenn Sie es nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert."}},
	},
	passwordEmail: {
		English: mail.Text{Subject: "Your password has been changed", Lines: []string{"The password of your account was changed.", accountmail.NotYou}},
		German:  mail.Text{Subject: "Ihr Passwort wurde geändert", Lines: []string{"Das Passwort Ihres Kontos wurde geändert.", accountmail.NotYouGerman}},
	},
	confirmEmail: {
		English: mail.Text{Subject: "Confirm your new email address", Action: "Confirm email address",
			Lines:     []string{"You want to use this email address for your account. Confirm it to make the change. Until then your old address stays in use."},
			Afterword: []string{"You can use this link once within 24 hours. If you didn't request it, ignore this email."}},
		German: mail.Text{Subject: "Bestätigen Sie Ihre neue E-Mail-Adresse", Action: "E-Mail-Adresse bestätigen",
			Lines:     []string{"Sie möchten diese E-Mail-Adresse für Ihr Konto verwenden. Bestätigen Sie sie, um sie zu ändern. Bis dahin gilt Ihre alte Adresse."},
			Afterword: []string{"Sie können den Link innerhalb von 24 Stunden einmal verwenden. Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail."}},
	},
	undoEmail: {
		English: mail.Text{Subject: "Your email address was changed", Action: "Undo the change",
			Lines:     []string{"Your account now has another email address. We no longer send emails to this one."},
			Afterword: []string{"If this was you, ignore this email. If it wasn't, the button restores this email address and signs you out everywhere. You can use it once within 7 days."}},
		German: mail.Text{Subject: "Ihre E-Mail-Adresse wurde geändert", Action: "Änderung rückgängig machen",
			Lines:     []string{"Ihr Konto hat jetzt eine andere E-Mail-Adresse. An diese senden wir keine E-Mails mehr."},
			Afterword: []string{"Wenn Sie das waren, ignorieren Sie diese E-Mail. Wenn nicht, stellt die Schaltfläche diese E-Mail-Adresse wieder her und meldet Sie überall ab. Sie können sie innerhalb von 7 Tagen einmal verwenden."}},
	},
	announceEmail: {
		English: mail.Text{Subject: "Your email address is about to change", Action: "Prevent the change",
			Lines:     []string{"An administrator wants to change the email address of your account. The change takes effect when it is confirmed at the new address."},
			Afterword: []string{"If you agree, ignore this email. If you don't, the button prevents the change. Once it takes effect, you get another email here and can undo it for 7 days."}},
		German: mail.Text{Subject: "Ihre E-Mail-Adresse soll geändert werden", Action: "Änderung verhindern",
			Lines:     []string{"Ein Administrator möchte die E-Mail-Adresse Ihres Kontos ändern. Die Änderung gilt, sobald sie unter der neuen Adresse bestätigt wurde."},
			Afterword: []string{"Wenn Sie einverstanden sind, ignorieren Sie diese E-Mail. Wenn nicht, verhindert die Schaltfläche die Änderung. Sobald sie gilt, erhalten Sie hier eine weitere E-Mail und können sie 7 Tage lang rückgängig machen."}},
	},
	confirmForEmail: {
		English: mail.Text{Subject: "Confirm your new email address", Action: "Confirm email address",
			Lines:     []string{"An administrator wants to use this email address for your account. Confirm it to make the change. Until then your old address stays in use."},
			Afterword: []string{"You can use this link once within 24 hours. If this isn't your account, ignore this email."}},
		German: mail.Text{Subject: "Bestätigen Sie Ihre neue E-Mail-Adresse", Action: "E-Mail-Adresse bestätigen",
			Lines:     []string{"Ein Administrator möchte diese E-Mail-Adresse für Ihr Konto verwenden. Bestätigen Sie sie, um sie zu ändern. Bis dahin gilt Ihre alte Adresse."},
			Afterword: []string{"Sie können den Link innerhalb von 24 Stunden einmal verwenden. Wenn das nicht Ihr Konto ist, ignorieren Sie diese E-Mail."}},
	},
}

// addressTaken is the text for the owner of an address that another user asked for.
var addressTaken = mail.Translations{
	English: mail.Text{Subject: "Your email address already has an account",
		Lines: []string{"Someone, perhaps you, wanted to use this email address for another account. It already belongs to your account, so nothing has changed."}},
	German: mail.Text{Subject: "Ihre E-Mail-Adresse hat bereits ein Konto",
		Lines: []string{"Jemand, vielleicht Sie, wollte diese E-Mail-Adresse für ein anderes Konto verwenden. Sie gehört bereits zu Ihrem Konto, deshalb hat sich nichts geändert."}},
}
