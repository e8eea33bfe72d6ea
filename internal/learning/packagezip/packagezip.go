// Package packagezip opens the zip files that course packages come in: within limits, and with entries that stay packed until they are
// read.
package packagezip

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/zipfile"
)

const (
	MaxSize    = 512 << 20 // bytes of a package, packed and unpacked
	MaxEntries = 5000
	MaxPage    = 8 << 20 // bytes of an entry that is read into memory; the pictures of a page may stand in it
)

var (
	ErrUnknownFormat = fault.InvalidField("file", "unknown_format", "This is not a curriculum exported from Lectern or a Common Cartridge.")
	ErrTooLarge      = fault.New(fault.TooLarge, "package_too_large", "This package is too large: it can have at most 5,000 files and 512 MB.")
	errSwelling      = fault.New(fault.TooLarge, "package_swells", "This package unpacks to more than a hundred times its size, which only harmful ones do. Nothing was imported.")
	errOutside       = fault.InvalidField("file", "outside", "A file in this package has a name that points outside of it. Nothing was imported.")
	errSeveral       = fault.InvalidField("file", "several_packages", "This file contains several packages. Import them one by one.")
)

// Entries are the files of a package by path.
type Entries map[string]*zip.File

// Open reads the list of files of a zip file. It returns fault.TooLarge beyond the limits, fault.Invalid for entries with a
// path outside the archive. The sizes that the file declares can be relied upon: reading more of an entry fails.
func Open(packed io.ReaderAt, size int64) (Entries, error) {
	found, err := zipfile.Open(packed, size, zipfile.Limits{Size: MaxSize, Entries: MaxEntries})
	switch err {
	case nil:
		return found, nil
	case zipfile.ErrUnknown:
		return nil, cmp.Or(cartridge.RefuseForeignFile(io.NewSectionReader(packed, 0, size)), error(ErrUnknownFormat))
	case zipfile.ErrSwells:
		return nil, errSwelling
	case zipfile.ErrOutside:
		return nil, errOutside
	}
	return nil, ErrTooLarge
}

// Document reads a file into memory, and of one that is too large a byte more than MaxPage, the largest of all. It is nil for one that is not
// there or damaged.
func (e Entries) Document(name string) []byte {
	f, there := e[name]
	if !there {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return nil
	}
	body := make([]byte, min(f.UncompressedSize64, MaxPage+1))
	_, err = io.ReadFull(r, body)
	if errors.Join(err, r.Close()) != nil {
		return nil
	}
	return body
}

// Size is the size of a file in bytes, 0 for one that is not there.
func (e Entries) Size(name string) int64 {
	if f, there := e[name]; there {
		return int64(min(f.UncompressedSize64, MaxSize))
	}
	return 0
}

// TypeOf returns the media type of a file by its first bytes.
func (e Entries) TypeOf(name string) string {
	if e.Size(name) == 0 {
		return attachment.OctetStream
	}
	r, err := e[name].Open()
	if err != nil {
		return attachment.OctetStream
	}
	defer r.Close()
	kind, _, err := attachment.Sniff(r, e.Size(name))
	if err != nil {
		return attachment.OctetStream
	}
	return kind
}

// Unwrapped returns the entries of the folder that holds one of these files, where there is none at the top: packing a folder by hand
// makes such a zip file. It returns fault.Invalid if several folders have one.
func (e Entries) Unwrapped(names ...string) (Entries, error) {
	var folders []string // with a slash at the end; "" for the top
	for name := range e {
		if folder, base := path.Split(name); slices.Contains(names, base) {
			folders = append(folders, folder)
		}
	}
	slices.SortFunc(folders, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	switch {
	case len(folders) == 0 || folders[0] == "":
		return e, nil
	case len(folders) > 1 && folders[0] != folders[1] && strings.Count(folders[0], "/") == strings.Count(folders[1], "/"):
		return nil, errSeveral
	}
	inner := make(Entries, len(e))
	for name, file := range e {
		if within, ok := strings.CutPrefix(name, folders[0]); ok {
			inner[within] = file
		}
	}
	return inner, nil
}
