package main

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"lectern/internal/app"
	"lectern/internal/platform/mail"
)

// mailFlags are the flags of processes that send emails.
type mailFlags struct {
	PublicURL      string `name:"public-url" help:"Public URL of this installation, such as https://learn.example.org. Links in emails start with it." default:""`
	SMTPURL        string `name:"smtp-url" help:"smtp://user:password@host:port?tls=starttls|implicit|none; without it, emails are stored in the data folder, where administrators can read them." default:""`
	MailFrom       string `help:"Sender of emails, such as Courses <courses@example.org>." default:""`
	NewsletterRate int64  `help:"Emails of a newsletter a second, so that the mail server keeps up: 1 to 1000." default:"10"`
}

// Validate refuses the flags before anything is opened.
func (c mailFlags) Validate() error { return c.set(&app.Deps{}) }

// set validates the flags and creates the mail sender.
func (c mailFlags) set(p *app.Deps) error {
	if c.NewsletterRate < 0 || c.NewsletterRate > 1000 {
		return fmt.Errorf("--newsletter-rate is 1 to 1000 emails a second; it got %d", c.NewsletterRate)
	}
	p.Config.NewsletterRate = c.NewsletterRate
	if c.PublicURL != "" {
		u, err := url.Parse(c.PublicURL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			return fmt.Errorf("--public-url takes an address such as https://learn.example.org; it got %q", c.PublicURL)
		}
		p.Config.PublicURL = strings.TrimRight(c.PublicURL, "/")
	}
	if c.SMTPURL == "" {
		return nil
	}
	if c.PublicURL == "" {
		return fmt.Errorf("--smtp-url also needs --public-url: links in emails start with it")
	}
	server, err := mail.NewSMTP(c.SMTPURL, c.MailFrom)
	p.Mail = server
	return err
}

// localURL returns the address of a server for its own machine.
func localURL(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err != nil || host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
