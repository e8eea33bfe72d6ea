// Package meeting asks meeting servers of the school, BigBlueButton and Jitsi, for the rooms of sessions. It knows no database.
package meeting

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"net/url"
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

// Room is where one session meets.
type Room struct {
	SessionID string
	Title     string    // shown in the room
	OpensAt   time.Time // for participants
	ClosesAt  time.Time
	Back      string // address of the page to which people return; "" if the address of the site is not known
}

// Person is who enters a room.
type Person struct {
	ID, Name  string
	Moderates bool
}

// Server makes rooms. All methods return fault.Unavailable if it does not answer, refuses or answers what is no answer.
type Server interface {
	// Open makes a room unless it is there.
	Open(ctx context.Context, r Room) error
	// Address opens a room and returns the address at which p enters it, and nobody else should.
	Address(ctx context.Context, r Room, p Person, now time.Time) (string, error)
	// Check returns nil if sessions can meet there; its faults speak to administrators.
	Check(ctx context.Context) error
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
		s.BigBlueButton = &BigBlueButtonServer{c.BigBlueButton, hidden(secret), clientOf(c.BigBlueButton.URL)}
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

// clientOf reaches a server, which may be in a private network, as the operator has named it.
func clientOf(address string) *http.Client {
	u, err := url.Parse(address)
	if err != nil {
		return outbound.New()
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return outbound.New(net.JoinHostPort(u.Hostname(), port))
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
