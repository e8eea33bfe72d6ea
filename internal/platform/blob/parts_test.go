package blob_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/blob"
	"lectern/internal/testapp/soak"
)

// cut splits content into parts of partSize.
func cut(key, ref string, content []byte, partSize int64) (parts []blob.Part) {
	size := int64(len(content))
	for offset := int64(0); offset < size; offset += partSize {
		parts = append(parts, blob.Part{Key: key, Ref: ref, Number: int64(len(parts) + 1), Offset: offset, Size: min(partSize, size-offset)})
	}
	return parts
}

func bytesOf(content []byte, p blob.Part) []byte { return content[p.Offset : p.Offset+p.Size] }

// upload begins an object and sends its parts in the given order.
func upload(t *testing.T, s blob.Store, key string, content []byte, partSize int64, order []int) (string, []blob.StoredPart) {
	t.Helper()
	ref, err := s.Begin(t.Context(), key, int64(len(content)), partSize)
	must(t, err)
	parts := cut(key, ref, content, partSize)
	stored := make([]blob.StoredPart, len(parts))
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
					t.Error("a begun object is not listed as unfinished")
				}
				must(t, s.Verify(t.Context(), key, ref, stored))
				for range 2 { // the second time as if the first answer was lost
					must(t, s.Finish(t.Context(), key, ref, stored))
					must(t, s.Verify(t.Context(), key, ref, stored))
				}
				if !bytes.Equal(read(t, s, key), content) {
					t.Error("the object is not what was sent")
				}
				if unfinished(t, s, ref) {
					t.Error("a finished object is listed as unfinished")
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
				t.Error("a discarded object is listed as unfinished")
			}
			if _, err := s.PutPart(t.Context(), cut(key, ref, content, partSize)[0], bytes.NewReader(content[:partSize])); err == nil && partSize == 5*mib {
				t.Error("a part was stored after discard")
			}
			if err := s.Finish(t.Context(), key, ref, stored); err == nil {
				t.Error("a discarded object was finished")
			}
			must(t, s.Discard(t.Context(), key, ref))
			wantMissing(t, s, key)
		}
	})
}

// Every step commits to a real disk, so `make test` runs a sample.
func init() { soak.Checks(25, 100) }

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
		stored := make([]blob.StoredPart, len(parts))
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
		t.Errorf("staged parts got a signed URL: %v, %v", ok, err)
	}
}
