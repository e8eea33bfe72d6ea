package notification

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"

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
		PasswordChanged:     {"Your password was changed", "If this wasn't you, choose a new password now.", ""},
		AccountLocked:       {"Your account was temporarily locked", "Too many wrong passwords were entered. If this wasn't you, you don't need to do anything: nobody signed in.", ""},
		SessionEnded:        {"A device was signed out", "Its session was used in two places, which can mean that it was stolen. Check your devices.", ""},
		SecondFactorChanged: {"Your two-factor authentication has changed", "See the email for details. If this wasn't you, choose a new password now.", ""},
		IdentityChanged:     {"Your connected accounts have changed", "See the email for details. If this wasn't you, choose a new password now.", ""},
		ExportReady:         {"Your data export is ready", "You can download the archive for one week.", ""},
		CourseCompleted:     {"You have completed {course_title}", "You have completed all required lessons.", "Open course"},
		CourseUpdated:       {"{course_title} has been updated", "Its lessons have changed. Your progress is kept.", "Open course"},
		ApplicationApproved: {"Your application has been approved", "Your new role is active. See the menu for what is new.", ""},
		ApplicationRejected: {"Your application was not approved", "See the email for details.", ""},
		CourseEnrolled:      {"You are enrolled in {course_title}", "Find it under My learning.", "Open course"},
		CourseInvited:       {"You are invited to {course_title}", "You can accept or decline on the course page.", "See invitation"},
		CourseNewStudent:    {"New learner in {course_title}", "{person} has enrolled.", "Open course"},
		GradeReturned:       {"Graded: {lesson_title}", "Your submission in {course_title} has been graded.", "See grade"},
		WorkHandedIn:        {"New submission for {lesson_title}", "{person} has handed in this assignment in {course_title}.", "Grade submission"},
		CommentAnswered:     {"{person} replied to you", "The reply to your comment is in “{lesson_title}”.", "Read reply"},
		CommentHidden:       {"Your comment was hidden", "Others can no longer see your comment on {lesson_title}. {reason}", "Open lesson"},
		ReviewReceived:      {"New review of {course_title}", "A learner has reviewed your course.", "Read review"},
		ReviewAnswered:      {"Answer to your review of {course_title}", "{person} has answered as an instructor of the course.", "Read answer"},
		ReviewHidden:        {"Your review was hidden", "Others can no longer see your review of {course_title}. {reason}", "Open course"},
		TransferReceived:    {"Proof of a bank transfer for {order_number}", "{person} has sent a proof. Check your account, then approve or decline it.", "See orders"},
		TransferDeclined:    {"Your bank transfer for {order_number} was declined", "{reason} You can send the money again or pay in another way.", "Open order"},
		CertificateIssued:   {"Your certificate for {course_title}", "You can download it and share it with others.", "See certificates"},
		CertificateRevoked:  {"Your certificate for {course_title} was revoked", "It is no longer valid. {reason}", "See certificates"},
		GoalAchieved:        {"Goal achieved: {title}", "What you have achieved stays, whatever comes next.", "See goals"},
		GoalMissed:          {"The date of a goal has passed: {title}", "Move the date, make the goal smaller, or drop it.", "See goals"},
		GoalWeek:            {"Your goals last week", "{summary}", "See goals"},
		CertificateExpiring: {"Your certificate for {course_title} expires", "It is valid until {until}. Ask the school how to renew it.", "See certificates"},
		ReviewReported:      {"A review of {course_title} was reported", "Decide whether it stays.", "See reported reviews"},
		BatchAdded:          {"You are in {batch_name}", "You have a seat in this batch of {course_title}.", "Open batch"},
		BatchRemoved:        {"You are no longer in {batch_name}", "You no longer have a seat in this batch of {course_title}.", "Open course"},
		BatchCancelled:      {"{batch_name} is cancelled", "This batch of {course_title} will not take place. {reason}", "Open batch"},
		SessionMoved:        {"Session moved: {batch_name}", "It was planned for {from} and now begins on {to}. {reason}", "Open batch"},
		SessionCancelled:    {"Session cancelled: {batch_name}", "The session on {from} won't take place. {reason}", "Open batch"},
		SessionRestored:     {"Session restored: {batch_name}", "The session on {from} takes place after all.", "Open batch"},
		SessionsChanged:     {"New schedule: {batch_name}", "{count} sessions were moved or cancelled, starting with the one on {from}. {reason}", "Open batch"},
		BatchSeatOffered:    {"A seat in {batch_name} is free", "It is reserved for you for {hours} hours. Accept or decline it before others get it.", "Open batch"},
		BatchNewInstructor:  {"New instructor: {batch_name}", "This batch of {course_title} is now taught by another instructor.", "Open batch"},
		BatchAssigned:       {"You teach {batch_name}", "You are now the instructor of this batch of {course_title}. Its sessions are in your calendar.", "Open batch"},
		BatchUnassigned:     {"You no longer teach {batch_name}", "You are no longer the instructor of this batch of {course_title}. Its sessions are no longer in your calendar.", "Open batch"},
		BatchRoomChanged:    {"New room: {batch_name}", "From now on your sessions are in another room. You still enter it with Join session.", "Open batch"},
		SessionRoomChanged:  {"New room: {batch_name}", "The session on {starts} is in another room. You still enter it with Join session.", "Open session"},
		SessionSubstitute:   {"Another instructor: {batch_name}", "The session on {starts} is taught by another instructor.", "Open session"},
		SessionAssigned:     {"You teach a session of {batch_name}", "You teach the session on {starts}. It is in your calendar.", "Open session"},
		SessionReminder:     {"Session reminder: {batch_name}", "The session begins on {starts}.", "Open session"},
		SessionRecorded:     {"Recording of {batch_name}", "The recording of the session on {starts} can be watched.", "Watch recording"},
		MeetingInvited:      {"Meeting: {title}", "You are invited. It begins on {starts}.", "Open meeting"},
		MeetingMoved:        {"Meeting moved: {title}", "It was planned for {from} and now begins on {starts}.", "Open meeting"},
		MeetingCancelled:    {"Meeting cancelled: {title}", "The meeting on {starts} won't take place.", "Open meeting"},
		MeetingReminder:     {"Meeting reminder: {title}", "The meeting begins on {starts}.", "Open meeting"},
		MeetingFailed:       {"No room for {batch_name}", "The Zoom meeting for the session on {starts} couldn't be created. Try again, or choose another room.", "Open session"},
		AttendanceLow:       {"Low attendance: {batch_name}", "You have attended {attended} of {counted} sessions so far. Tell your instructor if something keeps you from coming.", "Open batch"},
		VideoReady:          {"{video_title} is ready", "The video in {course_title} can be watched in every quality.", "Watch video"},
		VideoFailed:         {"{video_title} could not be processed", "{reason}", "See video"},
		ApplicationReceived: {"{person} applies for a role", "Approve or reject the application.", "See application"},
		InvitationAccepted:  {"{person} has accepted your invitation", "Their account is ready.", "See user"},
		Announced:           {"New announcement: {title}", "Open it to read what is new.", "Read announcement"},
		AnnouncedByMail:     {"Important announcement: {title}", "Open it to read what is new.", "Read announcement"},

		AnnouncementUnread: {"Reminder: {title}", "Please open this announcement and read it, and confirm it where that is asked for.", "Read announcement"},
	},
	mail.German: {
		PasswordChanged:     {"Ihr Passwort wurde geändert", "Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort.", ""},
		AccountLocked:       {"Ihr Konto war vorübergehend gesperrt", "Es wurden zu viele falsche Passwörter eingegeben. Wenn Sie das nicht waren, müssen Sie nichts tun: Niemand hat sich angemeldet.", ""},
		SessionEnded:        {"Ein Gerät wurde abgemeldet", "Seine Sitzung wurde an zwei Orten verwendet, sie könnte also gestohlen sein. Prüfen Sie Ihre Geräte.", ""},
		SecondFactorChanged: {"Ihre Zwei-Faktor-Authentifizierung wurde geändert", "Einzelheiten stehen in der E-Mail. Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort.", ""},
		IdentityChanged:     {"Ihre verbundenen Konten haben sich geändert", "Einzelheiten stehen in der E-Mail. Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort.", ""},
		ExportReady:         {"Ihr Datenexport ist bereit", "Sie können das Archiv eine Woche lang herunterladen.", ""},
		CourseCompleted:     {"Sie haben {course_title} abgeschlossen", "Sie haben alle Pflichtlektionen abgeschlossen.", "Kurs öffnen"},
		CourseUpdated:       {"Neues in {course_title}", "Die Lektionen wurden geändert. Ihr Fortschritt bleibt erhalten.", "Kurs öffnen"},
		ApplicationApproved: {"Ihre Bewerbung wurde genehmigt", "Ihre neue Rolle ist aktiv. Im Menü sehen Sie, was neu ist.", ""},
		ApplicationRejected: {"Ihre Bewerbung wurde abgelehnt", "Einzelheiten stehen in der E-Mail.", ""},
		CourseEnrolled:      {"Sie sind in {course_title} eingeschrieben", "Sie finden den Kurs unter „Meine Kurse“.", "Kurs öffnen"},
		CourseInvited:       {"Sie sind zu {course_title} eingeladen", "Auf der Kursseite können Sie die Einladung annehmen oder ablehnen.", "Einladung ansehen"},
		CourseNewStudent:    {"Neue Einschreibung in {course_title}", "{person} nimmt jetzt teil.", "Kurs öffnen"},
		GradeReturned:       {"Bewertet: {lesson_title}", "Ihre Abgabe in {course_title} wurde bewertet.", "Bewertung ansehen"},
		WorkHandedIn:        {"Neue Abgabe zu {lesson_title}", "{person} hat diese Aufgabe in {course_title} abgegeben.", "Abgabe bewerten"},
		CommentAnswered:     {"{person} hat Ihnen geantwortet", "Die Antwort auf Ihren Kommentar steht in „{lesson_title}“.", "Antwort lesen"},
		CommentHidden:       {"Ihr Kommentar wurde ausgeblendet", "Andere sehen Ihren Kommentar zu {lesson_title} nicht mehr. {reason}", "Lektion öffnen"},
		ReviewReceived:      {"Neue Rezension zu {course_title}", "Jemand hat Ihren Kurs rezensiert.", "Rezension lesen"},
		ReviewAnswered:      {"Antwort auf Ihre Rezension zu {course_title}", "{person} hat als Lehrkraft des Kurses geantwortet.", "Antwort lesen"},
		ReviewHidden:        {"Ihre Rezension wurde ausgeblendet", "Andere sehen Ihre Rezension zu {course_title} nicht mehr. {reason}", "Kurs öffnen"},
		TransferReceived:    {"Überweisungsbeleg zu {order_number}", "{person} hat einen Beleg gesendet. Prüfen Sie Ihr Konto, und genehmigen Sie ihn oder lehnen Sie ihn ab.", "Bestellungen ansehen"},
		TransferDeclined:    {"Ihre Überweisung zu {order_number} wurde abgelehnt", "{reason} Sie können das Geld erneut überweisen oder anders bezahlen.", "Bestellung öffnen"},
		CertificateIssued:   {"Ihr Zertifikat für {course_title}", "Sie können es herunterladen und mit anderen teilen.", "Zertifikate ansehen"},
		CertificateRevoked:  {"Ihr Zertifikat für {course_title} wurde widerrufen", "Es ist nicht mehr gültig. {reason}", "Zertifikate ansehen"},
		GoalAchieved:        {"Ziel erreicht: {title}", "Was Sie erreicht haben, bleibt, was auch danach kommt.", "Ziele ansehen"},
		GoalMissed:          {"Das Datum eines Ziels ist verstrichen: {title}", "Verschieben Sie das Datum, verkleinern Sie das Ziel oder geben Sie es auf.", "Ziele ansehen"},
		GoalWeek:            {"Ihre Ziele in der letzten Woche", "{summary}", "Ziele ansehen"},
		CertificateExpiring: {"Ihr Zertifikat für {course_title} läuft ab", "Es ist bis {until} gültig. Fragen Sie die Schule, wie Sie es erneuern.", "Zertifikate ansehen"},
		ReviewReported:      {"Eine Rezension zu {course_title} wurde gemeldet", "Entscheiden Sie, ob sie bleibt.", "Gemeldete Rezensionen ansehen"},
		BatchAdded:          {"Sie gehören zu {batch_name}", "Sie haben einen Platz in dieser Kursgruppe von {course_title}.", "Kursgruppe öffnen"},
		BatchRemoved:        {"Sie gehören nicht mehr zu {batch_name}", "Sie haben keinen Platz mehr in dieser Kursgruppe von {course_title}.", "Kurs öffnen"},
		BatchCancelled:      {"{batch_name} ist abgesagt", "Diese Kursgruppe von {course_title} findet nicht statt. {reason}", "Kursgruppe öffnen"},
		SessionMoved:        {"Termin verschoben: {batch_name}", "Er war für {from} geplant und beginnt nun am {to}. {reason}", "Kursgruppe öffnen"},
		SessionCancelled:    {"Termin abgesagt: {batch_name}", "Der Termin am {from} findet nicht statt. {reason}", "Kursgruppe öffnen"},
		SessionRestored:     {"Termin findet statt: {batch_name}", "Der Termin am {from} findet nun doch statt.", "Kursgruppe öffnen"},
		SessionsChanged:     {"Neuer Terminplan: {batch_name}", "{count} Termine wurden verschoben oder abgesagt, als erster der am {from}. {reason}", "Kursgruppe öffnen"},
		BatchSeatOffered:    {"In {batch_name} ist ein Platz frei", "Er ist {hours} Stunden lang für Sie reserviert. Nehmen Sie ihn an, oder lehnen Sie ihn ab, bevor ihn andere bekommen.", "Kursgruppe öffnen"},
		BatchNewInstructor:  {"Neue Lehrkraft: {batch_name}", "Eine andere Lehrkraft leitet jetzt diese Kursgruppe von {course_title}.", "Kursgruppe öffnen"},
		BatchAssigned:       {"Sie leiten {batch_name}", "Sie sind jetzt die Lehrkraft dieser Kursgruppe von {course_title}. Die Termine stehen in Ihrem Kalender.", "Kursgruppe öffnen"},
		BatchUnassigned:     {"Sie leiten {batch_name} nicht mehr", "Sie sind nicht mehr die Lehrkraft dieser Kursgruppe von {course_title}. Die Termine stehen nicht mehr in Ihrem Kalender.", "Kursgruppe öffnen"},
		BatchRoomChanged:    {"Neuer Raum: {batch_name}", "Ihre Termine finden jetzt in einem anderen Raum statt. Sie betreten ihn wie bisher mit „Teilnehmen“.", "Kursgruppe öffnen"},
		SessionRoomChanged:  {"Neuer Raum: {batch_name}", "Der Termin am {starts} findet in einem anderen Raum statt. Sie betreten ihn wie bisher mit „Teilnehmen“.", "Termin öffnen"},
		SessionSubstitute:   {"Andere Lehrkraft: {batch_name}", "Den Termin am {starts} leitet eine andere Lehrkraft.", "Termin öffnen"},
		SessionAssigned:     {"Sie leiten einen Termin von {batch_name}", "Sie leiten den Termin am {starts}. Er steht in Ihrem Kalender.", "Termin öffnen"},
		SessionReminder:     {"Terminerinnerung: {batch_name}", "Der Termin beginnt am {starts}.", "Termin öffnen"},
		SessionRecorded:     {"Aufzeichnung von {batch_name}", "Die Aufzeichnung des Termins am {starts} kann angesehen werden.", "Aufzeichnung ansehen"},
		MeetingInvited:      {"Meeting: {title}", "Sie sind eingeladen. Es beginnt am {starts}.", "Meeting öffnen"},
		MeetingMoved:        {"Meeting verschoben: {title}", "Es war für den {from} geplant und beginnt jetzt am {starts}.", "Meeting öffnen"},
		MeetingCancelled:    {"Meeting abgesagt: {title}", "Das Meeting am {starts} findet nicht statt.", "Meeting öffnen"},
		MeetingReminder:     {"Meeting-Erinnerung: {title}", "Das Meeting beginnt am {starts}.", "Meeting öffnen"},
		MeetingFailed:       {"Kein Raum für {batch_name}", "Das Zoom-Meeting für den Termin am {starts} konnte nicht angelegt werden. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Raum.", "Termin öffnen"},
		AttendanceLow:       {"Geringe Anwesenheit: {batch_name}", "Sie haben bisher an {attended} von {counted} Terminen teilgenommen. Sagen Sie Ihrer Lehrkraft, wenn Sie etwas hindert zu kommen.", "Kursgruppe öffnen"},
		VideoReady:          {"{video_title} ist bereit", "Das Video in {course_title} kann in jeder Qualität angesehen werden.", "Video ansehen"},
		VideoFailed:         {"{video_title} konnte nicht verarbeitet werden", "{reason}", "Video ansehen"},
		ApplicationReceived: {"{person} bewirbt sich um eine Rolle", "Genehmigen Sie die Bewerbung, oder lehnen Sie sie ab.", "Bewerbung ansehen"},
		Announced:           {"Neue Ankündigung: {title}", "Öffnen Sie sie, um sie zu lesen.", "Ankündigung lesen"},
		AnnouncedByMail:     {"Wichtige Ankündigung: {title}", "Öffnen Sie sie, um sie zu lesen.", "Ankündigung lesen"},
		AnnouncementUnread:  {"Erinnerung: {title}", "Bitte öffnen und lesen Sie diese Ankündigung, und bestätigen Sie sie, wo darum gebeten wird.", "Ankündigung lesen"},
		InvitationAccepted:  {"{person} hat Ihre Einladung angenommen", "Das Konto ist angelegt.", "Person ansehen"},
	},
}

