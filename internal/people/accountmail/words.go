package accountmail

// Text of an alert for a user who did not cause it.
const (
	NotYou       = "If this wasn't you, choose a new password now: someone may know yours."
	NotYouGerman = "Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: Vielleicht kennt jemand Ihr Passwort."
)
