package mail_test

import (
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http/httptest"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	ours "lectern/internal/platform/mail"
)

var email = ours.Email{
	ID: "01990000-0000-7000-8000-000000000001", To: "ann@lectern.test", Name: "Ann Müller <b>",
	Subject: "Grüße\r\nBcc: eve@lectern.test", Lines: []string{"One & <two>."}, Action: "Go", ActionURL: "https://lectern.test/x#y",
	Afterword: []string{"The end."}, At: time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC),
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mail")
	f := ours.NewFolder(dir)
	if emails, total, err := f.List(10, 0); len(emails) != 0 || total != 0 || err != nil {
		t.Errorf("an empty folder: %v, %d, %v", emails, total, err)
	}
	second := email
	second.ID, second.Subject = "01990000-0000-7000-8000-000000000002", "Second"
	second.Picture = &ours.Picture{URL: "https://lectern.test/api/v1/covers/1/960", Alt: `Bees "&" <b>`, Width: 494, Height: 278}
	for _, l := range []ours.Email{email, second, second} { // sending twice stores it once
		if err := f.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	emails, total, err := f.List(1, 0)
	if err != nil || total != 2 || len(emails) != 1 || emails[0].Subject != "Second" || emails[0].To != "ann@lectern.test" || !emails[0].SentAt.Equal(email.At) || emails[0].Text != "" {
		t.Errorf("%+v, %d, %v", emails, total, err)
	}
	const picture = `<img src="https://lectern.test/api/v1/covers/1/960" alt="Bees &#34;&amp;&#34; &lt;b&gt;" width="494" height="278"`
	if got, err := f.Read(second.ID); err != nil || !strings.Contains(got.HTML, picture) || strings.Contains(got.Text, "covers") {
		t.Errorf("%+v, %v", got, err)
	}
	got, err := f.Read(email.ID)
	if err != nil || !strings.Contains(got.Text, "One & <two>.") || !strings.Contains(got.Text, "Hello Ann Müller <b>,") || !strings.Contains(got.Text, "https://lectern.test/x#y") ||
		!strings.Contains(got.HTML, "One &amp; &lt;two&gt;.") || !strings.Contains(got.HTML, `href="https://lectern.test/x#y"`) {
		t.Errorf("%+v, %v", got, err)
	}
	if info, err := os.Stat(filepath.Join(dir, email.ID+".eml")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	for _, id := range []string{"", "..", "../mail/" + email.ID, "01990000-0000-7000-8000-000000000009"} {
		if _, err := f.Read(id); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", id, err)
		}
	}
	old := time.Now().Add(-time.Hour)
	if err := errors.Join(os.Chtimes(filepath.Join(dir, email.ID+".eml"), old, old), f.Sweep(old.Add(time.Minute))); err != nil {
		t.Error(err)
	}
	if _, total, _ := f.List(10, 0); total != 1 {
		t.Errorf("%d emails are left", total)
	}
}

// A name carries no address or link into an email: a user who registers chooses the name and the address that the email goes to.
func TestNamesCarryNoAddresses(t *testing.T) {
	t.Parallel()
	f := ours.NewFolder(filepath.Join(t.TempDir(), "mail"))
	for name, greeted := range map[string]bool{
		"Ann Müller <b>": true, "Dr. Ann Lee": true, "J. R. R. Lee": true, "J.R. Lee": true, "Ann Lee Jr.": true, "Łukasz 李": true,
		"You have won, see https://evil.example/x": false, "Claim it on evil.example": false, "www.evil.example": false,
		"write to eve@evil.example": false, "evil。example": false, "ｅｖｉｌ．ｅｘａｍｐｌｅ": false, "mailto:eve": false, `\\evil\share`: false,
		strings.Repeat("Your account will be closed ", 4): false,
	} {
		l := email
		l.Name = name
		if err := f.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		raw, err := f.Read(l.ID)
		if err != nil || strings.Contains(raw.Text, "Hello "+name+",") != greeted || !greeted && !strings.Contains(raw.Text, "Hello,") ||
			!greeted && strings.Contains(raw.HTML+raw.Subject, name) {
			t.Errorf("%q: %+v, %v", name, raw.Text, err)
		}
	}
}

// sink is a mail server that keeps what it receives, or refuses as configured.
type sink struct {
	mu      sync.Mutex
	refusal error
	got     []received
}

type received struct{ from, to, text string }

type session struct {
	*sink
	r received
}

func (s *sink) NewSession(*smtp.Conn) (smtp.Session, error)    { return &session{sink: s}, nil }
func (s *session) Reset()                                      {}
func (s *session) Logout() error                               { return nil }
func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.r.from = from; return nil }
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error   { s.r.to += to; return s.refusal }
func (s *session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.r.text = string(text)
	s.got = append(s.got, s.r)
	return err
}

// serve runs the sink and returns its address.
func serve(t *testing.T, s *sink) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(s)
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(l) }() // ends when it is closed
	t.Cleanup(func() { _ = server.Close(); <-done })
	return "smtp://" + l.Addr().String() + "?tls=none"
}