// someone is said instead of a name: of a user whose account is closed.
var someone = map[string]string{mail.English: "Someone", mail.German: "Jemand"}

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
	mail.English: {"1 new notification", "%d new notifications", "These are your unread notifications.", "See all notifications"},
	mail.German:  {"1 neue Benachrichtigung", "%d neue Benachrichtigungen", "Das sind Ihre ungelesenen Benachrichtigungen.", "Alle Benachrichtigungen"},
}

// reader is how a user reads.
type reader struct {
	language string
	zone     string // IANA name
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// localTime is how notifications hold times that were stored before they held instants: of the wall clock in their zone.
const localTime = "2006-01-02 15:04"

// timeLayouts are how each language writes a date with a time.
var timeLayouts = map[string]string{mail.English: "2 Jan 2006, 15:04", mail.German: "2.1.2006, 15:04"}

// fill replaces placeholders by the data of n, {person} by the name of its user, and times by how the reader writes them.
func (n notificationRow) fill(text string, r reader) string {
	return placeholder.ReplaceAllStringFunc(text, func(name string) string {
		if name == "{person}" {
			return cmp.Or(n.Person, someone[r.language], someone[mail.English])
		}
		value, zone := n.Data.V[name[1:len(name)-1]], n.Data.V["zone"]
		if name == "{reason}" && n.Kind == VideoFailed {
			return failure(n.Data.V["code"], value, r.language)
		}
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return r.time(at, zone)
		}
		if at, err := time.Parse(localTime, value); err == nil {
			return at.Format(r.layout()) + " (" + zone + ")"
		}
		return value
	})
}

