package notification_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/notification"
	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func preferences(t *testing.T, u testapp.User) notification.NotificationPreferences {
	t.Helper()
	return testapp.Read[rest.Answer[notification.NotificationPreferences]](t, u.Do("GET", "/notifications/preferences", "", 200)).Data
}

func choose(u testapp.User, kind notificationkind.Kind, inApp, mail bool, status int) string {
	return u.Do("PUT", "/notifications/preferences", fmt.Sprintf(`{"kinds":[{"kind":%q,"in_app":%t,"mail":%t}]}`, kind, inApp, mail), status)
}

func setDigest(u testapp.User, frequency string, hour, weekday int, zone string, status int) string {
	return u.Do("PUT", "/notifications/preferences", fmt.Sprintf(`{"kinds":[],"digest":{"frequency":%q,"hour":%d,"weekday":%d,"time_zone":%q}}`, frequency, hour, weekday, zone), status)
}

func (s *school) failed(dedupKey string) {
	s.t.Helper()
	must(s.t, s.Notifications.Notify(s.t.Context(), notification.Notice{DedupKey: dedupKey, Kind: notificationkind.VideoFailed, To: []string{s.teacher.ID},
		Data: notification.Data{"video_title": dedupKey}}))
}

func TestPreferencesAreRespected(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		inApp, mail bool
		list, mails int
	}{{true, true, 1, 1}, {true, false, 1, 0}, {false, true, 0, 1}, {false, false, 0, 0}} {
		s := newSchool(t)
		choose(s.teacher, notificationkind.VideoFailed, c.inApp, c.mail, 200)
		s.failed("x")
		s.Work()
		if l, m := list(t, s.teacher, "").Data, s.post.to(s.teacher); len(l) != c.list || len(m) != c.mails || unread(t, s.teacher) != int64(c.list) {
			t.Errorf("%+v: %+v, %+v", c, l, m)
		}
	}
}

func TestOfferedKinds(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	admin := s.User(access.Admin)
	has := func(u testapp.User, kind notificationkind.Kind) bool {
		for _, p := range preferences(t, u).Kinds {
			if p.Kind == kind {
				return true
			}
		}
		return false
	}
	for _, c := range []struct {
		kind notificationkind.Kind
		who  testapp.User
		want bool
	}{
		{notificationkind.PasswordChanged, s.student, true}, {notificationkind.VideoFailed, s.student, false}, {notificationkind.VideoFailed, s.teacher, true},
		{notificationkind.ApplicationReceived, s.teacher, false}, {notificationkind.ApplicationReceived, admin, true},
	} {
		if has(c.who, c.kind) != c.want {
			t.Errorf("%s: not %t", c.kind, c.want)
		}
	}
	p := preferences(t, s.student)
	if p.Digest.Frequency != "at_once" || p.Kinds[0].Group != "security" || !p.Kinds[0].MailFixed || !p.Kinds[0].Mail {
		t.Errorf("%+v", p)
	}
}

func TestInvalidPreferences(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	before := preferences(t, s.teacher)
	for want, got := range map[string]string{
		"can't be turned off":                 choose(s.teacher, notificationkind.PasswordChanged, true, false, 400),
		"kind of notification doesn't exist":  choose(s.teacher, "nonsense", true, true, 400),
		"This kind of notification":           choose(s.teacher, notificationkind.ApplicationReceived, true, true, 400),
		"This time zone doesn't exist":        setDigest(s.teacher, "daily", 8, 1, "Mars/Olympus", 400),
		"digest.time_zone":                    setDigest(s.teacher, "daily", 8, 1, "../../etc/passwd", 400),
		"time zone doesn't exist":             setDigest(s.teacher, "daily", 8, 1, "Local", 400),
		"Please choose at_once, daily":        setDigest(s.teacher, "hourly", 8, 1, "UTC", 400),
		"hour must be a number from 0 to 23":  setDigest(s.teacher, "daily", 24, 1, "UTC", 400),
		"weekday must be a number from 0 (Su": setDigest(s.teacher, "weekly", 8, 7, "UTC", 400),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s", want, got)
		}
	}
	if after := preferences(t, s.teacher); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("a refused change was saved: %+v", after)
	}
	choose(s.teacher, notificationkind.PasswordChanged, false, true, 200) // may be removed from the inbox
}

