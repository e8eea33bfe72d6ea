package exchange

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/packagezip"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/scratch"
)

// A package is a zip file of curriculum.json, an Archive, and files/ID for each file that its lessons use.
const (
	outlineEntry = "curriculum.json"
	filesFolder  = "files/"
	maxTexts     = 32 << 20 // bytes of the contents of a course, or of the pages of a cartridge, which one transaction stores
)

var (
	errLongOutline = fault.New(fault.TooLarge, "curriculum_too_large", "The texts in this curriculum are larger than 32 MB. Split it. Nothing was imported.")
	errExportTexts = fault.New(fault.TooLarge, "curriculum_too_large", "The texts of this curriculum are larger than 32 MB, too large for one package. Move some sections into another course and export both, or open the other course and use “Copy from another course”.")
	errExportFiles = fault.New(fault.TooLarge, "package_too_large", "This curriculum has more files than fit into a package: at most 5,000 files and 512 MB. Move some sections into another course and export both, or open the other course and use “Copy from another course”.")
)

// Export returns a function that writes the draft of a course as a package, for teachers of the course. It returns fault.TooLarge if Import
// would refuse the package.
func (s *Service) Export(ctx context.Context, who access.Caller, courseID string) (write func(io.Writer) error, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	o, err := s.export(ctx, courseID)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		z := zip.NewWriter(w)
		entry, err := z.Create(outlineEntry)
		if err == nil {
			err = writeArchive(ctx, entry, o.archive, o.of)
		}
		if err != nil {
			return err
		}
		for _, f := range o.files {
			if err := s.packFile(ctx, z, f); err != nil {
				return err
			}
		}
		return z.Close()
	}, nil
}

// requireImportable returns fault.TooLarge for what Import would refuse: nobody is to find that out when they need their package.
func requireImportable(textSize, entryCount int, files []content.CourseFile) error {
	const perEntry = 512 // bytes of a file's headers, with its name
	size := int64(textSize) + int64(entryCount)*perEntry
	for _, f := range files {
		size += f.Size + f.Size/1000 // what cannot be compressed grows a little
	}
	switch {
	case textSize > maxTexts:
		return errExportTexts
	case entryCount > packagezip.MaxEntries, size > packagezip.MaxSize:
		return errExportFiles
	}
	return nil
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
	// Huffman codes alone compress to an eighth at most, so that no file swells as much as an import refuses (packagezip.Open).
	z.RegisterCompressor(zip.Deflate, compressor(flate.HuffmanOnly))
	defer z.RegisterCompressor(zip.Deflate, compressor(flate.DefaultCompression))
	return writeEntry(z, filesFolder+f.ID+path.Ext(attachment.Name(f.Name)), o)
}

func compressor(level int) zip.Compressor {
	return func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, level) }
}

// Import appends a package, a bare Archive in JSON, or a Common Cartridge to the draft, for teachers of the course.
// It returns fault.Invalid if the file is none of these, or fault.TooLarge.
func (s *Service) Import(ctx context.Context, who access.Caller, courseID string, body io.Reader) (done Imported, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	packed, err := s.spool(body)
	if err != nil {
		return done, err
	}
	defer packed.Close()
	heap, err := scratch.NewHeap(s.deps.Scratch)
	if err != nil {
		return done, err
	}
	defer heap.Close()
	unpacked, err := s.unpack(packed, heap)
	if err != nil {
		return done, err
	}
	if len(unpacked.archive.Sections) == 0 && len(unpacked.left) > 0 { // the draft stays as it is
		return Imported{LeftOut: unpacked.left}, nil
	}
	stored, err := s.storeFiles(ctx, who, courseID, unpacked)
	if err == nil {
		err = s.deps.Drafts.Edit(ctx, who, courseID, "Imported", func(c *outline.Edit) (err error) {
			names := make(map[string]string, len(stored))
			for name, f := range stored {
				if err := content.InsertFile(ctx, c.Tx, f); err != nil {
					return err
				}
				names[name] = f.ID
			}
			done, err = s.merge(ctx, c, unpacked.archive, inHeap(heap), names)
			return err
		})
	}
	if err != nil {
		return Imported{}, errors.Join(err, s.deleteFiles(ctx, stored))
	}
	done.LeftOut = append(done.LeftOut, unpacked.left...)
	return done, nil
}

