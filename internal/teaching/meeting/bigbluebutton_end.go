package meeting

import (
	"context"
	"crypto/hmac"
	"errors"
	"net/url"
	"strings"

	"lectern/internal/platform/fault"
)

// endedPath is where the server says that a room has ended: an operation of package live.
const endedPath = "/api/v1/meeting-servers/bigbluebutton/ended/"

var errNotSigned = fault.New(fault.Unauthenticated, "signature_invalid", "This message isn't signed with the secret of the meeting server.")

// EndedAddress returns the address, on a site, that the server calls when a room has ended. The server signs no such call (meta_endCallbackUrl): who knows the
// address has it from us.
func (s *BigBlueButtonServer) EndedAddress(site, roomID string) string {
	return site + endedPath + roomID + "." + s.hidden.word("ended", roomID)
}

// EndedRoom returns the room of the last part of an address of EndedAddress; fault.Unauthenticated for another one.
func (s *BigBlueButtonServer) EndedRoom(token string) (roomID string, err error) {
	roomID, word, _ := strings.Cut(token, ".")
	if !hmac.Equal([]byte(word), []byte(s.hidden.word("ended", roomID))) {
		return "", errNotSigned
	}
	return roomID, nil
}

// HasEnded reports whether a room is gone, or nobody is in it. fault.Unavailable.
func (s *BigBlueButtonServer) HasEnded(ctx context.Context, roomID string) (bool, error) {
	answer, err := s.call(ctx, "getMeetingInfo", url.Values{"meetingID": {meetingID(roomID)}})
	if refused, ok := errors.AsType[errRefused](err); ok && refused.key == "notFound" {
		return true, nil
	}
	if err != nil {
		return false, errUnavailable("BigBlueButton", err)
	}
	return answer.EndTime != "" && answer.EndTime != "0" || len(answer.Attendees) == 0, nil
}
