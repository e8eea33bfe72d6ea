package uploader

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/internal/platform/clock"
)

// savedLifetime is how long an interrupted upload is kept: after that the server has deleted its parts.
const savedLifetime = 7 * 24 * time.Hour

// Saved stores interrupted uploads in a folder, one small file for each.
type Saved struct {
	Dir   string
	Clock clock.Clock
}

// Entry is the file of one upload.
type Entry struct{ path string }

// Entry returns the entry for the upload of a file by a user to a course on a server.
func (s Saved) Entry(server, user, course string, f File) (Entry, error) {
	print, err := f.Fingerprint()
	if err != nil {
		return Entry{}, unreadableFile(err)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{server, user, course, print}, "\n")))
	return Entry{filepath.Join(s.Dir, hex.EncodeToString(sum[:16])+".json")}, nil
}

// Load returns the saved upload; nil if there is none or it cannot be read.
func (e Entry) Load() *SavedUpload {
	text, err := os.ReadFile(e.path)
	var k SavedUpload
	if err != nil || json.Unmarshal(text, &k) != nil || k.Session.UploadID == "" || k.Session.ChunkSize <= 0 {
		return nil
	}
	return &k
}

// Save saves k, or deletes the entry when it is nil. A failure costs the ability to resume, not the upload; the caller
// decides whether to report it.
func (e Entry) Save(k *SavedUpload) error {
	if k == nil {
		if err := os.Remove(e.path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	short := *k
	short.Session.UploadURLs = nil // many, long, and expired by the time of a resume
	text, err := json.Marshal(short)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(e.path), 0o700); err != nil {
		return err
	}
	draft := e.path + ".new"
	if err := os.WriteFile(draft, text, 0o600); err != nil {
		return err
	}
	return os.Rename(draft, e.path)
}

// Sweep deletes uploads that are too old to resume.
func (s Saved) Sweep() error {
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		info, e2 := e.Info()
		if e2 == nil && s.Clock.Now().Sub(info.ModTime()) > savedLifetime {
			err = errors.Join(err, os.Remove(filepath.Join(s.Dir, e.Name())))
		}
	}
	return err
}
