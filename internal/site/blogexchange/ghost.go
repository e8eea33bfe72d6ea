package blogexchange

import (
	"archive/zip"
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
)

// ghost is the format of an export of Ghost (ghost.org): its JSON file, or a zip file with it and the pictures of the folder content/images.
const ghost = "ghost"

const (
	largestGhost    = 100 << 20 // bytes of the JSON file
	largestGhostRow = 8 << 20   // bytes of one of its rows; the text of a post stands in it up to four times
	mostGhostKept   = 12 << 20  // bytes of what is kept in memory of the small tables: enough for 10,000 posts with six rows each
	ghostRowKept    = 100       // of them, what a row takes besides its texts
)

// byteOrderMark is what some editors write before a text in UTF-8.
const byteOrderMark = "\uFEFF"

// ghostKey is the id of a row, which old exports write as a number.
type ghostKey string

func (k *ghostKey) UnmarshalJSON(raw []byte) error {
	if string(raw) != "null" {
		*k = ghostKey(strings.Trim(string(raw), `"`))
	}
	return nil
}

// Rows of an export. Members that a version of Ghost does not write are empty.
type (
	ghostPost struct {
		ID            ghostKey `json:"id"`
		Title         string   `json:"title"`
		Slug          string   `json:"slug"`
		HTML          string   `json:"html"`
		Plaintext     string   `json:"plaintext"`
		FeatureImage  string   `json:"feature_image"`
		Status        string   `json:"status"`
		Visibility    string   `json:"visibility"`
		Type          string   `json:"type"`
		Page          any      `json:"page"` // before types: true or 1
		Locale        string   `json:"locale"`
		CustomExcerpt string   `json:"custom_excerpt"`
		CanonicalURL  string   `json:"canonical_url"`
		AuthorID      ghostKey `json:"author_id"`
		PublishedAt   *string  `json:"published_at"`
		ghostMeta
	}
	ghostMeta struct { // in a table of its own since version 3
		MetaTitle       string `json:"meta_title"`
		MetaDescription string `json:"meta_description"`
		ImageAlt        string `json:"feature_image_alt"`
	}
	ghostTag struct {
		Name       string `json:"name"`
		Visibility string `json:"visibility"`
	}
	ghostLink struct { // from a post to a tag or an author
		PostID ghostKey `json:"post_id"`
		Tag    ghostKey `json:"tag_id"`
		Author ghostKey `json:"author_id"`
		Order  int      `json:"sort_order"`
	}
)

// ghostTables are the small tables of an export.
type ghostTables struct {
	slugs   map[string]bool // of all posts
	tags    map[ghostKey]ghostTag
	users   map[ghostKey]author
	meta    map[ghostKey]ghostMeta
	tagged  map[ghostKey][]ghostLink
	written map[ghostKey][]ghostLink
	kept    int // bytes of all
}

// readGhostTables reads all but the texts of posts.
func readGhostTables(raw io.Reader) (t ghostTables, err error) {
	t = ghostTables{map[string]bool{}, map[ghostKey]ghostTag{}, map[ghostKey]author{}, map[ghostKey]ghostMeta{}, map[ghostKey][]ghostLink{}, map[ghostKey][]ghostLink{}, 0}
	err = eachGhostRow(raw, func(table string, decode func(any) error) error {
		if err := t.keep(table, decode); err != nil {
			return err
		}
		if t.kept > mostGhostKept {
			return errGhostLarge
		}
		return nil
	}, "posts", "tags", "users", "posts_meta", "posts_tags", "posts_authors")
	for _, links := range []map[ghostKey][]ghostLink{t.tagged, t.written} {
		for _, of := range links {
			slices.SortStableFunc(of, func(a, b ghostLink) int { return cmp.Compare(a.Order, b.Order) })
		}
	}
	return t, err
}

