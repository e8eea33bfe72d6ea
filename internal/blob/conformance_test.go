package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/blob"
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

// noise is size bytes that differ from seed to seed.
func noise(size int64, seed byte) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(b)
	return b
}

// folder is a prefix that no other test uses.
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
	if _, _, err := s.Local(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
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
				t.Errorf("%q was taken for a key", key)
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

func TestLocal(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		key, content := folder(t)+"/x", noise(2*mib, 1)
		must(t, s.Put(t.Context(), key, bytes.NewReader(content), 2*mib))
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				path, release, err := s.Local(context.Background(), key)
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

// cut is content in parts of partSize, each as it is to be sent.
func cut(key, ref string, content []byte, partSize int64) (parts []blob.Part) {
	size := int64(len(content))
	for offset := int64(0); offset < size; offset += partSize {
		parts = append(parts, blob.Part{Key: key, Ref: ref, Number: int64(len(parts) + 1), Offset: offset, Size: min(partSize, size-offset)})
	}
	return parts
}

func bytesOf(content []byte, p blob.Part) []byte { return content[p.Offset : p.Offset+p.Size] }

// upload begins an object and sends its parts in the order given.
func upload(t *testing.T, s blob.Store, key string, content []byte, partSize int64, order []int) (string, []blob.Stored) {
	t.Helper()
	ref, err := s.Begin(t.Context(), key, int64(len(content)), partSize)
	must(t, err)
	parts := cut(key, ref, content, partSize)
	stored := make([]blob.Stored, len(parts))
	for _, i := range order {
		stored[i], err = s.PutPart(t.Context(), parts[i], iotest.HalfReader(bytes.NewReader(bytesOf(content, parts[i]))))
		must(t, err)
		if want := crc32.Checksum(bytesOf(content, parts[i]), crc32.MakeTable(crc32.Castagnoli)); stored[i].CRC32C != want || stored[i].Size != parts[i].Size {
			t.Fatalf("part %d stored as %+v, CRC32C %08x", i+1, stored[i], want)
		}
	}
	return ref, stored
}

func unfinished(t *testing.T, s blob.Store, ref string) bool {
	t.Helper()
	all, err := s.Unfinished(t.Context())
	must(t, err)
	return slices.ContainsFunc(all, func(u blob.Unfinished) bool { return u.Ref == ref })
}

func TestPartsInAnyOrder(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for _, c := range []struct {
			name           string
			size, partSize int64
			order          []int
		}{
			{"large parts", 11*mib + 5, 5 * mib, []int{2, 0, 1}},
			{"small parts", 11*mib + 5, 2 * mib, []int{5, 3, 1, 0, 2, 4}},
			{"one part", 77, 10 * mib, []int{0}},
		} {
			t.Run(c.name, func(t *testing.T) {
				key, content := folder(t)+"/x", noise(c.size, 1)
				ref, stored := upload(t, s, key, content, c.partSize, c.order)
				wantMissing(t, s, key)
				if !unfinished(t, s, ref) {
					t.Error("what is begun is not listed as unfinished")
				}
				must(t, s.Verify(t.Context(), key, ref, stored))
				for range 2 { // the second time because the answer to the first was lost
					must(t, s.Finish(t.Context(), key, ref, stored))
					must(t, s.Verify(t.Context(), key, ref, stored))
				}
				if !bytes.Equal(read(t, s, key), content) {
					t.Error("the object is not what was sent")
				}
				if unfinished(t, s, ref) {
					t.Error("what is finished is listed as unfinished")
				}
				must(t, s.Discard(t.Context(), key, ref)) // too late, and harmless
				if size, err := s.Stat(t.Context(), key); err != nil || size != c.size {
					t.Errorf("after a late discard: %d, %v", size, err)
				}
			})
		}
	})
}

func TestDiscard(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for _, partSize := range []int64{5 * mib, mib} {
			key, content := folder(t)+"/x", noise(6*mib, 1)
			ref, stored := upload(t, s, key, content, partSize, []int{1, 0})
			for range 2 {
				must(t, s.Discard(t.Context(), key, ref))
			}
			if unfinished(t, s, ref) {
				t.Error("what is discarded is listed as unfinished")
			}
			if _, err := s.PutPart(t.Context(), cut(key, ref, content, partSize)[0], bytes.NewReader(content[:partSize])); err == nil && partSize == 5*mib {
				t.Error("a part was stored after discard")
			}
			if err := s.Finish(t.Context(), key, ref, stored); err == nil {
				t.Error("what was discarded was finished")
			}
			must(t, s.Discard(t.Context(), key, ref))
			wantMissing(t, s, key)
		}
	})
}

