package chunkbody

import (
	"errors"
	"io"
	"mime/multipart"
	"strings"

	"lectern/internal/platform/fault"
)

// formReader reads application/x-www-form-urlencoded.
type formReader struct {
	in   *lookahead
	open bool // the name was read, its value not yet
}

func (u *formReader) Close() { u.in.release() }

func (u *formReader) Next() (Member, error) {
	for {
		name, end, err := u.text("=&")
		if err != nil {
			return Member{}, err
		}
		m := Member{Name: canonical(name)}
		switch {
		case end == '=' && isChunk(m.Name):
			m.Chunk = &base64Decoder{in: u.in, end: '&', escape: '%', unescape: u.hex}
			return m, nil
		case end == '=':
			m.Text, _, err = u.text("&")
			return m, err
		case end == 0 && name == "":
			return m, io.EOF
		case name != "":
			return m, nil
		}
	}
}

// text reads up to one of the ends and returns which; 0 at the end of the body.
func (u *formReader) text(ends string) (text string, end byte, err error) {
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
func (u *formReader) hex() (b byte, err error) {
	for range 2 {
		c, err := u.in.mustNext()
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

// multipartReader reads multipart/form-data. A chunk that comes as a file is the bytes themselves, one that comes as a field
// is base64.
type multipartReader struct {
	parts *multipart.Reader
	field *lookahead
}

func (p *multipartReader) Next() (Member, error) {
	p.Close()
	part, err := p.parts.NextPart()
	if err == io.EOF {
		return Member{}, io.EOF
	}
	if err != nil {
		return Member{}, multipartFault(err)
	}
	m := Member{Name: canonical(part.FormName())}
	kind := part.Header.Get("Content-Type")
	raw := (part.FileName() != "" || strings.HasPrefix(kind, "application/octet-stream")) &&
		!strings.EqualFold(part.Header.Get("Content-Transfer-Encoding"), "base64")
	switch {
	case raw && (isChunk(m.Name) || m.Name == "file"):
		m.Chunk = partBody{part}
		return m, nil
	case isChunk(m.Name):
		p.field = newLookahead(partBody{part})
		m.Chunk = &base64Decoder{in: p.field}
		return m, nil
	}
	text, err := io.ReadAll(io.LimitReader(partBody{part}, maxText+1))
	if err == nil && len(text) > maxText {
		err = errTextLong
	}
	m.Text = strings.ToValidUTF8(string(text), "\uFFFD")
	return m, err
}

func (p *multipartReader) Close() {
	if p.field != nil {
		p.field.release()
		p.field = nil
	}
}

// partBody turns errors of a broken form into faults that the client can read.
type partBody struct{ io.Reader }

func (r partBody) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = multipartFault(err)
	}
	return n, err
}

func multipartFault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return ErrCutOff
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return malformed("The form is not valid multipart/form-data.").WithCause(err)
}
