package uploader

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// File is a file to upload. It is read at several offsets concurrently.
type File struct {
	Name    string // without folders
	Size    int64  // bytes
	ModTime time.Time
	Content io.ReaderAt
}

// OpenFile opens a local file; close it when the upload has ended.
func OpenFile(path string) (File, io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	if err != nil {
		return File{}, nil, errors.Join(err, f.Close())
	}
	return File{filepath.Base(path), info.Size(), info.ModTime(), f}, f, nil
}

// unchanged fails if the file was changed during its upload: its parts would belong to two versions.
func (f File) unchanged() error {
	opened, ok := f.Content.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil
	}
	info, err := opened.Stat()
	if err != nil || info.Size() != f.Size || !info.ModTime().Equal(f.ModTime) {
		return unreadableFile(err)
	}
	return nil
}

// endSize is how many bytes of each end of a file go into its fingerprint: reading all of 10 GB would take minutes.
const endSize = 64 << 10

// Fingerprint identifies a file, to resume its upload, by its name, size, date and both ends.
func (f File) Fingerprint() (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %d %d\n", f.Name, f.Size, f.ModTime.UnixNano())
	for _, start := range []int64{0, max(0, f.Size-endSize)} {
		if _, err := io.Copy(sum, io.NewSectionReader(f.Content, start, endSize)); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// part returns the body of one part; moved is called with the number of bytes read, from 0 at each attempt. A part of which
// nothing can be read is EMPTY_CHUNK_ERROR.
func (f File) part(start, size int64, moved func(int64)) (body, error) {
	if _, err := f.Content.ReadAt(make([]byte, 1), start); err == io.EOF {
		return body{}, newError(EmptyChunk, "")
	} else if err != nil {
		return body{}, unreadableFile(err)
	}
	return body{open: func() io.Reader {
		moved(0)
		return &partReader{from: io.NewSectionReader(f.Content, start, size), size: size, moved: moved}
	}, size: size}, nil
}

// partReader reads one part and counts. A file that ends early is an error, not a short part.
type partReader struct {
	from       io.Reader
	read, size int64
	moved      func(int64)
}

func (r *partReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if n > 0 {
		r.read += int64(n)
		r.moved(r.read)
	}
	if err == io.EOF && r.read == r.size {
		return n, io.EOF
	}
	if err != nil {
		return n, unreadableFile(err)
	}
	return n, nil
}
