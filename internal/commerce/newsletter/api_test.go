package newsletter_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/commerce/newsletter"
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// server is a mail server; before is called with each campaign before it is sent, and its error is the answer.
type server struct {
	sent   []mail.Email
	before func(mail.Email) error
}

func (s *server) Send(_ context.Context, e mail.Email) error {
	if s.before != nil && e.Newsletter {
		if err := s.before(e); err != nil {
			return err
		}
	}
	s.sent = append(s.sent, e)
	return nil
}

func (s *server) campaigns() (to []string) {
	for _, e := range s.sent {
		if e.Newsletter {
			to = append(to, e.To)
		}
	}
	return to
}

type world struct {
	*testapp.App
	t      *testing.T
	admin  testapp.User
	server *server
	list   string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s := &server{}
	a := testapp.New(t, func(d *app.Deps) { d.Mail, d.Config.NewsletterRate = s, 1 })
	w := &world{a, t, a.User(access.Admin), s, ""}
	w.list = w.lists()[0].ID
	return w
}

func (w *world) lists() []newsletter.NewsletterList {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]newsletter.NewsletterList]](w.t, w.admin.Do("GET", "/newsletter/lists", "", 200)).Data
}

// form opens a form, and waits for as long as a person needs to fill it in.
func (w *world) form() string {
	w.t.Helper()
	id := testapp.Read[rest.Answer[newsletter.NewsletterForm]](w.t, w.Nobody().Do("GET", "/newsletter/form", "", 200)).Data.FormID
	w.Clock.Advance(time.Hour) // the next form of this network is not suspicious
	return id
}

func (w *world) ask(email string, want int) {
	w.t.Helper()
	w.Nobody().Do("POST", "/newsletter/subscribe", fmt.Sprintf(`{"form_id":%q,"email":%q,"full_name":"Ann Lee","consent":true}`, w.form(), email), want)
	w.Work()
}

// token is that of the newest email.
func (w *world) token() string {
	w.t.Helper()
	e := w.server.sent[len(w.server.sent)-1]
	_, token, _ := strings.Cut(e.ActionURL, "#")
	return token
}

func (w *world) subscribe(email string) {
	w.t.Helper()
	w.ask(email, 200)
	w.Nobody().Do("POST", "/newsletter/confirm", `{"token":"`+w.token()+`"}`, 200)
}

func (w *world) status(email string) string {
	w.t.Helper()
	found := testapp.Read[rest.List[newsletter.Subscriber]](w.t, w.admin.Do("GET", "/newsletter/subscribers?search="+email, "", 200)).Data
	if len(found) == 0 {
		return ""
	}
	return found[0].Status
}

func (w *world) campaign(subject string) string {
	w.t.Helper()
	body := fmt.Sprintf(`{"list_id":%q,"subject":%q,"body":"<h2>Bees</h2><p>They <a href=\"https://bees.test\">dance</a>.</p><script>x</script>"}`, w.list, subject)
	return testapp.Read[rest.Answer[newsletter.Campaign]](w.t, w.admin.Do("POST", "/newsletter/campaigns", body, 201)).Data.ID
}

func (w *world) get(id string) newsletter.Campaign {
	w.t.Helper()
	return testapp.Read[rest.Answer[newsletter.Campaign]](w.t, w.admin.Do("GET", "/newsletter/campaigns/"+id, "", 200)).Data
}

// workFor runs jobs for a time in which campaigns are sent.
func (w *world) workFor(d time.Duration) {
	w.t.Helper()
	for ; d > 0; d -= 15 * time.Second {
		w.Work()
		w.Clock.Advance(15 * time.Second)
	}
}

