package transcode

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// scratch returns an empty folder for one run of a tool, locked as long as the process lives; the caller removes it.
func (s *Service) scratch() (dir string, remove func(), err error) {
	if err := os.MkdirAll(s.scratchDir, 0o700); err != nil {
		return "", nil, err
	}
	if dir, err = os.MkdirTemp(s.scratchDir, "media-"); err != nil {
		return "", nil, err
	}
	lock, _, err := lockFolder(dir)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, func() {
		_ = os.RemoveAll(dir) // clearScratch removes what is left
		_ = lock.Close()
	}, nil
}

// unlockedGrace is the age up to which a folder may not be locked yet.
const unlockedGrace = time.Minute

// clearScratch removes the folders of killed workers, whose locks nobody holds.
func (s *Service) clearScratch() error {
	folders, err := filepath.Glob(filepath.Join(s.scratchDir, "media-*"))
	for _, dir := range folders {
		err = errors.Join(err, clearFolder(dir))
	}
	return err
}

func clearFolder(dir string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && time.Since(info.ModTime()) < unlockedGrace {
		return nil
	}
	if err != nil {
		return err
	}
	lock, held, err := lockFolder(dir)
	if errors.Is(err, fs.ErrNotExist) || held {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(dir), lock.Close())
}

// lockFolder locks a folder until the file is closed or the process ends; held: another process has the lock.
func lockFolder(dir string) (lock *os.File, held bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close() // it was only opened
		return nil, errors.Is(err, syscall.EWOULDBLOCK), err
	}
	return f, false, nil
}
