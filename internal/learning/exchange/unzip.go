package exchange

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strings"

	"lectern/internal/platform/fault"
)

var (
	errTooLarge = fault.New(fault.TooLarge, "package_too_large", "This package is too large: it may hold 5,000 files and 512 MB.")
	errSwelling = fault.New(fault.TooLarge, "package_swells", "This package unpacks to more than a hundred times its size, as only harmful ones do. Nothing was imported.")
	errOutside  = fault.InvalidField("file", "outside", "There is a file in this package whose name leads outside of it. Nothing was imported.")
)

// unzip reads a zip file into memory. It returns fault.TooLarge beyond the limits, fault.Invalid for entries with a
// path outside the archive.
func unzip(packed []byte) (map[string][]byte, error) {
	// zip.NewReader allocates for each entry before it reveals how many there are, so central directory headers are
	// counted first. The generous limit allows for headers inside files that are themselves zip files.
	if bytes.Count(packed, []byte("PK\x01\x02")) > 20*maxEntries {
		return nil, errTooLarge
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, refuseForeignFile(packed)
	}
	if len(z.File) > maxEntries {
		return nil, errTooLarge
	}
	most := max(freeOfThat, int64(len(packed))*maxRatio)
	entries, left := make(map[string][]byte, len(z.File)), min(maxPackage, most)
	for _, f := range z.File {
		name := path.Clean(strings.ReplaceAll(f.Name, `\`, "/"))
		if name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name) {
			return nil, errOutside
		}
		if f.FileInfo().IsDir() {
			continue
		}
		body, err := readEntry(f, left)
		if err != nil {
			return nil, errNoPackage
		}
		if left -= int64(len(body)); left < 0 && most < maxPackage {
			return nil, errSwelling
		} else if left < 0 {
			return nil, errTooLarge
		}
		entries[name] = body
	}
	return entries, nil
}

// readEntry reads at most one byte more than most. It does not trust the size that the entry declares.
func readEntry(f *zip.File, most int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(r, most+1))
	return body, errors.Join(err, r.Close())
}
