package blogexchange

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Incoming is a post on its way into the blog.
type Incoming struct {
	Source, SourceID, Digest   string // where it comes from, which one it is there, and what it said
	AuthorID                   string // of a post that is new
	Title, Excerpt, HTML       string
	Language                   string
	Tags                       []string
	MetaTitle, MetaDescription string
	CanonicalURL               string
	CoverID, CoverAlt          string
	CoverWidth                 int
	Slug                       string     // wanted; "" for any
	Status                     string     // that it gets: published, scheduled or archived; "" for as it is, or a draft
	At                         *time.Time // it was published, or will be
}

// Known is what was imported as a post before.
type Known struct{ ID, Digest, Status string }

// entries are the files of a zip file by their paths.
type entries map[string]*zip.File

// reading is a post that is being read from its file.
type reading struct {
	*Service
	who    access.Caller
	of     PostImport
	packed entries
	file   string // its path
	said   document
	notes  []ImportNote
	digest string
	known  Known
}

func (r *reading) note(code, about string) { r.notes = append(r.notes, ImportNote{code, about}) }

// readPost reads the file of a post, and what is known of it. A fault is why it is refused.
func (s *Service) readPost(ctx context.Context, who access.Caller, i PostImport, packed entries, file string) (r *reading, err error) {
	r = &reading{Service: s, who: who, of: i, packed: packed, file: file, notes: []ImportNote{}}
	raw, err := r.entry(file, largestPost, errPostLarge)
	if err != nil {
		return r, err
	}
	if r.said, err = readDocument(raw); err != nil {
		return r, err
	}
	sum := sha256.Sum256(raw)
	r.digest = hex.EncodeToString(sum[:])
	if r.known, err = s.deps.Posts.Imported(ctx, s.deps.DB.Reader(), i.Format, r.sourceID()); err != nil || r.known.ID == "" || r.known.Digest == r.digest {
		return r, err
	}
	exported, err := r.export(ctx)
	if bytes.Equal(exported, raw) {
		r.known.Digest = r.digest
	}
	return r, err
}

// export is what the file would be if the post were exported now: one that comes back as it is must not replace a newer draft.
func (r *reading) export(ctx context.Context) ([]byte, error) {
	one, err := postByID(ctx, r.deps.DB.Reader(), r.known.ID)
	if err != nil {
		return nil, err
	}
	path := func(id string) string {
		for _, extension := range extensions {
			if name := picturesFolder + id + extension; r.packed[name] != nil {
				return name
			}
		}
		return ""
	}
	return r.document(one, path(one.CoverID), path)
}

// sourceID says which post of the file it is: by its id, or by its path.
func (r *reading) sourceID() string {
	if id := text.OneLine(r.said.ID); id != "" && utf8.RuneCountInString(id) <= longestTitle {
		return id
	}
	return r.file
}

// isUnchanged reports whether an import of the post would change nothing.
func (r *reading) isUnchanged() bool {
	return r.known.ID != "" && r.known.Digest == r.digest && (r.wantedStatus() == "" || r.wantedStatus() == r.known.Status)
}

// wantedStatus is the status that the post gets; "" for as it is, or a draft.
func (r *reading) wantedStatus() string {
	status := r.said.status()
	if !r.of.Publish || status == draft || status == scheduled && (r.said.Date.Time == nil || !r.said.Date.After(r.deps.Clock.Now())) {
		return ""
	}
	return status
}

// entry reads a file into memory.
func (r *reading) entry(name string, most int64, tooLarge error) ([]byte, error) {
	f := r.packed[name]
	if f == nil {
		return nil, errDamaged
	}
	if f.UncompressedSize64 > uint64(most) {
		return nil, tooLarge
	}
	opened, err := f.Open()
	if err != nil {
		return nil, errDamaged
	}
	defer opened.Close()
	raw, err := io.ReadAll(opened)
	if err != nil {
		return nil, errDamaged
	}
	return raw, nil
}

