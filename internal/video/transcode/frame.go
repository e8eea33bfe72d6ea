package transcode

import (
	"context"
	"fmt"
	"slices"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// Frame returns what a video of a course shows at the time of one of its thumbnails, as WebP in the size of its best rendition. For other
// features, which have checked the caller. fault.NotFound for a video of another course, fault.Conflict while there are no pictures of
// it, fault.Unavailable where this server has no media tools.
func (s *Service) Frame(ctx context.Context, courseID, videoID string, thumbnail int64) ([]byte, error) {
	v, err := videoByID(ctx, s.db.Reader(), videoID)
	if err == nil && v.CourseID != courseID {
		err = notFound()
	}
	if err != nil {
		return nil, err
	}
	if s.media == nil {
		return nil, fault.New(fault.Unavailable, "no_media_tools", "This server can't take pictures from videos. Upload a picture instead.")
	}
	if v.LiveGeneration == 0 {
		return nil, errNoFrames
	}
	g, err := generation(ctx, s.db.Reader(), videoID, v.LiveGeneration)
	if err == nil && int(thumbnail) >= len(g.ThumbnailsAt.V) {
		err = errNoFrames
	}
	if err != nil {
		return nil, err
	}
	at := g.ThumbnailsAt.V[thumbnail]
	rung, segment, err := s.segmentAt(ctx, g, at)
	if err != nil {
		return nil, err
	}
	return media.TakeFrame(ctx, s.media, rung, segment, at)
}

var errNoFrames = fault.New(fault.Conflict, "no_frames", "This video has no pictures yet. Try again when it has been processed.")

// segmentAt opens the best complete rung of a generation at a time in seconds: its init and one segment.
func (s *Service) segmentAt(ctx context.Context, g Generation, at float64) (media.Rung, *renditionReader, error) {
	made, err := renditions(ctx, s.db.Reader(), g.VideoID, g.Generation)
	if err != nil {
		return media.Rung{}, nil, err
	}
	for _, rung := range g.Plan.V.Rungs {
		i := slices.IndexFunc(made, func(r Rendition) bool { return r.Name == rung.Name && r.Status == "completed" })
		if i < 0 {
			continue
		}
		number := 1
		for n := 2; n <= rung.Segments(); n++ {
			if start, _ := rung.Segment(n); float64(start)/float64(rung.Timescale()) <= at {
				number = n
			}
		}
		reader, err := s.openSegment(ctx, made[i], int64(number))
		return rung, reader, err
	}
	return media.Rung{}, nil, errNoFrames
}

// openSegment opens one segment of a rendition, after its init.
func (s *Service) openSegment(ctx context.Context, r Rendition, number int64) (*renditionReader, error) {
	keys, err := s.dataKeys(ctx, r.VideoID, r.Generation)
	if err != nil {
		return nil, err
	}
	pieces, err := piecesOf(ctx, s.db.Reader(), r)
	if err != nil {
		return nil, err
	}
	id := seal.ID{Video: r.VideoID, Generation: r.Generation, Rendition: r.Name, Fence: r.InitFence}
	for _, p := range pieces {
		if number >= p.FirstSegment && number < p.FirstSegment+int64(len(p.Sizes.V)) {
			part := id
			part.Fence, part.Number = p.Fence, number
			return &renditionReader{ctx: ctx, s: s, keys: keys, pending: []seal.ID{id, part}}, nil
		}
	}
	return nil, fmt.Errorf("rendition %s of video %s has no segment %d", r.Name, r.VideoID, number)
}
