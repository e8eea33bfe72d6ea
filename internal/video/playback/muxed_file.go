package playback

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"sort"

	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
	"lectern/internal/video/videoaccess"
)

// muxedFile is a video as one MP4 file. It is stored nowhere: it is put together from its sealed segments as it is read, and no byte of
// one is given before the whole has been verified. Where each begins follows from the sizes of those before it. It is for one reader.
type muxedFile struct {
	ctx   context.Context
	s     *Service
	init  []byte
	parts []filePart // after the init
	size  int64
	etag  string

	at      int64 // where the next read begins
	held    []byte
	holds   int    // index of the part that is held; -1 for none
	release func() // gives the buffer of held back
}

// filePart is a segment in its place.
type filePart struct {
	from    int64
	segment segment
	track   uint32
}

// muxed returns a rendition together with the default sound as a file, to be closed.
func (s *Service) muxed(ctx context.Context, m *manifest, name string) (*muxedFile, error) {
	picture, ok := m.rendition(name)
	if !ok {
		return nil, videoaccess.NotFound()
	}
	f := &muxedFile{ctx: ctx, s: s, holds: -1, release: func() {}}
	init, _ := m.segment(picture, 0)
	iv := init.key.IV(init.id)
	f.etag = `"` + hex.EncodeToString(iv[:]) + `-file"`
	tracks := []*rendition{picture}
	if len(m.audio) > 0 {
		tracks = append(tracks, &m.audio[0])
	}
	inits := make([][]byte, 2)
	for i, r := range tracks {
		seg, ok := m.segment(r, 0)
		if !ok {
			return nil, videoaccess.NotFound()
		}
		plain, release, err := s.openSegment(ctx, seg)
		if err != nil {
			return nil, err
		}
		inits[i] = append([]byte(nil), plain...)
		release()
	}
	var err error
	if f.init, err = media.MuxedInit(inits[0], inits[1], m.plan.Seconds()); err != nil {
		return nil, err
	}
	f.size = int64(len(f.init))
	for n := range picture.segmentTotal {
		for i, r := range tracks {
			if seg, ok := m.segment(r, n+1); ok {
				f.parts = append(f.parts, filePart{f.size, seg, uint32(i + 1)})
				f.size += seg.size - seal.Overhead
			}
		}
	}
	return f, nil
}

func (f *muxedFile) Read(p []byte) (n int, err error) {
	if f.at >= f.size {
		return 0, io.EOF
	}
	rest := f.init
	if f.at >= int64(len(f.init)) {
		i := sort.Search(len(f.parts), func(i int) bool { return f.parts[i].from > f.at }) - 1
		if err := f.hold(i); err != nil {
			return 0, err
		}
		rest = f.held[f.at-f.parts[i].from:]
	} else {
		rest = rest[f.at:]
	}
	n = copy(p, rest)
	f.at += int64(n)
	return n, nil
}

// hold opens a part, in place of the one that is held.
func (f *muxedFile) hold(i int) error {
	if f.holds == i {
		return nil
	}
	f.release()
	f.holds, f.release = -1, func() {}
	part := f.parts[i]
	plain, release, err := f.s.openSegment(f.ctx, part.segment)
	if err != nil {
		return err
	}
	f.held, f.holds, f.release = plain, i, release
	return media.Renumber(plain, part.segment.id.Number, part.track)
}

func (f *muxedFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.size
	}
	if offset < 0 {
		return 0, errors.New("playback: a place before the beginning of a file")
	}
	f.at = offset
	return offset, nil
}

// Close gives the buffer back.
func (f *muxedFile) Close() error {
	f.release()
	f.release = func() {}
	return nil
}
