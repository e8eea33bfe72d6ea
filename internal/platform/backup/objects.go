package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"lectern/internal/platform/blob"
)

// object describes one object of a backup: a line of the list of objects, which is in the order of the keys.
type object struct {
	Key    string `json:"key"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

const objectListFile = "objects.jsonl"

// objectFile returns the file of an object. A list of objects may come from anywhere: no key leads out of the folder.
func objectFile(dir, key string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(key)) {
		return "", fmt.Errorf("the key %q leads out of the folder of the backup", key)
	}
	return filepath.Join(dir, "objects", filepath.FromSlash(key)), nil
}

// copyObjects copies the objects and writes the list of them, whose hash it returns.
func copyObjects(ctx context.Context, store blob.Store, roots Prefixes, dir string) (n int, hash string, err error) {
	var keys []string
	for _, root := range roots {
		found, err := store.List(ctx, root)
		if err != nil {
			return 0, "", err
		}
		keys = append(keys, found...)
	}
	slices.Sort(keys)
	var list bytes.Buffer
	lines := json.NewEncoder(&list)
	for _, key := range keys {
		o, err := getObject(ctx, store, dir, key)
		if errors.Is(err, fs.ErrNotExist) { // deleted since it was listed
			continue
		}
		if err == nil {
			err = lines.Encode(o)
		}
		if err != nil {
			return n, "", fmt.Errorf("object %s: %w", key, err)
		}
		n++
	}
	sum := sha256.Sum256(list.Bytes())
	return n, hex.EncodeToString(sum[:]), os.WriteFile(filepath.Join(dir, objectListFile), list.Bytes(), 0o600)
}

func getObject(ctx context.Context, store blob.Store, dir, key string) (object, error) {
	stored, err := store.Open(ctx, key)
	if err != nil {
		return object{}, err
	}
	defer stored.Close()
	file, err := objectFile(dir, key)
	if err != nil {
		return object{}, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return object{}, err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return object{}, err
	}
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(f, hash), stored)
	if err == nil && size != stored.Size {
		err = fmt.Errorf("%d of its %d bytes could be read", size, stored.Size)
	}
	return object{key, size, hexOf(hash)}, errors.Join(err, f.Sync(), f.Close())
}

// readObjectList reads the list of a backup's objects, which the manifest vouches for.
func readObjectList(dir string, m Manifest) (objects []object, err error) {
	list, err := os.ReadFile(filepath.Join(dir, objectListFile))
	if err != nil {
		return nil, fmt.Errorf("the list of its objects cannot be read, so this is not a whole backup: %w", err)
	}
	if sum := sha256.Sum256(list); hex.EncodeToString(sum[:]) != m.ObjectList {
		return nil, errors.New("the backup is damaged: the list of its objects is not the one that was written")
	}
	lines := json.NewDecoder(bytes.NewReader(list))
	for {
		var o object
		switch err := lines.Decode(&o); {
		case errors.Is(err, io.EOF):
			return objects, nil
		case err != nil:
			return nil, err
		}
		objects = append(objects, o)
	}
}

// verifyObjects compares every file with the size and hash that were written.
func verifyObjects(ctx context.Context, dir string, objects []object) error {
	for _, o := range objects {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := verifyObject(dir, o); err != nil {
			return fmt.Errorf("the backup is damaged: object %s: %w", o.Key, err)
		}
	}
	return nil
}

func verifyObject(dir string, want object) error {
	file, err := objectFile(dir, want.Key)
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	hash := sha256.New()
	size, err := io.Copy(hash, f)
	switch {
	case err != nil:
		return err
	case size != want.Size:
		return fmt.Errorf("it has %d bytes, and %d were written", size, want.Size)
	case hexOf(hash) != want.SHA256:
		return errors.New("its bytes are not those that were written")
	}
	return nil
}

func putObjects(ctx context.Context, store blob.Store, dir string, objects []object) error {
	for _, o := range objects {
		if err := putObject(ctx, store, dir, o); err != nil {
			return fmt.Errorf("object %s: %w", o.Key, err)
		}
	}
	return nil
}

func putObject(ctx context.Context, store blob.Store, dir string, o object) error {
	file, err := objectFile(dir, o.Key)
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return store.Put(ctx, o.Key, f, o.Size)
}
