package accountmail

// Text of an alert for a user who did not cause it.
const (
	NotYou       = "If this was not you, choose a new password at once: another person may know yours."
	NotYouGerman = "Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort: Vielleicht kennt jemand anderes Ihres."
)
