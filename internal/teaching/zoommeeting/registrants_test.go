package zoommeeting_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/zoomcatalogue"
	"lectern/internal/testapp"
)

func (w *world) registrants(id string) []zoomcatalogue.ZoomRegistrant {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]zoomcatalogue.ZoomRegistrant]](w.t, w.Teacher.Do("GET", "/zoom/meetings/"+id+"/registrants", "", 200)).Data
}

// registered registers users for the meeting of the session, and returns their ids at Zoom.
func (w *world) registered(users ...testapp.User) (ids []string) {
	w.t.Helper()
	of := map[string]string{}
	for _, u := range users {
		w.Teacher.Do("POST", "/zoom/meetings/"+w.session+"/registrants", fmt.Sprintf(`{"user_id":%q}`, u.ID), 200)
	}
	for _, r := range w.registrants(w.session) {
		of[r.UserID] = r.ID
	}
	for _, u := range users {
		ids = append(ids, of[u.ID])
	}
	return ids
}

func changes(action string, ids ...string) string {
	list, _ := json.Marshal(ids)
	return fmt.Sprintf(`{"action":%q,"ids":%s}`, action, list)
}

// decide changes registrations for the meeting of the session, and returns what has become of each.
func (w *world) decide(action string, ids ...string) (reasons []string) {
	w.t.Helper()
	for _, o := range testapp.Read[rest.Answer[[]zoomcatalogue.RegistrantOutcome]](w.t, w.Teacher.Do("PUT", "/zoom/meetings/"+w.session+"/registrants/status", changes(action, ids...), 200)).Data {
		if o.Done != (o.Reason == "") {
			w.t.Errorf("%+v", o)
		}
		reasons = append(reasons, o.Reason)
	}
	return reasons
}

// ready is a session that has begun, whose meeting is at Zoom.
func ready(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, 1)
	w.at(-5 * time.Minute)
	w.plan()
	return w
}

// member is another member of the batch.
func (w *world) member() testapp.User {
	w.t.Helper()
	u := w.User(access.Student)
	w.Enroll(u, w.CourseID)
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, u.ID), 200)
	return u
}

// Whose registration is cancelled or denied can't join, here or at Zoom, until it is approved; for each registrant it is said what became of them.
func TestRegistrationsAreCancelledDeniedAndApproved(t *testing.T) {
	t.Parallel()
	w := ready(t)
	ben := w.member()
	ids := w.registered(w.ann, ben)
	path := "/zoom/meetings/" + w.session + "/registrants/status"
	for body, says := range map[string]string{
		changes("approve"):       "between 1 and 300",
		changes("admit", ids...): "action must be",
		changes("deny", slices.Repeat([]string{"x"}, 301)...): "between 1 and 300",
	} {
		if got := w.Teacher.Do("PUT", path, body, 400); !strings.Contains(got, says) {
			t.Error(got)
		}
	}
	w.ann.Do("PUT", path, changes("deny", ids...), 403)
	w.User(access.Instructor).Do("PUT", path, changes("deny", ids...), 404)
	w.zoom.change(func() { w.zoom.down = true })
	w.Teacher.Do("PUT", path, changes("deny", ids...), 503)
	w.zoom.change(func() { w.zoom.down = false })
	for _, r := range w.registrants(w.session) {
		if r.Status != "approved" {
			t.Errorf("a refused request has changed %+v", r)
		}
	}
	if entries := w.logged("zoom_registration.changed"); len(entries) != 0 {
		t.Errorf("refused requests are in the audit log: %s", entries)
	}
	if got := fmt.Sprint(w.decide("cancel", ids[0], "nobody", ids[0]), w.decide("deny", ids[1]), w.decide("deny", ids[1])); got != "[ registrant_not_found ] [] []" {
		t.Error(got)
	}
	if got := fmt.Sprint(slices.Sorted(maps.Values(w.only().Statuses)), w.zoom.calls["PUT /v2/meetings/{id}/registrants/status"]); got != "[cancelled denied] 3" {
		t.Error(got)
	}
	for _, who := range []testapp.User{w.ann, ben} {
		links := w.Count("SELECT count(*) FROM join_links")
		if got := who.Do("POST", "/sessions/"+w.session+"/join", "", 403); !strings.Contains(got, "registration_refused") || w.Count("SELECT count(*) FROM join_links") != links {
			t.Error(got)
		}
	}
	entry := func(u testapp.User, was, is string) string {
		return fmt.Sprintf(`%s: %s {"status":%q} -> {"meeting":"Bees","status":%q}`, w.Teacher.ID, u.ID, was, is)
	}
	if got := w.logged("zoom_registration.changed"); !slices.Equal(got, []string{entry(ben, "approved", "denied"), entry(w.ann, "approved", "cancelled")}) {
		t.Error(got)
	}
	if got := w.logged("zoom_registration.added"); len(got) != 2 || !strings.Contains(got[0], ben.ID+` null -> {"meeting":"Bees","status":"approved"}`) {
		t.Error(got)
	}
	if got := w.enter(w.Teacher); !strings.Contains(got, hostKey) {
		t.Error(got)
	}
	w.decide("approve", ids...)
	if got := w.enter(w.ann); !strings.HasSuffix(got, "tk="+ids[0]) || len(w.only().Statuses) != 0 {
		t.Error(got)
	}
	// registered again, who was cancelled is approved
	w.decide("cancel", ids[0])
	if got := w.registered(w.ann); got[0] != ids[0] || w.registrants(w.session)[0].Status != "approved" {
		t.Error(got)
	}
}

