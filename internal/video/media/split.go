package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/Eyevinn/mp4ff/mp4"

	"lectern/internal/video/sandbox"
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
			return sandbox.Garbagef("a box %q of %d bytes", h[4:], n)
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

// splitter cuts the stream of one rung into segments and checks each.
type splitter struct {
	rung      Rung
	next, end int // numbers of the next segment and of the last one
	emit      func(Segment) error
	init      []byte       // ftyp, until moov completes it
	moof      *mp4.MoofBox // until its mdat arrives
	hasInit   bool
}

// take receives the boxes in order.
func (s *splitter) take(kind string, box []byte) error {
	switch kind {
	case "ftyp":
		s.init = box
	case "moov":
		s.hasInit = true
		return s.emit(Segment{Rendition: s.rung.Name, Bytes: append(s.init, box...)})
	case "moof":
		moof, err := s.check(box)
		if err != nil {
			return err
		}
		s.moof = moof
	case "mdat":
		if s.moof == nil {
			return sandbox.Garbagef("%s: media without its header", s.rung.Name)
		}
		segment, err := s.segment(box)
		if err != nil {
			return err
		}
		s.moof = nil
		s.next++
		return s.emit(segment)
	default:
		return sandbox.Garbagef("%s: an unknown box %q", s.rung.Name, kind)
	}
	return nil
}

// check compares a segment's header with the plan: its number, start, frames and their durations.
func (s *splitter) check(box []byte) (*mp4.MoofBox, error) {
	decoded, err := mp4.DecodeBox(0, bytes.NewReader(box))
	if err != nil {
		return nil, sandbox.Garbagef("%s: segment %d: %v", s.rung.Name, s.next, err)
	}
	moof, ok := decoded.(*mp4.MoofBox)
	if !ok || moof.Mfhd == nil || moof.Traf == nil || moof.Traf.Tfhd == nil || moof.Traf.Tfdt == nil {
		return nil, sandbox.Garbagef("%s: segment %d has no complete header", s.rung.Name, s.next)
	}
	if s.next > s.end {
		return nil, sandbox.Garbagef("%s: more segments than planned: %d", s.rung.Name, s.next)
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
		return nil, sandbox.Garbagef("%s: segment has %s and should have %s", s.rung.Name, got, want)
	}
	return moof, nil
}

// segment divides the pictures that ffmpeg wrote after s.moof into two fragments: the keyframe alone, so that a range of bytes can be played
// as a picture (I-frame playlists, RFC 8216 section 4.3.3.6), and the others. Players take any number of fragments in a segment
// (CMAF chunks, ISO/IEC 23000-19 section 7.3.2.3).
func (s *splitter) segment(mdat []byte) (Segment, error) {
	pictures, err := samples(s.moof, mdat)
	if err != nil || len(pictures) == 0 {
		return Segment{}, sandbox.Garbagef("%s: segment %d has not the media that its header names: %v", s.rung.Name, s.next, err)
	}
	segment := Segment{Rendition: s.rung.Name, Number: s.next}
	for i, part := range [][]mp4.FullSample{pictures[:1], pictures[1:]} {
		if len(part) == 0 { // the segment is the keyframe
			continue
		}
		if segment.Bytes, err = appendFragment(segment.Bytes, uint32(2*s.next-1+i), part); err != nil {
			return Segment{}, err
		}
		if i == 0 {
			segment.Keyframe = len(segment.Bytes)
		}
	}
	return segment, nil
}

// samples returns the samples of a fragment, whose sizes and durations check has filled in.
func samples(moof *mp4.MoofBox, mdat []byte) (all []mp4.FullSample, err error) {
	at := moof.Traf.Tfdt.BaseMediaDecodeTime()
	for _, run := range moof.Traf.Truns {
		from := int64(run.DataOffset) - int64(moof.Size())
		for _, sample := range run.Samples {
			end := from + int64(sample.Size)
			if from < 0 || end > int64(len(mdat)) {
				return nil, fmt.Errorf("a sample at %d of %d bytes", end, len(mdat))
			}
			all = append(all, mp4.FullSample{Sample: sample, DecodeTime: at, Data: mdat[from:end]})
			at, from = at+uint64(sample.Dur), end
		}
	}
	return all, nil
}

// appendFragment appends a moof and an mdat of these samples.
func appendFragment(to []byte, number uint32, samples []mp4.FullSample) ([]byte, error) {
	fragment, err := mp4.CreateFragment(number, 1)
	if err != nil {
		return nil, err
	}
	fragment.EncOptimize = mp4.OptimizeTrun
	for _, sample := range samples {
		fragment.AddFullSample(sample)
	}
	out := bytes.NewBuffer(to)
	err = fragment.Encode(out)
	return out.Bytes(), err
}

// complete checks that the whole rung has arrived.
func (s *splitter) complete() error {
	if !s.hasInit || s.moof != nil || s.next != s.end+1 {
		return sandbox.Garbagef("%s: ended before segment %d of %d", s.rung.Name, s.next, s.end)
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
