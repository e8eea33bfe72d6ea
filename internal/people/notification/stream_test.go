package notification_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/notification"
	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// stream is a client of a server's event stream.
type stream struct {
	t      *testing.T
	events chan string // "id name data"
	leave  context.CancelFunc
}

func listen(t *testing.T, server *httptest.Server, u testapp.User, last string) *stream {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/api/v1/notifications/events", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+u.Token())
	r.Header.Set("Last-Event-ID", last)
	answer, err := server.Client().Do(r)
	must(t, err)
	s := &stream{t, make(chan string, 1000), leave}
	t.Cleanup(leave)
	go func() {
		defer close(s.events)
		defer answer.Body.Close()
		var parts []string
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if _, value, ok := strings.Cut(lines.Text(), ": "); ok {
				parts = append(parts, value)
			} else if len(parts) > 0 {
				s.events <- strings.Join(parts, " ")
				parts = nil
			}
		}
	}()
	return s
}

// next skips to the next event that contains a text and returns it.
func (s *stream) next(text string) string {
	s.t.Helper()
	for {
		select {
		case e, open := <-s.events:
			if !open {
				s.t.Fatalf("the stream ended before %q", text)
			}
			if strings.Contains(e, text) {
				return e
			}
		case <-time.After(20 * time.Second):
			s.t.Fatalf("%q did not come", text)
		}
	}
}

func id(event string) string { return strings.Split(event, " ")[0] }

// serve runs another server on the database of a.
func serve(t *testing.T, a *testapp.App, name string) *httptest.Server {
	t.Helper()
	parts := a.Deps
	parts.Worker = name
	other := app.New(parts)
	server := httptest.NewServer(other.API)
	t.Cleanup(func() { other.API.EndStreams(); server.Close() })
	return server
}

// A notification created on one server reaches the streams of another, and only its recipients.
func TestStreamAcrossServers(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	a, b := serve(t, s.App, "a"), serve(t, s.App, "b")
	phone, desk, student := listen(t, a, s.teacher, ""), listen(t, b, s.teacher, ""), listen(t, b, s.student, "")
	for _, l := range []*stream{phone, desk, student} {
		l.next(`count {"unread":0}`)
	}
	s.failed("one")
	for _, l := range []*stream{phone, desk} {
		if e := l.next("notification"); !strings.Contains(e, "one could not be processed") {
			t.Error(e)
		}
		l.next(`count {"unread":1}`)
	}
	s.teacher.Do("POST", "/notifications/read-all", "", 200) // on a third server
	for _, l := range []*stream{phone, desk} {
		l.next(`count {"unread":0}`)
	}
	s.student.Do("POST", "/courses/"+s.course+"/enroll", "", 200)
	s.Work()
	if e := student.next("notification"); !strings.Contains(e, "You are enrolled") {
		t.Error(e)
	}
}

// However often the connection breaks, every notification arrives exactly once.
func TestStreamResumesExactly(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	server := serve(t, s.App, "a")
	last, got := "", []string{}
	const count = 30
	written := make(chan struct{})
	go func() {
		defer close(written)
		for i := range count {
			n := notification.Notice{DedupKey: fmt.Sprint(i), Kind: notificationkind.VideoReady, To: []string{s.teacher.ID}, Data: notification.Data{"video_title": fmt.Sprintf("film-%02d", i)}}
			if err := s.Notifications.Notify(context.WithoutCancel(t.Context()), n); err != nil {
				t.Error(err)
			}
		}
	}()
	first := listen(t, server, s.teacher, "0")
	for n := 0; len(got) < count; n++ {
		l := first
		if n > 0 {
			l = listen(t, server, s.teacher, last)
		}
		for range 1 + n%4 { // then the connection breaks
			e := l.next("")
			last = id(e)
			if strings.Contains(e, " notification ") {
				got = append(got, e[strings.Index(e, "film-"):][:7])
			}
		}
		l.leave()
	}
	<-written
	for i, film := range got {
		if want := fmt.Sprintf("film-%02d", i); film != want {
			t.Fatalf("%d: %s, want %s: %v", i, film, want, got)
		}
	}
	if l := listen(t, server, s.teacher, last); !strings.Contains(l.next("count"), fmt.Sprint(`{"unread":`, count)) {
		t.Error("the count is wrong")
	}
	for _, nonsense := range []string{"x", "-1", "999999"} { // invalid event ids: the stream starts from now
		if e := listen(t, server, s.teacher, nonsense).next(""); !strings.Contains(e, "count") {
			t.Errorf("%s: %s", nonsense, e)
		}
	}
}

// After a long break the client reads the list; the stream does not replay hundreds.
func TestStreamAfterALongBreak(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for i := range 60 {
		must(t, s.Notifications.Notify(t.Context(), notification.Notice{DedupKey: fmt.Sprint(i), Kind: notificationkind.VideoReady, To: []string{s.teacher.ID}}))
	}
	if e := listen(t, serve(t, s.App, "a"), s.teacher, "0").next(""); !strings.Contains(e, `60 count {"unread":60}`) {
		t.Error(e)
	}
}

func TestStreamAccess(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.Nobody().Do("GET", "/notifications/events", "", 401)
	server := serve(t, s.App, "a")
	guest := s.User(access.Student)
	l := listen(t, server, guest, "")
	l.next("count")
	s.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", guest.ID)
	for range l.events { // until it is closed
	}
}
