package blob

import (
	"context"
	"hash/crc32"
	"io"
	"os"
	"syscall"
)

// castagnoli is CRC32C, which current processors compute at memory speed; MD5 would cost more than the rest of an upload.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blockSize is how much of a body is in memory at a time, in bytes. From this size on, writing past the page cache is
// cheap.
const blockSize = 512 << 10

// freeBlocks are reusable blocks. They are mapped rather than allocated: they are page-aligned, as direct I/O requires, and
// the garbage collector does not reserve as much again for them.
var freeBlocks = make(chan []byte, 8)

func getBlock() ([]byte, error) {
	select {
	case b := <-freeBlocks:
		return b, nil
	default:
		b, err := syscall.Mmap(-1, 0, blockSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		return b, os.NewSyscallError("mmap", err)
	}
}

func putBlock(b []byte) {
	select {
	case freeBlocks <- b:
	default:
		_ = syscall.Munmap(b) // fails only for memory that was never mapped
	}
}

// copyExactly passes the size bytes of body to write, block by block with their offsets, and returns their CRC32C. All
// blocks but the last are full. A shorter body is io.ErrUnexpectedEOF, a longer one ErrTooLong.
func copyExactly(ctx context.Context, body io.Reader, size int64, write func(b []byte, offset int64) error) (uint32, error) {
	block, err := getBlock()
	if err != nil {
		return 0, err
	}
	defer putBlock(block)
	var sum uint32
	for offset := int64(0); ; {
		// One byte more than expected, so that a longer body is noticed before anything is acknowledged.
		n, err := fill(body, block[:min(blockSize, size-offset+1)])
		if int64(n) > size-offset {
			return 0, ErrTooLong
		}
		if cut := ctx.Err(); cut != nil {
			return 0, cut
		}
		if n > 0 {
			sum = crc32.Update(sum, castagnoli, block[:n])
			if err := write(block[:n], offset); err != nil {
				return 0, err
			}
			offset += int64(n)
		}
		switch {
		case err == io.EOF && offset == size:
			return sum, nil
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err != nil:
			return 0, err
		}
	}
}

// fill is io.ReadFull that keeps the reader's own error: a truncated body reports io.ErrUnexpectedEOF itself, which must
// not be mistaken for its end.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = r.Read(b[n:])
		n += m
	}
	return n, err
}