func (t *ghostTables) keep(table string, decode func(any) error) error {
	switch table {
	case "posts":
		var p struct{ Slug string }
		err := decode(&p)
		t.slugs[p.Slug] = true
		t.count(p.Slug)
		return err
	case "posts_tags", "posts_authors":
		var l ghostLink
		err := decode(&l)
		t.count(string(l.PostID), string(l.Tag), string(l.Author))
		if l.Tag != "" {
			t.tagged[l.PostID] = append(t.tagged[l.PostID], l)
		} else {
			t.written[l.PostID] = append(t.written[l.PostID], l)
		}
		return err
	}
	var row struct {
		ID     ghostKey `json:"id"`
		PostID ghostKey `json:"post_id"`
		Email  string   `json:"email"`
		ghostTag
		ghostMeta
	}
	err := decode(&row)
	t.count(string(row.ID), string(row.PostID), row.Name, row.Email, row.MetaTitle, row.MetaDescription, row.ImageAlt)
	switch table {
	case "tags":
		t.tags[row.ID] = row.ghostTag
	case "users":
		t.users[row.ID] = author{row.Name, row.Email}
	default:
		t.meta[row.PostID] = row.ghostMeta
	}
	return err
}

// count adds a row with its texts to what is kept.
func (t *ghostTables) count(texts ...string) {
	t.kept += ghostRowKept
	for _, text := range texts {
		t.kept += len(text)
	}
}

// eachGhostRow calls do with the rows of the named tables of an export, {"db": [{"data": {"posts": […], …}}]}, one by one: no more than one is in memory.
func eachGhostRow(raw io.Reader, do func(table string, decode func(any) error) error, tables ...string) error {
	text := bufio.NewReader(raw)
	if mark, err := text.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		_, _ = text.Discard(len(mark)) // which was read
	}
	limited := &limitedRow{from: text}
	d := ghostReader{json.NewDecoder(limited), limited, tables, do, false}
	err := d.object(0)
	if f, is := errors.AsType[*fault.Error](err); is {
		return f
	}
	if err != nil || !d.found {
		return errNoGhost
	}
	return nil
}

// limitedRow lets the decoder read no more than one row holds.
type limitedRow struct {
	from io.Reader
	read int64
	row  int64 // where it begins
}

func (l *limitedRow) Read(p []byte) (int, error) {
	left := l.row + largestGhostRow - l.read
	if l.read > largestGhost || left <= 0 {
		return 0, errGhostLarge
	}
	n, err := l.from.Read(p[:min(int64(len(p)), left)])
	l.read += int64(n)
	return n, err
}

type ghostReader struct {
	*json.Decoder
	limit  *limitedRow
	tables []string
	do     func(table string, decode func(any) error) error
	found  bool // there were tables
}

// object reads the file, or what stands in it as db or data, to its end.
func (d *ghostReader) object(depth int) error {
	if err := d.expect('{'); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		switch {
		case name == "db" && depth == 0:
			err = d.eachOf(func() error { return d.object(1) })
		case name == "data" && depth <= 1:
			d.found = true
			err = d.object(2)
		case depth == 2 && slices.Contains(d.tables, name.(string)): // names of members are strings
			err = d.eachOf(func() error { return d.do(name.(string), d.row) })
		default:
			err = d.skip()
		}
		if err != nil {
			return err
		}
	}
	return d.expect('}')
}

func (d *ghostReader) row(to any) error {
	d.limit.row = d.InputOffset()
	err := d.Decode(to)
	d.limit.row = d.InputOffset()
	return err
}

// skip reads a value without keeping it: a list item by item, however long it is.
func (d *ghostReader) skip() error {
	d.limit.row = d.InputOffset()
	begin, err := d.Token()
	if err != nil || begin != json.Delim('[') && begin != json.Delim('{') {
		return err
	}
	for d.More() {
		if begin == json.Delim('{') {
			if _, err := d.Token(); err != nil { // the name of a member
				return err
			}
		}
		if err := d.row(&json.RawMessage{}); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// eachOf calls do at each item of a list; null is an empty one.
func (d *ghostReader) eachOf(do func() error) error {
	d.limit.row = d.InputOffset()
	begin, err := d.Token()
	if err != nil || begin == nil {
		return err
	}
	if begin != json.Delim('[') {
		return errNoGhost
	}
	for d.More() {
		if err := do(); err != nil {
			return err
		}
	}
	return d.expect(']')
}

func (d *ghostReader) expect(wanted json.Delim) error {
	d.limit.row = d.InputOffset()
	found, err := d.Token()
	if err == nil && found != wanted {
		err = errNoGhost
	}
	return err
}

// ghostFile finds the JSON file of an export in a zip file.
func ghostFile(packed entries) *zip.File {
	var found *zip.File
	for name, f := range packed {
		if path.Ext(name) != ".json" || strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), "redirects") {
			continue
		}
		if found == nil || f.UncompressedSize64 > found.UncompressedSize64 {
			found = f
		}
	}
	return found
}
