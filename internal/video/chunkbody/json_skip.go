package chunkbody

import (
	"io"
	"strings"
)

// number reads a number after its first character, by the grammar of RFC 8259.
func (j *jsonReader) number(first byte) (string, error) {
	b := []byte{first}
	for {
		ahead, err := j.in.peek()
		if err == io.EOF {
			return "", ErrCutOff
		}
		if err != nil {
			return "", err
		}
		if strings.IndexByte("0123456789+-.eE", ahead[0]) < 0 {
			break
		}
		b = append(b, ahead[0])
		j.in.skip(1)
		if len(b) > maxText {
			return "", errTextLong
		}
	}
	if !isNumber(string(b)) {
		return "", errSyntax
	}
	return string(b), nil
}

func isNumber(s string) bool {
	digits := func() bool {
		n := len(s)
		s = strings.TrimLeft(s, "0123456789")
		return len(s) < n
	}
	s = strings.TrimPrefix(s, "-")
	if strings.HasPrefix(s, "0") {
		s = s[1:]
	} else if !digits() {
		return false
	}
	if after, ok := strings.CutPrefix(s, "."); ok {
		if s = after; !digits() {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if !digits() {
			return false
		}
	}
	return s == ""
}

// skipValue skips a value that begins with c.
func (j *jsonReader) skipValue(c byte, depth int) error {
	switch {
	case depth > maxDepth:
		return errTooDeep
	case c == '"':
		_, err := j.text(false)
		return err
	case c == '-' || c >= '0' && c <= '9':
		_, err := j.number(c)
		return err
	case c == '{' || c == '[':
		return j.skipContainer(c, depth)
	}
	for _, word := range []string{"true", "false", "null"} {
		if c == word[0] {
			return j.skipLiteral(word[1:])
		}
	}
	return errSyntax
}

func (j *jsonReader) skipLiteral(rest string) error {
	for i := range len(rest) {
		if c, err := j.in.mustNext(); err != nil {
			return err
		} else if c != rest[i] {
			return errSyntax
		}
	}
	return nil
}

// skipContainer skips the rest of an array or object.
func (j *jsonReader) skipContainer(open byte, depth int) error {
	end := open + 2 // ']' and '}' stand two after '[' and '{'
	c, err := j.nextToken()
	if err != nil || c == end {
		return err
	}
	for {
		if open == '{' {
			if c != '"' {
				return errSyntax
			}
			if _, err := j.text(false); err != nil {
				return err
			}
			if c, err = j.nextToken(); err != nil {
				return err
			} else if c != ':' {
				return errSyntax
			}
			if c, err = j.nextToken(); err != nil {
				return err
			}
		}
		if err := j.skipValue(c, depth+1); err != nil {
			return err
		}
		if c, err = j.nextToken(); err != nil || c == end {
			return err
		}
		if c != ',' {
			return errSyntax
		}
		if c, err = j.nextToken(); err != nil {
			return err
		}
	}
}
