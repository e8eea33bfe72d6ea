package blob_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lectern/internal/platform/blob"
)

// flip inverts one bit of a file.
func flip(t *testing.T, name string, at int64) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	must(t, err)
	b := make([]byte, 1)
	_, err = f.ReadAt(b, at)
	must(t, err)
	b[0] ^= 1
	_, err = f.WriteAt(b, at)
	must(t, errors.Join(err, f.Close()))
}

func TestDamageIsDetectedAndRepaired(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		harm   func(t *testing.T, folder, beside string)
		finish bool // whether Finish, which reads only what it copies, detects it too
		want   []int64
	}{
		"a flipped bit in place":    {func(t *testing.T, folder, _ string) { flip(t, filepath.Join(folder, "data"), mib+17) }, false, []int64{2}},
		"a flipped bit beside":      {func(t *testing.T, _, beside string) { flip(t, beside, 3) }, true, []int64{3}},
		"a truncated file beside":   {func(t *testing.T, _, beside string) { must(t, os.Truncate(beside, 5)) }, true, []int64{3}},
		"a lost file beside":        {func(t *testing.T, _, beside string) { must(t, os.Remove(beside)) }, true, []int64{3}},
		"a truncated file in place": {func(t *testing.T, folder, _ string) { must(t, os.Truncate(filepath.Join(folder, "data"), mib+1)) }, false, []int64{2, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d, err := blob.NewDisk(dir)
			must(t, err)
			content := noise(3*mib+9, 1)
			ref, stored := upload(t, d, "x", content, mib, []int{0, 1, 2, 3})
			parts := cut("x", ref, content, mib)
			parts[2].Retry = true
			stored[2], err = d.PutPart(t.Context(), parts[2], bytes.NewReader(bytesOf(content, parts[2])))
			must(t, err)
			uploads := filepath.Join(dir, "uploads", ref)
			c.harm(t, uploads, filepath.Join(uploads, stored[2].Tag))

			damaged, ok := errors.AsType[*blob.Damaged](d.Verify(t.Context(), "x", ref, stored))
			if !ok || !slices.Equal(damaged.Numbers, c.want) {
				t.Fatalf("Verify found %v, want %v", damaged, c.want)
			}
			if c.finish {
				damaged, ok := errors.AsType[*blob.Damaged](d.Finish(t.Context(), "x", ref, stored))
				if !ok || !slices.Equal(damaged.Numbers, c.want) {
					t.Fatalf("Finish found %v, want %v", damaged, c.want)
				}
				wantMissing(t, d, "x")
			}
			for _, number := range c.want { // as after a restart, without the process's memory
				again, err := blob.NewDisk(dir)
				must(t, err)
				d = again
				stored[number-1], err = d.PutPart(t.Context(), parts[number-1], bytes.NewReader(bytesOf(content, parts[number-1])))
				must(t, err)
			}
			must(t, d.Verify(t.Context(), "x", ref, stored))
			must(t, d.Finish(t.Context(), "x", ref, stored))
			if !bytes.Equal(read(t, d, "x"), content) {
				t.Error("the object is not what was sent")
			}
		})
	}
}

func TestAcknowledgedPartsSurviveARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, err := blob.NewDisk(dir)
	must(t, err)
	content := noise(2*mib, 1)
	ref, stored := upload(t, d, "x", content, mib, []int{0, 1})
	d, err = blob.NewDisk(dir)
	must(t, err)
	part := cut("x", ref, content, mib)[1]
	part.Retry = true
	if _, err := d.PutPart(t.Context(), part, bytes.NewReader(noise(mib-1, 2))); err == nil {
		t.Error("a part that is too short was stored")
	}
	must(t, d.Finish(t.Context(), "x", ref, stored))
	if !bytes.Equal(read(t, d, "x"), content) {
		t.Error("the object is not what was sent")
	}
}

func TestReferencesStayInside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "data"), []byte("precious"), 0o600))
	d, err := blob.NewDisk(filepath.Join(dir, "store"))
	must(t, err)
	for _, ref := range []string{"", ".", "..", "../..", "/", "nothing"} {
		part := blob.Part{Key: "x", Ref: ref, Number: 1, Size: 1}
		if _, err := d.PutPart(t.Context(), part, bytes.NewReader([]byte("y"))); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("PutPart to %q: %v", ref, err)
		}
		if err := d.Finish(t.Context(), "x", ref, []blob.StoredPart{{Number: 1, Size: 8}}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Finish of %q: %v", ref, err)
		}
		must(t, d.Discard(t.Context(), "x", ref))
	}
	if b, err := os.ReadFile(filepath.Join(dir, "data")); err != nil || string(b) != "precious" {
		t.Errorf("a file outside: %q, %v", b, err)
	}
}
