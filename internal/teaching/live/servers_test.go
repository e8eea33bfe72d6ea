package live_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/testapp"
)

type servers = rest.Answer[[]live.MeetingServer]

// enter follows a link into a room and returns the address of the room, with the status of its server.
func (w *world) enter(j live.JoinLink) (address string, status int) {
	w.t.Helper()
	answer := w.follow(j)
	if answer.Code != http.StatusSeeOther {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	address = answer.Header().Get("Location")
	return address, visit(w.t, address)
}

// visit opens an address of a meeting server as a browser does.
func visit(t *testing.T, address string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	return got.StatusCode
}

// report lets the application ask who is in.
func (w *world) report() error {
	return w.Runner.Handlers["live.attendance"].Do(w.t.Context(), nil)
}

func (w *world) bbbRoom(b *bigBlueButton) *bbbRoom { return b.rooms["session-"+w.session] }

func TestMeetingOnBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := newWorld(t, b.configured, func(d *app.Deps) { d.Config.PublicURL = "https://school.example" })
	if got := testapp.Read[servers](t, w.Teacher.Do("GET", "/meeting-servers", "", 200)); !got.Success || len(got.Data) != 1 || got.Data[0] != (live.MeetingServer{Name: "bigbluebutton", Host: "127.0.0.1"}) {
		t.Errorf("%+v", got)
	}
	w.ann.Do("GET", "/meeting-servers", "", 403)
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/room", `{"provider":"jitsi"}`, 400) // not configured
	w.room("bigbluebutton", "")
	w.at(-5 * time.Minute)
	if s := w.see(w.ann); s.Provider != "bigbluebutton" || s.Host != "127.0.0.1" {
		t.Errorf("%+v", s)
	}
	j := w.join(w.ann)
	if strings.Contains(j.URL, "bigbluebutton") || w.bbbRoom(b) == nil {
		t.Errorf("%s, room %+v", j.URL, w.bbbRoom(b))
	}
	address, status := w.enter(j)
	if status != http.StatusNoContent || strings.Contains(address, bbbSecret) {
		t.Errorf("%d %s", status, address)
	}
	if _, status := w.enter(w.join(w.Teacher)); status != http.StatusNoContent {
		t.Error(status)
	}
	room := w.bbbRoom(b)
	if len(room.people) != 2 || room.people[w.ann.ID] != "VIEWER Ann" || !strings.HasPrefix(room.people[w.Teacher.ID], "MODERATOR ") || room.name != "Bees" || room.back != "https://school.example/sessions/"+w.session || b.made != 1 {
		t.Errorf("%+v, %d made", room, b.made)
	}
	if again := w.follow(j); again.Header().Get("Location") != "/sessions/"+w.session {
		t.Errorf("the link works twice: %v", again.Header())
	}
	if n := w.Count("SELECT count(*) FROM join_links WHERE digest LIKE '%bigbluebutton%'"); n != 0 {
		t.Error("the address of the room is stored")
	}
	// the room is emptied and made anew: an old address leads nowhere
	b.change(func() { delete(b.rooms, "session-"+w.session) })
	w.join(w.ben)
	if visit(t, address); w.bbbRoom(b).people[w.ann.ID] != "" {
		t.Error("an address of an earlier room leads into the new one")
	}
}

// Who is in a room is asked every minute, and makes attendance. People whom this server didn't let in, and rooms of other sessions, count for nothing.
func TestAttendanceOnBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := newWorld(t, b.configured)
	w.room("bigbluebutton", "")
	w.at(-2 * time.Minute)
	w.enter(w.join(w.ann))
	w.enter(w.join(w.ben))
	b.change(func() { w.bbbRoom(b).people["w_guest"] = "VIEWER Guest" })
	for minute := range 64 {
		if minute == 20 {
			b.change(func() { delete(w.bbbRoom(b).people, w.ben.ID) })
		}
		if err := w.report(); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Minute)
	}
	rows := map[string]live.AttendanceRow{}
	for _, r := range testapp.Read[sheet](t, w.Teacher.Do("GET", "/sessions/"+w.session+"/attendance", "", 200)).Data.Rows {
		rows[r.FullName] = r
	}
	if ann := rows["Ann"]; ann.Status != "present" || ann.Seconds != 3600 || len(ann.Intervals) != 1 || ann.Intervals[0].Source != "server" {
		t.Errorf("%+v", ann)
	}
	if ben := rows["Ben"]; ben.Status != "partial" || ben.Seconds != 17*60 { // until the last minute in which he was seen
		t.Errorf("%+v", ben)
	}
	if kim := rows["Kim"]; kim.Status != "absent" || kim.Seconds != 0 {
		t.Errorf("%+v", kim)
	}
	asked := b.calls["getMeetingInfo"]
	w.at(90 * time.Minute)
	if err := w.report(); err != nil || b.calls["getMeetingInfo"] != asked {
		t.Errorf("%v: a session that is over is asked for", err)
	}
}