func TestSMTP(t *testing.T) {
	t.Parallel()
	in := &sink{}
	out, err := ours.NewSMTP(serve(t, in), "Courses <courses@lectern.test>")
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Send(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	if len(in.got) != 1 || in.got[0].from != "courses@lectern.test" || in.got[0].to != "ann@lectern.test" {
		t.Fatalf("%+v", in.got)
	}
	m, err := mail.ReadMessage(strings.NewReader(in.got[0].text))
	if err != nil || m.Header.Get("Bcc") != "" || m.Header.Get("Message-Id") != "<"+email.ID+"@lectern>" || m.Header.Get("Auto-Submitted") != "auto-generated" ||
		!strings.HasPrefix(m.Header.Get("Content-Type"), "multipart/alternative") || !strings.Contains(m.Header.Get("From"), "Courses") {
		t.Errorf("%+v, %v", m.Header, err)
	}
}

// A server that refuses permanently (5xx), one that refuses temporarily (4xx), and none at all.
func TestSMTPRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refusal error
		final   bool
	}{
		"no such mailbox": {&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}, true},
		"try later":       {&smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}, false},
	} {
		out, err := ours.NewSMTP(serve(t, &sink{refusal: c.refusal}), "courses@lectern.test")
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Send(t.Context(), email); err == nil || errors.Is(err, ours.ErrRefused) != c.final {
			t.Errorf("%s: %v", name, err)
		}
	}
	gone, err := ours.NewSMTP("smtp://127.0.0.1:1?tls=none", "courses@lectern.test")
	if err != nil {
		t.Fatal(err)
	}
	if err := gone.Send(t.Context(), email); err == nil || errors.Is(err, ours.ErrRefused) {
		t.Errorf("no server: %v", err)
	}
	nobody := email
	nobody.To = "ann"
	if err := gone.Send(t.Context(), nobody); !errors.Is(err, ours.ErrRefused) {
		t.Errorf("no address: %v", err)
	}
}

// Unsubscribing, for mail programs (RFC 8058) and for people.
func TestUnsubscribing(t *testing.T) {
	t.Parallel()
	in := &sink{}
	out, err := ours.NewSMTP(serve(t, in), "courses@lectern.test")
	if err != nil {
		t.Fatal(err)
	}
	chosen := email
	chosen.Unsubscribe, chosen.Settings = "https://lectern.test/api/v1/notifications/unsubscribe?token=eA.eQ", "https://lectern.test/settings/notifications"
	if err := errors.Join(out.Send(t.Context(), email), out.Send(t.Context(), chosen)); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ list, post string }{{"", ""}, {"<" + chosen.Unsubscribe + ">", "List-Unsubscribe=One-Click"}} {
		m, err := mail.ReadMessage(strings.NewReader(in.got[i].text))
		if err != nil || m.Header.Get("List-Unsubscribe") != want.list || m.Header.Get("List-Unsubscribe-Post") != want.post {
			t.Errorf("%+v, %v", m.Header, err)
		}
	}
}

func TestGermanEmails(t *testing.T) {
	t.Parallel()
	f := ours.NewFolder(t.TempDir())
	german := email
	german.Language, german.Settings, german.Unsubscribe = "de-CH", "https://lectern.test/s", "https://lectern.test/u"
	german.Items = []ours.Item{{Title: "Bienen <i>", Text: "Sie fliegen.", URL: "https://lectern.test/bienen"}, {Title: "Honig", Text: "Er fließt."}}
	if err := f.Send(t.Context(), german); err != nil {
		t.Fatal(err)
	}
	got, err := f.Read(german.ID)
	for _, want := range []string{"Guten Tag Ann Müller <b>,", "* Bienen <i>\n  Sie fliegen.\n  https://lectern.test/bienen\n", "* Honig\n  Er fließt.\n", "Abbestellen: https://lectern.test/u"} {
		if !strings.Contains(strings.ReplaceAll(got.Text, "\r", ""), want) {
			t.Errorf("no %q in %s", want, got.Text)
		}
	}
	for _, want := range []string{`lang="de"`, `<a href="https://lectern.test/bienen" style="color:#0d5c54;font-weight:600">Bienen &lt;i&gt;</a>`, "<strong>Honig</strong>", "Benachrichtigungseinstellungen"} {
		if !strings.Contains(got.HTML, want) {
			t.Errorf("no %q in %s", want, got.HTML)
		}
	}
	if err != nil || strings.Contains(got.Text+got.HTML, "Hello") {
		t.Error(got, err)
	}
}

// With TLS required, no email is sent without it, nor to a server with an untrusted certificate.
func TestTLS(t *testing.T) {
	t.Parallel()
	in := &sink{}
	plain := serve(t, in)
	for _, mode := range []string{"starttls", "implicit"} {
		out, err := ours.NewSMTP(strings.Replace(plain, "tls=none", "tls="+mode, 1), "courses@lectern.test")
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Send(t.Context(), email); err == nil || errors.Is(err, ours.ErrRefused) {
			t.Errorf("%s at a server without TLS: %v", mode, err)
		}
	}
	web := httptest.NewUnstartedServer(nil) // for its self-signed certificate
	web.StartTLS()
	t.Cleanup(web.Close)
	out, err := ours.NewSMTP(serveTLS(t, in, &tls.Config{Certificates: web.TLS.Certificates}), "courses@lectern.test")
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Send(t.Context(), email); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("an unknown certificate: %v", err)
	}
	if len(in.got) != 0 {
		t.Errorf("%d emails were sent", len(in.got))
	}
}

// serveTLS is serve with STARTTLS.
func serveTLS(t *testing.T, s *sink, c *tls.Config) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(s)
	server.TLSConfig = c
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(l) }() // ends when it is closed
	t.Cleanup(func() { _ = server.Close(); <-done })
	return "smtp://" + l.Addr().String() + "?tls=starttls"
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for tags, want := range map[string]string{
		"": "en", "en-GB": "en", "de": "de", "de-CH": "de", "fr": "en", "fr-FR,de;q=0.8,en;q=0.5": "de", "nonsense language": "en", "zh-Hant-TW": "en",
	} {
		if got := ours.Language(tags); got != want {
			t.Errorf("%q: %s, want %s", tags, got, want)
		}
	}
}
