package seal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"lectern/internal/platform/seal"
)

func TestSecretIsCreatedOnceAndNeverShort(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "keys", "secret")
	made := make([][]byte, 8)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			var err error
			if made[i], err = seal.LoadSecret(file); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, s := range made {
		if len(s) < 32 || !bytes.Equal(s, made[0]) {
			t.Errorf("processes that start at once have %q and %q", made[0], s)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("readable by others: %v %v", info, err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil { // as after a power cut
		t.Fatal(err)
	}
	if s, err := seal.LoadSecret(file); err == nil {
		t.Errorf("an empty file was accepted as the secret %q", s)
	}
}

// A running process wraps with the new key after a rotation, without a restart.
func TestRunningProcessWrapsWithTheNewKey(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "master.json")
	running := load(t, file, "")
	before := running.Fingerprints()
	if _, err := seal.Rotate(file); err != nil {
		t.Fatal(err)
	}
	_, wrapped, err := running.NewKey(seal.KeyID{Video: "v", Generation: 1})
	if err != nil || wrapped.Master != 2 {
		t.Errorf("wrapped by master key %d (%v), want 2", wrapped.Master, err)
	}
	if after := running.Fingerprints(); len(after) != 2 || after[1] != before[1] || after[2] == after[1] {
		t.Errorf("fingerprints %v, then %v", before, after)
	}
}
