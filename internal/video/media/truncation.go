package media

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Truncation is how much of a file is there whose end is missing.
type Truncation struct {
	Seconds    float64 `json:"seconds"` // that can be played
	Whole      float64 `json:"whole"`   // seconds that its header claims; 0 if it claims none
	Bytes      int64   `json:"bytes"`
	WholeBytes int64   `json:"wholeBytes"` // at least; 0 if nothing says so
}

// String says how much is there, in words for the teacher.
func (t Truncation) String() string {
	if t.Whole > t.Seconds+1 {
		return fmt.Sprintf("it has only the first %s of about %s", clockTime(t.Seconds), clockTime(t.Whole))
	}
	if t.WholeBytes == 0 {
		return fmt.Sprintf("its end is missing, and the first %s play for %s", megabytes(t.Bytes), clockTime(t.Seconds))
	}
	return fmt.Sprintf("it has only %s of at least %s, which play for %s", megabytes(t.Bytes), megabytes(t.WholeBytes), clockTime(t.Seconds))
}

func clockTime(seconds float64) string {
	s := int(seconds + 0.5)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d minutes", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d hours", s/3600, s/60%60, s%60)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// cutMargin is how much before its end a truncated video may lack pictures, in seconds: the last ones may be incomplete.
const cutMargin = 0.5

// endBeforeCut lets the last complete picture be shown to the end.
func (p *Probe) endBeforeCut() { p.PicturesEnd = max(0, p.PicturesEnd-cutMargin) }

// fileCut is a file that ends before its container does, in bytes; whole is 0 where the container does not say its length.
type fileCut struct{ have, whole int64 }

// explain replaces the refusal of an unreadable file by one that says why it cannot be read.
func (c *fileCut) explain(err error) error {
	if refused, ok := errors.AsType[*Refusal](err); c == nil || !ok || refused.Code != RefusedDamaged {
		return err
	}
	there := megabytes(c.have)
	if c.whole > 0 {
		there += " of at least " + megabytes(c.whole)
	}
	return &Refusal{RefusedTruncated, fmt.Sprintf("This video is incomplete: only %s arrived, and it can't be read without its end. "+
		"Copy or download it again and upload the whole file.", there)}
}

// findCut compares the length of a file with what its container claims; nil if nothing is missing or nothing is claimed.
func findCut(path string, c Container) (*fileCut, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size, whole, cut := info.Size(), int64(0), false
	switch c {
	case MP4, ThreeGP:
		err = topLevelBoxes(f, func(kind string, begin, size int64) bool {
			if kind == "mdat" || kind == "moov" || kind == "moof" { // noise claims any length
				whole = begin + size
			}
			return true
		})
	case Matroska:
		whole, err = matroskaEnd(f)
	case AVI:
		whole, err = riffEnd(f)
	case ASF:
		whole, err = asfEnd(f)
	case FLV:
		whole, err = flvEnd(f, size)
	case MPEGTS:
		cut, err = endsInPacket(f, size)
	case Ogg:
		whole, cut, err = oggEnd(f, size)
	}
	if err != nil || !cut && whole <= size {
		return nil, err
	}
	return &fileCut{size, max(0, whole)}, nil
}

// riffEnd is where the first RIFF chunk ends; further ones may follow.
func riffEnd(f io.ReaderAt) (int64, error) {
	var h [8]byte
	if _, err := f.ReadAt(h[:], 0); err != nil && err != io.EOF {
		return 0, err
	}
	if size := binary.LittleEndian.Uint32(h[4:]); size != 1<<32-1 { // all ones: written live
		return 8 + int64(size), nil
	}
	return 0, nil
}

// matroskaEnd is where the segment ends; 0 if it does not say, as when it was written live (RFC 9559 section 4.5).
func matroskaEnd(f io.ReaderAt) (int64, error) {
	at := int64(0)
	for range 2 { // the header, then the segment
		var h [12]byte
		n, err := f.ReadAt(h[:], at)
		if err != nil && err != io.EOF {
			return 0, err
		}
		if n < len(h) {
			return 0, nil
		}
		size, length := ebmlSize(h[4:])
		if length == 0 {
			return 0, nil
		}
		at += 4 + length + size
	}
	return at, nil
}

// ebmlSize reads a variable-size integer (RFC 8794 section 4) of at most 8 bytes; length is 0 for the size that is unknown.
func ebmlSize(b []byte) (size, length int64) {
	for length = 1; length <= 8 && b[0]&(0x80>>(length-1)) == 0; length++ {
	}
	if length > 8 {
		return 0, 0
	}
	size = int64(b[0]) & (0xff >> length)
	unknown := size == 0xff>>length
	for _, c := range b[1:length] {
		size = size<<8 | int64(c)
		unknown = unknown && c == 0xff
	}
	if unknown || size < 0 || size > 1<<50 {
		return 0, 0
	}
	return size, length
}
