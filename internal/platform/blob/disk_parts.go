package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/google/uuid"
)

// An unfinished object is a folder with a file of the full size, "data", into which every part is written in place, so that
// finishing is a rename. Only the first attempt at a part goes there: another one, concurrent or later, goes to a file of
// its own, whose name is the attempt's Tag, and Finish copies it in if it is the one that counts. So no attempt ever
// overwrites acknowledged bytes.
type assembly struct {
	mu      sync.RWMutex
	closed  bool // finished or discarded; a connection that has hung since must not write any more
	claimed map[int64]bool
}

// claim gives one attempt the part's place in the file.
func (a *assembly) claim(number int64) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.claimed[number] {
		return false
	}
	a.claimed[number] = true
	return true
}

// unclaim frees the place after an attempt that acknowledged nothing.
func (a *assembly) unclaim(number int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.claimed, number)
}

func (a *assembly) writeAt(f io.WriterAt, b []byte, offset int64) error {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.closed {
		return fs.ErrNotExist
	}
	_, err := f.WriteAt(b, offset)
	return err
}

func (a *assembly) setClosed(closed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = closed
}

func (d *Disk) assembly(ref string) *assembly {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open[ref] == nil {
		d.open[ref] = &assembly{claimed: map[int64]bool{}}
	}
	return d.open[ref]
}

func (d *Disk) forget(ref string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, ref)
}

// folder returns the folder of an upload. A reference comes from Begin and the database, and is checked all the same.
func (d *Disk) folder(ref string) (string, error) {
	if _, err := uuid.Parse(ref); err != nil {
		return "", fmt.Errorf("blob: %q is no reference: %w", ref, fs.ErrNotExist)
	}
	return filepath.Join(d.uploads, ref), nil
}

func (d *Disk) Begin(_ context.Context, key string, size, _ int64) (string, error) {
	if err := checkKey(key); err != nil {
		return "", err
	}
	ref := uuid.Must(uuid.NewV7()).String()
	folder := filepath.Join(d.uploads, ref)
	err := makeDirs(folder)
	if err == nil {
		err = preallocate(filepath.Join(folder, "data"), size)
	}
	if err == nil {
		err = syncDir(folder)
	}
	if err != nil {
		return "", errors.Join(UserError(err), os.RemoveAll(folder))
	}
	return ref, nil
}

func preallocate(name string, size int64) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	return errors.Join(allocate(f, size), f.Sync(), f.Close())
}

func (d *Disk) PutPart(ctx context.Context, part Part, body io.Reader) (StoredPart, error) {
	folder, err := d.folder(part.Ref)
	if err != nil {
		return StoredPart{}, err
	}
	stored := StoredPart{Number: part.Number, Size: part.Size}
	a := d.assembly(part.Ref)
	if part.Retry || !a.claim(part.Number) {
		stored.Tag = uuid.NewString()
		stored.CRC32C, err = writeFile(ctx, filepath.Join(folder, stored.Tag), body, part.Size)
		if err == nil {
			err = syncDir(folder)
		}
		return stored, UserError(err)
	}
	stored.CRC32C, err = d.putInPlace(ctx, a, folder, part, body)
	return stored, UserError(err)
}

// putInPlace writes the part at its place in the file. It has its own file handle, and so receives every write-back error
// while it is open, and none that another attempt has already received.
func (d *Disk) putInPlace(ctx context.Context, a *assembly, folder string, part Part, body io.Reader) (uint32, error) {
	f, err := openDirect(filepath.Join(folder, "data"), part.Offset)
	if err != nil {
		a.unclaim(part.Number)
		return 0, err
	}
	sum, err := copyExactly(ctx, body, part.Size, func(b []byte, offset int64) error {
		return a.writeAt(f, b, part.Offset+offset)
	})
	if err != nil {
		a.unclaim(part.Number)
		return 0, errors.Join(err, f.Close())
	}
	// If this fails the place is not freed: the next attempt writes to a new file.
	return sum, errors.Join(syncData(f.File), f.Close())
}

func (d *Disk) DropPart(_ context.Context, part Part, attempt StoredPart) error {
	if attempt.Tag == "" {
		return nil // it is in the data file itself
	}
	folder, err := d.folder(part.Ref)
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(folder, filepath.Base(attempt.Tag))); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (d *Disk) Discard(_ context.Context, _, ref string) error {
	folder, err := d.folder(ref)
	if err != nil {
		return ignoreMissing(err)
	}
	d.assembly(ref).setClosed(true)
	d.forget(ref)
	return os.RemoveAll(folder)
}

func (d *Disk) Unfinished(context.Context) (found []Unfinished, err error) {
	entries, err := os.ReadDir(d.uploads)
	for _, entry := range entries {
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // it has just been finished
			continue
		}
		if err != nil {
			return nil, err
		}
		found = append(found, Unfinished{Ref: entry.Name(), Since: info.ModTime()})
	}
	return found, err
}