// A server that is down, slow to be right or not a server keeps people out in words, and nothing is used up.
func TestBigBlueButtonFails(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := newWorld(t, b.configured)
	w.room("bigbluebutton", "")
	w.at(0)
	admin := w.User(access.Admin)
	j := w.join(w.ann)
	before := w.rows()
	for name, answer := range map[string]string{
		"an error page": "<html><body>502", "nothing": "<response/>", "a refusal": "<response><returncode>FAILED</returncode><messageKey>maintenance</messageKey></response>",
		"entities": `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><response><returncode>&b;</returncode></response>`, "too much": strings.Repeat("x", 2<<20),
	} {
		b.change(func() { b.answer = answer })
		if got := w.ben.Do("POST", "/sessions/"+w.session+"/join", "", 503); !strings.Contains(got, "meeting_server_unavailable") || strings.Contains(got, "maintenance") {
			t.Errorf("%s: %s", name, got)
		}
		if got := admin.Do("GET", "/meeting-servers/bigbluebutton/status", "", 503); !strings.Contains(got, "meeting_server_unreachable") || strings.Contains(got, "maintenance") {
			t.Errorf("%s: %s", name, got)
		}
		if got := w.follow(j); got.Code != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
		if w.report() == nil {
			t.Errorf("%s: a report without an answer is none", name)
		}
	}
	b.change(func() { b.answer, b.secret = "", "another" })
	if got := admin.Do("GET", "/meeting-servers/bigbluebutton/status", "", 503); !strings.Contains(got, "meeting_server_secret") {
		t.Error(got)
	}
	if w.rows() != before {
		t.Error("a failure has left something")
	}
	b.change(func() { b.secret = bbbSecret })
	admin.Do("GET", "/meeting-servers/bigbluebutton/status", "", 200)
	admin.Do("GET", "/meeting-servers/jitsi/status", "", 404)
	w.Teacher.Do("GET", "/meeting-servers/bigbluebutton/status", "", 403)
	if _, status := w.enter(j); status != http.StatusNoContent { // the link was not used up
		t.Error(status)
	}
	b.Close()
	if got := w.ben.Do("POST", "/sessions/"+w.session+"/join", "", 503); !strings.Contains(got, "meeting_server_unavailable") || strings.Contains(got, "127.0.0.1") {
		t.Error(got)
	}
}

// Of many requests that use one link at the same moment, one enters.
func TestLinkIntoAServerIsUsedOnce(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := newWorld(t, b.configured)
	w.room("bigbluebutton", "")
	w.at(0)
	j := w.join(w.ann)
	var entered sync.Map
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if to := w.follow(j).Header().Get("Location"); strings.HasPrefix(to, b.URL) {
				entered.Store(&to, to)
			}
		})
	}
	all.Wait()
	n := 0
	entered.Range(func(any, any) bool { n++; return true })
	if n != 1 || w.Count("SELECT count(*) FROM attendance_intervals") != 1 {
		t.Errorf("%d have entered", n)
	}
}

const jitsiSecret = "a secret of the school's Jitsi"

// jitsiClaims are read as a server reads them.
type jitsiClaims struct {
	jwt.RegisteredClaims
	Room    string
	Context struct {
		User struct {
			ID, Name, Affiliation string
			Moderator             bool
		}
	}
}

func TestMeetingOnJitsi(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(d *app.Deps) {
		d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://Meet.example.org/", AppID: "lectern", Secret: jitsiSecret}
	})
	w.room("jitsi", "")
	w.at(-5 * time.Minute)
	names := map[string]bool{}
	for _, c := range []struct {
		who         testapp.User
		name        string
		moderator   bool
		affiliation string
	}{{w.ann, "Ann", false, "member"}, {w.Teacher, "", true, "owner"}} {
		room, token, found := strings.Cut(w.follow(w.join(c.who)).Header().Get("Location"), "?jwt=")
		name, onServer := strings.CutPrefix(room, "https://Meet.example.org/lectern-")
		if !found || !onServer || len(name) != 32 {
			t.Fatalf("%s %s", room, token)
		}
		names[name] = true
		var claims jitsiClaims
		parser := jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithTimeFunc(w.Clock.Now), jwt.WithAudience("lectern"), jwt.WithIssuer("lectern"),
			jwt.WithSubject("meet.example.org"), jwt.WithExpirationRequired())
		if _, err := parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return []byte(jitsiSecret), nil }); err != nil {
			t.Fatal(err)
		}
		user := claims.Context.User
		if claims.Room != "lectern-"+name || user.ID != c.who.ID || user.Moderator != c.moderator || user.Affiliation != c.affiliation || c.name != "" && user.Name != c.name ||
			!claims.ExpiresAt.Equal(w.starts.Add(90*time.Minute)) {
			t.Errorf("%+v", claims)
		}
	}
	if len(names) != 1 {
		t.Errorf("one session has several rooms: %v", names)
	}
	w.at(time.Hour)
	if own := w.see(w.ann).Own; own == nil || own.Status != "joined" {
		t.Errorf("%+v", own)
	}
}

// What TestZoomKeepsWhatRoomsHaveToKeep tries for Zoom.
func TestProvidersKeepWhatRoomsHaveToKeep(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	for _, p := range []testapp.RoomProvider{
		{Name: "link", URL: meeting, Configure: func(*app.Deps) {}},
		{Name: "built_in", Configure: func(*app.Deps) {}},
		{Name: "jitsi", Configure: func(d *app.Deps) { d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://jitsi.example.org"} }},
		{Name: "bigbluebutton", Configure: b.configured, Rooms: func() int { return len(b.rooms) }, Away: func(isAway bool) {
			b.change(func() { b.answer = map[bool]string{true: "<html>"}[isAway] })
		}},
	} {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			testapp.TryRooms(t, p)
		})
	}
}
