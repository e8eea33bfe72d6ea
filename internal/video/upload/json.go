package upload

import (
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonMembers reads a JSON object as it arrives: encoding/json would hold a 50 MB chunk several times over. The members of
// a nested uploadSession count as if they stood beside it, which is the flat variant; other objects and arrays are
// checked and passed over.
type jsonMembers struct {
	in    *input
	depth int // 0 before the object, 1 in it, 2 in uploadSession
	first bool
	done  bool
}

func (j *jsonMembers) next() (member, error) {
	for {
		more, err := j.advance()
		if err != nil {
			return member{}, err
		}
		if !more {
			return member{}, io.EOF
		}
		m, found, err := j.member()
		if found || err != nil {
			return m, err
		}
	}
}

// advance goes to the next name and says whether there is one; after the last it sees to it that nothing follows.
func (j *jsonMembers) advance() (bool, error) {
	if j.done {
		return false, nil
	}
	if j.depth == 0 {
		if c, err := j.token(); err != nil {
			return false, err
		} else if c != '{' {
			return false, errNoObject
		}
		j.depth, j.first = 1, true
	}
	for {
		c, err := j.token()
		switch {
		case err != nil:
			return false, err
		case c == '}' && j.depth == 1:
			j.done = true
			return false, j.nothingFollows()
		case c == '}':
			j.depth, j.first = 1, false
			continue
		case c == '"' && j.first:
		case c == ',' && !j.first:
			if c, err = j.token(); err != nil {
				return false, err
			} else if c != '"' {
				return false, errSyntax
			}
		default:
			return false, errSyntax
		}
		j.first = false
		return true, nil
	}
}

func (j *jsonMembers) nothingFollows() error {
	switch _, err := j.space(); err {
	case nil:
		return errSyntax
	case io.EOF:
		return nil
	default:
		return err
	}
}

// member reads a member whose name's quote has been passed; found is false for what does not matter.
func (j *jsonMembers) member() (m member, found bool, err error) {
	name, err := j.text(true)
	if err != nil {
		return m, false, err
	}
	if c, err := j.token(); err != nil {
		return m, false, err
	} else if c != ':' {
		return m, false, errSyntax
	}
	m.name = canonical(name)
	c, err := j.token()
	switch {
	case err != nil:
		return m, false, err
	case isChunk(m.name) && c != '"':
		return m, false, errChunkType
	case isChunk(m.name):
		m.chunk = &base64Text{in: j.in, end: '"', escape: '\\', unescape: j.escapedByte}
		return m, true, nil
	case m.name == "uploadsession" && c == '{' && j.depth == 1:
		j.depth, j.first = 2, true
		return m, false, nil
	case c == '"':
		m.text, err = j.text(matters(m.name))
		return m, true, err
	case c == '-' || c >= '0' && c <= '9':
		m.text, err = j.number(c)
		return m, true, err
	}
	return m, false, j.pass(c, j.depth)
}

// space gives the next byte that is no white space, io.EOF where there is none.
func (j *jsonMembers) space() (byte, error) {
	for {
		c, err := j.in.next()
		if err != nil || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, err
		}
	}
}

// token is space where the body must not end.
func (j *jsonMembers) token() (byte, error) {
	c, err := j.space()
	if err == io.EOF {
		err = errCutOff
	}
	return c, err
}

// text reads a string whose quote has been passed. Where it is not kept, any length is passed over.
func (j *jsonMembers) text(keep bool) (string, error) {
	var b strings.Builder
	for {
		c, err := j.in.inside()
		switch {
		case err != nil:
			return "", err
		case c == '"':
			return strings.ToValidUTF8(b.String(), "\uFFFD"), nil
		case c < ' ':
			return "", errSyntax
		case c == '\\':
			r, err := j.escaped()
			if err != nil {
				return "", err
			}
			if keep {
				b.WriteRune(r)
			}
		case keep:
			b.WriteByte(c)
		}
		if b.Len() > maxText {
			return "", errTextLong
		}
	}
}

// escaped reads what follows a backslash.
func (j *jsonMembers) escaped() (rune, error) {
	c, err := j.in.inside()
	if err != nil {
		return 0, err
	}
	if c != 'u' {
		i := strings.IndexByte(`"\/bfnrt`, c)
		if i < 0 {
			return 0, errSyntax
		}
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	high, err := j.hex()
	if err != nil || !utf16.IsSurrogate(high) {
		return high, err
	}
	// The other half of a pair, if it is one: its six bytes may lie across two windows.
	if ahead, err := j.in.window(); err != nil || ahead[0] != '\\' {
		return utf8.RuneError, nil
	}
	j.in.skip(1)
	low, err := j.escaped()
	if pair := utf16.DecodeRune(high, low); err == nil && pair != utf8.RuneError {
		return pair, nil
	}
	return utf8.RuneError, err
}

func (j *jsonMembers) hex() (r rune, err error) {
	for range 4 {
		c, err := j.in.inside()
		if err != nil {
			return 0, err
		}
		i := strings.IndexByte("0123456789abcdef", c|0x20)
		if i < 0 || c < '0' {
			return 0, errSyntax
		}
		r = r<<4 | rune(i)
	}
	return r, nil
}

// escapedByte is escaped where only a character of base64 can be meant.
func (j *jsonMembers) escapedByte() (byte, error) {
	r, err := j.escaped()
	if err == nil && r >= utf8.RuneSelf {
		err = errBase64
	}
	return byte(r), err
}
