package exchange

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/content"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/scratch"
)

var (
	errTooLarge    = fault.New(fault.TooLarge, "package_too_large", "This package is too large: it may hold 5,000 files and 512 MB.")
	errSwelling    = fault.New(fault.TooLarge, "package_swells", "This package unpacks to more than a hundred times its size, as only harmful ones do. Nothing was imported.")
	errOutside     = fault.InvalidField("file", "outside", "There is a file in this package whose name leads outside of it. Nothing was imported.")
	errLongOutline = fault.New(fault.TooLarge, "curriculum_too_large", "The texts of this curriculum are too large: they may have 32 MB. Please divide it. Nothing was imported.")
	errExportTexts = fault.New(fault.TooLarge, "curriculum_too_large", "The texts of this curriculum do not fit into a package, which takes 32 MB of them. Move some of its sections into another course and export both, or open the other course and use “Copy from another course”.")
	errExportFiles = fault.New(fault.TooLarge, "package_too_large", "The files of this curriculum do not fit into a package, which takes 5,000 files and 512 MB. Move some of its sections into another course and export both, or open the other course and use “Copy from another course”.")
	errLongPages   = fault.New(fault.TooLarge, "pages_too_large", "The pages of this package are too large: they may have 32 MB together. Please divide it. Nothing was imported.")
)

const (
	maxTexts = 32 << 20 // bytes of the contents of a course, or of the pages of a cartridge, which one transaction stores
	maxPage  = 8 << 20  // bytes of a page; its pictures may stand in it
)

// entries are the files of a package by path. Their contents stay packed until they are read.
type entries map[string]*zip.File

// openZip reads the list of files of a zip file. It returns fault.TooLarge beyond the limits, fault.Invalid for entries with a
// path outside the archive. The sizes that the file declares can be relied upon: reading more of an entry fails.
func openZip(packed io.ReaderAt, size int64) (entries, error) {
	// zip.NewReader allocates for each entry before it reveals how many there are, so central directory headers are
	// counted first. The generous limit allows for headers inside files that are themselves zip files.
	if headers, err := cartridge.CountHeaders(io.NewSectionReader(packed, 0, size)); err != nil || headers > 8*maxEntries {
		return nil, errors.Join(err, errTooLarge)
	}
	z, err := zip.NewReader(packed, size)
	if err != nil {
		return nil, cmp.Or(cartridge.RefuseForeignFile(io.NewSectionReader(packed, 0, size)), error(errNoPackage))
	}
	if len(z.File) > maxEntries {
		return nil, errTooLarge
	}
	most := max(freeOfThat, size*maxRatio)
	found, left := make(entries, len(z.File)), min(maxPackage, most)
	for _, f := range z.File {
		name := path.Clean(strings.ReplaceAll(f.Name, `\`, "/"))
		if name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name) {
			return nil, errOutside
		}
		if f.FileInfo().IsDir() {
			continue
		}
		unpacked := int64(min(f.UncompressedSize64, maxPackage+1))
		if left -= unpacked; left < 0 && most < maxPackage {
			return nil, errSwelling
		} else if left < 0 {
			return nil, errTooLarge
		}
		found[name] = f
	}
	return found, nil
}

// document reads a file into memory, and of one that is too large a byte more than maxPage, the largest of all. It is nil for one that is not
// there or damaged.
func (e entries) document(name string) []byte {
	f, there := e[name]
	if !there {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return nil
	}
	body := make([]byte, min(f.UncompressedSize64, maxPage+1))
	_, err = io.ReadFull(r, body)
	if errors.Join(err, r.Close()) != nil {
		return nil
	}
	return body
}

// size is the size of a file in bytes, 0 for one that is not there.
func (e entries) size(name string) int64 {
	if f, there := e[name]; there {
		return int64(min(f.UncompressedSize64, maxPackage))
	}
	return 0
}

// typeOf returns the media type of a file by its first bytes.
func (e entries) typeOf(name string) string {
	if e.size(name) == 0 {
		return attachment.OctetStream
	}
	r, err := e[name].Open()
	if err != nil {
		return attachment.OctetStream
	}
	defer r.Close()
	kind, _, err := attachment.Sniff(r, e.size(name))
	if err != nil {
		return attachment.OctetStream
	}
	return kind
}

// pageSizes adds up the pages.
func (e entries) pageSizes() (sum int64) {
	for name := range e {
		if isPage(name) {
			sum += e.size(name)
		}
	}
	return sum
}

// parcelFile is a file of a package that lessons may use.
type parcelFile struct {
	name string
	size int64 // bytes
	open func() (io.ReadCloser, error)
}

// packedFile is a file of the package, empty for nil.
func packedFile(f *zip.File) parcelFile {
	if f == nil {
		return parcelFile{}
	}
	return parcelFile{path.Base(f.Name), int64(min(f.UncompressedSize64, maxPackage)), f.Open}
}

// inlineFile is a file that stood in a page, and lies in the heap.
func inlineFile(h *scratch.Heap, at scratch.Stretch) parcelFile {
	return parcelFile{"", at.Size, func() (io.ReadCloser, error) { return h.Open(at), nil }}
}

func (f parcelFile) as(name string) parcelFile {
	f.name = name
	return f
}

// fits reports whether the file can become a course file; that another cannot is reported where a lesson uses it.
func (f parcelFile) fits() bool { return f.size > 0 && f.size <= content.MaxFile }

// read calls fn with the unpacked file and its type.
func (f parcelFile) read(fn func(kind string, body io.Reader) error) error {
	r, err := f.open()
	if err != nil {
		return f.damaged(err)
	}
	defer r.Close()
	kind, body, err := attachment.Sniff(unpacking{r, f}, f.size)
	if err != nil {
		return f.damaged(err)
	}
	return fn(kind, body)
}

func (f parcelFile) damaged(err error) error {
	return fault.New(fault.Invalid, "package_damaged", fmt.Sprintf("A file in this package is damaged: %s. Nothing was imported.", attachment.Name(f.name))).WithCause(err)
}

// unpacking reports a failure to unpack a file as that of the package.
type unpacking struct {
	io.Reader
	file parcelFile
}

func (u unpacking) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = u.file.damaged(err)
	}
	return n, err
}
