package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"
)

// Folder stores emails as files, <id>.eml, where no mail server is set up.
type Folder struct {
	dir  string
	from string
}

// NewFolder returns a folder, which is created with the first email.
func NewFolder(dir string) *Folder { return &Folder{dir, "Lectern <lectern@localhost>"} }

// StoredEmail is an email in the folder.
type StoredEmail struct {
	ID      string    `json:"id"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	SentAt  time.Time `json:"sent_at"`
	Text    string    `json:"text,omitempty" doc:"Of one email, not in the list."`
	HTML    string    `json:"html,omitempty" doc:"Of one email, not in the list."`
}

// Send writes an email, whose ID is a UUID.
func (f *Folder) Send(_ context.Context, l Email) error {
	m, err := l.message(f.from)
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	half := filepath.Join(f.dir, l.ID+".new")
	file, err := os.OpenFile(half, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = m.WriteTo(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(half, f.path(l.ID))
}

func (f *Folder) path(id string) string { return filepath.Join(f.dir, id+".eml") }

// List returns a page of the emails, newest first, without their bodies, and their number.
func (f *Folder) List(limit, offset int64) (emails []StoredEmail, total int64, err error) {
	names, err := f.names()
	total = int64(len(names))
	for _, name := range names[min(offset, total):min(offset+limit, total)] {
		l, err := f.read(strings.TrimSuffix(name, ".eml"))
		if errors.Is(err, fs.ErrNotExist) { // the sweep was faster
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		l.Text, l.HTML = "", ""
		emails = append(emails, l)
	}
	return emails, total, err
}

func (f *Folder) names() (names []string, err error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".eml" {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	slices.Reverse(names) // ids of jobs sort by creation time
	return names, err
}

// Read returns one email; fs.ErrNotExist when there is none with this id.
func (f *Folder) Read(id string) (StoredEmail, error) {
	if uuid.Validate(id) != nil {
		return StoredEmail{}, fs.ErrNotExist
	}
	return f.read(id)
}

func (f *Folder) read(id string) (StoredEmail, error) {
	m, err := gomail.EMLToMsgFromFile(f.path(id))
	if err != nil {
		if _, missing := os.Stat(f.path(id)); missing != nil {
			return StoredEmail{}, missing
		}
		return StoredEmail{}, fmt.Errorf("email %s: %w", id, err)
	}
	subject := strings.Join(m.GetGenHeader(gomail.HeaderSubject), " ")
	if decoded, err := new(mime.WordDecoder).DecodeHeader(subject); err == nil { // RFC 2047: non-ASCII subjects are encoded
		subject = decoded
	}
	l := StoredEmail{ID: id, Subject: subject}
	if l.To, err = firstAddress(m); err != nil {
		return StoredEmail{}, err
	}
	for _, date := range m.GetGenHeader(gomail.HeaderDate) {
		if at, err := time.Parse(time.RFC1123Z, date); err == nil {
			l.SentAt = at.UTC()
		}
	}
	for _, part := range m.GetParts() {
		body, err := part.GetContent()
		if err != nil {
			return StoredEmail{}, err
		}
		switch part.GetContentType() {
		case gomail.TypeTextPlain:
			l.Text = string(body)
		case gomail.TypeTextHTML:
			l.HTML = string(body)
		}
	}
	return l, nil
}

func firstAddress(m *gomail.Msg) (string, error) {
	to := m.GetTo()
	if len(to) == 0 {
		return "", errors.New("an email without a recipient")
	}
	return to[0].Address, nil
}

// Sweep deletes emails written before an instant.
func (f *Folder) Sweep(before time.Time) error {
	names, err := f.names()
	for _, name := range names {
		file := filepath.Join(f.dir, name)
		if info, e := os.Stat(file); e == nil && info.ModTime().Before(before) {
			err = errors.Join(err, os.Remove(file))
		}
	}
	return err
}
