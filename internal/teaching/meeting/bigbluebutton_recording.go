package meeting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/platform/outbound"
)

// bbbRecording is a recording as getRecordings lists it.
type bbbRecording struct {
	ID        string `xml:"recordID"`
	Instance  string `xml:"internalMeetingID"`
	Published bool   `xml:"published"`
	StartTime int64  `xml:"startTime"` // milliseconds since 1970
	Formats   []struct {
		Type string `xml:"type"`
		URL  string `xml:"url"`
	} `xml:"playback>format"`
}

// Formats of recordings. The server makes the first by default, and the other where its operator has set that up.
const (
	presentationFormat = "presentation" // slides and videos that a page puts together; no file
	videoFormat        = "video"
)

// RecordedPath is where the server says that a recording is there: an operation of package recording.
const RecordedPath = "/api/v1/recordings/bigbluebutton"

// videoFile is the name that the scripts of BigBlueButton give to the file of the video format, below its address.
const videoFile = "video-0.m4v"

// Recorded implements Recorder. A recording is there once the server has processed it, some time after the session.
func (s *BigBlueButtonServer) Recorded(ctx context.Context, sessionID string) (found []RecordedFile, err error) {
	answer, err := s.call(ctx, "getRecordings", url.Values{"meetingID": {meetingID(sessionID)}})
	if err != nil {
		return nil, errUnavailable("BigBlueButton", err)
	}
	for _, r := range answer.Recordings {
		if !r.Published || r.ID == "" {
			continue
		}
		for _, format := range r.Formats {
			f := RecordedFile{ID: r.ID, Instance: r.ID, StartedAt: time.UnixMilli(r.StartTime).UTC(), Address: strings.TrimSpace(format.URL)}
			switch format.Type {
			case presentationFormat:
				f.Kind = Playback
			case videoFormat:
				f.Kind = Video
				if f.Address, err = url.JoinPath(f.Address, videoFile); err != nil {
					return nil, errUnavailable("BigBlueButton", err)
				}
				if f.Size, err = s.sizeOf(ctx, f.Address); err != nil {
					return nil, err
				}
			default:
				continue
			}
			found = append(found, f)
		}
	}
	return found, nil
}

// sizeOf asks how long a file is: getRecordings only has the size of the folder in which it is.
func (s *BigBlueButtonServer) sizeOf(ctx context.Context, address string) (int64, error) {
	answer, err := s.file(ctx, http.MethodHead, address, 0)
	if err != nil {
		return 0, errUnavailable("BigBlueButton", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK || answer.ContentLength <= 0 {
		return 0, errUnavailable("BigBlueButton", fmt.Errorf("status %d and %d bytes for the file of a recording", answer.StatusCode, answer.ContentLength))
	}
	return answer.ContentLength, nil
}

func (s *BigBlueButtonServer) file(ctx context.Context, method, address string, from int64) (*http.Response, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && !s.isOwn(u) {
		return nil, errNoCall
	}
	r, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return nil, errNoCall
	}
	if from > 0 {
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	answer, err := s.files.Do(r)
	if err != nil {
		return nil, withoutAddress(err)
	}
	return answer, nil
}

// isOwn reports whether an address is on the server that the operator has configured, which may be in a private network and without TLS.
func (s *BigBlueButtonServer) isOwn(u *url.URL) bool {
	own, err := url.Parse(s.config.URL)
	return err == nil && u.Scheme == own.Scheme && u.Host == own.Host
}

// OpenFile implements Recorder.
func (s *BigBlueButtonServer) OpenFile(ctx context.Context, f RecordedFile, from int64) (io.ReadCloser, error) {
	answer, err := s.file(ctx, http.MethodGet, f.Address, from)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusGone {
		_ = answer.Body.Close()
		return nil, ErrFileGone
	}
	return outbound.Rest(answer, f.Size, from)
}

// TrashFile implements Recorder. The server has no trash: it stops to show the recording, and its operator can undo that.
func (s *BigBlueButtonServer) TrashFile(ctx context.Context, f RecordedFile) error {
	_, err := s.call(ctx, "publishRecordings", url.Values{"recordID": {f.ID}, "publish": {"false"}})
	if refused, ok := errors.AsType[errRefused](err); ok && refused.key == "notFound" {
		return nil
	}
	return err
}

// RecordingReady returns the session of which a message of the server says that a recording is there. The message is a JSON Web Token that is signed with the secret of the
// server; fault.Unauthenticated for another one.
func (s *BigBlueButtonServer) RecordingReady(signed string) (sessionID string, err error) {
	var claims struct {
		jwt.RegisteredClaims
		MeetingID string `json:"meeting_id"`
	}
	_, err = jwt.ParseWithClaims(signed, &claims, func(*jwt.Token) (any, error) { return []byte(s.config.Secret), nil }, jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}))
	sessionID, isSession := strings.CutPrefix(claims.MeetingID, meetingID(""))
	if err != nil || !isSession {
		return "", errNotSigned.WithCause(err)
	}
	return sessionID, nil
}
