// Package meeting asks meeting servers of the school, BigBlueButton and Jitsi, for the rooms of sessions. It knows no database.
package meeting

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"lectern/internal/platform/config"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/outbound"
)

// Names of the servers, as rooms store them.
const (
	BigBlueButton = "bigbluebutton"
	Jitsi         = "jitsi"
	Zoom          = "zoom"
)

// outside begins the id of the room of a meeting outside of batches.
const outside = "meeting-"

// RoomOfMeeting returns the id of the room of a meeting outside of batches, where a server makes rooms as they are entered; that of a session is the id of the session.
func RoomOfMeeting(id string) string { return outside + id }

// MeetingOfRoom returns the id of the meeting outside of batches that a room is of; false for the room of a session.
func MeetingOfRoom(roomID string) (id string, isOutside bool) {
	return strings.CutPrefix(roomID, outside)
}

// Room is where one session meets.
type Room struct {
	SessionID string    // or RoomOfMeeting, or that of a demo class
	Title     string    // shown in the room
	OpensAt   time.Time // for participants
	ClosesAt  time.Time
	Back      string // address of the page to which people return; "" if the address of the site is not known

	Records    bool   // from its beginning, where the server can
	EndedAt    string // address that the server calls when the room has ended; "" for none
	RecordedAt string // address to which the server says that a recording is there; "" if the address of the site is not known
}

// Person is who enters a room.
type Person struct {
	ID, Name  string
	Moderates bool
	IsGuest   bool // who needs no account here: the id is of nobody who has one
}

// Server makes rooms. All methods return fault.Unavailable if it does not answer, refuses or answers what is no answer.
type Server interface {
	// Open makes a room unless it is there, for p who wants to enter it, or for nobody yet. fault.Forbidden for who was refused there.
	Open(ctx context.Context, r Room, p Person) error
	// Address opens a room and returns the address at which p enters it, and nobody else should. fault.Forbidden as for Open.
	Address(ctx context.Context, r Room, p Person, now time.Time) (string, error)
	// Check returns nil if sessions can meet there; its faults speak to administrators.
	Check(ctx context.Context) error
}

// RecordedFile is a file that a server has recorded of a session.
type RecordedFile struct {
	ID        string // at the server
	Instance  string // of the session: one may be interrupted and begun again
	Kind      string
	View      int       // of a video: the lowest is the best of its piece
	StartedAt time.Time // the same for all files of one piece
	Size      int64     // bytes
	Address   string    // from which it is fetched; nothing for people
}

// Kinds of recorded files.
const (
	Video      = "video"      // MP4
	Transcript = "transcript" // WebVTT
	Playback   = "playback"   // no file: a page of the server on which the recording is watched
)

// ErrFileGone means that a server does not have a recorded file any more.
var ErrFileGone = errors.New("the recorded file is gone")

// ErrNoFile is fault.NotFound.
var ErrNoFile = fault.New(fault.NotFound, "recording_file_not_found", "This recording doesn't exist. It may have been removed.")

// Recorder is a server that records sessions.
type Recorder interface {
	// Recorded returns the files that are there for a session by now, in no order; none for a session of which it knows nothing.
	Recorded(ctx context.Context, sessionID string) ([]RecordedFile, error)
	// OpenFile opens a file from a byte on. ErrFileGone, outbound.ErrPage, outbound.ErrSize.
	OpenFile(ctx context.Context, f RecordedFile, from int64) (io.ReadCloser, error)
	// TrashFile deletes a file at the server, as far as the server does at once; one that is gone is no error.
	TrashFile(ctx context.Context, f RecordedFile) error
}

// Configured is a server with its name and host.
type Configured struct {
	Name string
	Host string
	Server
}

// Servers are those that the operator has configured.
type Servers struct {
	All           []Configured
	BigBlueButton *BigBlueButtonServer // nil: none
}

// NewServers takes the secret of the installation, from which the names of rooms and their passwords are derived, so that no one guesses them.
func NewServers(c config.MeetingServers, secret []byte) (s Servers) {
	if c.BigBlueButton.URL != "" {
		s.BigBlueButton = &BigBlueButtonServer{c.BigBlueButton, hidden(secret), clientOf(c.BigBlueButton.URL), downloadsOf(c.BigBlueButton.URL)}
		s.All = append(s.All, Configured{BigBlueButton, hostOf(c.BigBlueButton.URL), s.BigBlueButton})
	}
	if c.Jitsi.URL != "" {
		s.All = append(s.All, Configured{Jitsi, hostOf(c.Jitsi.URL), &jitsiServer{c.Jitsi, hidden(secret), clientOf(c.Jitsi.URL)}})
	}
	return s
}

// Named returns a server; false if it is not configured.
func (s Servers) Named(name string) (Configured, bool) {
	for _, one := range s.All {
		if one.Name == name {
			return one, true
		}
	}
	return Configured{}, false
}

// Recorders returns the servers that record sessions, by name.
func (s Servers) Recorders() map[string]Recorder {
	recorders := map[string]Recorder{}
	for _, one := range s.All {
		if r, ok := one.Server.(Recorder); ok {
			recorders[one.Name] = r
		}
	}
	return recorders
}

// clientOf reaches a server, which may be in a private network, as the operator has named it.
func clientOf(address string) *http.Client { return outbound.New(placesOf(address)...) }

// downloadsOf is clientOf for large files.
func downloadsOf(address string) *http.Client { return outbound.NewDownload(placesOf(address)...) }

// placesOf returns host and port of a server.
func placesOf(address string) []string {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return []string{net.JoinHostPort(u.Hostname(), port)}
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// hidden derives words that only this installation knows.
type hidden []byte

func (h hidden) word(purpose, sessionID string) string {
	mac := hmac.New(sha256.New, h)
	mac.Write([]byte(purpose + "\x00" + sessionID))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// errUnavailable says that a server can't be used. The cause is for the log and never shown.
func errUnavailable(label string, cause error) error {
	return fault.New(fault.Unavailable, "meeting_server_unavailable", label+" doesn't answer as it should. Try again in a minute. If it goes on, the instructor can choose another room.").WithCause(cause)
}

// errCheckFailed is errUnavailable for administrators, who can do something about it.
func errCheckFailed(cause error) error {
	return fault.New(fault.Unavailable, "meeting_server_unreachable", "The server doesn't answer as it should. Check its address, and that it can be reached from here.").WithCause(cause)
}

var errNoCall = errors.New("the address of the server is not valid")

func errSecret(cause error) error {
	return fault.New(fault.Unavailable, "meeting_server_secret", "The server answers, but refuses the secret. Compare it with the one that the server shows.").WithCause(cause)
}

// withoutAddress removes the address of a failed request, which holds a checksum, so that it is in no log.
func withoutAddress(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}
