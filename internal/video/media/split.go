package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/Eyevinn/mp4ff/mp4"
)

// maxBox is far above a segment of the highest rung, in bytes.
const maxBox = 256 << 20

// boxes reads top-level boxes (ISO/IEC 14496-12) to the end. A stream that ends within a box is io.ErrUnexpectedEOF.
func boxes(r io.Reader, take func(kind string, box []byte) error) error {
	for {
		var h [8]byte
		if _, err := io.ReadFull(r, h[:]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		n := int64(binary.BigEndian.Uint32(h[:]))
		if n < int64(len(h)) || n > maxBox {
			return garbage("a box %q of %d bytes", h[4:], n)
		}
		// Grows as bytes arrive: a false size must not allocate memory.
		box := bytes.NewBuffer(make([]byte, 0, min(n, 1<<20)))
		box.Write(h[:])
		if _, err := io.CopyN(box, r, n-int64(len(h))); errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		if err := take(string(h[4:8]), box.Bytes()); err != nil {
			return err
		}
	}
}

// splitter cuts the stream of one rung into segments and checks each, without changing ffmpeg's bytes.
type splitter struct {
	rung      Rung
	next, end int // numbers of the next segment and of the last one
	emit      func(Segment) error
	init      []byte // ftyp, until moov completes it
	moof      []byte // until its mdat arrives
	hasInit   bool
}

// take receives the boxes in order.
func (s *splitter) take(kind string, box []byte) error {
	switch kind {
	case "ftyp":
		s.init = box
	case "moov":
		s.hasInit = true
		return s.emit(Segment{s.rung.Name, 0, append(s.init, box...)})
	case "moof":
		if err := s.check(box); err != nil {
			return err
		}
		s.moof = box
	case "mdat":
		if s.moof == nil {
			return garbage("%s: media without its header", s.rung.Name)
		}
		segment := Segment{s.rung.Name, s.next, append(s.moof, box...)}
		s.moof = nil
		s.next++
		return s.emit(segment)
	default:
		return garbage("%s: an unknown box %q", s.rung.Name, kind)
	}
	return nil
}

// check compares a segment's header with the plan: its number, start, frames and their durations.
func (s *splitter) check(box []byte) error {
	decoded, err := mp4.DecodeBox(0, bytes.NewReader(box))
	if err != nil {
		return garbage("%s: segment %d: %v", s.rung.Name, s.next, err)
	}
	moof, ok := decoded.(*mp4.MoofBox)
	if !ok || moof.Mfhd == nil || moof.Traf == nil || moof.Traf.Tfhd == nil || moof.Traf.Tfdt == nil {
		return garbage("%s: segment %d has no complete header", s.rung.Name, s.next)
	}
	if s.next > s.end {
		return garbage("%s: more segments than planned: %d", s.rung.Name, s.next)
	}
	frames, length := 0, int64(0)
	for _, run := range moof.Traf.Truns {
		run.AddSampleDefaultValues(moof.Traf.Tfhd, nil)
		frames += len(run.Samples)
		for _, sample := range run.Samples {
			length += int64(sample.Dur)
		}
	}
	begin, duration := s.rung.Segment(s.next)
	got := fmt.Sprintf("number %d, begin %d, %d frames of %d ticks", moof.Mfhd.SequenceNumber, moof.Traf.Tfdt.BaseMediaDecodeTime(), frames, length)
	want := fmt.Sprintf("number %d, begin %d, %d frames of %d ticks", s.next, begin, duration/int64(s.rung.Rate.tick()), duration)
	if got != want {
		return garbage("%s: segment has %s and should have %s", s.rung.Name, got, want)
	}
	return nil
}

// complete checks that the whole rung has arrived.
func (s *splitter) complete() error {
	if !s.hasInit || s.moof != nil || s.next != s.end+1 {
		return garbage("%s: ended before segment %d of %d", s.rung.Name, s.next, s.end)
	}
	return nil
}

// VideoCodec returns the codec of an init segment in the notation of manifests (RFC 6381): avc1.64001f.
func VideoCodec(init []byte) (string, error) {
	file, err := mp4.DecodeFile(bytes.NewReader(init))
	if err != nil {
		return "", err
	}
	if file.Init == nil || file.Init.Moov == nil || file.Init.Moov.Trak == nil {
		return "", errors.New("no init segment")
	}
	entry := file.Init.Moov.Trak.Mdia.Minf.Stbl.Stsd.AvcX
	if entry == nil || entry.AvcC == nil {
		return "", errors.New("an init segment without H.264")
	}
	c := entry.AvcC
	return fmt.Sprintf("avc1.%02x%02x%02x", c.AVCProfileIndication, c.ProfileCompatibility, c.AVCLevelIndication), nil
}
