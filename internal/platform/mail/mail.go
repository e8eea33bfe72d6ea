// Package mail sends emails: through an SMTP server, or into a folder where none is set up.
package mail

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	htmltemplate "html/template"
	"regexp"
	"strings"
	"text/template"
	"time"

	gomail "github.com/wneessen/go-mail"
	"golang.org/x/text/unicode/norm"

	"lectern/internal/platform/palette"
)

// Sender sends an email. It may send one ID twice: receivers recognise the Message-ID.
type Sender interface {
	Send(ctx context.Context, l Email) error
}

// Email to one recipient, in parts from which both its plain text and its HTML are made.
type Email struct {
	ID          string // unique; a retry has the same
	To          string // an address
	Name        string // of the recipient, "" when unknown
	Language    string // of the framing text; "" is English
	Subject     string
	Picture     *Picture    // above the text in HTML; nil for none
	Lines       []string    // paragraphs
	Rich        *RichText   // after them; nil for none
	Items       []Item      // a list below the paragraphs
	Action      string      // label of the button, "" for no button
	ActionURL   string      // target of the button
	Afterword   []string    // paragraphs below the button
	Invitation  *Invitation // for the recipient's calendar; nil for none
	Unsubscribe string      // URL that unsubscribes with one click (RFC 8058), "" where that is not possible
	Settings    string      // page where the recipient chooses such emails, "" for emails that cannot be switched off
	Newsletter  bool        // to a subscriber of the newsletter, as the footer says
	At          time.Time
	School      string // whose site this is; "" is Lectern. Branded sets it and what follows
	Support     string // address for questions, "" for none
	Color       string // of the school; "" is palette.Default
	Logo        *Logo  // in place of the name in HTML; nil for none
}

// Logo of the school, which mail programs fetch when their user wants pictures; until then they show the name.
type Logo struct {
	URL           string
	Width, Height int64 // in CSS pixels
	Plate         bool  // on a dark plate, because parts of it are too light
}

// Invitation is an event for the recipient's calendar, as package ics writes it.
type Invitation struct{ Method, Content string }

// Picture of what the email is about.
type Picture struct {
	URL           string
	Alt           string
	Width, Height int64 // in CSS pixels, at most PictureWidth wide
}

// RichText is a formatted text. Its HTML has been cleaned.
type RichText struct {
	HTML htmltemplate.HTML
	Text string
}

// PictureWidth is the width of the text in an email, in CSS pixels.
const PictureWidth = 494

// Item of the list in an email.
type Item struct {
	Title, Text string
	URL         string // target, "" for none
}

// layoutData fills the layouts.
type layoutData struct {
	Email
	Phrases phrases
	Palette palette.Palette
}

//go:embed layouts
var layouts embed.FS

var (
	plainLayout = template.Must(template.ParseFS(layouts, "layouts/email.txt"))
	htmlLayout  = htmltemplate.Must(htmltemplate.ParseFS(layouts, "layouts/email.html"))
)

// greetable returns a name for the greeting and the header, or "" when a stranger could use the email to advertise in our name:
// a user who registers chooses the name and the address that the email goes to. A mail program makes a link of what looks like
// an address.
func greetable(name string) string {
	if len(name) > longestGreeting || looksLikeAddress.MatchString(norm.NFKC.String(name)) {
		return ""
	}
	return name
}

const longestGreeting = 80 // bytes: longer ones are messages, not names

// looksLikeAddress finds an email address, a scheme, a path, and words joined by a dot, as in example.org; "Dr. Lee" is none.
var looksLikeAddress = regexp.MustCompile(`[@/\\:]|[\pL\pN][.。][\pL\pN]{2}`)

// message returns the email as RFC 5322 with plain text and HTML alternatives.
func (l Email) message(from string) (*gomail.Msg, error) {
	l.Name = greetable(l.Name)
	m := gomail.NewMsg()
	if err := m.From(from); err != nil {
		return nil, err
	}
	if err := m.AddToFormat(l.Name, l.To); err != nil {
		return nil, err
	}
	if l.Support != "" {
		if err := m.ReplyTo(l.Support); err != nil {
			return nil, err
		}
	}
	m.Subject(l.Subject)
	m.SetDateWithValue(l.At)
	m.SetMessageIDWithValue(l.ID + "@lectern")
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: prevents out-of-office replies
	if l.Unsubscribe != "" {
		m.SetGenHeader("List-Unsubscribe", "<"+l.Unsubscribe+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	text, page, err := l.render()
	if err != nil {
		return nil, err
	}
	m.SetBodyString(gomail.TypeTextPlain, text)
	m.AddAlternativeString(gomail.TypeTextHTML, page)
	if l.Invitation == nil {
		return m, nil
	}
	m.AddAlternativeString(gomail.ContentType("text/calendar; method="+l.Invitation.Method), l.Invitation.Content)
	return m, m.AttachReader("invite.ics", strings.NewReader(l.Invitation.Content), gomail.WithFileContentType("text/calendar"))
}

// render returns the text and the HTML of the email.
func (l Email) render() (plain, page string, err error) {
	l.Name, l.School = greetable(l.Name), cmp.Or(l.School, "Lectern")
	whole := layoutData{l, phrasesByLanguage[Language(l.Language)], palette.Of(cmp.Or(l.Color, palette.Default))}
	var plainText, html bytes.Buffer
	err = errors.Join(plainLayout.Execute(&plainText, whole), htmlLayout.Execute(&html, whole))
	return plainText.String(), html.String(), err
}
