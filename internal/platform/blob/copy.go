package blob

import (
	"context"
	"hash/crc32"
	"io"
	"os"
	"syscall"
)

// castagnoli is CRC32C, which today's processors compute at memory speed; MD5 would cost more than the rest of an upload.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blockSize is how much of a body is in memory at once, in bytes. Writing past the page cache is cheap from here on.
const blockSize = 512 << 10

// freeBlocks are blocks for the next body. They are mapped rather than allocated: so they begin on a page, which writing past
// the cache asks for, and the garbage collector does not keep as much again beside them.
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
		_ = syscall.Munmap(b) // fails only for what was never mapped
	}
}

// copyExactly hands the size bytes of body to write, block by block with their offsets, and gives their CRC32C. All blocks
// but the last are full. A shorter body is io.ErrUnexpectedEOF, a longer one ErrTooLong.
func copyExactly(ctx context.Context, body io.Reader, size int64, write func(b []byte, offset int64) error) (uint32, error) {
	block, err := getBlock()
	if err != nil {
		return 0, err
	}
	defer putBlock(block)
	var sum uint32
	for offset := int64(0); ; {
		// One byte more than there should be, so that a body that goes on is noticed before anything is acknowledged.
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

// fill is io.ReadFull that leaves the reader's own error as it is: a body that was cut off says io.ErrUnexpectedEOF
// itself and must not be taken for one that has ended.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = r.Read(b[n:])
		n += m
	}
	return n, err
}
