package blogexchange

import (
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"lectern/internal/platform/text"
)

// document is a Markdown file with its front matter.
type document struct {
	facts
	body string
}

// facts are the front matter of a file, of this or of another program.
type facts struct {
	header      `yaml:",inline"`
	Author      *author `yaml:"author"`
	Description string  `yaml:"description"` // excerpt, elsewhere
	Lang        string  `yaml:"lang"`
	IsDraft     bool    `yaml:"draft"`
}

// names are a list, or one name.
type names []string

func (n *names) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind != yaml.ScalarNode {
		return node.Decode((*[]string)(n))
	}
	for name := range strings.SplitSeq(node.Value, ",") {
		*n = append(*n, strings.TrimSpace(name))
	}
	return nil
}

// UnmarshalYAML reads an author, or their name or address alone.
func (a *author) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind != yaml.ScalarNode {
		type plain author
		return node.Decode((*plain)(a))
	}
	if strings.Contains(node.Value, "@") {
		a.Email = node.Value
	} else {
		a.Name = node.Value
	}
	return nil
}

// moment is a time, a day, or nothing where it cannot be read.
type moment struct{ *time.Time }

func (m *moment) UnmarshalYAML(node *yaml.Node) error {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.Parse(layout, node.Value); err == nil && at.Year() >= 1970 && at.Year() < 2200 {
			at = at.UTC().Truncate(time.Microsecond)
			m.Time = &at
			return nil
		}
	}
	return nil
}

// MarshalYAML implements yaml.Marshaler.
func (m moment) MarshalYAML() (any, error) { return m.Time, nil }

// IsZero reports whether there is nothing to write.
func (m moment) IsZero() bool { return m.Time == nil }

// readDocument reads a file. The title may be the first heading of its text.
func readDocument(raw []byte) (d document, err error) {
	said := strings.ReplaceAll(strings.TrimPrefix(string(raw), "\uFEFF"), "\r\n", "\n")
	if !text.IsStorable(said) {
		return d, errNoText
	}
	if strings.HasPrefix(said, "+++\n") {
		return d, errTOML
	}
	d.body = said
	if rest, fenced := strings.CutPrefix(said, fence+"\n"); fenced {
		front, body, closed := strings.Cut("\n"+rest, "\n"+fence+"\n")
		if !closed {
			front, closed = strings.CutSuffix("\n"+rest, "\n"+fence)
		}
		if !closed || len(front) > mostFront || yaml.Unmarshal([]byte(front), &d.facts) != nil {
			return d, errFront
		}
		d.body = body
	}
	if d.Format != htmlFormat {
		d.Title, d.body = titled(d.Title, d.body)
	}
	switch d.Title = text.OneLine(d.Title); {
	case d.Title == "":
		return d, errNoTitle
	case utf8.RuneCountInString(d.Title) > longestTitle:
		return d, errLongTitle
	}
	return d, nil
}

const longestTitle = 200 // characters

// titled takes the heading at the beginning of a text for its title, if it has none.
func titled(title, body string) (found, rest string) {
	body = strings.TrimLeft(body, "\n")
	heading, rest, _ := strings.Cut(body, "\n")
	if name, is := strings.CutPrefix(heading, "# "); is && title == "" {
		return name, rest
	}
	return title, body
}

// status is what the post was; "" if the file does not say.
func (f facts) status() string {
	switch {
	case f.IsDraft:
		return draft
	case f.Status == published, f.Status == scheduled, f.Status == archived, f.Status == draft:
		return f.Status
	case f.Status == "" && f.Date.Time != nil:
		return published
	}
	return ""
}
