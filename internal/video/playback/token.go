package playback

import (
	"errors"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// ticket is what a playback token says: this person may fetch what belongs to this video until then. It holds for every
// generation of the video. User is "" for a preview that anybody may watch.
type ticket struct {
	video, user string
	expires     time.Time
}

// tickets signs playback tokens.
func tickets(key []byte) sign.Signer { return sign.New(key, "playback token") }

// sign makes the token of a ticket. It may stand in a path and in a header.
func (t ticket) sign(key []byte) string { return tickets(key).Token(t.expires, t.video, t.user) }

// readTicket is fault.Unauthenticated when the token is not one of ours or its time is over: ask for streaming-urls again.
func readTicket(key []byte, token string, now time.Time) (ticket, error) {
	fields, err := tickets(key).Read(token, now, 2)
	switch {
	case errors.Is(err, sign.ErrExpired):
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_expired", "The time for which this address opens the video is over. Please open the video's page again.")
	case err != nil:
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_invalid", "This address does not open the video. Please open the video's page again.")
	}
	return ticket{video: fields[0], user: fields[1]}, nil
}
