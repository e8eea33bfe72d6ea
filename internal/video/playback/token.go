package playback

import (
	"errors"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// ticket is the content of a playback token: the user may fetch the media of the video until it expires. It is valid for
// every generation of the video. User is "" for a preview that anybody may watch.
type ticket struct {
	video, user string
	expires     time.Time
}

func tickets(key []byte) sign.Signer { return sign.New(key, "playback token") }

// sign returns the token of a ticket, which is safe in a path and in a header.
func (t ticket) sign(key []byte) string { return tickets(key).Token(t.expires, t.video, t.user) }

// readTicket returns fault.Unauthenticated when the token is forged or expired: request streaming-urls again.
func readTicket(key []byte, token string, now time.Time) (ticket, error) {
	fields, err := tickets(key).Read(token, now, 2)
	switch {
	case errors.Is(err, sign.ErrExpired):
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_expired", "This video link has expired. Open the video's page again.")
	case err != nil:
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_invalid", "This link doesn't open the video. Open the video's page again.")
	}
	return ticket{video: fields[0], user: fields[1]}, nil
}
