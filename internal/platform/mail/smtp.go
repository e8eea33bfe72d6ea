package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// SMTP sends emails through a mail server.
type SMTP struct {
	from    string
	host    string
	options []gomail.Option
}

const timeout = 20 * time.Second // for a whole exchange with the server

// ErrRefused means that the mail server will never accept this email.
var ErrRefused = errors.New("the mail server refuses the email")

// ErrNoMailbox means, besides ErrRefused, that the mail server refuses the recipient: the address doesn't exist.
var ErrNoMailbox = errors.New("the mail server refuses the recipient")

// NewSMTP parses smtp://user:password@host:port?tls=starttls|implicit|none. The port defaults by tls, tls to starttls, and
// without a user there is no authentication. from is "Name <address>" or an address.
func NewSMTP(address, from string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "smtp" || u.Hostname() == "" {
		return nil, errors.New("--smtp-url takes smtp://user:password@host:port?tls=starttls|implicit|none")
	}
	if err := gomail.NewMsg().From(from); err != nil {
		return nil, fmt.Errorf("--mail-from takes an address as an email header has it, Courses <courses@example.org>; it got %q", from)
	}
	s := &SMTP{from: from, host: u.Hostname(), options: []gomail.Option{gomail.WithTimeout(timeout)}}
	port := 587
	switch u.Query().Get("tls") {
	case "", "starttls":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case "implicit":
		s.options, port = append(s.options, gomail.WithSSL()), 465
	case "none":
		s.options, port = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS)), 25
	default:
		return nil, fmt.Errorf("tls in --smtp-url is starttls, implicit or none; it got %q", u.Query().Get("tls"))
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, err
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if password, ok := u.User.Password(); ok {
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return s, nil
}

// Send sends an email. ErrRefused when a retry will not help.
func (s *SMTP) Send(ctx context.Context, l Email) error {
	m, err := l.message(s.from)
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	c, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	err = c.DialAndSendWithContext(ctx, m)
	if refused, ok := errors.AsType[*gomail.SendError](err); ok && !refused.IsTemp() && refused.ErrorCode() >= 500 {
		if refused.Reason == gomail.ErrSMTPRcptTo {
			return errors.Join(ErrRefused, ErrNoMailbox, err)
		}
		return errors.Join(ErrRefused, err)
	}
	return err
}
