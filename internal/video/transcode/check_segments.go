package transcode

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/seal"
)

// checkSegments opens segments of playable videos, a sample or all: the tag of each says whether it is what was sealed, in its place.
// Those that are gone are found by Check.
func (s *Service) checkSegments(ctx context.Context, o consistency.Options) ([]consistency.Finding, error) {
	ids, err := s.liveSegments(ctx)
	if err != nil {
		return nil, err
	}
	const part = "segments"
	chosen := consistency.Sample(o, ids)
	reader := &renditionReader{ctx: ctx, s: s}
	var opened seal.ID // whose generation reader.keys are of
	var damaged []string
	for i, id := range chosen {
		o.Report(part, i, len(chosen))
		if reader.keys == nil || id.Video != opened.Video || id.Generation != opened.Generation {
			if reader.keys, err = s.dataKeys(ctx, id.Video, id.Generation); err != nil {
				return nil, err
			}
			opened = id
		}
		_, err := reader.segment(id)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			damaged = append(damaged, objectkey.Segment(id.Video, id.Generation, id.Rendition, id.Fence, id.Number))
		}
	}
	if len(damaged) > 0 {
		return []consistency.Finding{consistency.List(part, false, "These segments are not what was sealed; invalidate-cache makes those of their videos anew: ", damaged)}, nil
	}
	text := fmt.Sprintf("%d of %d segments are what was sealed", len(chosen), len(ids))
	if len(chosen) < len(ids) {
		text += "; --full opens all"
	}
	return []consistency.Finding{{Part: part, OK: true, Text: text}}, nil
}

// liveSegments lists the segments and inits that manifests name.
func (s *Service) liveSegments(ctx context.Context) (ids []seal.ID, err error) {
	inits, err := liveInits(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}
	for _, r := range inits {
		ids = append(ids, seal.ID{Video: r.VideoID, Generation: r.Generation, Rendition: r.Name, Fence: r.InitFence})
	}
	pieces, err := livePieces(ctx, s.db.Reader())
	for _, p := range pieces {
		for i := range p.Sizes.V {
			ids = append(ids, seal.ID{Video: p.VideoID, Generation: p.Generation, Rendition: p.Rendition, Fence: p.Fence, Number: p.FirstSegment + int64(i)})
		}
	}
	return ids, err
}
