// Package blob stores objects on the local disk or in an S3 store. Keys are made by the server and look like paths; nothing
// that a client sends becomes part of one.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

// Store is one storage of objects. What it has acknowledged is durable: on disk written and fsynced, on S3 confirmed. Every
// error about a missing object satisfies errors.Is(err, fs.ErrNotExist); a full store returns fault.NoSpace and an
// unreachable S3 store fault.Unavailable, neither with a path or a host in its message.
type Store interface {
	// Put writes a whole object of size bytes or nothing, replacing an existing one.
	Put(ctx context.Context, key string, body io.Reader, size int64) error
	// Open opens an object for reading. On disk the content is an *os.File.
	Open(ctx context.Context, key string) (Object, error)
	// Stat returns an object's size without opening it.
	Stat(ctx context.Context, key string) (size int64, err error)
	// Delete removes objects; a missing one is no error.
	Delete(ctx context.Context, keys ...string) error
	// DeletePrefix removes all objects whose key begins with prefix, which ends in a slash.
	DeletePrefix(ctx context.Context, prefix string) error
	// List returns the keys under prefix in order.
	List(ctx context.Context, prefix string) ([]string, error)

	// Begin starts an object of size bytes that arrives in parts of partSize (the last may be shorter), and returns the
	// reference by which the parts name it. Space is allocated where the store can.
	Begin(ctx context.Context, key string, size, partSize int64) (ref string, err error)
	// PutPart stores an attempt at a part; it is durable when PutPart returns. Concurrent attempts at one part never
	// disturb each other: the Tag passed to Finish selects the one that counts. Only S3's own multipart uploads keep just
	// the last attempt; there part.Replace is asked, and Finish detects a lost attempt (*Damaged). A body that ends before
	// part.Size bytes is io.ErrUnexpectedEOF, a longer one ErrTooLong.
	PutPart(ctx context.Context, part Part, body io.Reader) (StoredPart, error)
	// DropPart deletes an attempt that another has replaced; a missing one is no error.
	DropPart(ctx context.Context, part Part, attempt StoredPart) error
	// SignPart returns a URL that accepts one PUT of the part straight to the store within ttl; ok is false where the store
	// offers none. Only Parts knows what was sent that way.
	SignPart(ctx context.Context, part Part, ttl time.Duration) (url string, ok bool, err error)
	// Parts lists parts sent straight to the store by SignPart, without checksums; nil where it offers none.
	Parts(ctx context.Context, key, ref string) ([]StoredPart, error)
	// Verify re-reads the parts of an unfinished object and compares their checksums, where the store does not protect its
	// bytes itself. Damaged parts are a *Damaged. A finished object passes.
	Verify(ctx context.Context, key, ref string, parts []StoredPart) error
	// Finish assembles the object from its complete, ordered parts, and checks its size and, where bytes are copied, their
	// checksums (*Damaged). It may be repeated.
	Finish(ctx context.Context, key, ref string, parts []StoredPart) error
	// Discard deletes an unfinished object and its parts; a missing one is no error.
	Discard(ctx context.Context, key, ref string) error
	// Unfinished lists objects that were begun and neither finished nor discarded.
	Unfinished(ctx context.Context) ([]Unfinished, error)

	// LocalPath returns the path of an object for a tool that reads files: the object itself on disk, a cached copy
	// elsewhere. release must be called when the tool has ended.
	LocalPath(ctx context.Context, key string) (path string, release func(), err error)
	// Free returns how many bytes are free; ok is false where that is unknown.
	Free(ctx context.Context) (bytes int64, ok bool)
	// Check tests whether the store answers.
	Check(ctx context.Context) error
}

type Object struct {
	io.ReadSeekCloser
	Size    int64
	ModTime time.Time
}

// Part identifies a part and its place in the object.
type Part struct {
	Key, Ref string
	Number   int64 // from 1
	Offset   int64 // of its first byte in the object
	Size     int64 // bytes
	Retry    bool  // an earlier attempt has been acknowledged, whose bytes must not change
	// Replace, if set, is called with the CRC32C of the whole body by a store that cannot keep two attempts apart, before
	// this one replaces another. An error prevents it.
	Replace func(sum uint32) error
}

// StoredPart is an attempt at a part in the store.
type StoredPart struct {
	Number int64
	Size   int64  // bytes
	CRC32C uint32 // 0 when it was sent straight to the store
	Tag    string // the store's identifier of the attempt
}

// Unfinished is an object whose parts are in the store.
type Unfinished struct {
	Key   string // "" when the reference alone is enough
	Ref   string
	Since time.Time
}

// ErrTooLong means that a body has more bytes than announced.
var ErrTooLong = errors.New("blob: the body is longer than announced")

// Damaged names the parts whose bytes have changed since they were stored.
type Damaged struct{ Numbers []int64 }

func (d *Damaged) Error() string { return fmt.Sprintf("blob: parts %v are damaged", d.Numbers) }

// TotalSize is the size of all parts together, in bytes.
func TotalSize(parts []StoredPart) (size int64) {
	for _, p := range parts {
		size += p.Size
	}
	return size
}

// checkKey rejects keys that could leave the store's folder.
func checkKey(key string) error {
	if !fs.ValidPath(key) || key == "." || strings.ContainsRune(key, 0) {
		return fmt.Errorf("blob: %q is not a valid key", key)
	}
	return nil
}
