package onlinemeeting_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/config"
)

// bigBlueButton is a server that makes every room that it is asked for and says who is in.
type bigBlueButton struct {
	*httptest.Server

	mu      sync.Mutex
	people  []string
	isGone  bool   // the room has ended
	isAway  bool   // nothing is answered as it should
	ended   string // the address that it was given for the end of the room
	askedBy map[string]int64
}

func newBigBlueButton(t *testing.T) *bigBlueButton {
	t.Helper()
	b := &bigBlueButton{askedBy: map[string]int64{}}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

func (b *bigBlueButton) configured() config.MeetingServers {
	return config.MeetingServers{BigBlueButton: config.BigBlueButton{URL: b.URL + "/bigbluebutton/", Secret: "secret"}}
}

// in says who is in the room.
func (b *bigBlueButton) in(people ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.people = people
}

// end says whether the room has ended, and whether the server answers at all.
func (b *bigBlueButton) end(isGone, isAway bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.isGone, b.isAway = isGone, isAway
}

func (b *bigBlueButton) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	call := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	b.askedBy[call]++
	switch {
	case b.isAway:
		w.WriteHeader(http.StatusBadGateway)
		return
	case call == "create":
		b.ended = r.URL.Query().Get("meta_endCallbackUrl")
	case call == "getMeetingInfo" && b.isGone:
		_, _ = fmt.Fprint(w, "<response><returncode>FAILED</returncode><messageKey>notFound</messageKey></response>")
		return
	}
	var people strings.Builder
	for _, id := range b.people {
		people.WriteString("<attendee><userID>" + id + "</userID></attendee>")
	}
	_, _ = fmt.Fprintf(w, "<response><returncode>SUCCESS</returncode><createTime>1</createTime><attendees>%s</attendees></response>", people.String())
}

// When BigBlueButton says that the room of a meeting outside of batches has ended, who was in to the end was there until then. The call is a hint: while people are in, and while the server
// doesn't answer, nothing changes, and an address that it wasn't given is refused.
func TestEndOfAMeetingOnBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := newWorldAt(t, b.configured(), "https://school.example")
	w.named(w.Student.ID, "Lee")
	m := w.create(`,"provider":"bigbluebutton"`)
	w.at(0)
	w.enter(w.Student, m.ID)
	ended, known := strings.CutPrefix(b.ended, "https://school.example/api/v1")
	if !known || !strings.Contains(ended, "/meeting-"+m.ID+".") {
		t.Fatalf("the server was given %q", b.ended)
	}
	b.in(w.Student.ID)
	for range 30 {
		w.Clock.Advance(time.Minute)
		if err := w.Runner.Handlers["online_meetings.attendance"].Do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(20 * time.Second)
	seconds := func() int64 { return w.attendance(m.ID).People[0].Seconds }
	_, word, _ := strings.Cut(ended, ".")
	for _, forged := range []string{"x", "meeting-" + m.ID, "meeting-" + m.ID + ".", m.ID + "." + word, "meeting-" + w.CourseID + "." + word, "meeting-" + m.ID + "." + strings.Repeat("0", len(word))} {
		w.Nobody().Do("GET", "/meeting-servers/bigbluebutton/ended/"+forged, "", 401)
	}
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'live.end'"); n != 0 {
		t.Errorf("%d jobs of forged calls", n)
	}
	w.Nobody().Do("GET", ended, "", 200) // Lee is in
	w.Work()
	b.end(true, true)
	w.Nobody().Do("GET", ended, "", 200) // the server doesn't answer
	w.Work()
	if got := seconds(); got != 30*60 || w.Count("SELECT count(*) FROM online_meeting_stays WHERE closed") != 0 {
		t.Errorf("%d s, though the room has not ended", got)
	}
	w.Exec("DELETE FROM jobs WHERE kind = 'live.end'")
	b.end(true, false)
	asked := b.askedBy["getMeetingInfo"]
	for range 2 { // as a server that repeats it
		w.Nobody().Do("GET", ended, "", 200)
	}
	w.Work()
	if got := seconds(); got != 30*60+20 || b.askedBy["getMeetingInfo"] != asked+1 {
		t.Errorf("%d s, and it was asked %d times", got, b.askedBy["getMeetingInfo"]-asked)
	}
	w.Clock.Advance(time.Minute)
	w.Nobody().Do("GET", ended, "", 200) // the call is repeated later
	w.Work()
	if got := seconds(); got != 30*60+20 {
		t.Errorf("%d s after the call was repeated", got)
	}
	w.Exec("DELETE FROM online_meetings WHERE id = ?", m.ID)
	w.Nobody().Do("GET", ended, "", 410)
}
