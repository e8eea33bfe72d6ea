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
	case MP4:
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
func hasFragments(f io.ReaderAt) (bool, error) {
	var at int64
	for range maxBoxes {
		var h [16]byte
		n, err := f.ReadAt(h[:], at)
		if n < 8 {
			if err == io.EOF {
				return false, nil
			}
			return false, err
		}
		size := int64(binary.BigEndian.Uint32(h[:]))
		if size == 1 && n == 16 {
			size = int64(binary.BigEndian.Uint64(h[8:]))
		}
		switch {
		case string(h[4:8]) == "moof":
			return true, nil
		case size < 8: // 0 means to the end of the file; others are damage
			return false, nil
		}
		at += size
		if at < 0 {
			return false, nil
		}
	}
	return true, nil
}
