package blob

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"github.com/google/uuid"

	"lectern/internal/platform/fault"
)

// defaultCacheGiB is the default size in GiB of unused copies that are kept.
const defaultCacheGiB = 32

// localCache holds local copies of objects for tools that read files, in a folder of this process. Bodies on their way to
// the store are spooled there too, in unlinked files: what a killed process leaves goes with its folder.
type localCache struct {
	dir     string
	limit   int64    // bytes of unused copies
	lock    *os.File // held as long as this process lives
	mu      sync.Mutex
	entries map[string]*localCopy
	unused  []string // keys, least recently used first
	bytes   int64
}

type localCopy struct {
	path  string
	size  int64
	users int
	ready chan struct{} // closed when fetched, or when fetching has failed
	err   error
}

// newLocalCache creates this process's folder and removes those of ended processes.
func newLocalCache(cacheDir string, limit int64) (c *localCache, err error) {
	cacheDir, err = filepath.Abs(cacheDir)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cacheDir, "copies", uuid.NewString())
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	lock, err := os.Create(dir + ".lock")
	if err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		err = removeAbandoned(filepath.Dir(dir), lock.Name())
	}
	return &localCache{dir: dir, limit: limit, lock: lock, entries: map[string]*localCopy{}}, err
}

// removeAbandoned removes the folders whose lock is free.
func removeAbandoned(parent, own string) error {
	locks, err := filepath.Glob(filepath.Join(parent, "*.lock"))
	for _, name := range locks {
		f, gone := os.Open(name)
		if name == own || gone != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			err = errors.Join(err, os.RemoveAll(name[:len(name)-len(".lock")]), os.Remove(name))
		}
		err = errors.Join(err, f.Close())
	}
	return err
}

// get returns the copy of an object, which fetch writes if there is none. Concurrent callers share one fetch.
func (c *localCache) get(key string, fetch func(*os.File) (int64, error)) (string, func(), error) {
	c.mu.Lock()
	one := c.entries[key]
	fetching := one == nil
	if fetching {
		name := sha256.Sum256([]byte(key))
		one = &localCopy{path: filepath.Join(c.dir, hex.EncodeToString(name[:])), ready: make(chan struct{})}
		c.entries[key] = one
	} else if i := slices.Index(c.unused, key); i >= 0 {
		c.unused = slices.Delete(c.unused, i, i+1)
		c.bytes -= one.size
	}
	one.users++
	c.mu.Unlock()

	if fetching {
		one.size, one.err = write(one.path, fetch)
		if fault.Is(one.err, fault.NoSpace) && c.evict(0) { // unused copies must not prevent a needed one
			one.size, one.err = write(one.path, fetch)
		}
		close(one.ready)
	}
	<-one.ready
	release := sync.OnceFunc(func() { c.release(key, one) })
	if one.err != nil {
		release()
		return "", nil, one.err
	}
	return one.path, release, nil
}

func write(path string, fetch func(*os.File) (int64, error)) (int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, UserError(err)
	}
	size, err := fetch(f)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(path))
	}
	return size, UserError(err)
}

func (c *localCache) release(key string, one *localCopy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one.users--
	if one.err != nil {
		if c.entries[key] == one {
			delete(c.entries, key) // the next caller tries again
		}
		return
	}
	if one.users == 0 {
		c.unused = append(c.unused, key)
		c.bytes += one.size
		c.shrink(c.limit)
	}
}

// evict is shrink for callers without the lock.
func (c *localCache) evict(limit int64) (removed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shrink(limit)
}

// shrink removes unused copies, least recently used first, until the rest is within the limit.
func (c *localCache) shrink(limit int64) (removed bool) {
	for c.bytes > limit && len(c.unused) > 0 {
		key := c.unused[0]
		c.unused = c.unused[1:]
		one := c.entries[key]
		delete(c.entries, key)
		c.bytes -= one.size
		_ = os.Remove(one.path) // what is left goes with the folder
		removed = true
	}
	return removed
}
