package seal

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// SecretSize is the least size of a secret, so that signatures cannot be forged by guessing it.
const SecretSize = 32 // bytes

// LoadSecret reads an installation's secret from file, or creates one, readable by its owner only. Processes that start
// concurrently on one data folder agree on one.
func LoadSecret(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		fresh := make([]byte, SecretSize)
		rand.Read(fresh) // never fails: crypto/rand ends the process instead
		err = writeSecret(file, []byte(base64.RawStdEncoding.EncodeToString(fresh)), os.Link)
		if err == nil || errors.Is(err, fs.ErrExist) { // another process may have been first
			text, err = os.ReadFile(file)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the secret: %w", err)
	}
	if len(text) < SecretSize {
		return nil, fmt.Errorf("%s holds %d bytes, and a secret has %d at least: bring the file back from where you keep the keys, or remove it if the installation is new", filepath.Base(file), len(text), SecretSize)
	}
	return text, nil
}

// writeSecret creates the file, durable and readable by its owner only. It gets its name once it is complete, so that no
// other process reads a part of it: by os.Link, which returns fs.ErrExist when the file exists, or by os.Rename.
func writeSecret(file string, text []byte, name func(from, to string) error) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, "secret-*.tmp") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if err := errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := name(temp.Name(), file); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