func TestSubscribing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor := w.Nobody()
	id := w.form()
	for _, broken := range []string{
		`{"form_id":"` + id + `","email":"ann","consent":true}`, `{"form_id":"` + id + `","email":"ann@lectern.test","consent":false}`,
		`{"form_id":"` + id + `","email":"ann@lectern.test\nbcc: eve@lectern.test","consent":true}`, `{"form_id":"` + id + `","email":"ann@lectern.test","consent":true,"list_ids":["other"]}`,
	} {
		visitor.Do("POST", "/newsletter/subscribe", broken, 400)
	}
	visitor.Do("POST", "/newsletter/subscribe", `{"email":"ann@lectern.test","consent":true}`, 409) // a script, without a form, needs a code from an email
	visitor.Do("POST", "/newsletter/subscribe", `{"form_id":"other","email":"ann@lectern.test","consent":true}`, 410)
	if w.status("ann") != "" {
		t.Fatal("a refused form has subscribed")
	}
	w.ask("Ann@Lectern.test", 200)
	confirm := w.token()
	visitor.Do("GET", "/newsletter/unsubscribe?token=any", "", 303) // a scanner opens links
	if got := w.status("ann@"); got != "pending" {
		t.Fatal(got)
	}
	visitor.Do("POST", "/newsletter/confirm", `{"token":"`+confirm+`x"}`, 403)
	for range 2 {
		visitor.Do("POST", "/newsletter/confirm", `{"token":"`+confirm+`"}`, 200)
	}
	w.ask("ann@lectern.test", 200) // the answer is the same, the email another
	if e := w.server.sent[len(w.server.sent)-1]; w.status("ann@") != "confirmed" || !strings.Contains(e.ActionURL, "/newsletter/preferences#") {
		t.Fatal(w.status("ann@"), e)
	}
	settings := w.token()
	p := testapp.Read[rest.Answer[newsletter.Preferences]](t, visitor.Do("GET", "/newsletter/preferences?token="+settings, "", 200)).Data
	if p.Email != "A…@Lectern.test" || len(p.ListIDs) != 1 {
		t.Errorf("%+v", p)
	}
	visitor.Do("PUT", "/newsletter/preferences?token="+settings, `{"full_name":"Ann","list_ids":["other"]}`, 400)
	visitor.Do("PUT", "/newsletter/preferences?token="+settings, `{"full_name":"Ann","list_ids":[]}`, 200)
	visitor.Do("POST", "/newsletter/confirm", `{"token":"`+confirm+`"}`, 410) // the old link does not subscribe again
	if got := w.status("ann@"); got != "unsubscribed" {
		t.Error(got)
	}
	before := len(w.server.sent)
	for range 7 { // an address gets 5 such emails a day, however often it is asked for
		w.ask("ben@lectern.test", 200)
	}
	if n := len(w.server.sent) - before; n != 5 {
		t.Error("emails:", n)
	}
	late := w.token()
	w.Clock.Advance(8 * 24 * time.Hour)
	visitor.Do("POST", "/newsletter/confirm", `{"token":"`+late+`"}`, 410)
	w.Clock.Advance(23 * 24 * time.Hour)
	w.Sweep()
	if got := w.status("ben@"); got != "" {
		t.Error("kept:", got)
	}
	add := func(emails string, want int) string {
		t.Helper()
		return w.admin.Do("POST", "/newsletter/subscribers", `{"emails":[`+emails+`],"list_ids":["`+w.list+`"],"proof":"Signed at the fair"}`, want)
	}
	add(`"eve@lectern.test","nobody"`, 400)
	if got := add(`"eve@lectern.test","ann@lectern.test"`, 200); !strings.Contains(got, `"added":1,"skipped":1`) || w.status("ann@") != "unsubscribed" || w.status("eve@") != "confirmed" {
		t.Error(got, w.status("ann@"), w.status("eve@"))
	}
	for _, other := range []testapp.User{w.User(access.Student), w.User(access.Instructor)} {
		other.Do("GET", "/newsletter/subscribers", "", 403)
		other.Do("GET", "/newsletter/subscribers/export", "", 403)
		other.Do("POST", "/newsletter/campaigns", `{"list_id":"`+w.list+`","subject":"x","body":""}`, 403)
	}
	if csv := w.admin.Do("GET", "/newsletter/subscribers/export", "", 200); !strings.Contains(csv, "Ann@Lectern.test") || !strings.Contains(csv, "I want to receive the newsletter") {
		t.Error(csv)
	}
}

