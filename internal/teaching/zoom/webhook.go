package zoom

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"
)

// tolerance is how far the time of a webhook may be from ours.
const tolerance = 300 * time.Second

// Kinds of events.
const (
	URLValidation     = "endpoint.url_validation"
	MeetingStarted    = "meeting.started"
	MeetingEnded      = "meeting.ended"
	MeetingDeleted    = "meeting.deleted"
	ParticipantJoined = "meeting.participant_joined"
	ParticipantLeft   = "meeting.participant_left"
	Recorded          = "recording.completed"
	Transcribed       = "recording.transcript_completed"
)

// Event is what a webhook says.
type Event struct {
	Kind    string `json:"event"`
	Payload struct {
		AccountID  string `json:"account_id"`
		PlainToken string `json:"plainToken"` // of a validation
		Object     struct {
			ID          json.Number `json:"id"` // as text or as a number
			UUID        string      `json:"uuid"`
			StartedAt   time.Time   `json:"start_time"`
			EndedAt     time.Time   `json:"end_time"`
			Participant Participant `json:"participant"`
		} `json:"object"`
	} `json:"payload"`
}

// Signed reports whether a webhook comes from Zoom, now: its signature is the HMAC of its time and its body as sent.
func Signed(secret, timestamp, signature string, body []byte, now time.Time) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	return hmac.Equal([]byte(signature), []byte("v0="+macOf(secret, "v0:"+timestamp+":"+string(body))))
}

// Proof answers a validation: it shows that we know the secret.
func Proof(secret, plainToken string) string { return macOf(secret, plainToken) }

func macOf(secret, text string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}
