package blogexchange

import (
	"archive/zip"
	"bytes"
	"html"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"lectern/internal/platform/scratch"
)

// source is a file with posts that was uploaded.
type source struct {
	file   *os.File
	size   int64
	packed entries // of a zip file; nil for another
}

// sourceOf opens an uploaded file. One that begins as JSON does is no zip file.
func sourceOf(file *os.File, size int64) (s source, err error) {
	s = source{file: file, size: size}
	first := make([]byte, 512)
	n, err := file.ReadAt(first, 0)
	if err != nil && err != io.EOF {
		return s, err
	}
	if bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(first[:n], []byte(byteOrderMark)), " \t\r\n"), []byte("{")) {
		return s, nil
	}
	s.packed, err = open(file, size)
	return s, err
}

// format finds out what the file is.
func (s source) format() string {
	if s.packed == nil || len(itemsOf("", s.packed)) == 0 && ghostFile(s.packed) != nil {
		return ghost
	}
	return markdown
}

// read opens its JSON file.
func (s source) read() (io.ReadCloser, error) {
	if s.packed == nil {
		return io.NopCloser(io.NewSectionReader(s.file, 0, s.size)), nil
	}
	found := ghostFile(s.packed)
	if found == nil {
		return nil, errNoGhost
	}
	opened, err := found.Open()
	if err != nil {
		return nil, errDamaged
	}
	return opened, nil
}

// fromGhost turns an export of Ghost into the zip file that is imported: a document for each post, and the pictures. Posts that only members read, and pages,
// are drafts there.
func (s *Service) fromGhost(from source) (documents *os.File, size int64, err error) {
	raw, err := from.read()
	if err != nil {
		return nil, 0, err
	}
	defer raw.Close()
	tables, err := readGhostTables(raw)
	if err != nil {
		return nil, 0, err
	}
	if documents, err = scratch.File(s.deps.Scratch); err != nil {
		return nil, 0, scratch.AsNoSpace(err)
	}
	if err = (&ghostConversion{tables, zip.NewWriter(documents), map[string]bool{}, s.deps.Address}).write(from); err == nil {
		size, err = documents.Seek(0, io.SeekEnd)
	}
	if err != nil {
		_ = documents.Close() // it has no name: its room is free
		return nil, 0, scratch.AsNoSpace(err)
	}
	return documents, size, nil
}

// ghostConversion is the zip file that is being written.
type ghostConversion struct {
	ghostTables
	zip   *zip.Writer
	paths map[string]bool // of its files
	site  string          // its address
}

func (c *ghostConversion) write(from source) error {
	raw, err := from.read()
	if err != nil {
		return err
	}
	defer raw.Close()
	err = eachGhostRow(raw, func(_ string, decode func(any) error) error {
		var p ghostPost
		if err := decode(&p); err != nil {
			return err
		}
		return c.add(p)
	}, "posts")
	if err != nil {
		return err
	}
	for name, f := range from.packed {
		if err := c.addPicture(name, f); err != nil {
			return err
		}
	}
	return c.zip.Close()
}

var plainSlug = regexp.MustCompile(`^[a-z0-9-]{1,180}$`)

func (c *ghostConversion) add(p ghostPost) error {
	name := postsFolder + p.Slug + ".md"
	if !plainSlug.MatchString(p.Slug) || c.paths[name] {
		name = postsFolder + "post-" + strings.Map(plain, string(p.ID)) + ".md"
	}
	if c.paths[name] {
		return nil // the same post twice
	}
	if len(c.paths) >= limits.Entries {
		return errTooLarge
	}
	c.paths[name] = true
	var file bytes.Buffer
	file.WriteString(fence + "\n")
	if err := yaml.NewEncoder(&file).Encode(c.header(p)); err != nil {
		return err
	}
	file.WriteString(fence + "\n\n" + c.text(p) + "\n")
	w, err := c.zip.Create(name)
	if err == nil {
		_, err = w.Write(file.Bytes())
	}
	return err
}

// plain leaves of an id what a file can be named by.
func plain(c rune) rune {
	if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
		return c
	}
	return -1
}