func (r reader) layout() string { return cmp.Or(timeLayouts[r.language], timeLayouts[mail.English]) }

// time writes an instant in the reader's time zone, and in the zone of what it is about where the clocks there show another time.
func (r reader) time(at time.Time, zone string) string {
	there, err := time.LoadLocation(zone)
	if err != nil {
		there = time.UTC
	}
	here, err := time.LoadLocation(r.zone)
	if err != nil {
		here = there
	}
	own, other := at.In(here), at.In(there)
	switch {
	case own.Format(localTime) == other.Format(localTime):
		return other.Format(r.layout()) + " (" + there.String() + ")"
	case own.Format(time.DateOnly) == other.Format(time.DateOnly):
		return own.Format(r.layout()) + " (" + here.String() + "; " + other.Format("15:04") + " in " + there.String() + ")"
	}
	return own.Format(r.layout()) + " (" + here.String() + "; " + other.Format(r.layout()) + " in " + there.String() + ")"
}

// failures say by code why a video could not be processed, in languages other than that of the stored reason, which has the figures.
// The app has them too, in web/src/features/video/transcode/failure-reason.ts.
var failures = map[string]map[string]string{
	mail.German: {
		"NOT_A_VIDEO":           "Diese Datei ist kein Video. Laden Sie eine MP4-, MOV-, MKV-, WebM- oder AVI-Datei hoch.",
		"VIDEO_DAMAGED":         "Diese Datei ist beschädigt oder unvollständig. Exportieren oder kopieren Sie sie neu, und laden Sie sie noch einmal hoch.",
		"NO_VIDEO_TRACK":        "Diese Datei enthält keine bewegten Bilder. Exportieren Sie das Video neu, und laden Sie es noch einmal hoch.",
		"UNSUPPORTED_CODEC":     "Dieser Video-Codec wird nicht unterstützt. Exportieren Sie das Video als H.264, H.265, VP8, VP9 oder AV1.",
		"VIDEO_TOO_LONG":        "Dieses Video ist länger als 8 Stunden. Kürzen Sie es, oder laden Sie es in Teilen hoch.",
		"VIDEO_TOO_LARGE":       "Das Bild ist zu groß. Exportieren Sie das Video mit höchstens 3840×2160 Pixeln.",
		"VIDEO_TOO_SMALL":       "Das Bild ist zu klein. Jede Seite braucht mindestens 16 Pixel.",
		"VIDEO_CUT_OFF":         "Das Ende dieser Datei fehlt. Kopieren oder laden Sie sie neu herunter, und laden Sie dann die ganze Datei hoch.",
		"VIDEO_TRUNCATED":       "Das Ende dieser Datei fehlt. Laden Sie die ganze Datei hoch, oder veröffentlichen Sie, was angekommen ist.",
		"VIDEO_PROTECTED":       "Dieses Video ist kopiergeschützt (DRM). Laden Sie eine Version ohne Kopierschutz hoch.",
		"VIDEO_TOO_MANY_TRACKS": "Diese Datei hat zu viele Spuren. Exportieren Sie sie mit einer Videospur und höchstens 8 Tonspuren.",
		encoderFailed:           "Dieses Video konnte nicht verarbeitet werden. Exportieren Sie es neu, möglichst als MP4 mit H.264, und laden Sie es noch einmal hoch.",
		serverFailed:            "Dieses Video konnte wegen eines Problems auf unserer Seite nicht verarbeitet werden. Versuchen Sie es erneut. Wenn es wieder fehlschlägt, informieren Sie Ihre Administration.",
	},
}

// Codes for all that have no text of their own: what the encoder could not do, and our own trouble.
const (
	encoderFailed = "encoding_failed"
	serverFailed  = ""
)

// failure returns why a video could not be processed, by the code of its failure, and the reason as it is stored for English readers.
func failure(code, reason, language string) string {
	texts := failures[language]
	if texts == nil || code == "" {
		return reason
	}
	if text, ok := texts[code]; ok {
		return text
	}
	if strings.HasPrefix(code, "encoder_") {
		return texts[encoderFailed]
	}
	return texts[serverFailed]
}
