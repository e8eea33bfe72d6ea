package live_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/config"
)

// bigBlueButton is a server at the wire: it computes checksums of the query as it was sent, makes rooms and knows who is in. It refuses what a real one refuses.
type bigBlueButton struct {
	*httptest.Server
	secret string

	mu     sync.Mutex
	rooms  map[string]*bbbRoom
	made   int64            // rooms, also those that are gone
	calls  map[string]int64 // by name
	answer string           // to all calls, instead of the right ones

	recordings string // the answer to getRecordings
	video      []byte // what was recorded
	hidden     string // the recording that is no longer shown
}

type bbbRoom struct {
	passwords  string
	name, back string
	recording  string // whether it records from its beginning, and to whom it says that a recording is there
	createTime string
	people     map[string]string // roles by id of the user
	ended      string            // the address that is called when it has ended
}

const bbbSecret = "639259d4-9dd8-4b25-bf01-95f9567eaf4b"

func newBigBlueButton(t *testing.T) *bigBlueButton {
	t.Helper()
	b := &bigBlueButton{secret: bbbSecret, rooms: map[string]*bbbRoom{}, calls: map[string]int64{}}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

// configured makes an application use the server.
func (b *bigBlueButton) configured(d *app.Deps) {
	d.Config.MeetingServers.BigBlueButton = config.BigBlueButton{URL: b.URL + "/bigbluebutton/", Secret: bbbSecret}
}

func (b *bigBlueButton) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if strings.HasPrefix(r.URL.Path, "/playback/") {
		b.play(w, r)
		return
	}
	call := strings.TrimPrefix(r.URL.Path, "/bigbluebutton/api/")
	b.calls[call]++
	query, checksum, _ := strings.Cut(r.URL.RawQuery, "checksum=")
	sum := sha256.Sum256([]byte(call + strings.TrimSuffix(query, "&") + b.secret))
	switch {
	case b.answer != "":
		_, _ = w.Write([]byte(b.answer))
	case checksum != hex.EncodeToString(sum[:]):
		refuse(w, "checksumError")
	default:
		b.handle(w, r, call)
	}
}

func (b *bigBlueButton) handle(w http.ResponseWriter, r *http.Request, call string) {
	q := r.URL.Query()
	id := q.Get("meetingID")
	room := b.rooms[id]
	switch {
	case call == "getMeetings":
		succeed(w, "<meetings/>")
	case call == "create":
		passwords := q.Get("attendeePW") + " " + q.Get("moderatorPW")
		if room == nil {
			b.made++
			room = &bbbRoom{passwords, q.Get("name"), q.Get("logoutURL"), strings.TrimSpace(q.Get("record") + q.Get("autoStartRecording") + " " + q.Get("meta_bbb-recording-ready-url")), fmt.Sprint(1_790_000_000_000 + b.made), map[string]string{}, q.Get("meta_endCallbackUrl")}
			b.rooms[id] = room
		} else if room.passwords != passwords {
			refuse(w, "idNotUnique")
			return
		}
		succeed(w, "<meetingID>"+id+"</meetingID><createTime>"+room.createTime+"</createTime>")
	case call == "getRecordings":
		succeed(w, "<recordings>"+b.recordings+"</recordings>")
	case call == "publishRecordings":
		b.hidden = q.Get("recordID") + " " + q.Get("publish")
		succeed(w, "<published>false</published>")
	case room == nil:
		refuse(w, "notFound")
	case call == "join":
		if q.Get("createTime") != room.createTime {
			refuse(w, "mismatchCreateTimeParam")
			return
		}
		room.people[q.Get("userID")] = q.Get("role") + " " + q.Get("fullName")
		w.WriteHeader(http.StatusNoContent)
	case call == "getMeetingInfo":
		var people strings.Builder
		for id := range room.people {
			people.WriteString("<attendee><userID>" + id + "</userID><fullName>?</fullName><role>VIEWER</role></attendee>")
		}
		succeed(w, "<running>true</running><attendees>"+people.String()+"</attendees>")
	}
}

// play serves the file of a video; its folder is a page.
func (b *bigBlueButton) play(w http.ResponseWriter, r *http.Request) {
	switch {
	case b.video == nil:
		http.NotFound(w, r)
	case strings.HasSuffix(r.URL.Path, "/video-0.m4v"):
		w.Header().Set("Content-Type", "video/mp4")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b.video))
	default:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<video>"))
	}
}

func succeed(w http.ResponseWriter, more string) {
	_, _ = w.Write([]byte("<response><returncode>SUCCESS</returncode>" + more + "</response>"))
}

func refuse(w http.ResponseWriter, key string) {
	_, _ = w.Write([]byte("<response><returncode>FAILED</returncode><messageKey>" + key + "</messageKey><message>no</message></response>"))
}

// change lets a test change the server between requests.
func (b *bigBlueButton) change(do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	do()
}
