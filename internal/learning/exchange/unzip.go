package exchange

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"lectern/internal/learning/content"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
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
	maxDocument = 32 << 20 // bytes of a document of a package that is read into memory, and of all its pages
	maxPage     = 8 << 20  // bytes of a page; its pictures may stand in it
)

// entries are the files of a package by path. Their contents stay packed until they are read.
type entries map[string]*zip.File

// openZip reads the list of files of a zip file. It returns fault.TooLarge beyond the limits, fault.Invalid for entries with a
// path outside the archive. The sizes that the file declares can be relied upon: reading more of an entry fails.
func openZip(packed io.ReaderAt, size int64) (entries, error) {
	// zip.NewReader allocates for each entry before it reveals how many there are, so central directory headers are
	// counted first. The generous limit allows for headers inside files that are themselves zip files.
	if headers, err := countHeaders(io.NewSectionReader(packed, 0, size)); err != nil || headers > 20*maxEntries {
		return nil, errors.Join(err, errTooLarge)
	}
	z, err := zip.NewReader(packed, size)
	if err != nil {
		return nil, refuseForeignFile(io.NewSectionReader(packed, 0, size))
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

// countHeaders counts what may be headers of a zip file's central directory.
func countHeaders(packed io.Reader) (count int, err error) {
	header := []byte("PK\x01\x02")
	block, kept := make([]byte, 64<<10), 0
	for err == nil {
		var n int
		n, err = packed.Read(block[kept:])
		read := block[:kept+n]
		count += bytes.Count(read, header)
		kept = copy(block, read[max(0, len(read)-len(header)+1):]) // a header may lie across two blocks
	}
	if err == io.EOF {
		err = nil
	}
	return count, err
}

// document reads a file into memory, and of one that is too large a byte more than maxDocument. It is nil for one that is not
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
	body := make([]byte, min(f.UncompressedSize64, maxDocument+1))
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

// pageSizes adds up the pages, which are all in memory before the lessons that they link to are known.
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

// inlineFile is a file that stood in a page.
func inlineFile(body []byte) parcelFile {
	return parcelFile{"", int64(len(body)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }}
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