// A link into the room made before a registration was denied leads nowhere.
func TestDeniedAfterTheLinkWasMade(t *testing.T) {
	t.Parallel()
	w := ready(t)
	ids := w.registered(w.ann)
	url := testapp.Read[rest.Answer[struct{ URL string }]](t, w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 200)).Data.URL
	w.decide("deny", ids...)
	if got := w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)); got.Code != 403 || got.Header().Get("Location") != "" {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// One registrant whom Zoom has forgotten doesn't keep the others from being changed: they are registered anew to be approved.
func TestRegistrantsForgottenByZoom(t *testing.T) {
	t.Parallel()
	w := ready(t)
	ids := w.registered(w.ann, w.member())
	w.decide("cancel", ids...)
	m := w.only()
	w.zoom.change(func() { delete(m.Registrants, ids[0]); delete(m.Statuses, ids[0]) })
	if got := fmt.Sprint(w.decide("approve", ids...), len(w.logged("zoom_registration.changed"))); got != "[ ] 4" || len(m.Registrants) != 2 || len(m.Statuses) != 0 {
		t.Error(got, m.Registrants)
	}
	w.zoom.change(func() { clear(m.Registrants) })
	if got := fmt.Sprint(w.decide("deny", w.registered(w.ann)...)); got != "[]" {
		t.Error(got)
	}
	w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 403)
}

// Zoom takes three registrations of a learner on a day, and ten changes of one: what is more is refused before Zoom is asked, until the next day.
func TestDailyLimitsOfRegistrations(t *testing.T) {
	t.Parallel()
	w := ready(t)
	ids := w.registered(w.ann)
	m := w.only()
	for range 2 { // Zoom has forgotten them, so that they are registered when they join
		w.zoom.change(func() { clear(m.Registrants) })
		w.enter(w.ann)
	}
	w.zoom.change(func() { clear(m.Registrants) })
	asked := w.zoom.calls["POST /v2/meetings/{id}/registrants"]
	link := testapp.Read[rest.Answer[struct{ URL string }]](t, w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 200)).Data.URL
	if got := w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)); got.Code != 409 || !strings.Contains(got.Body.String(), "registrant_limit") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.Exec("DELETE FROM live_registrants")
	if got := w.Teacher.Do("POST", "/zoom/meetings/"+w.session+"/registrants", fmt.Sprintf(`{"user_id":%q}`, w.ann.ID), 409); !strings.Contains(got, "registrant_limit") {
		t.Error(got)
	}
	if n := w.zoom.calls["POST /v2/meetings/{id}/registrants"]; n != asked || w.Count("SELECT count(*) FROM live_registrants") != 0 {
		t.Errorf("Zoom was asked %d times more", n-asked)
	}
	w.Exec("DELETE FROM registrant_calls")
	w.zoom.change(func() { clear(w.zoom.used) })
	ids = w.registered(w.ann)
	for i := range 10 {
		if got := w.decide([]string{"cancel", "approve"}[i%2], ids...); got[0] != "" {
			t.Error(i, got)
		}
	}
	asked = w.zoom.calls["PUT /v2/meetings/{id}/registrants/status"]
	if got := w.decide("cancel", ids...); got[0] != "registrant_limit" || w.registrants(w.session)[0].Status != "approved" || w.zoom.calls["PUT /v2/meetings/{id}/registrants/status"] != asked {
		t.Error(got)
	}
	// Zoom itself counts, too, also what it was asked without our knowledge
	w.Exec("DELETE FROM registrant_calls")
	if got := w.decide("cancel", ids...); got[0] != "registrant_limit" || w.registrants(w.session)[0].Status != "approved" {
		t.Error(got)
	}
}

// Many registrations are changed by few calls.
func TestManyRegistrations(t *testing.T) {
	t.Parallel()
	w := ready(t)
	m := w.only()
	ids := make([]string, 65)
	for i := range ids {
		u := w.User(access.Student)
		ids[i] = fmt.Sprintf("r%d", i)
		w.zoom.change(func() { m.Registrants[ids[i]] = u.ID + "@example.com" })
		w.Exec("INSERT INTO live_registrants (meeting_id, user_id, registrant_id, status, created_at) SELECT id, ?, ?, 'approved', ? FROM live_meetings", u.ID, ids[i], w.starts)
	}
	if got := strings.Join(w.decide("deny", ids...), ""); got != "" || len(m.Statuses) != 65 || w.zoom.calls["PUT /v2/meetings/{id}/registrants/status"] != 3 {
		t.Error(got, len(m.Statuses), w.zoom.calls)
	}
}

