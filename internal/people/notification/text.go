package notification

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/mail"
)

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
		if name == "{reason}" && n.Kind == notificationkind.VideoFailed {
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

// path returns the path of the page that n links to.
func (n notificationRow) path() string {
	return placeholder.ReplaceAllStringFunc(notificationkind.Catalogue[n.Kind].Path, func(name string) string {
		return url.PathEscape(n.Data.V[name[1:len(name)-1]])
	})
}
