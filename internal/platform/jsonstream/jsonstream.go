// Package jsonstream reads JSON documents value by value: files that do not fit into memory as a whole.
package jsonstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Reader reads one document.
type Reader struct {
	json  *json.Decoder
	bound *bound
}

// New returns a Reader of which no value is longer than this many bytes. A longer one ends it with tooLong before it is in memory.
func New(from io.Reader, longest int, tooLong error) *Reader {
	b := &bound{from, longest, longest, tooLong}
	return &Reader{json.NewDecoder(b), b}
}

// ErrOther means that there is another value in place of the object or array that was expected.
var ErrOther = errors.New("another value was expected")

// Object reads an object; null is one without members. take reads the value of a member, or reports that it is not its own; the
// others, which together are no longer than a value, are returned as an object.
func (r *Reader) Object(take func(name string) (own bool, err error)) (others json.RawMessage, err error) {
	if open, err := r.open('{'); !open || err != nil {
		return json.RawMessage("{}"), err
	}
	rest, size := map[string]json.RawMessage{}, 0
	for r.json.More() {
		token, err := r.token()
		if err != nil {
			return nil, err
		}
		name := fmt.Sprint(token)
		if own, err := take(name); err != nil {
			return nil, err
		} else if own {
			continue
		}
		value, err := r.Value()
		if err != nil {
			return nil, err
		}
		if size += len(name) + len(value); size > r.bound.longest {
			return nil, r.bound.tooLong
		}
		rest[name] = value
	}
	if err := r.end('}'); err != nil {
		return nil, err
	}
	return json.Marshal(rest)
}

// Array reads an array; null is one without elements. element reads the value of each.
func (r *Reader) Array(element func(i int) error) error {
	if open, err := r.open('['); !open || err != nil {
		return err
	}
	for i := 0; r.json.More(); i++ {
		if err := element(i); err != nil {
			return err
		}
	}
	return r.end(']')
}

// Value reads any value.
func (r *Reader) Value() (text json.RawMessage, err error) {
	r.bound.renew()
	return text, r.json.Decode(&text)
}

func (r *Reader) open(delim json.Delim) (bool, error) {
	t, err := r.token()
	if err == nil && t != nil && t != delim {
		err = ErrOther
	}
	return t == delim, err
}

func (r *Reader) end(delim json.Delim) error {
	t, err := r.token()
	if err == nil && t != delim {
		err = ErrOther
	}
	return err
}

func (r *Reader) token() (json.Token, error) {
	r.bound.renew()
	return r.json.Token()
}

// bound fails before the decoder has read more than the longest value, which it holds in memory.
type bound struct {
	from          io.Reader
	longest, left int // bytes
	tooLong       error
}

func (b *bound) renew() { b.left = b.longest }

func (b *bound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.tooLong
	}
	n, err := b.from.Read(p)
	b.left -= n
	return n, err
}
