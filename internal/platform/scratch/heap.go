package scratch

import (
	"errors"
	"io"
	"os"
	"syscall"

	"lectern/internal/platform/fault"
)

// Heap is a temporary file of many pieces, each of which fits into memory.
type Heap struct {
	file *os.File
	size int64
}

// Stretch is where a piece lies in a Heap. The zero Stretch is empty.
type Stretch struct{ At, Size int64 }

func NewHeap(dir string) (*Heap, error) {
	file, err := File(dir)
	return &Heap{file: file}, AsNoSpace(err)
}

func (h *Heap) Close() error { return h.file.Close() }

// Add stores a piece.
func (h *Heap) Add(piece []byte) (Stretch, error) {
	s := Stretch{h.size, int64(len(piece))}
	n, err := h.file.WriteAt(piece, s.At)
	h.size += int64(n)
	return s, AsNoSpace(err)
}

// Read returns a piece, nil for an empty one.
func (h *Heap) Read(s Stretch) ([]byte, error) {
	if s.Size == 0 {
		return nil, nil
	}
	piece := make([]byte, s.Size)
	_, err := h.file.ReadAt(piece, s.At)
	return piece, err
}

// Open reads a piece bit by bit.
func (h *Heap) Open(s Stretch) io.ReadCloser {
	return io.NopCloser(io.NewSectionReader(h.file, s.At, s.Size))
}

// Spool writes a body to a temporary file and returns its size. tooLarge is the error for one of more than most bytes.
func Spool(dir string, body io.Reader, most int64, tooLarge error) (file *os.File, size int64, err error) {
	if file, err = File(dir); err != nil {
		return nil, 0, AsNoSpace(err)
	}
	if size, err = io.Copy(file, io.LimitReader(body, most+1)); err == nil && size > most {
		err = tooLarge
	}
	if err = AsNoSpace(err); err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, size, nil
}

// AsNoSpace tells users that the disk is full.
func AsNoSpace(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fault.New(fault.NoSpace, "no_space", "The server has no space for this file right now. Contact your administrator.").WithCause(err)
	}
	return err
}
