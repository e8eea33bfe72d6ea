package packagezip

import (
	"archive/zip"
	"fmt"
	"io"
	"path"

	"lectern/internal/learning/content"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/scratch"
)

// File is a file of a package that lessons may use.
type File struct {
	Name string
	Size int64 // bytes
	open func() (io.ReadCloser, error)
}

// FileOf is a file of the package, empty for nil.
func FileOf(f *zip.File) File {
	if f == nil {
		return File{}
	}
	return File{path.Base(f.Name), int64(min(f.UncompressedSize64, MaxSize)), f.Open}
}

// InlineFile is a file that stood in a page, and lies in the heap.
func InlineFile(h *scratch.Heap, at scratch.Stretch) File {
	return File{"", at.Size, func() (io.ReadCloser, error) { return h.Open(at), nil }}
}

// As returns the file under another name.
func (f File) As(name string) File {
	f.Name = name
	return f
}

// Fits reports whether the file can become a course file; that another cannot is reported where a lesson uses it.
func (f File) Fits() bool { return f.Size > 0 && f.Size <= content.MaxFile }

// Read calls fn with the unpacked file and its type.
func (f File) Read(fn func(kind string, body io.Reader) error) error {
	r, err := f.open()
	if err != nil {
		return f.damaged(err)
	}
	defer r.Close()
	kind, body, err := attachment.Sniff(unpacking{r, f}, f.Size)
	if err != nil {
		return f.damaged(err)
	}
	return fn(kind, body)
}

func (f File) damaged(err error) error {
	return fault.New(fault.Invalid, "package_damaged", fmt.Sprintf("A file in this package is damaged: %s. Nothing was imported.", attachment.Name(f.Name))).WithCause(err)
}

// unpacking reports a failure to unpack a file as that of the package.
type unpacking struct {
	io.Reader
	file File
}

func (u unpacking) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = u.file.damaged(err)
	}
	return n, err
}