// incoming makes of the file what the blog takes, and puts its pictures into the library, unless it is a dry run.
func (r *reading) incoming(ctx context.Context) (p Incoming, err error) {
	said := r.said
	p = Incoming{Source: r.of.Format, SourceID: r.sourceID(), Digest: r.digest, Title: said.Title, Slug: said.Slug, At: said.Date.Time, Status: r.wantedStatus(), CoverAlt: r.short("cover_alt", said.CoverAlt, 300)}
	if p.Excerpt = said.Excerpt; p.Excerpt == "" {
		p.Excerpt = said.Description
	}
	p.Excerpt, p.MetaTitle = r.short("excerpt", p.Excerpt, 300), r.short("meta_title", said.MetaTitle, 120)
	p.MetaDescription = r.short("meta_description", said.MetaDescription, 300)
	p.Language, p.CanonicalURL = r.fitting("language", firstOf(said.Language, said.Lang), languageTag, 35), r.fitting("canonical_url", said.CanonicalURL, webAddress, 500)
	p.Tags = r.tags()
	if p.AuthorID, err = r.author(ctx); err != nil {
		return p, err
	}
	if p.HTML, err = r.html(ctx, &p); err != nil {
		return p, err
	}
	err = r.cover(ctx, &p)
	return p, err
}

func firstOf(one, other string) string {
	if one != "" {
		return one
	}
	return other
}

var (
	languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
	webAddress  = regexp.MustCompile(`^https?://[^\s/]+(/\S*)?$`)
)

// short cuts a line to a length.
func (r *reading) short(member, said string, most int) string {
	said = text.OneLine(said)
	if utf8.RuneCountInString(said) <= most {
		return said
	}
	r.note(shortened, member)
	return text.Truncate(said, most)
}

// fitting leaves out what has another form.
func (r *reading) fitting(member, said string, form *regexp.Regexp, most int) string {
	if said = strings.TrimSpace(said); said == "" || form.MatchString(said) && len(said) <= most {
		return said
	}
	r.note(leftOut, member)
	return ""
}

const (
	mostTags   = 10
	longestTag = 40 // characters
)

func (r *reading) tags() (kept []string) {
	for _, name := range r.said.Tags {
		name = text.OneLine(name)
		isName := strings.ContainsFunc(name, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
		switch {
		case name == "":
		case isName && utf8.RuneCountInString(name) <= longestTag && len(kept) < mostTags:
			kept = append(kept, name)
		default:
			r.note(leftOut, "tags")
		}
	}
	return kept
}

// author finds who wrote the post by their address; it is the administrator who imports it where that is unknown.
func (r *reading) author(ctx context.Context) (id string, err error) {
	all := r.said.Authors
	if r.said.Author != nil {
		all = append(all, *r.said.Author)
	}
	for _, a := range all {
		if id, err = writerByEmail(ctx, r.deps.DB.Reader(), strings.TrimSpace(a.Email)); err != nil || id != "" {
			return id, err
		}
	}
	if len(all) > 0 && r.known.ID == "" {
		r.note(authorUnknown, text.Truncate(text.OneLine(firstOf(all[0].Name, all[0].Email)), longestTitle))
	}
	return r.who.ID, nil
}

// html is the text of the post, whose pictures are in the library.
func (r *reading) html(ctx context.Context, p *Incoming) (string, error) {
	raw := r.said.body
	if r.said.Format != htmlFormat {
		if isDeep(raw) {
			return "", errDeep
		}
		read, err := r.writer.read(raw)
		if err != nil {
			return "", errDeep
		}
		raw = read
	}
	root, err := parse(raw)
	if err != nil {
		return "", errDeep
	}
	var undescribed bool
	if err := r.resolve(ctx, root, &undescribed); err != nil {
		return "", err
	}
	if undescribed && p.Status != "" {
		r.note(notPublished, "picture_alt")
		p.Status = ""
	}
	written := markup(root)
	if utf8.RuneCountInString(written) > longestPost {
		return "", errPostLong
	}
	return written, nil
}

// deepest is how deeply quotes and lists may be nested: more of them take a time that grows with the square.
const deepest = 100

// isDeep reports whether a line of Markdown begins with more marks of quotes and lists, or spaces, than any text has.
func isDeep(said string) bool {
	for line := range strings.SplitSeq(said, "\n") {
		if begin := line[:len(line)-len(strings.TrimLeft(line, "> \t-+*0123456789.)"))]; strings.Count(begin, ">")+strings.Count(begin, "-")+strings.Count(begin, "+")+strings.Count(begin, "*")+strings.Count(begin, ".")+strings.Count(begin, ")") > deepest {
			return true
		}
	}
	return false
}

// resolve replaces the addresses of pictures by the ids of those of the library, and removes those that are not there.
func (r *reading) resolve(ctx context.Context, parent *html.Node, undescribed *bool) error {
	for n := parent.FirstChild; n != nil; {
		next := n.NextSibling
		switch n.DataAtom {
		case atom.Img:
			alt, described := attribute(n, "alt")
			id, err := r.picture(ctx, value(n, "src"), alt)
			if err != nil {
				return err
			}
			if id == "" {
				parent.RemoveChild(n)
				break
			}
			*undescribed = *undescribed || !described
			set(n, "src", text.FileScheme+":"+id)
		case atom.A:
			if name := r.find(value(n, "href")); name != "" && !strings.HasSuffix(name, ".md") {
				id, err := r.picture(ctx, value(n, "href"), "")
				if err != nil {
					return err
				}
				if id != "" {
					set(n, "href", text.FileScheme+":"+id)
				}
			}
		}
		if err := r.resolve(ctx, n, undescribed); err != nil {
			return err
		}
		n = next
	}
	return nil
}

func attribute(n *html.Node, key string) (value string, there bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func value(n *html.Node, key string) string {
	v, _ := attribute(n, key)
	return v
}

func set(n *html.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
		}
	}
}

