package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"
)

// tusd is the peer for uploads, storing files on the same disk.
type tusd struct {
	*process
	url, files string
	bench      *bench
}

func (b *bench) tusd(name string) (*tusd, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	files := filepath.Join(b.dir, name)
	if err := os.MkdirAll(files, 0o755); err != nil {
		return nil, err
	}
	p, err := start(b.ctx, nil, filepath.Join(b.root, ".tools", "bin", "tusd"), "-host", host, "-port", port, "-upload-dir", files,
		"-verbose=false", "-show-greeting=false") // its log of every request would count against it
	if err != nil {
		return nil, err
	}
	return &tusd{p, "http://" + address, files, b}, p.answers("http://" + address + "/metrics")
}

// upload sends the file in one PATCH, tusd's fastest way, and then syncs it: tusd answers before its file is durable, ours
// after, and both must have done the same when the time is taken. It also returns the time at which tusd had received
// everything.
func (t *tusd) upload(film *os.File) (received time.Time, err error) {
	info, err := film.Stat()
	if err != nil {
		return received, err
	}
	location, err := t.create(info.Size())
	if err != nil {
		return received, err
	}
	r, err := http.NewRequestWithContext(t.bench.ctx, http.MethodPatch, location, io.NewSectionReader(film, 0, info.Size()))
	if err != nil {
		return received, err
	}
	r.ContentLength = info.Size()
	r.Header.Set("Tus-Resumable", "1.0.0")
	r.Header.Set("Upload-Offset", "0")
	r.Header.Set("Content-Type", "application/offset+octet-stream")
	answer, err := client.Do(r)
	if err != nil {
		return received, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		return received, fmt.Errorf("tusd: PATCH answers %s", answer.Status)
	}
	received = time.Now()
	stored, err := os.Open(filepath.Join(t.files, path.Base(location)))
	if err != nil {
		return received, err
	}
	return received, errors.Join(stored.Sync(), stored.Close())
}

func (t *tusd) create(size int64) (location string, err error) {
	r, err := http.NewRequestWithContext(t.bench.ctx, http.MethodPost, t.url+"/files/", nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("Tus-Resumable", "1.0.0")
	r.Header.Set("Upload-Length", strconv.FormatInt(size, 10))
	answer, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("tusd: POST answers %s", answer.Status)
	}
	return answer.Header.Get("Location"), nil
}
