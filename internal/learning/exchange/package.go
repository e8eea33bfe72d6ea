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

// A package is a zip file of curriculum.json, an Archive, and files/ID for each file that its lessons use.
const (
	outlineEntry = "curriculum.json"
	filesFolder  = "files/"
	maxPackage   = 512 << 20 // bytes, packed and unpacked
	maxEntries   = 5000

	maxRatio   = 100      // unpacked to packed bytes; text reaches 20 at most
	freeOfThat = 64 << 20 // bytes unpacked that are exempt from the ratio
)

// Export writes the draft of a course as a package, for teachers of the course.
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

// Import appends a package, a bare Archive in JSON, or a Common Cartridge to the draft, for teachers of the course.
// It returns fault.Invalid if the file is none of these, or fault.TooLarge.
func (s *Service) Import(ctx context.Context, who access.Caller, courseID string, packed []byte) (done Imported, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	unpacked, err := s.unpack(packed)
	if err != nil {
		return done, err
	}
	if len(unpacked.archive.Sections) == 0 && len(unpacked.left) > 0 { // the draft stays as it is
		return Imported{LeftOut: unpacked.left}, nil
	}
	taken, err := s.storeFiles(ctx, who, courseID, unpacked.files)
	if err == nil {
		err = s.deps.Drafts.Edit(ctx, who, courseID, "Imported", func(c *outline.Edit) (err error) {
			names := make(map[string]string, len(taken))
			for name, f := range taken {
				if err := content.InsertFile(ctx, c.Tx, f); err != nil {
					return err
				}
				names[name] = f.ID
			}
			done, err = s.merge(ctx, c, unpacked.archive, names)
			return err
		})
	}
	if err != nil {
		return Imported{}, errors.Join(err, s.deleteFiles(ctx, taken))
	}
	done.LeftOut = append(done.LeftOut, unpacked.left...)
	return done, nil
}

type parcel struct {
	archive Archive
	files   map[string]parcelFile // by key in the archive
	left    []LeftOut             // what an archive has no place for
}

type parcelFile struct {
	name string
	body []byte
}

var errNoPackage = fault.InvalidField("file", "unknown_format", "This is no curriculum that Lectern has exported, nor a Common Cartridge.")

// unpack reads a package within the limits. It does not trust the sizes that the package declares.
func (s *Service) unpack(packed []byte) (p parcel, err error) {
	if trimmed := bytes.TrimSpace(packed); bytes.HasPrefix(trimmed, []byte("{")) {
		p.archive, err = s.archives.Decode(trimmed)
		return p, err
	}
	entries, err := unzip(packed)
	if err == nil {
		entries, err = unwrapped(entries)
	}
	if err != nil {
		return p, err
	}
	if _, ok := entries[manifestEntry]; ok {
		return openCartridge(s.deps.Kinds, entries)
	}
	text, ok := entries[outlineEntry]
	if !ok {
		return p, refuseForeign(entries)
	}
	if p.archive, err = s.archives.Decode(text); err != nil {
		return p, err
	}
	p.files = map[string]parcelFile{}
	for name, body := range entries {
		if id, ok := strings.CutPrefix(name, filesFolder); ok {
			p.files[strings.TrimSuffix(id, path.Ext(id))] = parcelFile{id, body}
		}
	}
	return p, nil
}

// storeFiles stores the files of a package and returns the resulting course files by key; with an error, those already
// stored.
func (s *Service) storeFiles(ctx context.Context, who access.Caller, courseID string, files map[string]parcelFile) (map[string]content.CourseFile, error) {
	taken := make(map[string]content.CourseFile, len(files))
	for id, file := range files {
		if len(file.body) == 0 || len(file.body) > content.MaxFile {
			continue // reported where a lesson uses it
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

// deleteFiles deletes what storeFiles has stored.
func (s *Service) deleteFiles(ctx context.Context, taken map[string]content.CourseFile) (err error) {
	for _, f := range taken {
		err = errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), f.Key()))
	}
	return err
}
