package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/internal/testapp/soak"
)

// calendarKills is a school whose server is killed again and again while an instructor's calendar changes.
type calendarKills struct {
	t        *testing.T
	p        *installation
	random   *rand.Rand
	batch    string
	kept     map[string]string // what was acknowledged: of each session, booking and time off by id, its state as the database shows it
	accepted int               // changes
	cut      int               // requests without an answer
}

// F70: random sessions, moves of one and of series, cancellations, restores, demo classes and time off in one calendar, while the server is killed at a system call, which is
// one of a commit or of an answer, or when it has a request. After each restart everything that was acknowledged is there, nothing overlaps, and the calendar agrees with the sessions.
func TestKilledWhileACalendarChanges(t *testing.T) {
	t.Parallel()
	needs(t, "strace")
	everywhere(t, func(t *testing.T, p *installation) {
		k := &calendarKills{t: t, p: p, random: rand.New(rand.NewPCG(newSeed(t), 70)), kept: map[string]string{}}
		s, by := p.serve(nil)
		k.prepare(by)
		s.kill()
		rounds := soak.Rounds(8, 250)
		for range rounds {
			k.round()
		}
		t.Logf("%d changes acknowledged in %d rounds, %d requests cut off; %d sessions, %d demo classes, %d times off", k.accepted, rounds, k.cut,
			p.count("SELECT count(*) FROM batch_sessions"), p.count("SELECT count(*) FROM demo_bookings"), p.count("SELECT count(*) FROM instructor_time_off"))
		if k.cut < rounds/4 || k.accepted == 0 {
			t.Errorf("%d of %d rounds cut off a request, %d changes: the faults do not hit", k.cut, rounds, k.accepted)
		}
		if out, err := p.run("doctor", "--data", p.data); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
}

// prepare gives the teacher hours, and a batch with a weekly series.
func (k *calendarKills) prepare(by *client) {
	var me struct{ ID string }
	by.must("GET", "/profile/me", nil, &me)
	var hours []map[string]any
	for weekday := range 7 {
		hours = append(hours, map[string]any{"weekday": weekday + 1, "from": "08:00", "until": "20:00"})
	}
	by.must("PUT", "/instructors/me/availability", map[string]any{"timezone": "UTC", "takes_demos": true, "hours": hours}, nil)
	var made struct {
		ID       string
		Schedule []calendarEntry
	}
	by.must("POST", "/batches/courses/"+by.priced("Bees")+"/batches", map[string]any{"batch_name": "Bees", "assigned_instructor": me.ID, "timezone": "UTC", "end_date": k.date(360),
		"recurrence": map[string]any{"freq": "weekly", "count": 8, "start_date": k.date(7), "start_time": "10:00", "end_time": "11:00"}}, &made)
	k.batch = made.ID
	k.keep(made.Schedule)
}

// calendarEntry is a session as answers have it.
type calendarEntry struct {
	ID, Status, Date string
	Start            string `json:"start_time"`
}

func (k *calendarKills) keep(entries []calendarEntry) {
	for _, e := range entries {
		k.kept[e.ID] = strings.Join([]string{e.Status, e.Date, e.Start}, " ")
	}
}

func (k *calendarKills) date(days int) string {
	return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly)
}

// round runs a server that is killed at one of its next system calls, makes changes until there is no answer, and checks what is left.
func (k *calendarKills) round() {
	k.t.Helper()
	s, by := k.p.serve(nil)
	call := []systemCall{{"fdatasync", 2}, {"pwrite64", 8}, {"write", 2}}[k.random.IntN(3)] // of one thread, of which the server has several
	if k.p.postgres != "" {
		call = systemCall{"write", 120}
	}
	detach := s.attach("-e", "trace="+call.name, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call.name, 1+k.random.IntN(call.most)))
	cutOff := false
	for n := 0; n < 30 && !cutOff; n++ {
		cutOff = k.step(k.t.Context(), by) != nil
	}
	if !cutOff { // it is killed once it has a request
		cutOff = k.step(httptrace.WithClientTrace(k.t.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { s.signal(syscall.SIGKILL) }}), by) != nil
	}
	if cutOff {
		k.cut++
	}
	s.kill()
	detach()
	s, _ = k.p.serve(nil) // what was committed is there at the latest after a restart
	k.check(cutOff)
	s.kill()
}

// step makes one change and keeps what was acknowledged; an error when there was no answer.
func (k *calendarKills) step(ctx context.Context, by *client) error {
	method, path, body := k.next()
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	a, err := by.sendBody(ctx, method, path, "application/json", bytes.NewReader(content), int64(len(content)))
	switch {
	case err != nil:
		return err
	case a.Status >= http.StatusInternalServerError:
		k.t.Errorf("%s %s %v: %s", method, path, body, described(a))
	case a.Success:
		k.accepted++
		k.acknowledge(method, path, a.Data)
	}
	return nil
}

