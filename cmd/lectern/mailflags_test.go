package main

import (
	"strings"
	"testing"

	"lectern/internal/app"
)

func TestMailFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags mailFlags
		url   string // base of links
		want  string // in the error
	}{
		{mailFlags{}, "", ""},
		{mailFlags{PublicURL: "https://learn.example.org/"}, "https://learn.example.org", ""},
		{mailFlags{PublicURL: "learn.example.org"}, "", "--public-url"},
		{mailFlags{SMTPURL: "smtp://mail.example.org"}, "", "needs --public-url"},
		{mailFlags{PublicURL: "https://x.org", SMTPURL: "mail.example.org", MailFrom: "a@x.org"}, "https://x.org", "--smtp-url"},
		{mailFlags{PublicURL: "https://x.org", SMTPURL: "smtp://mail.example.org?tls=perhaps", MailFrom: "a@x.org"}, "https://x.org", "perhaps"},
		{mailFlags{PublicURL: "https://x.org", SMTPURL: "smtp://mail.example.org"}, "https://x.org", "--mail-from"},
		{mailFlags{PublicURL: "https://x.org", SMTPURL: "smtp://u:p@mail.example.org:2525?tls=implicit", MailFrom: "Courses <a@x.org>"}, "https://x.org", ""},
	} {
		var p app.Deps
		err := c.flags.set(&p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || p.Config.PublicURL != c.url {
			t.Errorf("%+v: %q, %v", c.flags, p.Config.PublicURL, err)
		}
	}
	for listen, want := range map[string]string{":8080": "http://localhost:8080", "0.0.0.0:80": "http://localhost:80",
		"[::]:80": "http://localhost:80", "127.0.0.1:8080": "http://127.0.0.1:8080", "[::1]:8080": "http://[::1]:8080"} {
		if got := localURL(listen); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}
