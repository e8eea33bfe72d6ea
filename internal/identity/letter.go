package identity

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/events"
	"lectern/internal/jobs"
	"lectern/internal/mail"
)

// labels of every provider, also of those that are not set up any more.
var labels = map[string]string{"google": "Google", "apple": "Apple", "microsoft": "Microsoft", "facebook": "Facebook",
	"github": "GitHub", "linkedin": "LinkedIn", "oidc": "another site"}

func (s *Service[E]) label(name string) string {
	if p, err := s.provider(name); err == nil {
		return p.Label
	}
	return labels[name]
}

// Tell writes to the owner of an account with which somebody can sign in another way from now on, or no more. A listener.
func (s *Service[E]) Tell(ctx context.Context, h events.Heard[Changed]) error {
	to, err := readerOf(ctx, s.DB.Reader(), h.Event.User)
	if errors.Is(err, sql.ErrNoRows) || err == nil && to.Status != "active" {
		return nil
	}
	if err != nil {
		return err
	}
	label := s.label(h.Event.Provider)
	l := mail.Letter{ID: h.ID, To: to.Email, Name: to.FullName, At: h.At, Action: "Look at my connected accounts", Address: s.Address + "/settings/security",
		Subject:   "You can now sign in with " + label,
		Lines:     []string{"An account at " + label + " has just been connected to yours: whoever can sign in there can sign in here with it."},
		Afterword: []string{"If this was not you, disconnect it on that page and choose a new password at once."}}
	if !h.Event.Connected {
		l.Subject = "You no longer sign in with " + label
		l.Lines = []string{"An account at " + label + " has just been disconnected from yours."}
		l.Afterword = []string{"If this was not you, choose a new password at once: somebody else may be signed in as you."}
	}
	if err = s.Mail.Send(ctx, l); errors.Is(err, mail.ErrRefused) {
		return jobs.Permanent(err)
	}
	return err
}
