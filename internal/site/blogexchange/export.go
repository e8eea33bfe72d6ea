package blogexchange

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/uptrace/bun"
	"go.yaml.in/yaml/v3"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/text"
)

// ExportFilter narrows an export.
type ExportFilter struct {
	Status string `query:"status" enum:"draft,scheduled,published,archived" msg:"status must be draft, scheduled, published or archived" doc:"Default: all but deleted posts."`
}

// postsAtATime are read together. The text of one has 2 MB at most.
const postsAtATime = 4

// Export returns a function that writes the posts and the pictures that they show as a zip file. For administrators.
func (s *Service) Export(ctx context.Context, who access.Caller, f ExportFilter) (write func(io.Writer) error, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "blog.exported", TargetKind: "blog", After: map[string]any{"status": f.Status}})
	})
	return func(to io.Writer) error {
		p := packing{s, zip.NewWriter(to), map[string]string{}}
		for after := ""; ; {
			posts, err := postsAfter(ctx, s.deps.DB.Reader(), f.Status, after, postsAtATime)
			if err != nil {
				return err
			}
			if len(posts) == 0 {
				return p.zip.Close()
			}
			if err := p.add(ctx, posts); err != nil {
				return err
			}
			after = posts[len(posts)-1].ID
		}
	}, err
}

// packing is a zip file that is being written.
type packing struct {
	*Service
	zip   *zip.Writer
	paths map[string]string // of the pictures of texts, by their ids; "" for one that the store has lost
}

func (p packing) add(ctx context.Context, posts []post) error {
	var shown []string
	for _, one := range posts {
		shown = append(shown, text.FileIDs(one.HTML)...)
	}
	widths, err := pictureWidths(ctx, p.deps.DB.Reader(), shown)
	for _, one := range posts {
		if err == nil {
			err = p.addPost(ctx, one, widths)
		}
	}
	return err
}

// addPost writes a post behind its pictures.
func (p packing) addPost(ctx context.Context, one post, widths map[string]int) error {
	inText := map[string]string{}
	for _, id := range text.FileIDs(one.HTML) {
		path, known := p.paths[id]
		if !known {
			var err error
			if path, err = p.addPicture(ctx, objectkey.Media, id, widths[id]); err != nil {
				return err
			}
			p.paths[id] = path
		}
		inText[id] = path
	}
	cover, err := p.addPicture(ctx, objectkey.BlogCovers, one.CoverID, one.CoverWidth)
	if err != nil {
		return err
	}
	file, err := p.document(one, cover, func(id string) string { return inText[id] })
	if err != nil {
		return err
	}
	return p.put(postsFolder+one.fileName(), one.UpdatedAt, file)
}

// document is the file of a post. cover is the path of its cover, "" for none; path returns those of the pictures in its text, "" for one that
// is left out.
func (s *Service) document(one post, cover string, path func(id string) string) ([]byte, error) {
	html := text.WithFiles(text.WithoutFiles(one.HTML, func(id string) bool { return path(id) != "" }), func(id string) string { return fromPosts + path(id) })
	said, format := s.writer.write(html)
	front := one.header()
	if front.Format = format; cover != "" {
		front.Cover = fromPosts + cover
	}
	var file bytes.Buffer
	file.WriteString(fence + "\n")
	if err := yaml.NewEncoder(&file).Encode(front); err != nil {
		return nil, err
	}
	file.WriteString(fence + "\n\n" + said + "\n")
	return file.Bytes(), nil
}

const (
	fence     = "---"
	fromPosts = "../" // leads from the folder of posts to that of pictures
)

func (one post) fileName() string {
	if one.Slug != "" {
		return one.Slug + ".md"
	}
	return one.ID + ".md"
}

func (one post) header() header {
	h := header{Title: one.Title, ID: one.ID, Slug: one.Slug, Status: one.Status, Date: moment{one.PublishedAt}, Language: one.Language, Tags: one.Tags.V, Excerpt: one.Excerpt,
		CoverAlt: one.CoverAlt, MetaTitle: one.MetaTitle, MetaDescription: one.MetaDescription, CanonicalURL: one.CanonicalURL}
	if one.Status == scheduled {
		h.Date = moment{one.ScheduledAt}
	}
	if one.AuthorName != "" {
		h.Authors = []author{{one.AuthorName, one.AuthorEmail}}
	}
	return h
}

// addPicture writes the widest size of a picture, and returns its path; "" for none, and for one that the store has lost.
func (p packing) addPicture(ctx context.Context, prefix, id string, width int) (path string, err error) {
	if width == 0 {
		return "", nil
	}
	object, err := p.deps.Blob.Open(ctx, objectkey.PictureOf(prefix, id, width))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	content, err := io.ReadAll(object)
	if err = errors.Join(err, object.Close()); err != nil {
		return "", err
	}
	path = picturesFolder + id + extensions[picture.TypeOf(content)]
	return path, p.put(path, object.ModTime, content)
}

var extensions = map[string]string{"image/png": ".png", "image/webp": ".webp", "image/jpeg": ".jpg"}

func (p packing) put(path string, changed time.Time, content []byte) error {
	w, err := p.zip.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Modified: changed})
	if err == nil {
		_, err = w.Write(content)
	}
	return err
}