// The address of a registrant leads only them into the room, by a link that works once.
func TestJoiningAsARegistrant(t *testing.T) {
	t.Parallel()
	w := ready(t)
	ben := w.member()
	ids := w.registered(w.ann, ben)
	join := func(who testapp.User, method, of, id string) *httptest.ResponseRecorder {
		return who.SendRaw(httptest.NewRequestWithContext(t.Context(), method, "/api/v1/zoom/meetings/"+of+"/join/"+id, nil))
	}
	number := fmt.Sprint(w.only().ID)
	for _, who := range []testapp.User{ben, w.Teacher, w.admin, w.User(access.Student)} {
		if got := join(who, "GET", w.session, ids[0]); got.Code != 404 || got.Header().Get("Location") != "" {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	for _, path := range [][2]string{{"nope", ids[0]}, {w.session, "nope"}} {
		if got := join(w.ann, "GET", path[0], path[1]); got.Code != 404 {
			t.Errorf("%v: %d %s", path, got.Code, got.Body)
		}
	}
	if got := join(w.Nobody(), "GET", w.session, ids[0]); got.Code != 401 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := join(w.ann, "HEAD", w.session, ids[0]).Header().Get("Location"); got != "/sessions/"+w.session {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM join_links"); n != 0 {
		t.Errorf("%d links", n)
	}
	link := join(w.ann, "GET", number, ids[0]).Header().Get("Location")
	if !strings.HasPrefix(link, "/api/v1/join/") {
		t.Fatal(link)
	}
	for i, want := range []string{fmt.Sprintf("https://zoom.example/w/%s?tk=%s", number, ids[0]), "/sessions/" + w.session} {
		if got := w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)).Header().Get("Location"); got != want {
			t.Errorf("%d: %s", i, got)
		}
	}
}

// Outside of batches it is the same.
func TestRegistrantsOfAMeetingOutsideOfBatches(t *testing.T) {
	t.Parallel()
	w, id := newOnline(t, 1)
	w.at(-5 * time.Minute)
	w.plan()
	of := "/zoom/meetings/" + id
	w.Teacher.Do("POST", of+"/registrants", fmt.Sprintf(`{"user_id":%q}`, w.ann.ID), 200)
	registrant := w.registrants(id)[0].ID
	got := w.ann.SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1"+of+"/join/"+registrant, nil))
	if !strings.HasPrefix(got.Header().Get("Location"), "/api/v1/online-meetings/enter/") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.Teacher.Do("PUT", of+"/registrants/status", changes("deny", registrant), 200)
	links := w.Count("SELECT count(*) FROM online_meeting_links")
	if got := w.ann.Do("POST", "/online-meetings/"+id+"/join", "", 403); !strings.Contains(got, "registration_refused") || w.Count("SELECT count(*) FROM online_meeting_links") != links {
		t.Error(got)
	}
}

// An invitation is written here: in the language of who sends it, with both zones and our page, and nothing of Zoom.
func TestInvitations(t *testing.T) {
	t.Parallel()
	w, id := newOnline(t, 1)
	w.at(-time.Hour)
	w.plan()
	invitation := func(who testapp.User, id string) string {
		t.Helper()
		return testapp.Read[rest.Answer[zoomcatalogue.ZoomInvitation]](t, who.Do("GET", "/zoom/meetings/"+id+"/invitation", "", 200)).Data.Invitation
	}
	w.Teacher.Do("PATCH", "/profile/me/comprehensive", `{"timeZone":"Asia/Kolkata"}`, 200)
	got := invitation(w.Teacher, id)
	for _, says := range []string{"Office hours\n\n", "7 September 2026, 17:00–18:00 (Europe/Berlin)\n", "7 September 2026, 20:30–21:30 (Asia/Kolkata)\n\nBring questions\n\nJoin here: ", "/meetings/" + id + "\n"} {
		if !strings.Contains(got, says) {
			t.Errorf("%q is not in %q", says, got)
		}
	}
	if strings.Contains(got, "zoom.example") || strings.Contains(got, fmt.Sprint(w.only().ID)) {
		t.Error(got)
	}
	w.Teacher.Do("PATCH", "/profile/me/comprehensive", `{"locale":"de","timeZone":"Europe/Berlin"}`, 200)
	if got := invitation(w.Teacher, id); !strings.Contains(got, "17:00–18:00 Uhr (Europe/Berlin)\n\nBring questions\n\nHier teilnehmen: ") {
		t.Error(got)
	}
	w.ann.Do("GET", "/zoom/meetings/"+id+"/invitation", "", 403)
	w.User(access.Instructor).Do("GET", "/zoom/meetings/"+id+"/invitation", "", 404)
}
