package blob

import (
	"errors"
	"os"
	"syscall"
)

// page is the required alignment of offsets, lengths and memory for direct I/O.
const page = 4096

// directFile writes past the page cache where possible: half the CPU time, and twice the speed where every part is synced
// (measured on ext4). The last incomplete page goes through the cache, and so does everything on a file system without
// direct I/O.
type directFile struct {
	*os.File
	direct bool
}

func openDirect(name string, offset int64) (*directFile, error) {
	if offset%page == 0 {
		f, err := os.OpenFile(name, os.O_WRONLY|syscall.O_DIRECT, 0)
		if err == nil || !errors.Is(err, syscall.EINVAL) {
			return &directFile{f, true}, err
		}
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	return &directFile{f, false}, err
}

// WriteAt writes a block from takeBlock.
func (d *directFile) WriteAt(b []byte, offset int64) (int, error) {
	if !d.direct {
		return d.File.WriteAt(b, offset)
	}
	whole := len(b) &^ (page - 1)
	n, err := d.File.WriteAt(b[:whole], offset)
	if err != nil && !errors.Is(err, syscall.EINVAL) || n == len(b) {
		return n, err
	}
	if err := d.throughCache(); err != nil {
		return n, err
	}
	rest, err := d.File.WriteAt(b[n:], offset+int64(n))
	return n + rest, err
}

func (d *directFile) throughCache() error {
	d.direct = false
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, d.Fd(), syscall.F_GETFL, 0)
	if errno == 0 {
		_, _, errno = syscall.Syscall(syscall.SYS_FCNTL, d.Fd(), syscall.F_SETFL, flags&^syscall.O_DIRECT)
	}
	if errno != 0 {
		return os.NewSyscallError("fcntl", errno)
	}
	return nil
}
