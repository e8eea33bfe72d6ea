package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"lectern/internal/platform/blob"
)

const mib = 1 << 20

// stores runs a test on the disk and, with TEST_S3=s3://bucket?endpoint=…&region=…, on that server.
func stores(t *testing.T, test func(t *testing.T, s blob.Store)) {
	t.Helper()
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		d, err := blob.NewDisk(t.TempDir())
		must(t, err)
		test(t, d)
	})
	for _, option := range []string{"", "&direct=true"} {
		t.Run("s3"+option, func(t *testing.T) {
			t.Parallel()
			test(t, openS3(t, option))
		})
	}
}

func openS3(t *testing.T, option string) *blob.S3 {
	t.Helper()
	address := os.Getenv("TEST_S3")
	if address == "" {
		t.Skip("needs TEST_S3; scripts/with-s3 starts a server and sets it")
	}
	s, err := blob.NewS3(t.Context(), address+option+"&prefix=conformance/"+folder(t), t.TempDir())
	must(t, err)
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// noise returns size bytes that depend on the seed.
func noise(size int64, seed byte) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(b)
	return b
}

// folder returns a prefix that no other test uses.
func folder(t *testing.T) string {
	return strings.NewReplacer("/", "_", "=", "_", "&", "_", "#", "_").Replace(t.Name()) + fmt.Sprint(rand.Uint64())
}

func read(t *testing.T, s blob.Store, key string) []byte {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	must(t, err)
	defer o.Close()
	b, err := io.ReadAll(o)
	must(t, err)
	if int64(len(b)) != o.Size {
		t.Errorf("%s says %d bytes and has %d", key, o.Size, len(b))
	}
	return b
}

func wantMissing(t *testing.T, s blob.Store, key string) {
	t.Helper()
	if _, err := s.Stat(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat of the missing %s: %v", key, err)
	}
	if _, err := s.Open(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of the missing %s: %v", key, err)
	}
	if _, _, err := s.LocalPath(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Local of the missing %s: %v", key, err)
	}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		ctx, dir := t.Context(), folder(t)
		must(t, s.Check(ctx))
		first, second := noise(300_000, 1), noise(5, 2)
		must(t, s.Put(ctx, dir+"/a/1", bytes.NewReader(first), 300_000))
		must(t, s.Put(ctx, dir+"/a/1", bytes.NewReader(second), 5)) // replaces
		must(t, s.Put(ctx, dir+"/a.b", bytes.NewReader(first), 300_000))
		must(t, s.Put(ctx, dir+"/empty", strings.NewReader(""), 0))
		if got := read(t, s, dir+"/a/1"); !bytes.Equal(got, second) {
			t.Errorf("the replaced object has %d bytes", len(got))
		}
		if size, err := s.Stat(ctx, dir+"/a.b"); err != nil || size != 300_000 {
			t.Errorf("Stat: %d, %v", size, err)
		}
		keys, err := s.List(ctx, dir+"/")
		if want := []string{dir + "/a.b", dir + "/a/1", dir + "/empty"}; err != nil || !slices.Equal(keys, want) {
			t.Errorf("listed %v, %v", keys, err)
		}
		must(t, s.Delete(ctx, dir+"/empty", dir+"/never"))
		must(t, s.DeletePrefix(ctx, dir+"/a/"))
		must(t, s.DeletePrefix(ctx, dir+"/none/"))
		if keys, err = s.List(ctx, dir+"/"); err != nil || !slices.Equal(keys, []string{dir + "/a.b"}) {
			t.Errorf("after deleting: %v, %v", keys, err)
		}
		wantMissing(t, s, dir+"/a/1")
		wantMissing(t, s, dir+"/a.b/below")
		if dir != "" && len(keys) == 1 {
			wantMissing(t, s, dir)
		}
	})
}

func TestPutIsAllOrNothing(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		key := folder(t) + "/x"
		old := noise(1000, 1)
		must(t, s.Put(t.Context(), key, bytes.NewReader(old), 1000))
		for name, body := range map[string]io.Reader{
			"too short": bytes.NewReader(noise(999_999, 2)), "too long": bytes.NewReader(noise(1_000_001, 2)),
			"broken": io.MultiReader(bytes.NewReader(noise(400_000, 2)), iotest.ErrReader(errors.New("gone"))),
		} {
			if err := s.Put(t.Context(), key, body, 1_000_000); err == nil {
				t.Errorf("a body that is %s was stored", name)
			}
		}
		if !bytes.Equal(read(t, s, key), old) {
			t.Error("a refused body changed the object")
		}
	})
}

func TestKeysStayInside(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for _, key := range []string{"", ".", "/etc/passwd", "../x", "a/../../x", "a//b", "a/./b", "a\x00b", "a/"} {
			if err := s.Put(t.Context(), key, strings.NewReader("x"), 1); err == nil {
				t.Errorf("%q was accepted as a key", key)
			}
			if _, err := s.Begin(t.Context(), key, 1, 1); err == nil {
				t.Errorf("%q was begun", key)
			}
		}
	})
}

func TestSeek(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		key, content := folder(t)+"/x", noise(3*mib, 1)
		must(t, s.Put(t.Context(), key, bytes.NewReader(content), 3*mib))
		o, err := s.Open(t.Context(), key)
		must(t, err)
		defer o.Close()
		for _, c := range []struct{ at, length int64 }{{mib, 1000}, {0, 10}, {3*mib - 7, 7}, {5, 2 * mib}} {
			_, err := o.Seek(c.at, io.SeekStart)
			must(t, err)
			got := make([]byte, c.length)
			_, err = io.ReadFull(o, got)
			if err != nil || !bytes.Equal(got, content[c.at:c.at+c.length]) {
				t.Errorf("%d bytes at %d are wrong: %v", c.length, c.at, err)
			}
		}
		if end, err := o.Seek(0, io.SeekEnd); err != nil || end != 3*mib {
			t.Errorf("the end is at %d, %v", end, err)
		}
		if n, err := o.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("at the end: %d, %v", n, err)
		}
	})
}

func TestLocalPath(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		key, content := folder(t)+"/x", noise(2*mib, 1)
		must(t, s.Put(t.Context(), key, bytes.NewReader(content), 2*mib))
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				path, release, err := s.LocalPath(context.Background(), key)
				if err != nil {
					t.Error(err)
					return
				}
				defer release()
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content) {
					t.Errorf("the local copy: %d bytes, %v", len(got), err)
				}
			})
		}
		wait.Wait()
	})
}
