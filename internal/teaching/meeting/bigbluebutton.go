package meeting

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/config"
)

// BigBlueButtonServer is a server that speaks the API of BigBlueButton 2.4 or newer
// (docs.bigbluebutton.org/development/api).
type BigBlueButtonServer struct {
	config config.BigBlueButton
	hidden hidden
	client *http.Client
	files  *http.Client // of any size
}

// response is what the calls answer, as far as it is used here.
type response struct {
	ReturnCode string   `xml:"returncode"`
	MessageKey string   `xml:"messageKey"`
	CreateTime string   `xml:"createTime"`
	EndTime    string   `xml:"endTime"` // milliseconds since 1970; 0 while it goes on
	Attendees  []string `xml:"attendees>attendee>userID"`

	Recordings []bbbRecording `xml:"recordings>recording"`
}

// errRefused is an answer with the return code FAILED.
type errRefused struct{ key string }

func (e errRefused) Error() string { return fmt.Sprintf("the server refuses: %.60q", e.key) }

// Open implements Server. Creating a room again with the same parameters changes nothing, so that it is also done for rooms which were
// emptied and are gone.
func (s *BigBlueButtonServer) Open(ctx context.Context, r Room, _ Person) error {
	_, err := s.create(ctx, r)
	return err
}

func (s *BigBlueButtonServer) create(ctx context.Context, r Room) (response, error) {
	query := url.Values{
		"meetingID": {meetingID(r.SessionID)}, "name": {r.Title}, "record": {strconv.FormatBool(r.Records)}, "autoStartRecording": {strconv.FormatBool(r.Records)}, "allowStartStopRecording": {"false"},
		// without passwords of ours a second create is refused as another meeting with the same id
		"attendeePW": {s.hidden.word("attendee", r.SessionID)}, "moderatorPW": {s.hidden.word("moderator", r.SessionID)},
	}
	if r.Back != "" {
		query.Set("logoutURL", r.Back)
	}
	if r.EndedAt != "" {
		query.Set("meta_endCallbackUrl", r.EndedAt)
	}
	if r.Records && r.RecordedAt != "" {
		query.Set("meta_bbb-recording-ready-url", r.RecordedAt)
	}
	answer, err := s.call(ctx, "create", query)
	if err != nil {
		err = errUnavailable("BigBlueButton", err)
	}
	return answer, err
}

// Address implements Server. The address works as long as this room lasts: the time of its creation binds it.
func (s *BigBlueButtonServer) Address(ctx context.Context, r Room, p Person, _ time.Time) (string, error) {
	made, err := s.create(ctx, r)
	if err != nil {
		return "", err
	}
	role := "VIEWER"
	if p.Moderates {
		role = "MODERATOR"
	}
	return s.signed("join", url.Values{"meetingID": {meetingID(r.SessionID)}, "fullName": {p.Name}, "userID": {p.ID}, "role": {role},
		"createTime": {made.CreateTime}, "redirect": {"true"}}), nil
}

// Present returns the ids of the people who are in the room of a session now; those whom this server did not let in have ids of their own.
func (s *BigBlueButtonServer) Present(ctx context.Context, sessionID string) ([]string, error) {
	answer, err := s.call(ctx, "getMeetingInfo", url.Values{"meetingID": {meetingID(sessionID)}})
	if refused, ok := errors.AsType[errRefused](err); ok && refused.key == "notFound" {
		return nil, nil // nobody is in, or was yet
	}
	if err != nil {
		err = errUnavailable("BigBlueButton", err)
	}
	return answer.Attendees, err
}

// Check implements Server: any call proves address and secret.
func (s *BigBlueButtonServer) Check(ctx context.Context) error {
	if _, err := s.call(ctx, "getMeetings", url.Values{}); err != nil {
		if refused, ok := errors.AsType[errRefused](err); ok && refused.key == "checksumError" {
			return errSecret(err)
		}
		return errCheckFailed(err)
	}
	return nil
}

// call sends a signed call and reads its answer.
func (s *BigBlueButtonServer) call(ctx context.Context, name string, query url.Values) (answer response, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.signed(name, query), nil)
	if err != nil {
		return answer, errNoCall
	}
	got, err := s.client.Do(request)
	if err != nil {
		return answer, withoutAddress(err)
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return answer, withoutAddress(err)
	}
	// encoding/xml expands no entities of a document type
	if err := xml.Unmarshal(body, &answer); err != nil {
		return answer, fmt.Errorf("status %d and no XML that can be read: %w", got.StatusCode, err)
	}
	if answer.ReturnCode != "SUCCESS" {
		return response{}, errRefused{answer.MessageKey}
	}
	return answer, nil
}

// signed returns the address of a call: the checksum is the hash of its name, its query exactly as sent, and the secret.
func (s *BigBlueButtonServer) signed(name string, query url.Values) string {
	sent := query.Encode()
	sum := sha256.Sum256([]byte(name + sent + s.config.Secret))
	if sent != "" {
		sent += "&"
	}
	return strings.TrimSuffix(strings.TrimSuffix(s.config.URL, "/"), "/api") + "/api/" + name + "?" + sent + "checksum=" + hex.EncodeToString(sum[:])
}

func meetingID(sessionID string) string { return "session-" + sessionID }
