// Package zoommeeting has the meetings at Zoom in which sessions, meetings outside of batches and demo classes take place. What is wanted follows from them and their rooms; a job
// makes it so, so that an outage of Zoom keeps nobody from saving one. Accounts that host meetings are resources: no two meetings of one overlap.
package zoommeeting

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/zoom"
)

// States of a meeting.
const (
	wanted   = "wanted"   // is not at Zoom
	creating = "creating" // may be at Zoom: the answer is awaited, or was lost
	ready    = "ready"
	updating = "updating" // is at Zoom, at another time or with another topic than it should
	deleting = "deleting"
	deleted  = "deleted"
	failed   = "failed" // given up, until somebody tries again
)

const (
	// made is how long before its session a meeting is made at most: changes before that cost no calls, of which Zoom allows few.
	made = 48 * time.Hour
	// opensBefore is how long before a session its people enter, so that its host is taken.
	opensBefore = 10 * time.Minute
	// decided is when a session whose meeting is not ready takes another host, or the room that it has instead.
	decided = 15 * time.Minute
	// topicLength is what Zoom takes, in characters, without the reference that ends each topic.
	topicLength = 200 - referenceLength
	// referenceLength is that of " #" and twelve characters.
	referenceLength = 14
)

// Reasons why a meeting is not ready.
const (
	noHost        = "no_host"        // none is free
	noBudget      = "no_budget"      // the host has changed as many meetings today as Zoom allows
	tooManyCalls  = "too_many_calls" // Zoom says so
	unreachable   = "unreachable"    // Zoom doesn't answer, or with what is no answer
	providerFault = "provider_fault" // Zoom says that it has a fault
	notAuthorized = "not_authorized" // the secret or the scopes of the application
	refused       = "refused"        // Zoom says why
)

// retryAfter is the wait after each failure; after the last one the meeting has failed.
var retryAfter = [...]time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour, time.Hour, time.Hour}

// What takes place in a meeting at Zoom.
const (
	ofSession = "session" // of a batch
	ofMeeting = "meeting" // outside of batches
	ofDemo    = "demo"    // a demo class: what Zoom says of who was in is nobody's attendance
)

