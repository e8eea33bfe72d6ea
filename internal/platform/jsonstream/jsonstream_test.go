package jsonstream_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/jsonstream"
)

var errLong = errors.New("too long")

type list struct {
	Name string            `json:"name,omitempty"`
	Of   []json.RawMessage `json:"of"`
}

func read(from io.Reader) (l list, err error) {
	r := jsonstream.New(from, 1000, errLong)
	head, err := r.Object(func(name string) (bool, error) {
		if name != "of" {
			return false, nil
		}
		return true, r.Array(func(int) error {
			v, err := r.Value()
			l.Of = append(l.Of, v)
			return err
		})
	})
	if err == nil {
		err = json.Unmarshal(head, &struct{ Name *string }{&l.Name})
	}
	return l, err
}

// Value by value, a document is what it is as a whole, in whatever pieces it arrives.
func TestDocumentsAreReadAsAWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var want list
		want.Name = rapid.StringMatching(`[a-z"\\]*`).Draw(t, "name")
		for _, s := range rapid.SliceOf(rapid.String()).Draw(t, "texts") {
			text, err := json.Marshal(map[string]any{"text": s, "n": len(s)})
			if err != nil {
				t.Fatal(err)
			}
			want.Of = append(want.Of, text)
		}
		document, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(iotest{strings.NewReader(string(document)), rapid.IntRange(1, 50).Draw(t, "piece")})
		if err != nil || got.Name != want.Name || len(got.Of) != len(want.Of) {
			t.Fatalf("%s became %+v, %v", document, got, err)
		}
		for i := range got.Of {
			if string(got.Of[i]) != string(want.Of[i]) {
				t.Fatalf("%s became %s", want.Of[i], got.Of[i])
			}
		}
	})
}

// iotest gives a few bytes at a time.
type iotest struct {
	from io.Reader
	n    int
}

func (r iotest) Read(p []byte) (int, error) { return r.from.Read(p[:min(len(p), r.n)]) }

// What is longer than a value may be is refused before it is read: a text, blanks, depth, a name, and many members.
func TestLongValuesAreRefused(t *testing.T) {
	t.Parallel()
	for name, document := range map[string][2]string{
		"text": {`{"of":["`, "a"}, "blanks": {`{"of":[`, " "}, "depth": {`{"of":[`, "["}, "name": {`{"`, "a"}, "members": {`{`, `"a":1,"b":2,`}, "blanks at the start": {"", "\n"},
	} {
		rest := &counted{from: io.MultiReader(strings.NewReader(document[0]), strings.NewReader(strings.Repeat(document[1], 1<<20)))}
		if _, err := read(rest); !errors.Is(err, errLong) && name != "members" || err == nil || name != "members" && rest.bytes > 10_000 {
			t.Errorf("%s: %v after %d bytes", name, err, rest.bytes)
		}
	}
	for _, document := range []string{"", "[]", `{"of":{}}`, `{"of":[1}`, `{"of":[1,2`, `{"of":[1]]`, `nul`} {
		if _, err := read(strings.NewReader(document)); err == nil {
			t.Errorf("%s is read", document)
		}
	}
}

type counted struct {
	from  io.Reader
	bytes int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.bytes += n
	return n, err
}
