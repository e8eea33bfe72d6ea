// Package zipfile opens zip files of strangers within limits. Entries stay packed until they are read.
package zipfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
)

// Limits are the limits of a zip file.
type Limits struct {
	Size    int64 // bytes, packed and unpacked
	Entries int
}

const (
	maxRatio   = 100      // unpacked to packed bytes; text reaches 20 at most
	freeOfThat = 64 << 20 // bytes unpacked that are exempt from the ratio
)

var (
	ErrUnknown  = errors.New("this is not a zip file")
	ErrTooLarge = errors.New("this zip file is beyond the limits")
	ErrSwells   = errors.New("this zip file unpacks to more than a hundred times its size")
	ErrOutside  = errors.New("an entry of this zip file has a name that points outside of it")
)

// Open reads the list of files of a zip file, by their paths. The sizes that it declares can be relied upon: reading more of an entry fails.
func Open(packed io.ReaderAt, size int64, l Limits) (map[string]*zip.File, error) {
	// zip.NewReader allocates for each entry before it reveals how many there are, so central directory headers are
	// counted first. The generous limit allows for headers inside files that are themselves zip files.
	if headers, err := countHeaders(io.NewSectionReader(packed, 0, size)); err != nil || headers > 8*l.Entries {
		return nil, errors.Join(err, ErrTooLarge)
	}
	z, err := zip.NewReader(packed, size)
	if err != nil {
		return nil, ErrUnknown
	}
	if len(z.File) > l.Entries {
		return nil, ErrTooLarge
	}
	most := max(freeOfThat, size*maxRatio)
	found, left := make(map[string]*zip.File, len(z.File)), min(l.Size, most)
	for _, f := range z.File {
		name := path.Clean(strings.ReplaceAll(f.Name, `\`, "/"))
		if name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name) {
			return nil, ErrOutside
		}
		if f.FileInfo().IsDir() {
			continue
		}
		unpacked := int64(min(f.UncompressedSize64, uint64(l.Size)+1))
		if left -= unpacked; left < 0 && most < l.Size {
			return nil, ErrSwells
		} else if left < 0 {
			return nil, ErrTooLarge
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
