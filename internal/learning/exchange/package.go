package exchange

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// A package is a zip file: curriculum.json, an Archive, and beside it files/ID with the files that its lessons name.
const (
	outlineEntry = "curriculum.json"
	filesFolder  = "files/"
	maxPackage   = 512 << 20 // bytes, packed and unpacked
	maxEntries   = 5000

	maxRatio   = 100      // of unpacked to packed bytes: text has 20 at most
	freeOfThat = 64 << 20 // bytes that may unpack from anything
)

// Export writes the draft of a course as a package. For teachers of the course.
func (s *Service) Export(ctx context.Context, who access.Caller, courseID string) ([]byte, error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	a, err := s.archived(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(a, "", "\t")
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	if err := writeEntry(z, outlineEntry, bytes.NewReader(text)); err != nil {
		return nil, err
	}
	files, err := filesNamed(ctx, s.deps.DB.Reader(), courseID, text)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := s.packFile(ctx, z, f); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return packed.Bytes(), err
}

func writeEntry(z *zip.Writer, name string, content io.Reader) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = io.Copy(w, content)
	}
	return err
}

func (s *Service) packFile(ctx context.Context, z *zip.Writer, f content.CourseFile) error {
	o, err := s.deps.Blob.Open(ctx, f.Key())
	if err != nil {
		return err
	}
	defer o.Close()
	return writeEntry(z, filesFolder+f.ID+path.Ext(attachment.Name(f.Name)), o)
}

// Import puts a package, the Archive alone as JSON, or a Common Cartridge at the end of the draft. For teachers of the course.
// fault.Invalid when it is neither, fault.TooLarge.
func (s *Service) Import(ctx context.Context, who access.Caller, courseID string, packed []byte) (done Imported, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	unpacked, err := s.unpack(packed)
	if err != nil {
		return done, err
	}
	taken, err := s.takeIn(ctx, who, courseID, unpacked.files)
	if err == nil {
		err = s.deps.Drafts.Edit(ctx, who, courseID, "Imported", func(c *outline.Edit) (err error) {
			names := make(map[string]string, len(taken))
			for name, f := range taken {
				if err := content.InsertFile(ctx, c.Tx, f); err != nil {
					return err
				}
				names[name] = f.ID
			}
			done, err = s.graft(ctx, c, unpacked.archive, names)
			return err
		})
	}
	if err != nil {
		return Imported{}, errors.Join(err, s.putBack(ctx, taken))
	}
	done.LeftOut = append(done.LeftOut, unpacked.left...)
	return done, nil
}

// parcel is what is in a package.
type parcel struct {
	archive Archive
	files   map[string]parcelFile // by what the archive calls them
	left    []LeftOut             // what was in the package and has no place in an archive
}

type parcelFile struct {
	name string
	body []byte
}

var errNoPackage = fault.InvalidField("file", "unknown_format", "This is no curriculum that Lectern has exported, nor a Common Cartridge.")

// unpack reads a package within bounds: what it says of its own size is not believed.
func (s *Service) unpack(packed []byte) (p parcel, err error) {
	if trimmed := bytes.TrimSpace(packed); bytes.HasPrefix(trimmed, []byte("{")) {
		if err := json.Unmarshal(trimmed, &p.archive); err != nil {
			return p, errNoPackage
		}
		return p, nil
	}
	entries, err := unzip(packed)
	if err != nil {
		return p, err
	}
	if _, ok := entries[manifestEntry]; ok {
		return openCartridge(s.deps.Kinds, entries)
	}
	text, ok := entries[outlineEntry]
	if !ok || json.Unmarshal(text, &p.archive) != nil {
		return p, errNoPackage
	}
	p.files = map[string]parcelFile{}
	for name, body := range entries {
		if id, ok := strings.CutPrefix(name, filesFolder); ok {
			p.files[strings.TrimSuffix(id, path.Ext(id))] = parcelFile{id, body}
		}
	}
	return p, nil
}

// takeIn stores what is in the files of a package, and gives the files of the course that they become by the names that they
// had; with an error those that are stored already.
func (s *Service) takeIn(ctx context.Context, who access.Caller, courseID string, files map[string]parcelFile) (map[string]content.CourseFile, error) {
	taken := make(map[string]content.CourseFile, len(files))
	for id, file := range files {
		if len(file.body) == 0 || len(file.body) > content.MaxFile {
			continue // told where a lesson names it
		}
		f := content.CourseFile{ID: db.NewID(), CourseID: courseID, Name: attachment.Name(file.name), Type: attachment.TypeOf(file.body), Size: int64(len(file.body)),
			UploadedBy: who.ID, CreatedAt: s.deps.Clock.Now()}
		if err := s.deps.Blob.Put(ctx, f.Key(), bytes.NewReader(file.body), f.Size); err != nil {
			return taken, fmt.Errorf("file of a package: %w", err)
		}
		taken[id] = f
	}
	return taken, nil
}

// putBack removes what takeIn has stored.
func (s *Service) putBack(ctx context.Context, taken map[string]content.CourseFile) (err error) {
	for _, f := range taken {
		err = errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), f.Key()))
	}
	return err
}

// renamed is a content in which the files that came along have their new ids.
func renamed(c content.Content, files map[string]string) content.Content {
	if len(files) == 0 {
		return c
	}
	pairs := make([]string, 0, 2*len(files))
	for old, now := range files {
		pairs = append(pairs, old, now)
	}
	return content.Content(strings.NewReplacer(pairs...).Replace(string(c)))
}
