package picture

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
)

// unclaimed is the time after which a stored picture is deleted that is not in use.
const unclaimed = time.Hour

// StoreDeps are what NewStore needs.
type StoreDeps struct {
	DB     *db.DB
	Clock  clock.Clock
	Blob   blob.Store
	Queue  *jobs.Queue
	Prefix string // of the keys of its objects
	Job    string // kind of the job that deletes a picture unless it is in use
	// InUse reports whether a picture is in use.
	InUse func(ctx context.Context, q bun.IDB, id string) (bool, error)
}

// Store keeps the pictures of one kind, each in several sizes and under an id of its own: what is stored under an id never changes.
type Store struct{ StoreDeps }

func NewStore(d StoreDeps) *Store {
	deps.Require(d)
	return &Store{d}
}

// work is the payload of the job that deletes. Jobs of earlier versions call the id Avatar.
type work struct {
	ID string `json:"Avatar"`
}

// Add stores a picture that is not in use yet, by size. The job that would delete it is queued first, so that nothing is left behind
// when this process stops here.
func (s *Store) Add(ctx context.Context, sizes map[int][]byte) (id string, err error) {
	id = db.NewID()
	err = s.DB.InTx(ctx, func(tx bun.IDB) error { return s.deleteUnused(ctx, tx, id, unclaimed) })
	if err != nil {
		return "", err
	}
	for size, encoded := range sizes {
		if err := s.Blob.Put(ctx, objectkey.PictureOf(s.Prefix, id, size), bytes.NewReader(encoded), int64(len(encoded))); err != nil {
			return "", err
		}
	}
	return id, nil
}

// Release queues the deletion of a picture that tx takes out of use.
func (s *Store) Release(ctx context.Context, tx bun.IDB, id string) error {
	return s.deleteUnused(ctx, tx, id, 0)
}

func (s *Store) deleteUnused(ctx context.Context, tx bun.IDB, id string, after time.Duration) error {
	_, err := s.Queue.Add(ctx, tx, jobs.New{Kind: s.Job, Payload: work{id}, Due: s.Clock.Now().Add(after)})
	return err
}

// Handlers of its jobs.
func (s *Store) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{s.Job: {Do: func(ctx context.Context, claim []jobs.Job) error {
		w, err := jobs.Payload[work](claim[0])
		if err != nil {
			return err
		}
		if used, err := s.InUse(ctx, s.DB.Reader(), w.ID); err != nil || used {
			return err
		}
		return s.Blob.DeletePrefix(ctx, objectkey.PicturesOf(s.Prefix, w.ID))
	}}}
}

// Serve answers with a picture in one of its sizes, whose address never changes its content. An error that is fs.ErrNotExist for one that
// is not there becomes missing.
func (s *Store) Serve(ctx context.Context, id string, size int, etag string, missing error) (rest.Reply, error) {
	object, err := s.Blob.Open(ctx, objectkey.PictureOf(s.Prefix, id, size))
	if errors.Is(err, fs.ErrNotExist) {
		return rest.Reply{}, missing
	}
	if err != nil {
		return rest.Reply{}, err
	}
	content, err := io.ReadAll(object)
	return rest.Bytes(content, rest.Headers{ContentType: TypeOf(content), CacheControl: "public, max-age=31536000, immutable", ETag: etag,
		Extra: map[string]string{"Content-Security-Policy": "default-src 'none'; sandbox"}}), errors.Join(err, object.Close())
}
