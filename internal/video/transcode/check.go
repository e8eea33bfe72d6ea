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

// Report lists disagreements between the rows of videos and their objects, as after only one of them was restored.
type Report struct {
	Broken  []string // videos with missing objects; processing them again fixes that
	Unknown []string // prefixes of objects that belong to no generation of a video
}

// IsConsistent reports whether there are none.
func (r Report) IsConsistent() bool { return len(r.Broken)+len(r.Unknown) == 0 }

// Check compares the rows of videos with storage. With repair it removes objects without a row. For operators; it never
// runs by itself.
func (s *Service) Check(ctx context.Context, repair bool) (Report, error) {
	var r Report
	keys, err := s.blob.List(ctx, objectkey.Videos) // before the rows: new objects are preceded by their row
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

// rootOf returns the prefix of the generation that a key belongs to: its first three elements, with the slash.
func rootOf(key string) string {
	elements := strings.SplitN(key, "/", 4)
	return strings.Join(elements[:min(3, len(elements))], "/") + "/"
}

// checkPieces finds the playable videos with a missing segment or init.
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
	return []consistency.Check{func(ctx context.Context, o consistency.Options) ([]consistency.Finding, error) {
		r, err := s.Check(ctx, o.Repair)
		return []consistency.Finding{
			consistency.List("videos", false, "Segments of these videos are gone; invalidate-cache makes them anew: ", r.Broken),
			consistency.Unknown("videos", o.Repair, r.Unknown),
		}, err
	}, s.checkSegments}
}
