package seal_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"math/rand/v2"
	"testing"

	"lectern/internal/platform/seal"
)

var id = seal.ID{Video: "0199", Generation: 1, Rendition: "720p", Number: 7, Fence: 3}

func newKey(t testing.TB, first byte) *seal.Key {
	t.Helper()
	key, err := seal.NewKey([seal.KeySize]byte{first})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Any player that supports METHOD=AES-256-GCM can decrypt the bytes.
func TestLayoutMatchesHLS(t *testing.T) {
	t.Parallel()
	key := newKey(t, 1)
	for _, size := range []int{0, 1, 15, 16, 17, 100_000} {
		plain := bytes.Repeat([]byte{0xAB}, size)
		sealed := key.Seal([]byte("before"), id, plain)
		if !bytes.HasPrefix(sealed, []byte("before")) || len(sealed) != len("before")+size+seal.Overhead {
			t.Fatalf("%d bytes became %d", size, len(sealed))
		}
		sealed = sealed[len("before"):]
		raw := key.Bytes()
		block, _ := aes.NewCipher(raw[:])
		gcm, _ := cipher.NewGCMWithNonceSize(block, 16)
		if got, err := gcm.Open(nil, sealed[:16], sealed[16:], nil); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: a player gets %d (%v)", size, len(got), err)
		}
		if got, err := key.Open(id, sealed); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: opens as %d (%v)", size, len(got), err)
		}
	}
}

func TestSegmentOpensInItsPlaceOnly(t *testing.T) {
	t.Parallel()
	key, plain := newKey(t, 1), []byte("pictures, pictures")
	for name, c := range map[string]struct {
		change func(id *seal.ID, sealed []byte) []byte
		want   error
	}{
		"as it is":           {func(_ *seal.ID, b []byte) []byte { return b }, nil},
		"another video":      {func(id *seal.ID, b []byte) []byte { id.Video = "0198"; return b }, seal.ErrMisplaced},
		"another generation": {func(id *seal.ID, b []byte) []byte { id.Generation++; return b }, seal.ErrMisplaced},
		"another rendition":  {func(id *seal.ID, b []byte) []byte { id.Rendition = "audio"; return b }, seal.ErrMisplaced},
		"another number":     {func(id *seal.ID, b []byte) []byte { id.Number++; return b }, seal.ErrMisplaced},
		"another attempt":    {func(id *seal.ID, b []byte) []byte { id.Fence++; return b }, seal.ErrMisplaced},
		"fields that would spell alike": {func(id *seal.ID, b []byte) []byte {
			id.Video, id.Rendition = "01997", "20p"
			return b
		}, seal.ErrMisplaced},
		"a bit of the IV":         {func(_ *seal.ID, b []byte) []byte { b[0] ^= 1; return b }, seal.ErrMisplaced},
		"a bit of the ciphertext": {func(_ *seal.ID, b []byte) []byte { b[20] ^= 1; return b }, seal.ErrDamaged},
		"a bit of the tag":        {func(_ *seal.ID, b []byte) []byte { b[len(b)-1] ^= 1; return b }, seal.ErrDamaged},
		"cut off":                 {func(_ *seal.ID, b []byte) []byte { return b[:len(b)-1] }, seal.ErrDamaged},
		"only the IV":             {func(_ *seal.ID, b []byte) []byte { return b[:seal.IVSize] }, seal.ErrDamaged},
		"less than the IV":        {func(_ *seal.ID, b []byte) []byte { return b[:3] }, seal.ErrDamaged},
		"nothing":                 {func(_ *seal.ID, b []byte) []byte { return nil }, seal.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			expected := id
			sealed := c.change(&expected, key.Seal(nil, id, plain))
			got, err := key.Open(expected, sealed)
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if err != nil && (got != nil || bytes.Contains(sealed, plain[:8])) {
				t.Errorf("an unverified segment decrypted to %q", got)
			}
		})
	}
	if _, err := newKey(t, 2).Open(id, key.Seal(nil, id, plain)); !errors.Is(err, seal.ErrMisplaced) {
		t.Errorf("with another key: %v", err)
	}
}

// No nonce is used twice with a key. A million writes in two epochs, then the same after a crash, by another attempt.
func TestNoNonceIsUsedTwice(t *testing.T) {
	t.Parallel()
	const writings = 1_000_000
	keys := []*seal.Key{newKey(t, 1), newKey(t, 2)}
	type use struct {
		key int
		iv  [seal.IVSize]byte
	}
	seen := make(map[use]struct{}, writings)
	count := 0
	for fence := int64(1); count < writings; fence++ { // each further fence rewrites what a crash left
		for _, rendition := range []string{"1080p", "720p", "480p", "360p", "240p", "audio"} {
			for number := range int64(2*seal.SegmentsPerKey + 1) {
				epoch := int(seal.Epoch(number))
				iv := keys[epoch].IV(seal.ID{Video: "v", Generation: 1, Rendition: rendition, Number: number, Fence: fence})
				seen[use{epoch, iv}] = struct{}{}
				count++
			}
		}
	}
	if len(seen) != count {
		t.Errorf("%d of %d nonces were used before", count-len(seen), count)
	}
}

func TestEpochs(t *testing.T) {
	t.Parallel()
	for number, want := range map[int64]int64{0: 0, 1: 0, 600: 0, 601: 1, 1200: 1, 1201: 2, 4800: 7} {
		if got := seal.Epoch(number); got != want {
			t.Errorf("segment %d belongs to epoch %d, want %d", number, got, want)
		}
	}
}

// A change of any byte is detected.
func TestAnyFlippedByteIsDetected(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	key, plain := newKey(t, 1), make([]byte, 1000)
	sealed := key.Seal(nil, id, plain)
	for range 500 {
		broken := bytes.Clone(sealed)
		broken[random.IntN(len(broken))] ^= byte(1 + random.IntN(255))
		if _, err := key.Open(id, broken); err == nil {
			t.Fatalf("seed %d: a changed byte was not detected", seed)
		}
	}
}

func BenchmarkOpen2MB(b *testing.B) {
	key := newKey(b, 1)
	sealed := key.Seal(nil, id, make([]byte, 2<<20))
	buffer := make([]byte, len(sealed))
	b.SetBytes(int64(len(sealed)))
	for b.Loop() {
		copy(buffer, sealed)
		if _, err := key.Open(id, buffer); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSeal2MB(b *testing.B) {
	key, plain := newKey(b, 1), make([]byte, 2<<20)
	buffer := make([]byte, 0, len(plain)+seal.Overhead)
	b.SetBytes(int64(len(plain)))
	for b.Loop() {
		key.Seal(buffer, id, plain)
	}
}