// next is a random change.
func (k *calendarKills) next() (method, path string, body any) {
	day, hour := k.date(2+k.random.IntN(60)), 8+k.random.IntN(11)
	schedule := "/batches/" + k.batch + "/schedule"
	id := k.session()
	scope := []string{"one", "one", "following", "all"}[k.random.IntN(4)]
	switch k.random.IntN(9) {
	case 0, 1:
		return "POST", schedule, map[string]any{"date": day, "start_time": clockTime(hour), "end_time": clockTime(hour + 1)}
	case 2:
		return "DELETE", schedule + "/" + id + "?scope=" + scope + "&reason=Ill", nil
	case 3:
		return "POST", schedule + "/" + id + "/restore", nil
	case 4:
		return "POST", "/demo-booking", map[string]any{"email": "ann@lectern.test", "fullName": "Ann", "timeSlot": day + "T" + clockTime(hour) + ":00Z"}
	case 5:
		return "POST", "/instructors/me/time-off", map[string]any{"from": day + "T" + clockTime(hour), "until": day + "T" + clockTime(hour+1), "timezone": "UTC"}
	}
	return "PUT", schedule + "/" + id, map[string]any{"date": day, "start_time": clockTime(hour), "end_time": clockTime(hour + 1), "scope": scope}
}

func clockTime(hour int) string { return fmt.Sprintf("%02d:00", hour) }

// session is one of the batch.
func (k *calendarKills) session() string {
	ids := slices.Sorted(maps.Keys(k.kept))
	ids = slices.DeleteFunc(ids, func(id string) bool { return strings.Count(k.kept[id], " ") != 2 })
	return ids[k.random.IntN(len(ids))]
}

// acknowledge keeps what an answer says is there.
func (k *calendarKills) acknowledge(method, path string, data json.RawMessage) {
	var done struct {
		ID      string
		Entries []calendarEntry
	}
	if err := json.Unmarshal(data, &done); err != nil {
		k.t.Fatalf("%s %s: %v %s", method, path, err, data)
	}
	switch {
	case path == "/demo-booking":
		k.kept[done.ID] = "confirmed"
	case path == "/instructors/me/time-off":
		k.kept[done.ID] = "away"
	default:
		k.keep(done.Entries)
	}
}

// check compares what is there with what was acknowledged: besides it there may be what the last request has done, if it was cut off.
func (k *calendarKills) check(cutOff bool) {
	k.t.Helper()
	d := k.p.database()
	defer d.Close()
	there := map[string]string{}
	for _, query := range []string{
		"SELECT id || ' ' || status || ' ' || date || ' ' || start_time FROM batch_sessions",
		"SELECT id || ' ' || status FROM demo_bookings",
		"SELECT id || ' away' FROM instructor_time_off",
	} {
		for _, line := range texts(k.t, d, query) {
			id, state, _ := strings.Cut(line, " ")
			there[id] = state
		}
	}
	var changed []string
	for id, state := range k.kept {
		if there[id] != state {
			changed = append(changed, fmt.Sprintf("%s: acknowledged %q, there is %q", id, state, there[id]))
		}
	}
	added := len(there) - len(k.kept) // at most one more of what one request makes
	if !cutOff && (len(changed) > 0 || added != 0) || added < 0 || added > 1 || added == 1 && len(changed) > 0 {
		k.t.Errorf("cut off: %v; %d more; %s", cutOff, added, strings.Join(changed, "\n"))
	}
	k.kept = there
	for what, query := range map[string]string{
		"overlaps": `SELECT a.id FROM instructor_busy AS a JOIN instructor_busy AS b ON b.instructor_id = a.instructor_id AND b.id <> a.id
			WHERE a.from_at < b.until_at AND b.from_at < a.until_at`,
		"sessions that the calendar has otherwise": `SELECT s.id FROM batch_sessions AS s WHERE (s.status = 'scheduled') <>
			EXISTS (SELECT 1 FROM instructor_busy AS y WHERE y.kind = 'session' AND y.ref_id = s.id AND y.starts_at = s.starts_at AND y.ends_at = s.ends_at)`,
		"demo classes that it has otherwise": `SELECT d.id FROM demo_bookings AS d WHERE (d.status = 'confirmed') <>
			EXISTS (SELECT 1 FROM instructor_busy AS y WHERE y.kind = 'demo' AND y.ref_id = d.id AND y.starts_at = d.starts_at)`,
	} {
		if found := texts(k.t, d, query); len(found) > 0 {
			k.t.Errorf("%s: %v", what, found)
		}
	}
}
