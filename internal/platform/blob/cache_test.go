package blob

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// When the disk is full, unused copies are evicted before a needed one is refused; copies in use stay.
func TestUnusedCopiesMakeRoom(t *testing.T) {
	t.Parallel()
	c, err := newLocalCache(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	full := true
	get := func(key string) (string, func(), error) {
		return c.get(key, func(f *os.File) (int64, error) {
			if full && key == "asked for" && c.bytes > 0 {
				return 0, syscall.ENOSPC
			}
			n, err := f.WriteString(key)
			return int64(n), err
		})
	}
	unused, release, err := get("unused")
	if err != nil {
		t.Fatal(err)
	}
	release()
	used, release, err := get("used")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	asked, releaseAsked, err := get("asked for")
	if err != nil {
		t.Fatalf("with an unused copy on the disk: %v", err)
	}
	defer releaseAsked()
	for name, want := range map[string]bool{unused: false, used: true, asked: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
	_, _, err = c.get("too large", func(*os.File) (int64, error) { return 0, syscall.ENOSPC })
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("with nothing to evict: %v", err)
	}
}