// record is a meeting as stored.
type record struct {
	bun.BaseModel `bun:"table:live_meetings,alias:lm"`

	ID           string `bun:",pk"`
	OwnerKind    string
	OwnerID      string
	HostID       *string
	IsSecond     bool // on another host, after the first one has failed
	ExternalID   string
	ExternalUUID string
	State        string
	Topic        string
	Timezone     string
	StartsAt     time.Time
	EndsAt       time.Time
	WantHash     string
	IsRecorded   bool                 // in the cloud, from its beginning
	Wishes       db.JSON[zoom.Wishes] `bun:"type:jsonb"`
	Tries        int64
	NextTryAt    time.Time
	ClaimedUntil *time.Time
	LastError    string     // one of the reasons
	LastDetail   string     // what Zoom says about it
	ReportedAt   *time.Time // when Zoom was asked who was in
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// reference ends the topic of a meeting at Zoom, by which it is found again when the answer to its creation is lost.
func (m record) reference() string { return " #" + m.ID[len(m.ID)-referenceLength+2:] }

// isUsable reports whether people can enter the meeting; one that is still to be changed is there.
func (m record) isUsable() bool { return m.State == ready || m.State == updating }

// atZoom is the meeting as Zoom should have it.
func (m record) atZoom(host string) zoom.Meeting {
	return zoom.Meeting{Host: host, Topic: m.Topic + m.reference(), StartsAt: m.StartsAt, EndsAt: m.EndsAt, Timezone: m.Timezone, IsRecorded: m.IsRecorded,
		Agenda: m.Wishes.V.Agenda, Choices: m.Wishes.V.Choices}
}

// want is a session, a meeting outside of batches or a demo class that takes place at Zoom.
type want struct {
	OwnerKind  string
	OwnerID    string
	Name       string                // of the batch, or of the meeting
	Title      string                // of the session
	Agenda     string                // of a meeting
	Choices    db.JSON[zoom.Choices] // of a meeting
	Timezone   string
	StartsAt   time.Time
	EndsAt     time.Time
	HasOther   bool // it has another room to fall back to
	IsRecorded bool
	Wishes     db.JSON[zoom.Wishes]
}

// topic is what people read in the meeting.
func (w want) topic() string {
	topic := w.Name
	if w.Title != "" {
		topic += ": " + w.Title
	}
	topic = cmp.Or(w.Wishes.V.Topic, topic)
	if runes := []rune(topic); len(runes) > topicLength {
		topic = string(runes[:topicLength])
	}
	return topic
}

// hash changes whenever the meeting at Zoom has to.
func (w want) hash() string {
	members := []string{w.topic(), w.Timezone, w.StartsAt.UTC().Format(time.RFC3339), w.EndsAt.UTC().Format(time.RFC3339)}
	if w.IsRecorded {
		members = append(members, "recorded")
	}
	if wishes, err := json.Marshal(w.Wishes.V); err == nil && w.Wishes.V != (zoom.Wishes{}) {
		members = append(members, string(wishes))
	}
	sum := sha256.Sum256([]byte(strings.Join(members, "\x00")))
	return hex.EncodeToString(sum[:])
}

// put takes over what is wanted.
func (m *record) put(w want) {
	m.OwnerKind, m.OwnerID, m.Topic, m.Timezone, m.StartsAt, m.EndsAt = w.OwnerKind, w.OwnerID, w.topic(), w.Timezone, w.StartsAt, w.EndsAt
	m.IsRecorded, m.Wishes, m.WantHash = w.IsRecorded, w.Wishes, w.hash()
}

// again begins anew with a meeting that has to be changed or has failed, and which may be at Zoom.
func (m *record) again(now time.Time) {
	switch {
	case m.State == wanted || m.State == creating:
	case m.ExternalID != "":
		m.State = updating
	default:
		m.State = creating
	}
	m.Tries, m.NextTryAt, m.LastError, m.LastDetail = 0, now, "", ""
}

// SessionMeeting is the meeting of a session, of a meeting outside of batches or of a demo class, for administrators.
type SessionMeeting struct {
	SessionID string    `json:"session_id" doc:"Empty for what is no session."`
	MeetingID string    `json:"meeting_id" doc:"The id of a meeting outside of batches; empty for others."`
	DemoID    string    `json:"demo_id" doc:"The id of the booking of a demo class; empty for others."`
	BatchName string    `json:"batch_name" doc:"Of a meeting outside of batches: its title, or that of its course. Empty for a demo class."`
	Title     string    `json:"title" doc:"Of the session; empty for none."`
	StartsAt  time.Time `json:"starts_at"`
	EndsAt    time.Time `json:"ends_at"`
	Host      string    `json:"host" doc:"The account at Zoom that hosts it; empty while none is free."`
	State     string    `json:"state" enum:"wanted,creating,ready,updating,failed"`
	Error     string    `json:"error" enum:",no_host,no_budget,too_many_calls,unreachable,provider_fault,not_authorized,refused" doc:"Why it is not ready; empty for no reason."`
	Detail    string    `json:"detail" doc:"What Zoom says about it, in English; often empty."`
	Tries     int64     `json:"tries" doc:"That have failed in a row."`
	NextTryAt time.Time `json:"next_try_at" doc:"Of what is not ready and has not failed."`
}

// Host is an account at Zoom that hosts meetings.
type Host struct {
	ID        string `json:"id"`
	Name      string `json:"name" doc:"The email address of its Zoom account."`
	UsedToday int64  `json:"used_today" doc:"How many of its meetings were created or changed today, in UTC."`
	Limit     int64  `json:"limit" doc:"How many can be on one day."`
	Ahead     int64  `json:"ahead" doc:"Meetings that it will host within two days."`
}

// NewHost adds an account that hosts meetings.
type NewHost struct {
	Name string `json:"name" minLength:"3" maxLength:"254" msg:"Enter the email address of the user at Zoom" doc:"The email address of a licensed user of the school's account at Zoom."`
}

var (
	errNotReady   = fault.New(fault.Unavailable, "meeting_not_ready", "The room is being prepared. Try again in a minute.")
	errNoMeeting  = fault.New(fault.NotFound, "meeting_not_found", "This takes place elsewhere, so it has no meeting at Zoom.")
	errNoHost     = fault.New(fault.NotFound, "meeting_host_not_found", "This host doesn't exist. It may have been removed.")
	errHostInUse  = fault.New(fault.Conflict, "meeting_host_in_use", "This host has meetings ahead. Remove it once they are over, or choose another room for their sessions.")
	errHostKnown  = fault.New(fault.Conflict, "meeting_host_exists", "This account hosts meetings already.")
	errNotOffered = fault.New(fault.Unavailable, "live_not_configured", "This school has no account at Zoom. The operator of this server can set one up.")
	errNoUser     = fault.Fields{{Name: "name", Code: "unknown_value", Message: "Zoom knows no user with this email address in the account of your school"}}.Err()
	errNoLicence  = fault.Fields{{Name: "name", Code: "not_allowed", Message: "This user has no licence at Zoom. Hosts need one, because learners register for meetings"}}.Err()
)

// errUnavailable says that Zoom can't be used. The cause is for the log and never shown.
func errUnavailable(cause error) error {
	return fault.New(fault.Unavailable, "meeting_server_unavailable", "Zoom doesn't answer as it should. Try again in a minute. If it goes on, the instructor can choose another room.").WithCause(cause)
}
