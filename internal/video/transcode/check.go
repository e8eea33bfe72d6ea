package transcode

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/objectkey"
)

// Report is how the rows of videos and their objects disagree, as after one of the two was restored.
type Report struct {
	Broken  []string // videos of which something is gone that players are told of; processing them again mends that
	Unknown []string // where objects lie that no generation of a video knows
}

// Agrees says whether there was nothing to report.
func (r Report) Agrees() bool { return len(r.Broken)+len(r.Unknown) == 0 }

// Check compares what is told of videos with what lies in storage. With repair it removes what no row knows. For operators;
// nothing calls it by itself.
func (s *Service) Check(ctx context.Context, repair bool) (Report, error) {
	var r Report
	keys, err := s.blob.List(ctx, objectkey.Videos) // before the rows: what is made meanwhile has its row first
	if err != nil {
		return r, err
	}
	known, err := knownGenerations(ctx, s.db.Reader())
	if err != nil {
		return r, err
	}
	lying := map[string]bool{}
	for _, key := range keys {
		lying[key] = true
		if root := rootOf(key); !known[root] && !slices.Contains(r.Unknown, root) {
			r.Unknown = append(r.Unknown, root)
		}
	}
	if err := s.checkPieces(ctx, lying, &r); err != nil || !repair {
		return r, err
	}
	for _, root := range r.Unknown {
		err = errors.Join(err, s.blob.DeletePrefix(ctx, root))
	}
	return r, err
}

// rootOf is the generation that a key belongs to: its first three elements, with the slash.
func rootOf(key string) string {
	elements := strings.SplitN(key, "/", 4)
	return strings.Join(elements[:min(3, len(elements))], "/") + "/"
}

// checkPieces finds the videos that are played and of which a segment or an init is gone.
func (s *Service) checkPieces(ctx context.Context, lying map[string]bool, r *Report) error {
	inits, err := liveInits(ctx, s.db.Reader())
	if err != nil {
		return err
	}
	broken := map[string]bool{}
	for _, i := range inits {
		if !lying[objectkey.Segment(i.VideoID, i.Generation, i.Name, i.InitFence, 0)] {
			broken[i.VideoID] = true
		}
	}
	pieces, err := livePieces(ctx, s.db.Reader())
	if err != nil {
		return err
	}
	for _, p := range pieces {
		for i := range p.Sizes.V {
			if !lying[objectkey.Segment(p.VideoID, p.Generation, p.Rendition, p.Fence, p.FirstSegment+int64(i))] {
				broken[p.VideoID] = true
			}
		}
	}
	r.Broken = slices.Sorted(maps.Keys(broken))
	return nil
}

// Checks compare the rows of videos with their objects.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, repair bool) ([]consistency.Finding, error) {
		r, err := s.Check(ctx, repair)
		return []consistency.Finding{
			consistency.List("videos", false, "Segments of these videos are gone; invalidate-cache makes them anew: ", r.Broken),
			consistency.Unknown("videos", repair, r.Unknown),
		}, err
	}}
}
