package live_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/app"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/recording"
	"lectern/internal/testapp"
)

// recordedWorld is a world an hour after a session that BigBlueButton has recorded, as slides and as a video.
func recordedWorld(t *testing.T, b *bigBlueButton, settings string) *world {
	t.Helper()
	w := newWorld(t, b.configured, func(d *app.Deps) { d.Config.PublicURL = "https://school.example" })
	w.room("bigbluebutton", "")
	r := httptest.NewRequest("PUT", "/api/v1/batches/"+w.batch+"/recording-settings", strings.NewReader(settings))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", `"v1-x"`)
	if got := w.Teacher.SendRaw(r); got.Code != http.StatusOK {
		t.Fatal(got.Body)
	}
	w.at(-5 * time.Minute)
	w.join(w.ann)
	w.at(2 * time.Hour)
	b.change(func() {
		b.video = []byte(strings.Repeat("bees ", 30_000))
		b.recordings = fmt.Sprintf(`<recording><recordID>rec-1</recordID><published>true</published><startTime>%d</startTime><playback>
			<format><type>presentation</type><url>https://bbb.example.org/playback/presentation/2.3/rec-1</url></format>
			<format><type>video</type><url>%s/playback/video/rec-1/</url><size>999</size></format><format><type>notes</type><url>https://bbb.example.org/notes</url></format></playback></recording>
			<recording><recordID>rec-2</recordID><published>false</published><startTime>1</startTime></recording>`, w.starts.UnixMilli(), b.URL)
	})
	return w
}

// says posts what BigBlueButton says when a recording is there.
func (w *world) says(signed string) int {
	w.t.Helper()
	r := httptest.NewRequest("POST", "/api/v1/recordings/bigbluebutton", strings.NewReader(url.Values{"signed_parameters": {signed}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.Nobody().SendRaw(r).Code
}

func signedBy(t *testing.T, secret, meetingID string, method jwt.SigningMethod) string {
	t.Helper()
	var key any = []byte(secret)
	if method == jwt.SigningMethodNone {
		key = jwt.UnsafeAllowNoneSignatureType
	}
	signed, err := jwt.NewWithClaims(method, jwt.MapClaims{"meeting_id": meetingID, "record_id": "rec-1"}).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// fetched runs the jobs that are due, without processing videos.
func (w *world) fetched() {
	w.t.Helper()
	w.Work()
	w.Exec("DELETE FROM jobs WHERE kind LIKE 'transcode.%'")
}

// recorded lists the recordings of the session for a user.
func (w *world) recorded(who testapp.User) (list []string) {
	w.t.Helper()
	path := "/batches/" + w.batch + "/schedule/" + w.session + "/recorded-lessons"
	for _, l := range testapp.Read[rest.Answer[[]recording.RecordedLesson]](w.t, who.Do("GET", path, "", 200)).Data {
		address := l.URL
		if l.VideoID != "" {
			address = "video"
		}
		list = append(list, l.Title+" "+address)
	}
	return list
}

// A session is recorded where its batch wants that; when BigBlueButton says so, its video is fetched into the library and its slides are watched there. Messages that it has
// not signed are refused and change nothing.
func TestRecordingsOfBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := recordedWorld(t, b, `{"records":true,"auto_import":true,"publish":true,"delete_after_import":false}`)
	if got := w.bbbRoom(b).recording; got != "truetrue https://school.example/api/v1/recordings/bigbluebutton" {
		t.Errorf("%q", got)
	}
	id := "session-" + w.session
	for name, forged := range map[string]string{"another secret": signedBy(t, "guessed", id, jwt.SigningMethodHS256), "another algorithm": signedBy(t, bbbSecret, id, jwt.SigningMethodHS512),
		"no signature": signedBy(t, "", id, jwt.SigningMethodNone), "no token": "x", "nothing": "", "no session": signedBy(t, bbbSecret, "meeting-"+w.session, jwt.SigningMethodHS256)} {
		if code := w.says(forged); code != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, code)
		}
	}
	if code := w.says(signedBy(t, bbbSecret, "session-gone", jwt.SigningMethodHS256)); code != http.StatusGone {
		t.Error(code)
	}
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'recording.find'"); n != 0 {
		t.Error("jobs of messages that were refused:", n)
	}
	for range 2 { // it is sent again
		if code := w.says(signedBy(t, bbbSecret, id, jwt.SigningMethodHS256)); code != http.StatusOK {
			t.Fatal(code)
		}
		w.fetched()
	}
	want := []string{"Bees · 2026-09-07 https://bbb.example.org/playback/presentation/2.3/rec-1", "Bees · 2026-09-07 video"}
	got := w.recorded(w.Teacher)
	if len(got) == 2 && got[0] == want[1] {
		got[0], got[1] = got[1], got[0] // which comes first is open
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || b.hidden != "" {
		t.Errorf("%q %s", got, b.hidden)
	}
	if n := w.Count("SELECT size FROM recording_files WHERE kind = 'video' AND state = 'imported'"); n != int64(len(b.video)) {
		t.Error("bytes that were fetched:", n)
	}
}

// Without a message the server is asked; answers that are no answers change nothing, and a video that is gone is not tried again.
func TestRecordingsOfBigBlueButtonWithoutMessages(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := recordedWorld(t, b, `{"records":true,"auto_import":true,"publish":true,"delete_after_import":true}`)
	for _, answer := range []string{`<!DOCTYPE x [<!ENTITY a "session">]><response><returncode>SUCCESS</returncode><recordings><recording><recordID>&a;</recordID></recording></recordings></response>`, "<html>", ""} {
		b.change(func() { b.answer = answer })
		err := w.Runner.Handlers["recording.poll"].Do(t.Context(), nil)
		if (err == nil) != (answer == "") {
			t.Errorf("%q: %v", answer, err)
		}
	}
	b.change(func() { b.answer = "" })
	w.fetched()
	if got := w.recorded(w.Teacher); fmt.Sprint(got) != "[Bees · 2026-09-07 video]" { // the page would end with the recording
		t.Errorf("%q", got)
	}
	w.Exec("UPDATE recording_files SET state = 'failed'")
	b.change(func() { b.video = nil })
	w.Teacher.Do("POST", "/sessions/"+w.session+"/recording-files/fetch", "", 200)
	w.fetched()
	if got := w.Teacher.Do("GET", "/sessions/"+w.session+"/recording-files", "", 200); !strings.Contains(got, `"state":"failed","reason":"gone"`) {
		t.Error(got)
	}
}
