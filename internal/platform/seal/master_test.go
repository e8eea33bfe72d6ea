package seal_test

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lectern/internal/platform/seal"
)

var keyID = seal.KeyID{Video: "0199", Generation: 1, Epoch: 2}

func TestDataKeysAreStoredWrapped(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "keys", "master.json")
	m := load(t, file, "")
	key, wrapped, err := m.NewKey(keyID)
	if err != nil {
		t.Fatal(err)
	}
	raw := key.Bytes()
	if stored, _ := base64.StdEncoding.DecodeString(wrapped.Text); strings.Contains(string(stored), string(raw[:])) {
		t.Error("the data key is stored in clear")
	}
	again, err := load(t, file, "").Unwrap(keyID, wrapped) // after a restart
	if err != nil || again.Bytes() != raw {
		t.Errorf("unwrapped to another key (%v)", err)
	}
	other, _, _ := m.NewKey(keyID)
	if other.Bytes() == raw {
		t.Error("two data keys are the same")
	}

	damaged := []byte(wrapped.Text)
	damaged[5] ^= 1
	for name, c := range map[string]struct {
		id seal.KeyID
		w  seal.WrappedKey
	}{
		"of another video":      {seal.KeyID{Video: "0198", Generation: 1, Epoch: 2}, wrapped},
		"of another generation": {seal.KeyID{Video: "0199", Generation: 2, Epoch: 2}, wrapped},
		"of another epoch":      {seal.KeyID{Video: "0199", Generation: 1, Epoch: 1}, wrapped},
		"by an unknown master":  {keyID, seal.WrappedKey{Text: wrapped.Text, Master: 9}},
		"damaged":               {keyID, seal.WrappedKey{Text: string(damaged), Master: wrapped.Master}},
		"no base64":             {keyID, seal.WrappedKey{Text: "?", Master: wrapped.Master}},
		"nothing":               {keyID, seal.WrappedKey{Master: wrapped.Master}},
	} {
		if _, err := m.Unwrap(c.id, c.w); !errors.Is(err, seal.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "master.json")
	key, wrapped, _ := load(t, file, "").NewKey(keyID)
	if version, err := seal.Rotate(file); err != nil || version != 2 {
		t.Fatal(version, err)
	}
	m := load(t, file, "")
	rewrapped, changed, err := m.Rewrap(keyID, wrapped)
	if err != nil || !changed || rewrapped.Master != 2 || rewrapped.Text == wrapped.Text {
		t.Fatalf("rewrapped to %+v (%v, %v)", rewrapped, changed, err)
	}
	for _, w := range []seal.WrappedKey{wrapped, rewrapped} {
		if got, err := m.Unwrap(keyID, w); err != nil || got.Bytes() != key.Bytes() {
			t.Errorf("by master %d: %v", w.Master, err)
		}
	}
	if same, changed, err := m.Rewrap(keyID, rewrapped); err != nil || changed || same != rewrapped {
		t.Errorf("a second time: %+v, %v, %v", same, changed, err)
	}
	if _, _, err := m.Rewrap(seal.KeyID{}, wrapped); !errors.Is(err, seal.ErrDamaged) {
		t.Errorf("for another id: %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file is readable by others: %v (%v)", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A running process notices a rotation.
func TestRotationIsNoticed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "master.json")
	running := load(t, file, "")
	if _, err := seal.Rotate(file); err != nil {
		t.Fatal(err)
	}
	key, wrapped, err := load(t, file, "").NewKey(keyID)
	if err != nil || wrapped.Master != 2 {
		t.Fatal(wrapped, err)
	}
	if got, err := running.Unwrap(keyID, wrapped); err != nil || got.Bytes() != key.Bytes() || running.Newest() != 2 {
		t.Errorf("the key of the new version does not open: %v", err)
	}
	if _, err := running.Unwrap(keyID, seal.WrappedKey{Text: wrapped.Text, Master: 3}); !errors.Is(err, seal.ErrDamaged) {
		t.Errorf("an unknown version: %v", err)
	}
}

// Processes that start concurrently on one data folder agree on one key.
func TestConcurrentFirstStartsAgreeOnOneKey(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "keys", "master.json")
	masters := make([]*seal.Master, 8)
	var wait sync.WaitGroup
	for i := range masters {
		wait.Go(func() { masters[i], _ = seal.LoadMaster(file, "") })
	}
	wait.Wait()
	_, wrapped, err := masters[0].NewKey(keyID)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range masters {
		if _, err := m.Unwrap(keyID, wrapped); err != nil {
			t.Errorf("process %d has a different master key: %v", i, err)
		}
	}
}

func TestMasterKeysFromTheEnvironment(t *testing.T) {
	t.Parallel()
	one := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("a", 32)))
	two := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("b", 32)))
	none := filepath.Join(t.TempDir(), "master.json")
	if got := load(t, none, "2:"+two+", 1:"+one).Newest(); got != 2 {
		t.Errorf("version %d wraps, want the newest", got)
	}
	if _, err := os.Stat(none); !os.IsNotExist(err) {
		t.Errorf("a file was created although the environment has keys: %v", err)
	}
	for _, bad := range []string{"1", "1:", "x:" + one, "1:" + one[:20], "0:" + one, "1:" + one + ",1:" + two, one, "1:???"} {
		if _, err := seal.LoadMaster(none, bad); err == nil {
			t.Errorf("%.4q… was taken", bad)
		} else if strings.Contains(err.Error(), one[:8]) {
			t.Errorf("the error reveals the secret: %v", err)
		}
	}
	for _, content := range []string{"", "{}", "[]", `{"1":"c2hvcnQ="}`} {
		if err := os.WriteFile(none, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := seal.LoadMaster(none, ""); err == nil {
			t.Errorf("a file with %q was accepted", content)
		}
	}
}

func load(t *testing.T, file, text string) *seal.Master {
	t.Helper()
	m, err := seal.LoadMaster(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
