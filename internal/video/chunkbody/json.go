package chunkbody

import (
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonReader reads a JSON object as it arrives: encoding/json would hold a 50 MB chunk several times over. The members of a
// nested uploadSession count as if they were members of the request, which is the flat form; other objects and arrays are
// checked and skipped.
type jsonReader struct {
	in    *lookahead
	depth int // 0 before the object, 1 in it, 2 in uploadSession
	first bool
	done  bool
}

func (j *jsonReader) Close() { j.in.release() }

func (j *jsonReader) Next() (Member, error) {
	for {
		more, err := j.nextName()
		if err != nil {
			return Member{}, err
		}
		if !more {
			return Member{}, io.EOF
		}
		m, found, err := j.member()
		if found || err != nil {
			return m, err
		}
	}
}

// nextName goes to the next name and reports whether there is one; after the last it checks that nothing follows.
func (j *jsonReader) nextName() (bool, error) {
	if j.done {
		return false, nil
	}
	if j.depth == 0 {
		if c, err := j.nextToken(); err != nil {
			return false, err
		} else if c != '{' {
			return false, errNoObject
		}
		j.depth, j.first = 1, true
	}
	for {
		c, err := j.nextToken()
		switch {
		case err != nil:
			return false, err
		case c == '}' && j.depth == 1:
			j.done = true
			return false, j.expectEnd()
		case c == '}':
			j.depth, j.first = 1, false
			continue
		case c == '"' && j.first:
		case c == ',' && !j.first:
			if c, err = j.nextToken(); err != nil {
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

func (j *jsonReader) expectEnd() error {
	switch _, err := j.skipSpace(); err {
	case nil:
		return errSyntax
	case io.EOF:
		return nil
	default:
		return err
	}
}

// member reads a member after the opening quote of its name; found is false for one that is skipped.
func (j *jsonReader) member() (m Member, found bool, err error) {
	name, err := j.text(true)
	if err != nil {
		return m, false, err
	}
	if c, err := j.nextToken(); err != nil {
		return m, false, err
	} else if c != ':' {
		return m, false, errSyntax
	}
	m.Name = canonical(name)
	c, err := j.nextToken()
	switch {
	case err != nil:
		return m, false, err
	case isChunk(m.Name) && c != '"':
		return m, false, errChunkType
	case isChunk(m.Name):
		m.Chunk = &base64Decoder{in: j.in, end: '"', escape: '\\', unescape: j.unescapeBase64}
		return m, true, nil
	case m.Name == "uploadsession" && c == '{' && j.depth == 1:
		j.depth, j.first = 2, true
		return m, false, nil
	case c == '"':
		m.Text, err = j.text(isRelevant(m.Name))
		return m, true, err
	case c == '-' || c >= '0' && c <= '9':
		m.Text, err = j.number(c)
		return m, true, err
	}
	return m, false, j.skipValue(c, j.depth)
}

// skipSpace returns the next byte that is not white space, io.EOF if there is none.
func (j *jsonReader) skipSpace() (byte, error) {
	for {
		c, err := j.in.next()
		if err != nil || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, err
		}
	}
}

// nextToken is skipSpace where the body must not end.
func (j *jsonReader) nextToken() (byte, error) {
	c, err := j.skipSpace()
	if err == io.EOF {
		err = ErrCutOff
	}
	return c, err
}

// text reads a string after its opening quote. One that is not kept may have any length.
func (j *jsonReader) text(keep bool) (string, error) {
	var b strings.Builder
	for {
		c, err := j.in.mustNext()
		switch {
		case err != nil:
			return "", err
		case c == '"':
			return strings.ToValidUTF8(b.String(), "\uFFFD"), nil
		case c < ' ':
			return "", errSyntax
		case c == '\\':
			r, err := j.unescape()
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

// unescape reads what follows a backslash.
func (j *jsonReader) unescape() (rune, error) {
	c, err := j.in.mustNext()
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
	// The low surrogate, if there is one: its six bytes may span two windows.
	if ahead, err := j.in.peek(); err != nil || ahead[0] != '\\' {
		return utf8.RuneError, nil
	}
	j.in.skip(1)
	low, err := j.unescape()
	if pair := utf16.DecodeRune(high, low); err == nil && pair != utf8.RuneError {
		return pair, nil
	}
	return utf8.RuneError, err
}

func (j *jsonReader) hex() (r rune, err error) {
	for range 4 {
		c, err := j.in.mustNext()
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

// unescapeBase64 is unescape where only a character of base64 can be meant.
func (j *jsonReader) unescapeBase64() (byte, error) {
	r, err := j.unescape()
	if err == nil && r >= utf8.RuneSelf {
		err = errBase64
	}
	return byte(r), err
}
