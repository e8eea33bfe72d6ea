package notificationkind

import (
	"strconv"
	"strings"

	"lectern/internal/platform/mail"
	"lectern/internal/platform/money"
)

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

// Failure returns why a video could not be processed, by the code of its failure, and the reason as it is stored for English readers.
func Failure(code, reason, language string) string {
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

// Amount writes a sum of money that is stored in the minor unit of its currency.
func Amount(minor, currency, language string) string {
	n, err := strconv.ParseInt(minor, 10, 64)
	if err != nil {
		return minor
	}
	text := money.Decimal(n, currency)
	if language == mail.German {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text + " " + currency
}

// OfRoom is the kind about another room, or another classroom, of a batch or of one of its sessions.
func OfRoom(isClassroom, isOfSession bool) Kind {
	switch {
	case isClassroom && isOfSession:
		return SessionClassroom
	case isClassroom:
		return BatchClassroom
	case isOfSession:
		return SessionRoomChanged
	}
	return BatchRoomChanged
}

// Classroom says in which classroom a session takes place; "" for none.
func Classroom(value, language string) string {
	switch {
	case value == "":
		return ""
	case language == mail.German:
		return "Unterrichtsraum: " + value + "."
	}
	return "Classroom: " + value + "."
}