// find returns the path of the file to which an address in the post leads; "" for none.
func (r *reading) find(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
		return ""
	}
	for _, name := range []string{path.Join(path.Dir(r.file), u.Path), strings.TrimPrefix(path.Clean(u.Path), "/")} {
		if _, there := r.packed[name]; there {
			return name
		}
	}
	return ""
}

// dryPicture stands for the pictures of a dry run.
const dryPicture = "00000000-0000-0000-0000-000000000000"

// picture puts the picture to which an address leads into the library and returns its id; "" for one that is noted as missing or refused.
func (r *reading) picture(ctx context.Context, address, alt string) (id string, err error) {
	err = r.open(address, func(kind string, body io.Reader) error {
		if id = dryPicture; r.of.DryRun {
			return nil
		}
		id, err = r.deps.Pictures.Add(ctx, r.who, r.find(address), text.Truncate(text.OneLine(alt), 300), kind, body)
		return err
	})
	return id, r.without(address, &id, err)
}

// cover makes the cover of the post.
func (r *reading) cover(ctx context.Context, p *Incoming) error {
	if r.said.Cover == "" {
		return nil
	}
	err := r.open(r.said.Cover, func(kind string, body io.Reader) (err error) {
		if r.of.DryRun {
			return nil
		}
		p.CoverID, p.CoverWidth, err = r.deps.Posts.AddCover(ctx, r.who, kind, body)
		return err
	})
	if err == nil && p.CoverAlt == "" && p.Status != "" {
		r.note(notPublished, "cover_alt")
		p.Status = ""
	}
	return r.without(r.said.Cover, &p.CoverID, err)
}

// open calls use with the picture to which an address leads.
func (r *reading) open(address string, use func(kind string, body io.Reader) error) error {
	f := r.packed[r.find(address)]
	if f == nil {
		return errPictureMissing
	}
	opened, err := f.Open()
	if err != nil {
		return errDamaged
	}
	defer opened.Close()
	kind, body, err := attachment.Sniff(opened, int64(min(f.UncompressedSize64, mostPicture)))
	if err != nil {
		return errDamaged
	}
	if !strings.HasPrefix(kind, "image/") {
		return errPictureOther
	}
	return use(kind, io.LimitReader(body, mostPicture))
}

var (
	errPictureMissing = fault.New(fault.NotFound, "picture_missing", "This picture is not in the zip file.")
	errPictureOther   = fault.New(fault.UnsupportedType, "not_a_picture", "This file is not a picture that can be shown.")
)

// without notes why a picture is left out; the post is imported without it. Other errors than faults about the picture are returned.
func (r *reading) without(address string, id *string, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case err == nil:
		return nil
	case !ok || f.Kind == fault.TooMany || f.Kind == fault.Unavailable || f.Kind == fault.NoSpace:
		return err
	case f == errPictureMissing:
		r.note(pictureMissing, text.Truncate(text.Printable(address, 200), 200))
	default:
		r.note(pictureRefused, text.Truncate(text.Printable(address, 200), 200))
	}
	*id = ""
	return nil
}