// A digest holds what is unread when it is sent, at the user's local hour before and after a clock change.
func TestDigestAcrossDaylightSaving(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	setDigest(s.teacher, "daily", 8, 1, "Europe/Berlin", 200)
	s.Clock.Advance(time.Date(2026, 10, 24, 5, 0, 0, 0, time.UTC).Sub(s.Clock.Now())) // Saturday before summer time ends
	s.collect()
	for _, c := range []struct {
		at    string // UTC
		mails int
	}{
		{"2026-10-24T05:59:00Z", 0}, {"2026-10-24T06:00:00Z", 1}, {"2026-10-24T06:01:00Z", 0}, {"2026-10-25T06:30:00Z", 0}, {"2026-10-25T07:00:00Z", 1},
		{"2026-10-26T06:30:00Z", 0}, {"2026-10-26T07:00:00Z", 1}, {"2026-10-29T23:00:00Z", 1}, {"2026-10-30T06:59:00Z", 0}, {"2026-10-30T07:00:00Z", 1},
	} {
		s.failed(c.at)
		if at := moment(t, c.at); at.After(s.Clock.Now()) {
			s.Clock.Advance(at.Sub(s.Clock.Now()))
		}
		s.collect()
		if got := s.post.to(s.teacher); len(got) != c.mails {
			t.Errorf("%s: %d digests, want %d", c.at, len(got), c.mails)
		}
	}
}

func (s *school) collect() {
	s.t.Helper()
	must(s.t, s.Notifications.QueueDueDigests(s.t.Context()))
	must(s.t, s.Notifications.QueueDueDigests(s.t.Context())) // a second worker
	s.Work()
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	must(t, err)
	return at
}

func TestDigestContent(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	setDigest(s.teacher, "weekly", 20, 5, "Pacific/Auckland", 200) // Fridays, 08:00 UTC
	for _, name := range []string{"read", "removed", "one", "two"} {
		s.failed(name)
	}
	all := list(t, s.teacher, "").Data
	s.teacher.Do("POST", "/notifications/"+all[3].ID+"/read", "", 200)
	s.teacher.Do("DELETE", "/notifications/"+all[2].ID, "", 200)
	s.collect()
	if got := s.post.to(s.teacher); len(got) != 0 {
		t.Errorf("sent before its day: %+v", got)
	}
	if next := preferences(t, s.teacher).Digest.NextAt; next == nil || !next.Equal(moment(t, "2026-09-04T08:00:00Z")) {
		t.Error(next)
	}
	s.Clock.Advance(4 * 24 * time.Hour)
	s.collect()
	got := s.post.to(s.teacher)
	if len(got) != 1 || got[0].Subject != "2 new notifications" || len(got[0].Items) != 2 || !strings.HasPrefix(got[0].Items[0].Title, "one ") ||
		!strings.HasPrefix(got[0].Items[1].Title, "two ") || got[0].Unsubscribe == "" {
		t.Errorf("%+v", got)
	}
	s.failed("last")
	setDigest(s.teacher, "at_once", 8, 1, "", 200) // what waits is sent in a last digest
	s.collect()
	if got := s.post.to(s.teacher); len(got) != 1 || got[0].Subject != "1 new notification" {
		t.Errorf("%+v", got)
	}
	if p := preferences(t, s.teacher); p.Digest.NextAt != nil {
		t.Errorf("%+v", p.Digest)
	}
}

func TestEmailWaitsForTheMailServer(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.post.refusal = errors.New("the mail server is down")
	s.failed("x")
	s.Work()
	s.post.refusal = nil
	s.Clock.Advance(time.Hour)
	s.Work()
	if got := s.post.to(s.teacher); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	s.failed("y")
	choose(s.teacher, notificationkind.VideoFailed, true, false, 200) // before it could be sent
	s.Work()
	if got := s.post.to(s.teacher); len(got) != 0 {
		t.Errorf("sent although it is no longer wanted: %+v", got)
	}
}

