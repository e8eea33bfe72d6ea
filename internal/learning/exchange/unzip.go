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

// unzip reads all of a zip file into memory. fault.TooLarge for what grows beyond the bounds, fault.Invalid for what leads
// out of it.
func unzip(packed []byte) (map[string][]byte, error) {
	// The reader makes something of each entry before it says how many there are. Files that are zip files hold the mark of an
	// entry too: they may.
	if bytes.Count(packed, []byte("PK\x01\x02")) > 20*maxEntries {
		return nil, errTooLarge
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, errNoPackage
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

// readEntry is an entry, or its beginning of one byte more than most: what it says of its own size is not believed.
func readEntry(f *zip.File, most int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(r, most+1))
	return body, errors.Join(err, r.Close())
}
