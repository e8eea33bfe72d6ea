package transcode

import (
	"context"
	"errors"
	"fmt"
	"io"

	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/seal"
)

// renditionReader reads a whole rendition, decrypted, from the store segment by segment.
type renditionReader struct {
	ctx     context.Context
	s       *Service
	keys    map[int64]*seal.Key
	pending []seal.ID
	rest    []byte // of the current segment
}

// openRendition opens a completed rendition: its init, then its segments in order.
func (s *Service) openRendition(ctx context.Context, r Rendition) (io.Reader, error) {
	keys, err := s.dataKeys(ctx, r.VideoID, r.Generation)
	if err != nil {
		return nil, err
	}
	made, err := piecesOf(ctx, s.db.Reader(), r)
	if err != nil {
		return nil, err
	}
	id := seal.ID{Video: r.VideoID, Generation: r.Generation, Rendition: r.Name, Fence: r.InitFence}
	out := &renditionReader{ctx: ctx, s: s, keys: keys, pending: []seal.ID{id}}
	for _, p := range made {
		for i := range p.Sizes.V {
			id.Fence, id.Number = p.Fence, p.FirstSegment+int64(i)
			out.pending = append(out.pending, id)
		}
	}
	return out, nil
}

func (r *renditionReader) Read(p []byte) (n int, err error) {
	for len(r.rest) == 0 {
		if len(r.pending) == 0 {
			return 0, io.EOF
		}
		if r.rest, err = r.segment(r.pending[0]); err != nil {
			return 0, err
		}
		r.pending = r.pending[1:]
	}
	n = copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *renditionReader) segment(id seal.ID) ([]byte, error) {
	object, err := r.s.blob.Open(r.ctx, objectkey.Segment(id.Video, id.Generation, id.Rendition, id.Fence, id.Number))
	if err != nil {
		return nil, err
	}
	sealed, err := io.ReadAll(object)
	if err = errors.Join(err, object.Close()); err != nil {
		return nil, err
	}
	key, ok := r.keys[seal.Epoch(id.Number)]
	if !ok {
		return nil, fmt.Errorf("no data key for segment %d", id.Number)
	}
	return key.Open(id, sealed)
}
