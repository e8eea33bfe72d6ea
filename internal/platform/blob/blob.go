// Package blob keeps objects: on the local disk or in an S3 store. Keys are made by the server and look like paths;
// nothing that a client sends ever becomes part of one.
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

// Store is one place for objects. Whatever it has acknowledged is durable: on disk written and fsynced, on S3
// answered. Every error about a missing object satisfies errors.Is(err, fs.ErrNotExist); a full store answers a
// fault.NoSpace and an S3 store that is away a fault.Unavailable, neither with a path or a host in its message.
type Store interface {
	// Put writes a whole object of size bytes, or nothing; an object of that key is replaced.
	Put(ctx context.Context, key string, body io.Reader, size int64) error
	// Open reads an object. On disk the content is an *os.File.
	Open(ctx context.Context, key string) (Object, error)
	// Stat tells an object's size without opening it.
	Stat(ctx context.Context, key string) (size int64, err error)
	// Delete removes objects; one that is not there is no error.
	Delete(ctx context.Context, keys ...string) error
	// DeletePrefix removes all objects whose key begins with prefix, which ends in a slash.
	DeletePrefix(ctx context.Context, prefix string) error
	// List names the objects under prefix in the order of their keys.
	List(ctx context.Context, prefix string) ([]string, error)

	// Begin opens an object of size bytes that arrives in parts of partSize (the last may be shorter) and gives the
	// reference by which the parts name it. Room for it is taken where the store can.
	Begin(ctx context.Context, key string, size, partSize int64) (ref string, err error)
	// PutPart stores an attempt at a part; it is durable when PutPart returns. Attempts at one part may run at once and
	// never disturb each other: which of them counts is said by the Tag that Finish is given. Only S3's own multipart
	// uploads keep the last attempt alone; there part.Replace has a say, and Finish finds an attempt that was lost (*Damaged).
	// A body that ends before part.Size bytes is io.ErrUnexpectedEOF, one that goes on after them ErrTooLong.
	PutPart(ctx context.Context, part Part, body io.Reader) (StoredPart, error)
	// DropPart forgets an attempt that another has replaced; one that is not there is no error.
	DropPart(ctx context.Context, part Part, attempt StoredPart) error
	// SignPart gives an address that takes one PUT of the part straight into the store until ttl is over; ok is false
	// where the store offers none. What came that way only Parts knows.
	SignPart(ctx context.Context, part Part, ttl time.Duration) (url string, ok bool, err error)
	// Parts lists what came straight into the store by SignPart, without checksums; nil where it offers none.
	Parts(ctx context.Context, key, ref string) ([]StoredPart, error)
	// Verify reads the parts of an unfinished object again, where the store does not watch over its bytes itself, and
	// compares their checksums. Parts that are not what was stored are a *Damaged. An object that is finished passes.
	Verify(ctx context.Context, key, ref string, parts []StoredPart) error
	// Finish makes the object of its parts, which are all and in order, checks its size and, where bytes are moved,
	// their checksums (*Damaged), and is safe to repeat.
	Finish(ctx context.Context, key, ref string, parts []StoredPart) error
	// Discard forgets an unfinished object and its parts; one that is not there is no error.
	Discard(ctx context.Context, key, ref string) error
	// Unfinished lists what was begun and neither finished nor discarded.
	Unfinished(ctx context.Context) ([]Unfinished, error)

	// LocalPath gives the path of an object for a tool that reads files: of the object itself on disk, of a copy in cache
	// elsewhere. release must be called when the tool has ended.
	LocalPath(ctx context.Context, key string) (path string, release func(), err error)
	// Free is how many bytes still fit; ok is false where nobody can tell.
	Free(ctx context.Context) (bytes int64, ok bool)
	// Check says whether the store answers.
	Check(ctx context.Context) error
}

// Object is an open object.
type Object struct {
	io.ReadSeekCloser
	Size    int64
	ModTime time.Time
}

// Part is where a part belongs.
type Part struct {
	Key, Ref string
	Number   int64 // from 1
	Offset   int64 // of its first byte in the object
	Size     int64 // bytes
	Retry    bool  // an attempt at it has been acknowledged, whose bytes have to stay as they are
	// Replace, if it is set, is asked with the CRC32C of the whole body by a store that cannot keep two attempts apart,
	// before this one takes the place of another. An error keeps it from doing so.
	Replace func(sum uint32) error
}

// StoredPart is an attempt at a part that the store holds.
type StoredPart struct {
	Number int64
	Size   int64  // bytes
	CRC32C uint32 // 0 where it came straight into the store
	Tag    string // the store's own word for it
}

// Unfinished is an object whose parts lie in the store.
type Unfinished struct {
	Key   string // "" where the reference alone is enough
	Ref   string
	Since time.Time
}

// ErrTooLong is a body that goes on after the bytes that were announced.
var ErrTooLong = errors.New("blob: the body is longer than announced")

// Damaged is an error that names the parts whose bytes are no longer those that were stored.
type Damaged struct{ Numbers []int64 }

func (d *Damaged) Error() string { return fmt.Sprintf("blob: parts %v are damaged", d.Numbers) }

// TotalSize is the size of all parts together, in bytes.
func TotalSize(parts []StoredPart) (size int64) {
	for _, p := range parts {
		size += p.Size
	}
	return size
}

// checkKey keeps a key that could leave the store's own folder from ever reaching it.
func checkKey(key string) error {
	if !fs.ValidPath(key) || key == "." || strings.ContainsRune(key, 0) {
		return fmt.Errorf("blob: %q is no key", key)
	}
	return nil
}
