package live_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
)

// met is a world in which Ann and Ben were in the room of the session on BigBlueButton, Ben for 20 minutes and Ann for 50, whose last report is 20 seconds old; with the path that
// the server calls when the room has ended.
func met(t *testing.T, b *bigBlueButton) (w *world, ended string) {
	t.Helper()
	w = newWorld(t, b.configured, func(d *app.Deps) { d.Config.PublicURL = "https://school.example" })
	w.room("bigbluebutton", "")
	w.at(0)
	w.enter(w.join(w.ann))
	w.enter(w.join(w.ben))
	ended, known := strings.CutPrefix(w.bbbRoom(b).ended, "https://school.example/api/v1")
	if !known {
		t.Fatalf("the server was given %q", w.bbbRoom(b).ended)
	}
	for minute := range 51 {
		if minute == 21 {
			b.change(func() { delete(w.bbbRoom(b).people, w.ben.ID) })
		}
		if err := w.report(); err != nil {
			t.Fatal(err)
		}
		if minute < 50 {
			w.Clock.Advance(time.Minute)
		}
	}
	w.Clock.Advance(20 * time.Second)
	return w, ended + "?meetingID=session-" + w.session + "&recordingmarks=false"
}

// seconds are how long Ann and Ben were in.
func (w *world) seconds() string {
	w.t.Helper()
	return fmt.Sprint(w.row(w.ann).Seconds, " ", w.row(w.ben).Seconds)
}

// When BigBlueButton says that a room has ended, who was in to the end was there until then, and recordings are asked for, once.
func TestEndOfARoomOnBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w, ended := met(t, b)
	if got := w.seconds(); got != "3000 1200" {
		t.Error(got)
	}
	b.change(func() { delete(b.rooms, "session-"+w.session) })
	for range 2 { // as a server that repeats it
		w.Nobody().Do("GET", ended, "", 200)
	}
	w.Work()
	if got := w.seconds(); got != "3020 1200" || b.calls["getRecordings"] != 1 {
		t.Errorf("%s, recordings were asked for %d times", got, b.calls["getRecordings"])
	}
	w.Clock.Advance(time.Minute)
	w.Nobody().Do("GET", ended, "", 200) // the call is repeated later
	w.Work()
	if got := w.seconds(); got != "3020 1200" {
		t.Error(got)
	}
	w.Exec("DELETE FROM batch_sessions WHERE id = ?", w.session)
	w.Nobody().Do("GET", ended, "", 410)
}

// The call is a hint: while people are in the room, or the server doesn't answer, nothing changes, and an address that the server wasn't given is refused.
func TestForgedEndOfARoomOnBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w, ended := met(t, b)
	path, _, _ := strings.Cut(ended, "?")
	_, word, _ := strings.Cut(path, ".")
	other := w.batch // an id for which nothing was signed
	for _, forged := range []string{"x", w.session, w.session + ".", w.session + "." + strings.Repeat("0", len(word)), other + "." + word, w.session + "." + strings.ToUpper(word) + "0"} {
		w.Nobody().Do("GET", "/meeting-servers/bigbluebutton/ended/"+forged, "", 401)
	}
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'live.end'"); n != 0 {
		t.Errorf("%d jobs of forged calls", n)
	}
	w.Nobody().Do("GET", ended, "", 200)
	w.Work()
	if got := w.seconds(); got != "3000 1200" || b.calls["getRecordings"] != 0 {
		t.Errorf("a call while Ann is in: %s", got)
	}
	for name, answer := range map[string]string{
		"entities":    `<!DOCTYPE r [<!ENTITY a "SUCCESS">]><response><returncode>&a;</returncode><endTime>1</endTime></response>`,
		"another DTD": `<!DOCTYPE r SYSTEM "file:///etc/passwd"><response><returncode>FAILED</returncode></response>`,
		"too much":    strings.Repeat("x", 2<<20),
	} {
		b.change(func() { b.answer = answer })
		w.Nobody().Do("GET", ended, "", 200)
		w.Work()
		if got := w.seconds(); got != "3000 1200" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if n := w.Count("SELECT count(*) FROM attendance_intervals WHERE closed"); n != 0 {
		t.Errorf("%d stays were ended", n)
	}
}
