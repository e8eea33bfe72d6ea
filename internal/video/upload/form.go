package upload

import (
	"errors"
	"io"
	"mime/multipart"
	"strings"

	"lectern/internal/platform/fault"
)

// urlMembers reads application/x-www-form-urlencoded.
type urlMembers struct {
	in   *input
	open bool // a name has been read and its value not
}

func (u *urlMembers) next() (member, error) {
	for {
		name, end, err := u.text("=&")
		if err != nil {
			return member{}, err
		}
		m := member{name: canonical(name)}
		switch {
		case end == '=' && isChunk(m.name):
			m.chunk = &base64Text{in: u.in, end: '&', escape: '%', unescape: u.hex}
			return m, nil
		case end == '=':
			m.text, _, err = u.text("&")
			return m, err
		case end == 0 && name == "":
			return m, io.EOF
		case name != "":
			return m, nil
		}
	}
}

// text reads up to one of the ends, which it gives; 0 at the end of the body.
func (u *urlMembers) text(ends string) (text string, end byte, err error) {
	var b strings.Builder
	for {
		c, err := u.in.next()
		switch {
		case err == io.EOF:
			return strings.ToValidUTF8(b.String(), "\uFFFD"), 0, nil
		case err != nil:
			return "", 0, err
		case strings.IndexByte(ends, c) >= 0:
			return strings.ToValidUTF8(b.String(), "\uFFFD"), c, nil
		case c == '+':
			c = ' '
		case c == '%':
			if c, err = u.hex(); err != nil {
				return "", 0, err
			}
		}
		b.WriteByte(c)
		if b.Len() > maxText {
			return "", 0, errTextLong
		}
	}
}

var errPercent = malformed("The form is not encoded correctly.")

// hex reads the two digits after a percent sign.
func (u *urlMembers) hex() (b byte, err error) {
	for range 2 {
		c, err := u.in.inside()
		if err != nil {
			return 0, err
		}
		i := strings.IndexByte("0123456789abcdef", c|0x20)
		if i < 0 || c < '0' {
			return 0, errPercent
		}
		b = b<<4 | byte(i)
	}
	return b, nil
}

// partMembers reads multipart/form-data. A chunk that comes as a file is the bytes themselves, one that comes as a field
// is base64.
type partMembers struct {
	parts *multipart.Reader
	field *input
}

func (p *partMembers) next() (member, error) {
	p.release()
	part, err := p.parts.NextPart()
	if err == io.EOF {
		return member{}, io.EOF
	}
	if err != nil {
		return member{}, multipartFault(err)
	}
	m := member{name: canonical(part.FormName())}
	kind := part.Header.Get("Content-Type")
	raw := (part.FileName() != "" || strings.HasPrefix(kind, "application/octet-stream")) &&
		!strings.EqualFold(part.Header.Get("Content-Transfer-Encoding"), "base64")
	switch {
	case raw && (isChunk(m.name) || m.name == "file"):
		m.chunk = multipartReader{part}
		return m, nil
	case isChunk(m.name):
		p.field = newInput(multipartReader{part})
		m.chunk = &base64Text{in: p.field}
		return m, nil
	}
	text, err := io.ReadAll(io.LimitReader(multipartReader{part}, maxText+1))
	if err == nil && len(text) > maxText {
		err = errTextLong
	}
	m.text = strings.ToValidUTF8(string(text), "\uFFFD")
	return m, err
}

func (p *partMembers) release() {
	if p.field != nil {
		p.field.release()
		p.field = nil
	}
}

// multipartReader makes what a broken form answers something that can be told.
type multipartReader struct{ io.Reader }

func (r multipartReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = multipartFault(err)
	}
	return n, err
}

func multipartFault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errCutOff
	}
	if told, ok := errors.AsType[*fault.Error](err); ok {
		return told
	}
	return malformed("The form is not a valid multipart form.").WithCause(err)
}
