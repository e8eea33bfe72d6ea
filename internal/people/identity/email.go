package identity

import (
	"context"
	"errors"

	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// labels of all providers, including those that are no longer set up.
var labels = map[string]string{"google": "Google", "apple": "Apple", "microsoft": "Microsoft", "facebook": "Facebook",
	"github": "GitHub", "linkedin": "LinkedIn", "oidc": "another site"}

func (s *Service) label(name string) string {
	if p, err := s.provider(name); err == nil {
		return p.Label
	}
	return labels[name]
}

// EmailOwner emails the owner of an account whose sign-in methods have changed. An event listener.
func (s *Service) EmailOwner(ctx context.Context, h events.Delivery[Changed]) error {
	to, err := accountInfoOf(ctx, s.db.Reader(), h.Event.User)
	if err := db.One(err, nil); err != nil || to.Status != "active" { // no account, or a closed one
		return err
	}
	language, err := mail.LanguageFor(ctx, s.preferences, s.db.Reader(), h.Event.User, "")
	if err != nil {
		return err
	}
	l := mail.Email{ID: h.ID, To: to.Email, Name: to.FullName, At: h.At, Language: language, ActionURL: s.address + "/settings/security"}
	texts := disconnectedTexts
	if h.Event.Connected {
		texts = connectedTexts
	}
	l.SetText(texts, "{provider}", s.label(h.Event.Provider))
	if err = s.mail.Send(ctx, l); errors.Is(err, mail.ErrRefused) {
		return jobs.Permanent(err)
	}
	return err
}

var (
	connectedTexts = mail.Translations{
		English: mail.Text{
			Subject:   "You can now sign in with {provider}",
			Lines:     []string{"A {provider} account was connected to your account. Anyone who can sign in to it can now sign in here."},
			Action:    "See connected accounts",
			Afterword: []string{"If this wasn't you, disconnect it there and choose a new password now."},
		},
		German: mail.Text{
			Subject:   "Sie können sich jetzt mit {provider} anmelden",
			Lines:     []string{"Ein Konto bei {provider} wurde mit Ihrem Konto verbunden. Wer sich dort anmelden kann, kann sich jetzt auch hier anmelden."},
			Action:    "Verbundene Konten ansehen",
			Afterword: []string{"Wenn Sie das nicht waren, trennen Sie es dort und wählen Sie jetzt ein neues Passwort."},
		},
	}
	disconnectedTexts = mail.Translations{
		English: mail.Text{
			Subject:   "{provider} was disconnected from your account",
			Lines:     []string{"You can no longer sign in with {provider}."},
			Action:    "See connected accounts",
			Afterword: []string{"If this wasn't you, choose a new password now: someone may be signed in to your account."},
		},
		German: mail.Text{
			Subject:   "{provider} wurde von Ihrem Konto getrennt",
			Lines:     []string{"Sie können sich nicht mehr mit {provider} anmelden."},
			Action:    "Verbundene Konten ansehen",
			Afterword: []string{"Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: Vielleicht ist jemand anderes in Ihrem Konto angemeldet."},
		},
	}
)

// Listeners notify users whose identities have changed.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("identity", s.EmailOwner)}
}
