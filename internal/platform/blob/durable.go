package blob

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"lectern/internal/platform/fault"
)

// syncDir makes the names in a folder durable: without it a power cut can lose a renamed or new file.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// makeDirs is os.MkdirAll with durable names.
func makeDirs(dir string) error {
	if err := os.Mkdir(dir, 0o750); err == nil {
		return syncDir(filepath.Dir(dir))
	} else if errors.Is(err, os.ErrExist) {
		return nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := makeDirs(filepath.Dir(dir)); err != nil {
		return err
	}
	return makeDirs(dir)
}

// syncData makes a file's bytes durable. After an error they are in doubt, and the handle must not be synced again: the
// kernel reports a failed write-back once and then forgets it.
func syncData(f *os.File) error {
	for {
		if err := syscall.Fdatasync(int(f.Fd())); !errors.Is(err, syscall.EINTR) {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}

// allocate reserves size bytes, so that a full disk is noticed before the first byte is received. On a file system that
// cannot, the file is sparse.
func allocate(f *os.File, size int64) error {
	for {
		switch err := syscall.Fallocate(int(f.Fd()), 0, 0, size); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.ENOSYS):
			return f.Truncate(size)
		default:
			return os.NewSyscallError("fallocate", err)
		}
	}
}

// writeFile writes a new file of exactly size bytes, durable except for its name, and removes it on failure.
func writeFile(ctx context.Context, name string, body io.Reader, size int64) (sum uint32, err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return 0, err
	}
	sum, err = copyExactly(ctx, body, size, func(b []byte, offset int64) error {
		_, err := f.WriteAt(b, offset)
		return err
	})
	if err == nil {
		err = syncData(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return sum, err
}

// UserError turns a full disk into a fault that can be shown; every other error is returned unchanged.
func UserError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.New(fault.NoSpace, "no_space",
			"The server's storage is full. Nothing stored is lost. Try again when there is space.").WithCause(err)
	}
	return err
}