// oneClick posts what mail programs send (RFC 8058, 3.2).
func (s *school) oneClick(address string) int {
	s.t.Helper()
	r := httptest.NewRequest("POST", address, strings.NewReader("List-Unsubscribe=One-Click"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return s.Nobody().SendRaw(r).Code
}

func TestUnsubscribe(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.failed("x")
	s.Work()
	address := s.post.to(s.teacher)[0].Unsubscribe
	u, err := url.Parse(address)
	must(t, err)
	token := u.Query().Get("token")
	wants := func() bool { // emails about failed videos
		s.failed(fmt.Sprint(time.Now().UnixNano()))
		s.Work()
		return len(s.post.to(s.teacher)) == 1
	}

	page := s.Nobody().Send("GET", u.RequestURI(), "") // as link checkers do: changes nothing
	if page.Code != 303 || page.Header().Get("Location") != "/unsubscribe#"+token || !wants() {
		t.Errorf("%d %v", page.Code, page.Header())
	}
	for _, bad := range []string{"", "x", "x.y", token + "x", token[:len(token)-4] + "AAAA", token[:20] + "x" + token[20:], token[43:], token[:len(token)-43]} {
		if got := s.oneClick("https://lectern.test/api/v1/notifications/unsubscribe?token=" + url.QueryEscape(bad)); got != 403 {
			t.Errorf("%q: %d", bad, got)
		}
		s.Nobody().Do("GET", "/notifications/subscription?token="+url.QueryEscape(bad), "", 403)
		s.Nobody().Do("POST", "/notifications/resubscribe?token="+url.QueryEscape(bad), "", 403)
	}
	if !wants() {
		t.Error("a forged link has changed preferences")
	}
	about := "/notifications/subscription?token=" + token
	if got := s.Nobody().Do("GET", about, "", 200); !strings.Contains(got, `"subscribed":true`) || !strings.Contains(got, "Videos failed") {
		t.Error(got)
	}
	for range 2 {
		if got := s.oneClick(address); got != 200 {
			t.Error(got)
		}
	}
	if wants() || !strings.Contains(s.Nobody().Do("GET", about, "", 200), `"subscribed":false`) {
		t.Error("emails are still sent")
	}
	if len(list(t, s.teacher, "").Data) == 0 || unread(t, s.teacher) == 0 {
		t.Error("the inbox was switched off too")
	}
	s.Nobody().Do("POST", "/notifications/resubscribe?token="+token, "", 200)
	if !wants() {
		t.Error("unsubscribing was not reverted")
	}
}

// The link of a digest unsubscribes its recipient, and nobody else, from all emails that can be switched off.
func TestUnsubscribeFromDigest(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	other := s.User(access.Instructor)
	setDigest(s.teacher, "daily", 8, 1, "UTC", 200)
	s.failed("x")
	s.Clock.Advance(24 * time.Hour)
	s.collect()
	if got := s.oneClick(s.post.to(s.teacher)[0].Unsubscribe); got != 200 {
		t.Error(got)
	}
	for _, p := range preferences(t, s.teacher).Kinds {
		if p.Mail != p.MailFixed {
			t.Errorf("%+v", p)
		}
	}
	if p := preferences(t, other); fmt.Sprint(p) != fmt.Sprint(preferences(t, s.User(access.Instructor))) {
		t.Errorf("another user was unsubscribed: %+v", p)
	}
}

func TestNotificationLanguage(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.teacher.Do("PATCH", "/profile/me/comprehensive", `{"locale":"de-CH","timeZone":"Europe/Zurich"}`, 200)
	s.failed("Film")
	s.Work()
	if got := list(t, s.teacher, "").Data[0].Title; got != "Film konnte nicht verarbeitet werden" {
		t.Error(got)
	}
	if got := s.post.to(s.teacher); len(got) != 1 || got[0].Subject != "Film konnte nicht verarbeitet werden" || got[0].Language != "de" || got[0].Action != "Video ansehen" {
		t.Errorf("%+v", got)
	}
	if d := preferences(t, s.teacher).Digest; d.TimeZone != "Europe/Zurich" {
		t.Errorf("%+v", d)
	}
	setDigest(s.teacher, "daily", 8, 1, "Europe/Zurich", 200)
	s.failed("Zwei")
	s.Clock.Advance(24 * time.Hour)
	s.collect()
	if got := s.post.to(s.teacher); len(got) != 1 || got[0].Subject != "1 neue Benachrichtigung" {
		t.Errorf("%+v", got)
	}
}
