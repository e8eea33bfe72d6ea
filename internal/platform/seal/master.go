package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// KeyID identifies a data key; a wrapped key can be unwrapped for its own id only.
type KeyID struct {
	Video             string
	Generation, Epoch int64
}

func (id KeyID) bytes() []byte {
	return fmt.Appendf(nil, "lectern data key|%s|%d|%d", id.Video, id.Generation, id.Epoch)
}

// WrappedKey is a data key as stored in the database.
type WrappedKey struct {
	Text   string // base64 of nonce, ciphertext and tag
	Master int64  // version of the master key that wrapped it
}

// Master holds all versions of the master key; the newest wraps, all unwrap. Safe for concurrent use.
type Master struct {
	file         string // "" when the keys came as text
	mu           sync.RWMutex
	keys         map[int64]cipher.AEAD // replaced as a whole
	fingerprints map[int64]string      // identify a key without revealing it
	newest       int64
}

// LoadMaster reads the master keys from text ("1:base64,2:base64", each of 32 bytes) or, when text is empty, from file,
// which is created with a first key, readable by its owner only, if missing.
func LoadMaster(file, text string) (*Master, error) {
	if text != "" {
		keys, err := parse(text)
		if err != nil {
			return nil, err
		}
		m := &Master{}
		return m, m.set(keys)
	}
	keys, err := readFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		keys = map[int64][]byte{1: randomKey()}
		err = writeFile(file, keys, os.Link)
		if errors.Is(err, fs.ErrExist) { // another process was first
			keys, err = readFile(file)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	m := &Master{file: file}
	return m, m.set(keys)
}

// Rotate adds a new master key to the file and returns its version. Keys wrapped by older versions still unwrap, and Rewrap
// moves them to the new one. Running processes read the file again when they meet a key of the new version.
func Rotate(file string) (version int64, err error) {
	keys, err := readFile(file)
	if err != nil {
		return 0, fmt.Errorf("master keys: %w", err)
	}
	version = slices.Max(slices.Collect(maps.Keys(keys))) + 1
	keys[version] = randomKey()
	if err := writeFile(file, keys, os.Rename); err != nil {
		return 0, fmt.Errorf("master keys: %w", err)
	}
	return version, nil
}

// Newest returns the version that wraps.
func (m *Master) Newest() int64 {
	_, newest := m.snapshot()
	return newest
}

// Fingerprints identifies each version without revealing it: machines that share videos compare them.
func (m *Master) Fingerprints() map[int64]string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return maps.Clone(m.fingerprints)
}

// NewKey returns a random data key, plain and wrapped. It reads the file first, so that after a rotation every process
// wraps with the new key.
func (m *Master) NewKey(id KeyID) (*Key, WrappedKey, error) {
	if err := m.refresh(); err != nil {
		return nil, WrappedKey{}, err
	}
	raw := [KeySize]byte(randomKey())
	key, err := NewKey(raw)
	if err != nil {
		return nil, WrappedKey{}, err
	}
	return key, m.wrap(id, raw[:]), nil
}

// Unwrap unwraps a stored data key: ErrDamaged when it is not id's, or its master key is not here.
func (m *Master) Unwrap(id KeyID, w WrappedKey) (*Key, error) {
	raw, err := m.open(id, w)
	if err != nil {
		return nil, err
	}
	return NewKey(raw)
}

// Rewrap returns w wrapped by the newest master key; changed is false when it already is. The data key stays the same, so
// segments need not change.
func (m *Master) Rewrap(id KeyID, w WrappedKey) (_ WrappedKey, changed bool, err error) {
	if w.Master == m.Newest() {
		return w, false, nil
	}
	raw, err := m.open(id, w)
	if err != nil {
		return w, false, err
	}
	return m.wrap(id, raw[:]), true, nil
}

func (m *Master) wrap(id KeyID, raw []byte) WrappedKey {
	keys, newest := m.snapshot()
	sealed := keys[newest].Seal(nil, nil, raw, id.bytes())
	return WrappedKey{base64.StdEncoding.EncodeToString(sealed), newest}
}

func (m *Master) open(id KeyID, w WrappedKey) (raw [KeySize]byte, err error) {
	aead, ok := m.version(w.Master)
	if !ok {
		return raw, fmt.Errorf("%w: master key %d, which wraps a key of video %s, is not among the known ones", ErrDamaged, w.Master, id.Video)
	}
	sealed, err := base64.StdEncoding.DecodeString(w.Text)
	if err != nil {
		return raw, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	plain, err := aead.Open(nil, nil, sealed, id.bytes())
	if err != nil || len(plain) != KeySize {
		return raw, fmt.Errorf("%w: data key %+v (%w)", ErrDamaged, id, err)
	}
	return [KeySize]byte(plain), nil
}

func (m *Master) snapshot() (keys map[int64]cipher.AEAD, newest int64) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.keys, m.newest
}

// version returns a master key; for an unknown version it reads the file again, because the keys may have been rotated.
func (m *Master) version(n int64) (cipher.AEAD, bool) {
	keys, newest := m.snapshot()
	if aead, ok := keys[n]; ok || n <= newest || m.file == "" {
		return aead, ok
	}
	if m.refresh() != nil {
		return nil, false
	}
	keys, _ = m.snapshot() // the newest version is not needed
	aead, ok := keys[n]
	return aead, ok
}

// refresh reads the file again.
func (m *Master) refresh() error {
	if m.file == "" {
		return nil
	}
	raw, err := readFile(m.file)
	if err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	return m.set(raw)
}

func (m *Master) set(raw map[int64][]byte) error {
	keys, prints, newest := make(map[int64]cipher.AEAD, len(raw)), make(map[int64]string, len(raw)), int64(0)
	for version, key := range raw {
		if version < 1 || len(key) != KeySize {
			return fmt.Errorf("master key %d has %d bytes; a version counts from 1 and a key has %d bytes", version, len(key), KeySize)
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return err
		}
		// A random nonce precedes the ciphertext.
		if keys[version], err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return err
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("lectern master key fingerprint"))
		prints[version] = hex.EncodeToString(mac.Sum(nil)[:8])
		newest = max(newest, version)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys, m.fingerprints, m.newest = keys, prints, newest
	return nil
}

func randomKey() []byte {
	raw := make([]byte, KeySize)
	rand.Read(raw) // never fails: crypto/rand ends the process instead
	return raw
}

// parse reads "1:base64,2:base64". No error quotes its input, which is secret.
func parse(text string) (map[int64][]byte, error) {
	keys := map[int64][]byte{}
	for i, entry := range strings.Split(text, ",") {
		number, encoded, _ := strings.Cut(strings.TrimSpace(entry), ":")
		version, err := strconv.ParseInt(number, 10, 64)
		raw, err64 := base64.StdEncoding.DecodeString(encoded)
		if err != nil || err64 != nil || keys[version] != nil {
			return nil, fmt.Errorf("master keys: entry %d is not a new version number, a colon and a key in base64", i+1)
		}
		keys[version] = raw
	}
	return keys, nil
}

func readFile(file string) (keys map[int64][]byte, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &keys); err != nil || len(keys) == 0 {
		return nil, fmt.Errorf("%s is not a file of master keys", filepath.Base(file))
	}
	return keys, nil
}

// writeFile writes the keys like writeSecret writes a text.
func writeFile(file string, keys map[int64][]byte, name func(from, to string) error) error {
	text, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	return writeSecret(file, text, name)
}
