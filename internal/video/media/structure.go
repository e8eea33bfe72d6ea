package media

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// maxBoxes limits the walk over a file of absurdly many boxes.
const maxBoxes = 10_000

// cuesWithin is how far into a Matroska file its SeekHead lies, in bytes.
const cuesWithin = 64 << 10

// seekable reports whether ffmpeg finds every keyframe by seeking. Fragmented MP4 has no index of the whole file,
// live-written WebM (as recorded by browsers) has no cues, and AVI has no presentation times.
func seekable(path string, c Container) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	switch c {
	case MP4, ThreeGP:
		fragmented, err := hasFragments(f)
		return !fragmented, err
	case Matroska:
		head := make([]byte, cuesWithin)
		n, err := io.ReadFull(f, head)
		if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
			return false, err
		}
		return bytes.Contains(head[:n], []byte("\x1c\x53\xbb\x6b")), nil // the ID of Cues, RFC 9559 section 5.1.5
	}
	return false, nil
}

// hasFragments reports whether there is a moof among the top-level boxes.
func hasFragments(f io.ReaderAt) (found bool, err error) {
	boxes := 0
	err = topLevelBoxes(f, func(kind string, _, _ int64) bool {
		boxes++
		found = kind == "moof" || boxes == maxBoxes
		return !found
	})
	return found, err
}

// topLevelBoxes visits the boxes of a file (ISO/IEC 14496-12 section 4.2) until visit returns false; size includes the header. It
// ends at damage, and at a box that extends to the end of the file.
func topLevelBoxes(f io.ReaderAt, visit func(kind string, begin, size int64) bool) error {
	var at int64
	for range maxBoxes {
		var h [16]byte
		n, err := f.ReadAt(h[:], at)
		if n < 8 {
			if err == io.EOF {
				return nil
			}
			return err
		}
		size := int64(binary.BigEndian.Uint32(h[:]))
		if size == 1 && n == 16 {
			size = int64(binary.BigEndian.Uint64(h[8:]))
		}
		if size < 8 || !visit(string(h[4:8]), at, size) { // 0 means to the end of the file; others are damage
			return nil
		}
		if at += size; at < 0 {
			return nil
		}
	}
	return nil
}

// maxMovie is how much of a movie box is searched, in bytes: that of an 8 h video has a few megabytes.
const maxMovie = 32 << 20

// refuseProtected refuses MP4 whose samples are encrypted (ISO/IEC 23001-7): no player here would have the key. Their sample
// entries are encv and enca and hold a protection scheme (ISO/IEC 14496-12 section 8.12).
func refuseProtected(path string, c Container) error {
	if c != MP4 && c != ThreeGP {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	protected := false
	err = topLevelBoxes(f, func(kind string, begin, size int64) bool {
		if kind != "moov" {
			return true
		}
		var movie []byte
		if movie, err = io.ReadAll(io.NewSectionReader(f, begin, min(size, maxMovie))); err == nil {
			protected = hasProtectedEntry(movie)
		}
		return false
	})
	if err == nil && protected {
		err = &Refusal{RefusedProtected, "This video is copy-protected (DRM), so it can't be played here. Upload a version without protection."}
	}
	return err
}

// hasProtectedEntry looks for a sample entry that is encrypted and names its scheme.
func hasProtectedEntry(movie []byte) bool {
	for _, entry := range []string{"encv", "enca"} {
		for rest := movie; ; {
			at := bytes.Index(rest, []byte(entry))
			if at < 0 {
				break
			}
			rest = rest[at+len(entry):]
			if bytes.Contains(rest[:min(len(rest), 64<<10)], []byte("schm")) {
				return true
			}
		}
	}
	return false
}
