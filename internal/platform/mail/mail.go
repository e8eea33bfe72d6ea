// Package mail sends letters: through an SMTP server, or into a folder where nobody has set one up.
package mail

import (
	"bytes"
	"context"
	"embed"
	"errors"
	htmltemplate "html/template"
	"text/template"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Sender sends a letter. Sending the same ID twice is allowed: receivers know it by its Message-ID.
type Sender interface {
	Send(ctx context.Context, l Email) error
}

// Email is a mail to one person, as its parts; both forms of it are made from them.
type Email struct {
	ID          string // unique; a second try has the same
	To          string // an address
	Name        string // of the person, "" when it is not known
	Language    string // of the words around those of the letter; "" is English
	Subject     string
	Lines       []string // paragraphs
	Items       []Item   // a list below them
	Action      string   // what the button says, "" for no button
	ActionURL   string   // where the button leads
	Afterword   []string // paragraphs below the button
	Unsubscribe string   // the address at which such letters end with one click (RFC 8058), "" for those that nobody can end
	Settings    string   // where their reader chooses what comes, "" for letters that are not chosen
	At          time.Time
}

// Item is one of a list in a letter.
type Item struct {
	Title, Text string
	URL         string // where it leads, "" for nowhere
}

// layoutData is what the layouts are filled with.
type layoutData struct {
	Email
	Phrases phrases
}

//go:embed layouts
var layouts embed.FS

var (
	plainLayout = template.Must(template.ParseFS(layouts, "layouts/email.txt"))
	htmlLayout  = htmltemplate.Must(htmltemplate.ParseFS(layouts, "layouts/email.html"))
)

// message is the letter as it travels: RFC 5322, plain text and HTML as alternatives.
func (l Email) message(from string) (*gomail.Msg, error) {
	m := gomail.NewMsg()
	if err := m.From(from); err != nil {
		return nil, err
	}
	if err := m.AddToFormat(l.Name, l.To); err != nil {
		return nil, err
	}
	m.Subject(l.Subject)
	m.SetDateWithValue(l.At)
	m.SetMessageIDWithValue(l.ID + "@lectern")
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office replies, please
	var text, page bytes.Buffer
	if l.Unsubscribe != "" {
		m.SetGenHeader("List-Unsubscribe", "<"+l.Unsubscribe+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	whole := layoutData{l, phrasesByLanguage[Language(l.Language)]}
	if err := errors.Join(plainLayout.Execute(&text, whole), htmlLayout.Execute(&page, whole)); err != nil {
		return nil, err
	}
	m.SetBodyString(gomail.TypeTextPlain, text.String())
	m.AddAlternativeString(gomail.TypeTextHTML, page.String())
	return m, nil
}
