package app

import (
	"context"
	"errors"
	"fmt"
	"syscall"
)

// leastFree is the room on a disk below which nothing can be counted on to be written, not even a sign-in.
const leastFree = 16 << 20 // bytes

// diskHealth fails while the data folder's disk, or that of the storage, is full: every write would fail then.
func (p Deps) diskHealth(ctx context.Context) (string, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(p.Config.Data, &s); err != nil {
		return "", fmt.Errorf("the data folder: %w", err)
	}
	free := int64(s.Bavail) * s.Bsize
	if s.Files > 0 && s.Ffree == 0 {
		return "", errors.New("the disk of the data folder takes no more files")
	}
	if stored, known := p.Blob.Free(ctx); known {
		free = min(free, stored)
	}
	if free < leastFree {
		return "", fmt.Errorf("the disk is full: %d MiB are free, and %d are needed for anything to be saved", free>>20, leastFree>>20)
	}
	return fmt.Sprintf("%d MiB free", free>>20), nil
}
