package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lectern/internal/platform/db"
	"lectern/internal/platform/seal"
)

// loadKeys returns the installation's secret and master keys, which a new installation creates. One that has had keys before is
// refused when they are missing, and none are created: new ones would open none of its videos.
func (f storageFlags) loadKeys(ctx context.Context, d *db.DB) (secret []byte, master *seal.Master, err error) {
	secretFile, masterFile := filepath.Join(f.Data, "keys", "secret"), filepath.Join(f.Data, "keys", "master.json")
	// Asked first: another process that starts at the same time creates its keys before the database knows them.
	known, err := hasKeys(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	if known {
		if err := cmp.Or(needsKeys(f.Secret, secretFile, "--secret"), needsKeys(f.MasterKeys, masterFile, "--master-keys")); err != nil {
			return nil, nil, err
		}
	}
	if secret = []byte(f.Secret); f.Secret == "" {
		if secret, err = seal.LoadSecret(secretFile); err != nil {
			return nil, nil, err
		}
	}
	if master, err = seal.LoadMaster(masterFile, f.MasterKeys); err != nil {
		return nil, nil, err
	}
	return secret, master, checkSharedKeys(ctx, d, secret, master)
}

// needsKeys returns an error when keys are neither in a flag nor in their file.
func needsKeys(given, file, flag string) error {
	if _, err := os.Stat(file); given != "" || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s is missing, which this installation has been run with: copy it back from where you keep the keys, or give %s; nothing was created in its place", file, flag)
}
