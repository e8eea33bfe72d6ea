// Package objecthash keeps the size and SHA-256 of every object that is stored whole, so that `lectern doctor` can tell whether storage
// still holds what was stored. Sealed segments need none: their tags prove as much.
package objecthash

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/objectkey"
)

// Store is a store that records what is put into it. It must not be called within a transaction: it writes rows.
type Store struct {
	blob.Store
	db    *db.DB
	clock clock.Clock
}

// New returns store with a record of its objects in d.
func New(store blob.Store, d *db.DB, c clock.Clock) *Store { return &Store{store, d, c} }

// Put implements blob.Store. An object is recorded once it is stored, so that a record always has its object.
func (s *Store) Put(ctx context.Context, key string, body io.Reader, size int64) error {
	if objectkey.IsSegment(key) {
		return s.Store.Put(ctx, key, body, size)
	}
	hash := sha256.New()
	if err := s.Store.Put(ctx, key, io.TeeReader(body, hash), size); err != nil {
		return err
	}
	return s.record(ctx, key, size, hex.EncodeToString(hash.Sum(nil)))
}

// Finish implements blob.Store. The bytes arrived in parts, each with its checksum, and are not read again for a hash (ADR 0005).
func (s *Store) Finish(ctx context.Context, key, ref string, parts []blob.StoredPart) error {
	if err := s.Store.Finish(ctx, key, ref, parts); err != nil {
		return err
	}
	return s.record(ctx, key, blob.TotalSize(parts), "")
}

// Delete implements blob.Store. The record goes first, for the reason of Put.
func (s *Store) Delete(ctx context.Context, keys ...string) error {
	if err := s.forget(ctx, keys...); err != nil {
		return err
	}
	return s.Store.Delete(ctx, keys...)
}

// DeletePrefix implements blob.Store.
func (s *Store) DeletePrefix(ctx context.Context, prefix string) error {
	if err := s.forgetPrefix(ctx, prefix); err != nil {
		return err
	}
	return s.Store.DeletePrefix(ctx, prefix)
}