func TestCampaigns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, email := range []string{"ann@lectern.test", "ben@lectern.test", "eve@lectern.test"} {
		w.subscribe(email)
	}
	id := w.campaign("Bees in winter")
	path := "/newsletter/campaigns/" + id
	if c := w.get(id); c.Recipients != 3 || strings.Contains(c.Body, "script") {
		t.Errorf("%+v", c)
	}
	preview := testapp.Read[rest.Answer[newsletter.CampaignPreview]](t, w.admin.Do("GET", path+"/preview", "", 200)).Data
	if !strings.Contains(preview.HTML, "<h2>Bees</h2>") || !strings.Contains(preview.Text, "dance") || !strings.Contains(preview.Text, "you subscribed to our newsletter") {
		t.Errorf("%+v", preview)
	}
	w.admin.Do("POST", path+"/test", "", 200)
	w.Work()
	if to := w.server.campaigns(); len(to) != 1 || strings.HasPrefix(to[0], "ann") {
		t.Fatal(to)
	}
	w.server.sent = nil
	tomorrow := w.Clock.Now().Add(24 * time.Hour).Format(time.RFC3339)
	w.admin.Do("POST", path+"/schedule", `{"at":"2020-01-01T00:00:00Z"}`, 400)
	w.admin.Do("POST", path+"/schedule", `{"at":"`+tomorrow+`"}`, 200)
	w.admin.Do("POST", path+"/schedule", `{}`, 409)
	w.admin.Do("DELETE", path, "", 409)
	w.Work()
	w.admin.Do("POST", path+"/cancel", "", 200) // a draft again
	w.admin.Do("POST", path+"/schedule", `{"at":"`+tomorrow+`"}`, 200)
	if n := len(w.server.sent); n != 0 {
		t.Fatal("sent before its time:", n)
	}
	w.Clock.Advance(25 * time.Hour)
	w.server.before = func(e mail.Email) error { // in the second of sending, the next one unsubscribes, with one click of their mail program
		if e.To == "ann@lectern.test" {
			w.server.before = nil
			w.Exec("UPDATE newsletter_subscriptions SET confirmed = FALSE WHERE subscriber_id = (SELECT id FROM newsletter_subscribers WHERE email_key = 'ben@lectern.test')")
		}
		return nil
	}
	w.workFor(time.Minute)
	if to := w.server.campaigns(); len(to) != 2 || to[0] != "ann@lectern.test" || to[1] != "eve@lectern.test" {
		t.Fatal(to)
	}
	if c := w.get(id); c.Status != "sent" || c.Sent != 2 || c.Recipients != 3 {
		t.Errorf("%+v", c)
	}
	e := w.server.sent[0]
	click := strings.TrimPrefix(e.Unsubscribe, "https://lectern.test")
	if got := w.Nobody().Send("GET", click, "").Code; got != 303 || w.status("ann@") != "confirmed" {
		t.Error("opening the link:", got, w.status("ann@"))
	}
	for range 2 {
		r := httptest.NewRequest("POST", click, strings.NewReader("List-Unsubscribe=One-Click"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if got := w.Nobody().SendRaw(r).Code; got != 200 {
			t.Fatal(got)
		}
	}
	if c := w.get(id); w.status("ann@") != "unsubscribed" || c.Unsubscribed != 1 {
		t.Errorf("%s %+v", w.status("ann@"), c)
	}
	states := testapp.Read[rest.List[newsletter.NewsletterDelivery]](t, w.admin.Do("GET", path+"/deliveries?state=skipped", "", 200)).Data
	if len(states) != 1 || states[0].Email != "ben@lectern.test" {
		t.Errorf("%+v", states)
	}
}

// A worker that is killed while it sends has others go on where it was: each address gets the campaign once, and only the one that was being sent perhaps again, with the same Message-ID.
func TestSendingSurvivesACrash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec(`INSERT INTO newsletter_subscribers (id, email, email_key, full_name, status, languages, consent, created_at, asked_at, confirmed_at)
		SELECT 's' || substr('00' || n.i, length('00' || n.i) - 1), 'p' || n.i || '@lectern.test', 'p' || n.i || '@lectern.test', '', 'confirmed', '', '{}', ?0, ?0, ?0
		FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) SELECT i FROM n) AS n`, w.Clock.Now())
	w.Exec("INSERT INTO newsletter_subscriptions (list_id, subscriber_id, confirmed) SELECT ?, id, TRUE FROM newsletter_subscribers", w.list)
	id := w.campaign("Bees in winter")
	n := 0
	w.server.before = func(e mail.Email) error {
		switch n++; n {
		case 4, 21: // the server has accepted it, and the worker dies before it can say so
			w.server.sent = append(w.server.sent, e)
			panic("killed")
		case 10:
			w.admin.Do("POST", "/newsletter/campaigns/"+id+"/pause", "", 200)
		}
		return nil
	}
	w.admin.Do("POST", "/newsletter/campaigns/"+id+"/schedule", `{}`, 200)
	w.workFor(5 * time.Minute)
	if c := w.get(id); c.Status != "paused" || len(w.server.campaigns()) != 10 {
		t.Fatalf("%d %+v", len(w.server.campaigns()), c)
	}
	w.admin.Do("POST", "/newsletter/campaigns/"+id+"/resume", "", 200)
	w.workFor(10 * time.Minute)
	times, ids := map[string]int{}, map[string]string{}
	for _, e := range w.server.sent {
		if times[e.To]++; times[e.To] > 1 && ids[e.To] != e.ID {
			t.Errorf("%s got two different emails", e.To)
		}
		ids[e.To] = e.ID
	}
	if c := w.get(id); c.Status != "sent" || c.Sent != 40 || len(times) != 40 || len(w.server.sent) != 42 {
		t.Errorf("%d addresses, %d emails, %+v", len(times), len(w.server.sent), c)
	}
}

