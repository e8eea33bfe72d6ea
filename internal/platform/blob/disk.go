package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/google/uuid"
)

// Disk stores objects as files named by their keys. Only one process at a time may receive uploads: it alone knows which
// bytes of an unfinished file are in use.
type Disk struct {
	objects, uploads, temp string

	mu   sync.Mutex
	open map[string]*assembly // by reference, of objects that this process has received parts of
}

var _ Store = (*Disk)(nil)

// NewDisk stores objects in the folder dir, which it creates if missing.
func NewDisk(dir string) (*Disk, error) {
	dir, err := filepath.Abs(dir)
	d := &Disk{objects: filepath.Join(dir, "objects"), uploads: filepath.Join(dir, "uploads"), temp: filepath.Join(dir, "temp"),
		open: map[string]*assembly{}}
	for _, made := range []string{d.objects, d.uploads, d.temp} {
		if err == nil {
			err = makeDirs(made)
		}
	}
	if err == nil {
		err = removeOld(d.temp, 24*time.Hour) // never acknowledged, and too old to belong to another process
	}
	return d, UserError(err)
}

// removeOld removes the files of a folder that have not been written to for age.
func removeOld(dir string, age time.Duration) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		info, gone := entry.Info()
		if gone == nil && time.Since(info.ModTime()) > age {
			err = errors.Join(err, ignoreMissing(os.Remove(filepath.Join(dir, entry.Name()))))
		}
	}
	return err
}

func (d *Disk) path(key string) (string, error) {
	return filepath.Join(d.objects, filepath.FromSlash(key)), checkKey(key)
}

func (d *Disk) Put(ctx context.Context, key string, body io.Reader, size int64) error {
	path, err := d.path(key)
	if err != nil {
		return err
	}
	temp := filepath.Join(d.temp, uuid.NewString())
	if _, err := writeFile(ctx, temp, body, size); err != nil {
		return UserError(err)
	}
	return UserError(renameDurably(temp, path))
}

// renameDurably gives a durable file its name.
func renameDurably(temp, path string) error {
	if err := makeDirs(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func (d *Disk) Open(_ context.Context, key string) (Object, error) {
	path, err := d.path(key)
	if err != nil {
		return Object{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return Object{}, missing(err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return Object{}, errors.Join(err, f.Close())
	}
	return Object{f, info.Size(), info.ModTime()}, nil
}

func (d *Disk) Stat(_ context.Context, key string) (int64, error) {
	path, err := d.path(key)
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return 0, missing(err)
	}
	return info.Size(), nil
}

// missing maps the errors of paths that do not exist to one error.
func missing(err error) error {
	if errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}

func (d *Disk) Delete(_ context.Context, keys ...string) error {
	var failed error
	for _, key := range keys {
		path, err := d.path(key)
		if err == nil {
			err = missing(os.Remove(path))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func (d *Disk) DeletePrefix(_ context.Context, prefix string) error {
	path, err := d.path(strings.TrimSuffix(prefix, "/"))
	if err != nil {
		return err
	}
	return os.RemoveAll(path)
}

func (d *Disk) List(_ context.Context, prefix string) (keys []string, err error) {
	path, err := d.path(strings.TrimSuffix(prefix, "/"))
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		key, err := filepath.Rel(d.objects, name)
		keys = append(keys, filepath.ToSlash(key))
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	slices.Sort(keys) // the walk goes folder by folder, which is another order
	return keys, err
}

// LocalPath returns the object itself.
func (d *Disk) LocalPath(ctx context.Context, key string) (string, func(), error) {
	if _, err := d.Stat(ctx, key); err != nil {
		return "", nil, err
	}
	path, err := d.path(key)
	return path, func() {}, err
}

func (d *Disk) Free(context.Context) (int64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(d.objects, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * s.Bsize, true
}

// Check tests whether the folders exist and are writable.
func (d *Disk) Check(context.Context) error {
	const write, search = 2, 1 // W_OK, X_OK of access(2)
	for _, dir := range []string{d.objects, d.uploads, d.temp} {
		if err := syscall.Access(dir, write|search); err != nil {
			return &fs.PathError{Op: "access", Path: dir, Err: err}
		}
	}
	return nil
}

// SignPart offers none: only this process writes to the disk.
func (d *Disk) SignPart(context.Context, Part, time.Duration) (string, bool, error) {
	return "", false, nil
}

// Parts is nil: every part comes through PutPart.
func (d *Disk) Parts(context.Context, string, string) ([]StoredPart, error) { return nil, nil }