// header is the front matter of a post. A time that cannot be read is left out, and a post without one is a draft.
func (c *ghostConversion) header(p ghostPost) header {
	h := header{Title: p.Title, ID: string(p.ID), Slug: p.Slug, Status: draft, Language: p.Locale, Excerpt: p.CustomExcerpt, Cover: localPictures(p.FeatureImage), MetaTitle: p.MetaTitle,
		MetaDescription: p.MetaDescription, CoverAlt: p.ImageAlt, Format: htmlFormat}
	if !strings.HasPrefix(p.CanonicalURL, siteMark) {
		h.CanonicalURL = p.CanonicalURL
	}
	if m, apart := c.meta[p.ID]; apart {
		h.MetaTitle, h.MetaDescription, h.CoverAlt = m.MetaTitle, m.MetaDescription, m.ImageAlt
	}
	if p.PublishedAt != nil {
		if at, err := time.Parse(time.RFC3339Nano, *p.PublishedAt); err == nil {
			h.Date = moment{&at}
		}
	}
	isPost := (p.Type == "" || p.Type == "post") && p.Page != true && p.Page != float64(1)
	if isPost && h.Date.Time != nil && (p.Visibility == "" || p.Visibility == "public") && (p.Status == published || p.Status == scheduled) {
		h.Status = p.Status
	}
	for _, l := range c.tagged[p.ID] {
		if t := c.tags[l.Tag]; t.Name != "" && t.Visibility != "internal" && !strings.HasPrefix(t.Name, "#") {
			h.Tags = append(h.Tags, t.Name)
		}
	}
	authors := c.written[p.ID]
	if len(authors) == 0 && p.AuthorID != "" {
		authors = []ghostLink{{Author: p.AuthorID}}
	}
	for _, l := range authors {
		if a := c.users[l.Author]; a != (author{}) {
			h.Authors = append(h.Authors, a)
		}
	}
	return h
}

const (
	siteMark    = "__GHOST_URL__" // stands for the address of the site
	imageFolder = "content/images/"
)

var (
	pictureAddress = regexp.MustCompile(`(?:__GHOST_URL__|https?://[^/\s"'<>]+)?/content/images/(?:size/[^/\s"'<>]+/)?`)
	postAddress    = regexp.MustCompile(`href="__GHOST_URL__/([a-z0-9-]+)/?(["#?])`)
)

// localPictures leads the addresses of pictures, also of smaller sizes, into the zip file.
func localPictures(said string) string {
	return pictureAddress.ReplaceAllLiteralString(said, "/"+imageFolder)
}

// text is the HTML of a post; links to other posts of the file lead to them here.
func (c *ghostConversion) text(p ghostPost) string {
	if p.HTML == "" && p.Plaintext != "" {
		return "<p>" + strings.ReplaceAll(html.EscapeString(p.Plaintext), "\n\n", "</p><p>") + "</p>"
	}
	linked := postAddress.ReplaceAllStringFunc(localPictures(p.HTML), func(link string) string {
		parts := postAddress.FindStringSubmatch(link)
		if !c.slugs[parts[1]] {
			return link
		}
		return `href="` + c.site + `/blog/` + parts[1] + parts[2]
	})
	return strings.ReplaceAll(linked, siteMark, "") // links within the site are left out when the text is cleaned
}

// addPicture copies a picture as it is packed.
func (c *ghostConversion) addPicture(name string, f *zip.File) error {
	_, below, is := strings.Cut("/"+name, "/"+imageFolder)
	if path := imageFolder + below; is && below != "" && !strings.HasPrefix(below, "size/") && !c.paths[path] {
		if len(c.paths) >= limits.Entries {
			return errTooLarge
		}
		c.paths[path] = true
		packed, err := f.OpenRaw()
		if err != nil {
			return errDamaged
		}
		w, err := c.zip.CreateRaw(&zip.FileHeader{Name: path, Method: f.Method, CRC32: f.CRC32, CompressedSize64: f.CompressedSize64, UncompressedSize64: f.UncompressedSize64})
		if err == nil {
			_, err = io.Copy(w, packed)
		}
		return err
	}
	return nil
}
