package playback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/fault"
)

// ticket is what a playback token says: this person may fetch what belongs to this video until then. It holds for every
// generation of the video. User is "" for a preview that anybody may watch.
type ticket struct {
	video, user string
	expires     time.Time
}

const ticketPurpose = "lectern playback token 1|" // no other use of the key gives the same bytes

// sign makes the token of a ticket. It may stand in a path and in a header.
func (t ticket) sign(key []byte) string {
	body := base64.RawURLEncoding.EncodeToString([]byte(strings.Join(
		[]string{t.video, t.user, strconv.FormatInt(t.expires.Unix(), 10)}, "|")))
	return body + "." + base64.RawURLEncoding.EncodeToString(ticketMAC(key, body))
}

// readTicket is fault.Unauthenticated when the token is not one of ours or its time is over: ask for streaming-urls again.
func readTicket(key []byte, token string, now time.Time) (ticket, error) {
	body, signature, _ := strings.Cut(token, ".")
	mac, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	if err != nil || !hmac.Equal(mac, ticketMAC(key, body)) {
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_invalid", "This address does not open the video. Please open the video's page again.")
	}
	text, err := base64.RawURLEncoding.DecodeString(body)
	fields := strings.Split(string(text), "|")
	if err != nil || len(fields) != 3 {
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_invalid", "This address does not open the video. Please open the video's page again.")
	}
	seconds, err := strconv.ParseInt(fields[2], 10, 64)
	t := ticket{fields[0], fields[1], time.Unix(seconds, 0)}
	if err != nil || !now.Before(t.expires) {
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_expired", "The time for which this address opens the video is over. Please open the video's page again.")
	}
	return t, nil
}

func ticketMAC(key []byte, body string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(ticketPurpose + body))
	return mac.Sum(nil)
}