// spooled is an upload in a temporary file.
type spooled struct {
	*os.File
	size int64
}

// spool writes an upload to a temporary file, because packages of this size do not fit into memory.
func (s *Service) spool(body io.Reader) (spooled, error) {
	file, size, err := scratch.Spool(s.deps.Scratch, body, packagezip.MaxSize, packagezip.ErrTooLarge)
	return spooled{file, size}, err
}

type parcel struct {
	archive Archive // its contents are in the heap
	heap    *scratch.Heap
	files   map[string]packagezip.File // by key in the archive
	left    []LeftOut                  // what an archive has no place for
}

// unpack reads a package within the limits.
func (s *Service) unpack(packed spooled, h *scratch.Heap) (p parcel, err error) {
	if isJSON, err := cartridge.BeginsJSON(packed); err != nil {
		return p, err
	} else if isJSON {
		return s.unpackJSON(packed, h)
	}
	found, err := packagezip.Open(packed, packed.size)
	if err == nil {
		found, err = found.Unwrapped(manifestEntry, outlineEntry)
	}
	if err != nil {
		return p, err
	}
	if _, ok := found[manifestEntry]; ok {
		return openCartridge(s.deps.Kinds, found, h)
	}
	switch size := found.Size(outlineEntry); {
	case size == 0:
		return p, refuseForeign(found)
	case size > maxTexts:
		return p, errLongOutline
	}
	text, err := found[outlineEntry].Open()
	if err != nil {
		return p, asMalformed(err)
	}
	defer text.Close()
	p = parcel{heap: h, files: map[string]packagezip.File{}}
	if p.archive, err = s.readArchive(text, h); err != nil {
		return p, err
	}
	for name, file := range found {
		if id, ok := strings.CutPrefix(name, filesFolder); ok {
			p.files[strings.TrimSuffix(id, path.Ext(id))] = packagezip.FileOf(file).As(id)
		}
	}
	return p, nil
}

// unpackJSON reads a bare Archive.
func (s *Service) unpackJSON(packed spooled, h *scratch.Heap) (p parcel, err error) {
	if packed.size > maxTexts {
		return p, errLongOutline
	}
	p.heap = h
	p.archive, err = s.readArchive(io.NewSectionReader(packed, 0, packed.size), h)
	return p, err
}

// storeFiles stores the files of a package that its lessons name, and returns the resulting course files by key; with an error,
// those already stored.
func (s *Service) storeFiles(ctx context.Context, who access.Caller, courseID string, p parcel) (map[string]content.CourseFile, error) {
	ids := make(map[string]string, len(p.files))
	for key, file := range p.files {
		if file.Fits() {
			ids[key] = db.NewID()
		}
	}
	named, err := p.archive.named(ctx, inHeap(p.heap), ids)
	if err != nil {
		return nil, err
	}
	stored := make(map[string]content.CourseFile, len(named))
	for key, id := range ids {
		if !named[id] {
			continue
		}
		file := p.files[key]
		f := content.CourseFile{ID: id, CourseID: courseID, Name: attachment.Name(file.Name), Size: file.Size,
			UploadedBy: who.ID, CreatedAt: s.deps.Clock.Now()}
		err := file.Read(func(kind string, body io.Reader) error {
			f.Type = kind
			return s.deps.Blob.Put(ctx, f.Key(), body, f.Size)
		})
		if err != nil {
			return stored, fmt.Errorf("file of a package: %w", err)
		}
		stored[key] = f
	}
	return stored, nil
}

// deleteFiles deletes what storeFiles has stored.
func (s *Service) deleteFiles(ctx context.Context, taken map[string]content.CourseFile) (err error) {
	for _, f := range taken {
		err = errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), f.Key()))
	}
	return err
}