// The second attempt at a part must never harm the first one, which has been acknowledged.
func TestAnAttemptThatBreaksOffLeavesTheOneBefore(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for _, partSize := range []int64{5 * mib, mib} {
			for _, again := range []bool{true, false} { // false: the store has to know by itself
				key, content := folder(t)+"/x", noise(2*partSize, 1)
				ref, stored := upload(t, s, key, content, partSize, []int{0, 1})
				part := cut(key, ref, content, partSize)[0]
				part.Again = again
				other := noise(partSize+1, 2)
				for name, body := range map[string]io.Reader{
					"too short": bytes.NewReader(other[:partSize-1]), "too long": bytes.NewReader(other), "empty": strings.NewReader(""),
					"broken": io.MultiReader(bytes.NewReader(other[:partSize/2]), iotest.ErrReader(errors.New("gone"))),
					"cut":    io.MultiReader(bytes.NewReader(other[:partSize]), iotest.ErrReader(io.ErrUnexpectedEOF)),
				} {
					if _, err := s.PutPart(t.Context(), part, body); err == nil {
						t.Errorf("a part that is %s was stored", name)
					}
				}
				must(t, s.Verify(t.Context(), key, ref, stored))
				must(t, s.Finish(t.Context(), key, ref, stored))
				if !bytes.Equal(read(t, s, key), content) {
					t.Error("an attempt that broke off changed the object")
				}
			}
		}
	})
}

func TestTheAttemptThatFinishNamesCounts(t *testing.T) {
	t.Parallel()
	d, err := blob.NewDisk(t.TempDir())
	must(t, err)
	for _, wins := range []int{0, 1, 2} {
		key, content := folder(t)+"/x", noise(2*mib, 1)
		ref, stored := upload(t, d, key, content, mib, []int{0, 1})
		part := cut(key, ref, content, mib)[0]
		attempts, bodies := []blob.Stored{stored[0]}, [][]byte{content[:mib]}
		for seed := range byte(2) {
			bodies = append(bodies, noise(mib, 2+seed))
			attempt, err := d.PutPart(t.Context(), part, bytes.NewReader(bodies[1+seed]))
			must(t, err)
			attempts = append(attempts, attempt)
		}
		for i, attempt := range attempts {
			if i != wins {
				must(t, d.DropPart(t.Context(), part, attempt))
			}
		}
		stored[0] = attempts[wins]
		must(t, d.Finish(t.Context(), key, ref, stored))
		if want := slices.Concat(bodies[wins], content[mib:]); !bytes.Equal(read(t, d, key), want) {
			t.Errorf("the object does not have the bytes of attempt %d", wins)
		}
	}
}

func TestAttemptsAtOnce(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		key, content := folder(t)+"/x", noise(12*mib, 1)
		ref, err := s.Begin(t.Context(), key, 12*mib, 6*mib)
		must(t, err)
		var mu sync.Mutex
		stored := make([]blob.Stored, 2)
		var wait sync.WaitGroup
		for i := range 8 {
			part := cut(key, ref, content, 6*mib)[i%2]
			wait.Go(func() {
				one, err := s.PutPart(context.Background(), part, bytes.NewReader(bytesOf(content, part)))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				stored[i%2] = one
			})
		}
		wait.Wait()
		must(t, s.Finish(t.Context(), key, ref, stored))
		if !bytes.Equal(read(t, s, key), content) {
			t.Error("the object is not what was sent")
		}
	})
}

// Whoever comes second finds the parts being cleared away: they are not damaged, the object is finished.
func TestFinishesAtOnce(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for round := range byte(5) {
			key, content := fmt.Sprint(folder(t), "/", round), noise(300, round)
			ref, stored := upload(t, s, key, content, 100, []int{0, 1, 2})
			again := cut(key, ref, content, 100)[1]
			again.Again = true
			var err error
			stored[1], err = s.PutPart(t.Context(), again, bytes.NewReader(bytesOf(content, again)))
			must(t, err)
			var wait sync.WaitGroup
			for range 6 {
				wait.Go(func() {
					if err := s.Verify(t.Context(), key, ref, stored); err != nil {
						t.Errorf("verify: %v", err)
					}
					if err := s.Finish(t.Context(), key, ref, stored); err != nil {
						t.Errorf("finish: %v", err)
					}
				})
			}
			wait.Wait()
			if !bytes.Equal(read(t, s, key), content) {
				t.Error("the object is not what was sent")
			}
		}
	})
}

