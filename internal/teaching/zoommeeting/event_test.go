package zoommeeting_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/testapp"
)

const webhookSecret = "the secret of webhooks"

// mac is the signature of Zoom, as its documentation has it.
func mac(secret, text string) string {
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(text))
	return hex.EncodeToString(m.Sum(nil))
}

// hook sends an event as Zoom does, signed at some time.
func (w *world) hook(secret, body string, at time.Time) *httptest.ResponseRecorder {
	w.t.Helper()
	stamp := fmt.Sprint(at.Unix())
	r := httptest.NewRequest("POST", "/api/v1/zoom/webhook", bytes.NewBufferString(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Zm-Request-Timestamp", stamp)
	r.Header.Set("X-Zm-Signature", "v0="+mac(secret, "v0:"+stamp+":"+body))
	return w.Nobody().SendRaw(r)
}

// event is what Zoom says about an instance of the meeting, at minutes of the session.
func (w *world) event(kind string, m zoomMeeting, minute int, registrant string) string {
	at := w.starts.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339)
	more := ""
	switch kind {
	case "meeting.ended":
		more = `,"end_time":"` + at + `"`
	case "meeting.participant_joined":
		more = `,"participant":{"user_id":"16778240","user_name":"Ann Bell","email":"ann@example.org","registrant_id":"` + registrant + `","join_time":"` + at + `"}`
	case "meeting.participant_left":
		more = `,"participant":{"user_id":"16778240","user_name":"Ann Bell","registrant_id":"` + registrant + `","leave_time":"` + at + `"}`
	}
	return fmt.Sprintf(`{"event":%q,"event_ts":1,"payload":{"account_id":"the account","object":{"id":"%d","uuid":%q,"start_time":%q%s}}}`,
		kind, m.ID, m.UUID, w.starts.Add(-5*time.Minute).Format(time.RFC3339), more)
}

func (w *world) row(of string) live.AttendanceRow {
	w.t.Helper()
	sheet := testapp.Read[rest.Answer[live.AttendanceSheet]](w.t, w.Teacher.Do("GET", "/sessions/"+w.session+"/attendance", "", 200)).Data
	for _, r := range sheet.Rows {
		if r.UserID == of {
			return r
		}
	}
	w.t.Fatal("not expected")
	return live.AttendanceRow{}
}

// entered is a world in which Ann has entered the meeting, with her registration.
func entered(t *testing.T) (w *world, m zoomMeeting, registrant string) {
	t.Helper()
	w = newWorld(t, 1)
	w.at(-time.Minute)
	w.plan()
	w.enter(w.ann)
	m = w.only()
	for id := range m.Registrants {
		registrant = id
	}
	return w, m, registrant
}

// Who can't sign, now and for this account, changes nothing. A repetition has no further effect.
func TestWebhooksAreVerified(t *testing.T) {
	t.Parallel()
	w, m, registrant := entered(t)
	left := w.event("meeting.participant_left", m, 40, registrant)
	now := w.Clock.Now()
	signed := w.hook(webhookSecret, left, now)
	if signed.Code != 200 {
		t.Fatalf("%d %s", signed.Code, signed.Body)
	}
	before := w.Tables()
	for name, answer := range map[string]*httptest.ResponseRecorder{
		"another secret": w.hook("another", strings.ReplaceAll(left, "40", "41"), now),
		"too old":        w.hook(webhookSecret, w.event("meeting.ended", m, 60, ""), now.Add(-301*time.Second)),
		"too new":        w.hook(webhookSecret, w.event("meeting.ended", m, 60, ""), now.Add(301*time.Second)),
		"other account":  w.hook(webhookSecret, strings.ReplaceAll(left, "the account", "another"), now),
		"no JSON":        w.hook(webhookSecret, "meeting.ended", now),
	} {
		if answer.Code != 401 {
			t.Errorf("%s: %d %s", name, answer.Code, answer.Body)
		}
	}
	unsigned := httptest.NewRequest("POST", "/api/v1/zoom/webhook", strings.NewReader(left))
	if answer := w.Nobody().SendRaw(unsigned); answer.Code != 401 {
		t.Errorf("%d", answer.Code)
	}
	for range 3 {
		if answer := w.hook(webhookSecret, left, now); answer.Code != 200 {
			t.Errorf("%d %s", answer.Code, answer.Body)
		}
	}
	for name, rows := range w.Tables() {
		if rows != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM live_events WHERE body <> ''"); n != 0 {
		t.Error("an event is kept with the people that it names")
	}
	proof := w.hook(webhookSecret, `{"event":"endpoint.url_validation","payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"}}`, now)
	if want := `{"plainToken":"qgg8vlvZRS6UYooatFL8Aw","encryptedToken":"` + mac(webhookSecret, "qgg8vlvZRS6UYooatFL8Aw") + `"}`; strings.TrimSpace(proof.Body.String()) != want {
		t.Errorf("%s", proof.Body)
	}
}

// All orders of the events of a session, with one repeated, make the same attendance.
func TestOrderOfWebhooksDoesNotMatter(t *testing.T) {
	t.Parallel()
	w, m, registrant := entered(t)
	events := []string{w.event("meeting.started", m, -5, ""), w.event("meeting.participant_joined", m, 2, registrant), w.event("meeting.participant_left", m, 40, registrant),
		w.event("meeting.ended", m, 61, "")}
	back := strings.ReplaceAll(w.event("meeting.participant_joined", m, 45, registrant), "16778240", "16779264") // and never said to leave
	guest := strings.ReplaceAll(w.event("meeting.participant_joined", m, 0, ""), "16778240", "16780000")         // with the name of Ann
	w.at(time.Hour)
	for n, order := range orders(append(events, back)) {
		w.Exec("DELETE FROM live_events")
		w.Exec("DELETE FROM live_instances")
		w.Exec("DELETE FROM attendance_intervals WHERE external_key IS NOT NULL")
		for _, body := range append(order, order[n%len(order)], guest) {
			w.hook(webhookSecret, body, w.Clock.Now())
		}
		w.Work()
		if got := w.row(w.ann.ID); got.Seconds != (38+15)*60 || got.Status != "present" {
			t.Fatalf("%v: %+v", order, got)
		}
	}
}

// orders returns all permutations.
func orders(of []string) (all [][]string) {
	if len(of) < 2 {
		return [][]string{of}
	}
	for i := range of {
		for _, rest := range orders(slices.Delete(slices.Clone(of), i, i+1)) {
			all = append(all, append([]string{of[i]}, rest...))
		}
	}
	return all
}

// A rehearsal on the day before counts for nothing, and a meeting that was deleted by hand is made again.
func TestWebhooksOfOtherTimes(t *testing.T) {
	t.Parallel()
	w, m, registrant := entered(t)
	rehearsal := strings.ReplaceAll(w.event("meeting.participant_joined", m, 5, registrant), w.starts.Add(-5*time.Minute).Format(time.RFC3339), w.starts.Add(-24*time.Hour).Format(time.RFC3339))
	w.hook(webhookSecret, rehearsal, w.Clock.Now())
	w.Work()
	if n := w.Count("SELECT count(*) FROM attendance_intervals WHERE external_key IS NOT NULL"); n != 0 {
		t.Error("a rehearsal counts as attendance")
	}
	w.zoom.change(func() { clear(w.zoom.meetings) })
	w.hook(webhookSecret, w.event("meeting.deleted", m, 0, ""), w.Clock.Now())
	w.Work()
	if again := w.only(); again.ID == m.ID || w.state() != "ready" {
		t.Errorf("%s %+v", w.state(), again)
	}
}

// Without webhooks, Zoom is asked for its report after the session: of each instance, all pages, and who was let in.
func TestReportAfterTheSession(t *testing.T) {
	t.Parallel()
	w, m, registrant := entered(t)
	at := func(minute int) time.Time { return w.starts.Add(time.Duration(minute) * time.Minute) }
	stay := func(user, registrant, status string, from, until int) zoomStay {
		return zoomStay{user, registrant, status, at(from), at(until)}
	}
	w.zoom.change(func() {
		w.zoom.instances = []zoomInstance{
			{m.ID, "rehearsal", at(-24 * 60), []zoomStay{stay("1", registrant, "in_meeting", -24*60, 0)}},
			{m.ID, "/a//b==", at(-5), []zoomStay{stay("1", registrant, "in_waiting_room", -5, 3), stay("2", registrant, "in_meeting", 3, 20), stay("3", "", "in_meeting", 0, 60), stay("4", registrant, "in_meeting", 15, 25)}},
			{m.ID, "c==", at(30), []zoomStay{stay("2", registrant, "in_meeting", 30, 70)}},
		}
	})
	report := func() error { return w.Runner.Handlers["zoom.report"].Do(t.Context(), nil) }
	w.at(80 * time.Minute)
	if err := report(); err != nil || w.zoom.calls["GET /v2/past_meetings/{id}/instances"] != 0 {
		t.Errorf("%v: asked before the session is over for good", err)
	}
	w.at(90 * time.Minute)
	w.zoom.change(func() { w.zoom.down = true })
	if report() == nil || w.row(w.ann.ID).Status != "joined" {
		t.Errorf("a report that is not there: %+v", w.row(w.ann.ID))
	}
	w.zoom.change(func() { w.zoom.down = false })
	for range 2 {
		if err := report(); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.row(w.ann.ID); got.Seconds != (22+30)*60 || got.Status != "present" {
		t.Errorf("%+v", got)
	}
	if n := w.zoom.calls["GET /v2/past_meetings/{id}/instances"]; n != 1 {
		t.Errorf("asked %d times", n) // what fails is the token
	}
}
