// Package scratch makes temporary files for what does not fit into memory.
package scratch

import (
	"errors"
	"os"
)

// File returns an empty file in the folder, which it creates if need be. The file has no name any more: its room is free as soon
// as it is closed, or the process ends in whatever way.
func File(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(dir, "scratch-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