// A connection that has hung since before the object was finished must not write into it.
func TestALateWriteDoesNotReachTheObject(t *testing.T) {
	t.Parallel()
	d, err := blob.NewDisk(t.TempDir())
	must(t, err)
	key, content := folder(t)+"/x", noise(mib, 1)
	ref, err := d.Begin(t.Context(), key, mib, mib)
	must(t, err)
	part := cut(key, ref, content, mib)[0]
	hanging, stuck := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		_, err := d.PutPart(context.Background(), part, hanging)
		_ = hanging.Close() // as a server hangs up
		failed <- err
	}()
	_, err = stuck.Write([]byte("x")) // it holds the place now
	must(t, err)
	stored, err := d.PutPart(t.Context(), part, bytes.NewReader(content))
	must(t, err)
	must(t, d.Finish(t.Context(), key, ref, []blob.Stored{stored}))
	if _, err := io.Copy(stuck, bytes.NewReader(noise(mib-1, 2))); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the late attempt was read to the end: %v", err)
	}
	if err := <-failed; !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the late attempt: %v", err)
	}
	if !bytes.Equal(read(t, d, key), content) {
		t.Error("the late attempt reached the object")
	}
}

func TestPartsOfAnyShape(t *testing.T) {
	t.Parallel()
	d, err := blob.NewDisk(t.TempDir())
	must(t, err)
	rapid.Check(t, func(r *rapid.T) {
		content := noise(rapid.Int64Range(1, 3*mib).Draw(r, "size"), rapid.Byte().Draw(r, "seed"))
		partSize := max(rapid.Int64Range(1, int64(len(content))).Draw(r, "part size"), int64(len(content)/20+1))
		key := "rapid/" + fmt.Sprint(rand.Uint64())
		ref, err := d.Begin(t.Context(), key, int64(len(content)), partSize)
		must(t, err)
		parts := cut(key, ref, content, partSize)
		stored := make([]blob.Stored, len(parts))
		sent := rapid.SliceOfN(rapid.IntRange(0, len(parts)-1), 0, 30).Draw(r, "sent more than once")
		for _, i := range slices.Concat(sent, rapid.Permutation(slices.Collect(seq(len(parts)))).Draw(r, "order")) {
			stored[i], err = d.PutPart(t.Context(), parts[i], bytes.NewReader(bytesOf(content, parts[i])))
			must(t, err)
		}
		must(t, d.Finish(t.Context(), key, ref, stored))
		if !bytes.Equal(read(t, d, key), content) {
			r.Error("the object is not what was sent")
		}
	})
}

func seq(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestSignedParts(t *testing.T) {
	t.Parallel()
	s := openS3(t, "&direct=true")
	key, content := folder(t)+"/x", noise(6*mib, 1)
	ref, err := s.Begin(t.Context(), key, 6*mib, 5*mib)
	must(t, err)
	for _, part := range cut(key, ref, content, 5*mib) {
		url, ok, err := s.SignPart(t.Context(), part, time.Minute)
		if err != nil || !ok {
			t.Fatalf("no address: %v, %v", ok, err)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, url, bytes.NewReader(bytesOf(content, part)))
		must(t, err)
		answer, err := http.DefaultClient.Do(request)
		must(t, err)
		must(t, answer.Body.Close())
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("part %d: %s", part.Number, answer.Status)
		}
	}
	stored, err := s.Parts(t.Context(), key, ref)
	must(t, err)
	if len(stored) != 2 || stored[1].Number != 2 || stored[1].Size != mib || stored[1].Tag == "" {
		t.Fatalf("the store lists %+v", stored)
	}
	must(t, s.Finish(t.Context(), key, ref, stored))
	if !bytes.Equal(read(t, s, key), content) {
		t.Error("the object is not what was sent")
	}
	gathered, err := s.Begin(t.Context(), key+"2", 6*mib, mib)
	must(t, err)
	if _, ok, err := s.SignPart(t.Context(), blob.Part{Key: key + "2", Ref: gathered, Number: 1, Size: mib}, time.Minute); ok || err != nil {
		t.Errorf("parts that have to be gathered got an address: %v, %v", ok, err)
	}
}