// What the mail server refuses is recorded, and too much of it stops a campaign.
func TestRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.subscribe("gone@lectern.test")
	w.subscribe("ann@lectern.test")
	id := w.campaign("Bees in winter")
	unreachable := true
	w.server.before = func(e mail.Email) error {
		if unreachable {
			return fmt.Errorf("connection refused")
		}
		if e.To == "gone@lectern.test" {
			return fmt.Errorf("550: %w", joined{mail.ErrRefused, mail.ErrNoMailbox})
		}
		return nil
	}
	w.admin.Do("POST", "/newsletter/campaigns/"+id+"/schedule", `{}`, 200)
	w.workFor(time.Minute)
	unreachable = false
	w.workFor(time.Minute)
	if c := w.get(id); c.Status != "sent" || c.Sent != 1 || c.Refused != 1 || w.status("gone@") != "bounced" || w.status("ann@") != "confirmed" {
		t.Errorf("%s %+v", w.status("gone@"), c)
	}
	for i := range 25 {
		w.Exec(`INSERT INTO newsletter_subscribers (id, email, email_key, full_name, status, languages, consent, created_at, asked_at) VALUES (?0, ?1, ?1, '', 'confirmed', '', '{}', ?2, ?2)`,
			fmt.Sprintf("s%02d", i), fmt.Sprintf("p%d@lectern.test", i), w.Clock.Now())
	}
	w.Exec("INSERT INTO newsletter_subscriptions (list_id, subscriber_id, confirmed) SELECT ?, id, TRUE FROM newsletter_subscribers WHERE id LIKE 's%'", w.list)
	w.server.before = func(e mail.Email) error {
		if strings.HasPrefix(e.To, "p1") {
			return fmt.Errorf("554 spam: %w", mail.ErrRefused)
		}
		return nil
	}
	id = w.campaign("More bees")
	w.admin.Do("POST", "/newsletter/campaigns/"+id+"/schedule", `{}`, 200)
	w.workFor(5 * time.Minute)
	if c := w.get(id); c.Status != "paused" || c.PauseReason != "refusals" || c.Sent+c.Refused != 20 || w.status("p1@") != "confirmed" {
		t.Errorf("%s %+v", w.status("p1@"), c)
	}
	w.admin.Do("POST", "/newsletter/campaigns/"+id+"/cancel", "", 200)
	w.workFor(time.Minute)
	if c := w.get(id); c.Status != "cancelled" || c.Sent+c.Refused != 20 {
		t.Errorf("%+v", c)
	}
}

// joined is several errors at once.
type joined []error

func (j joined) Error() string   { return "refused" }
func (j joined) Unwrap() []error { return j }
