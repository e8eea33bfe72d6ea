package notification

import (
	"fmt"

	"lectern/internal/platform/mail"
)

// wording is the text of a kind, with placeholders in braces.
type wording struct {
	title  string
	body   string
	button string // of an email, leads to the kind's page
}

// words returns the kind's text in a language, or in English when the language has none.
func (k Kind) words(language string) wording {
	if w, ok := languages[language][k]; ok {
		return w
	}
	return languages[mail.English][k]
}

// languages are all complete: a test compares them with English. To add one, add a map here and a frame in package mail.
var languages = map[string]map[Kind]wording{
	mail.English: {
		PasswordChanged:     {"Your password was changed", "If this was not you, choose a new password at once.", ""},
		AccountLocked:       {"Your account was locked for a while", "Several wrong passwords were tried. If it was not you, nobody got in; you need do nothing.", ""},
		SessionEnded:        {"A device was signed out", "What keeps it signed in was used in two places, which happens when it is stolen. Look at your devices.", ""},
		SecondFactorChanged: {"Your second step has changed", "The email that you got says how. If this was not you, choose a new password at once.", ""},
		IdentityChanged:     {"Your ways of signing in have changed", "The email that you got says how. If this was not you, choose a new password at once.", ""},
		ExportReady:         {"Your data is ready", "You can fetch the archive for a week.", ""},
		CourseCompleted:     {"You have completed {course_title}", "Every lesson that counts is done. Well done.", "Open the course"},
		CourseUpdated:       {"There is something new in {course_title}", "Its lessons have changed. What you have done stays done.", "Open the course"},
		ApplicationApproved: {"Your application is accepted", "You find what your new role opens in the menu.", ""},
		ApplicationRejected: {"About your application", "It was not accepted. The email that you got says more.", ""},
		CourseEnrolled:      {"You are enrolled in {course_title}", "It is on your list under My learning.", "Open the course"},
		CourseInvited:       {"You are invited to {course_title}", "You can accept or decline on the page of the course.", "See the invitation"},
		CourseNewStudent:    {"A new student in {course_title}", "A student has enrolled in this course.", "Open the course"},
		GradeReturned:       {"{lesson_title} is graded", "Your work in {course_title} has a grade.", "See the grade"},
		WorkHandedIn:        {"Work for {lesson_title}", "A learner of {course_title} has handed in work.", "Grade it"},
		CommentAnswered:     {"Your comment has an answer", "Another user has answered you beside {lesson_title}.", "Read it"},
		CommentHidden:       {"A comment of yours was hidden", "Beside {lesson_title}, others do not see what it says any more. {reason}", "Open the lesson"},
		VideoReady:          {"{video_title} is ready", "It can be watched in {course_title}, in every quality.", "Watch it"},
		VideoFailed:         {"{video_title} could not be processed", "{reason}", "See what happened"},
		ApplicationReceived: {"A user applies for a role", "An application waits for your decision.", "Decide"},
		InvitationAccepted:  {"An invitation was accepted", "A person whom you invited has made their account.", "See who"},
	},
	mail.German: {
		PasswordChanged:     {"Ihr Passwort wurde geändert", "Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort.", ""},
		AccountLocked:       {"Ihr Konto war eine Zeit lang gesperrt", "Mehrere falsche Passwörter wurden versucht. Falls Sie das nicht waren: Niemand ist hineingekommen, Sie müssen nichts tun.", ""},
		SessionEnded:        {"Ein Gerät wurde abgemeldet", "Was es angemeldet hält, wurde an zwei Orten benutzt; das geschieht, wenn es gestohlen wurde. Sehen Sie Ihre Geräte durch.", ""},
		SecondFactorChanged: {"Ihr zweiter Schritt hat sich geändert", "Der Brief, den Sie bekommen haben, sagt wie. Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort.", ""},
		IdentityChanged:     {"Ihre Wege, sich anzumelden, haben sich geändert", "Der Brief, den Sie bekommen haben, sagt wie. Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort.", ""},
		ExportReady:         {"Ihre Daten sind bereit", "Sie können das Archiv eine Woche lang abholen.", ""},
		CourseCompleted:     {"Sie haben {course_title} abgeschlossen", "Alle Lektionen, die zählen, sind erledigt. Gut gemacht.", "Kurs öffnen"},
		CourseUpdated:       {"Neues in {course_title}", "Die Lektionen haben sich geändert. Was Sie erledigt haben, bleibt erledigt.", "Kurs öffnen"},
		ApplicationApproved: {"Ihre Bewerbung ist angenommen", "Was Ihre neue Rolle öffnet, finden Sie im Menü.", ""},
		ApplicationRejected: {"Zu Ihrer Bewerbung", "Sie wurde nicht angenommen. Der Brief, den Sie bekommen haben, sagt mehr.", ""},
		CourseEnrolled:      {"Sie sind in {course_title} eingeschrieben", "Der Kurs steht unter Ihren Kursen.", "Kurs öffnen"},
		CourseInvited:       {"Sie sind zu {course_title} eingeladen", "Auf der Seite des Kurses können Sie die Einladung annehmen oder ablehnen.", "Einladung ansehen"},
		CourseNewStudent:    {"Neu eingeschrieben in {course_title}", "Jemand hat sich in diesen Kurs eingeschrieben.", "Kurs öffnen"},
		GradeReturned:       {"{lesson_title} ist bewertet", "Ihre Arbeit in {course_title} hat eine Bewertung.", "Bewertung ansehen"},
		WorkHandedIn:        {"Eine Abgabe zu {lesson_title}", "Jemand hat in {course_title} eine Arbeit abgegeben.", "Bewerten"},
		CommentAnswered:     {"Ihr Kommentar hat eine Antwort", "Jemand hat Ihnen bei {lesson_title} geantwortet.", "Lesen"},
		CommentHidden:       {"Ein Kommentar von Ihnen wurde verborgen", "Was er bei {lesson_title} sagt, sehen andere nicht mehr. {reason}", "Lektion öffnen"},
		VideoReady:          {"{video_title} ist fertig", "Das Video in {course_title} kann in jeder Qualität angesehen werden.", "Ansehen"},
		VideoFailed:         {"{video_title} konnte nicht verarbeitet werden", "{reason}", "Was ist geschehen?"},
		ApplicationReceived: {"Jemand bewirbt sich um eine Rolle", "Eine Bewerbung wartet auf Ihre Entscheidung.", "Entscheiden"},
		InvitationAccepted:  {"Eine Einladung wurde angenommen", "Jemand, den Sie eingeladen haben, hat ein Konto angelegt.", "Wer ist es?"},
	},
}

// digest is the text around the notifications of a digest.
type digest struct {
	one, many, intro, button string
}

func (d digest) subject(n int) string {
	if n == 1 {
		return d.one
	}
	return fmt.Sprintf(d.many, n)
}

var digests = map[string]digest{
	mail.English: {"One thing has happened", "%d things have happened", "This is what you have not read yet.", "See all notifications"},
	mail.German:  {"Eine Neuigkeit", "%d Neuigkeiten", "Das haben Sie noch nicht gelesen.", "Alle Benachrichtigungen"},
}
