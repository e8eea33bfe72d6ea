package playback

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// film is what plays of one generation of a video: the renditions that are whole, and where their segments lie. It is
// read by many requests at once and never changed.
type film struct {
	video      string
	generation int64
	plan       media.Plan
	pictures   []rendition // the smallest first, so that a player starts with what comes fastest
	sound      *rendition  // nil for a silent film
	keys       map[int64]*seal.Key
	images     int64 // fence of the pictures, 0 while there are none
	final      bool  // nothing more will come
}

// rendition is one rung of the ladder, or the sound.
type rendition struct {
	name, codec  string
	rung         media.Rung // zero for the sound
	peak, mean   int64      // bit/s
	init         object
	pieces       []piece // by their segments
	segmentTotal int64
}

// piece is a run of segments that one attempt made.
type piece struct {
	first int64 // segment, from 1
	fence int64
	sizes []int64 // bytes of each segment as it lies
}

// object is one sealed object as it lies.
type object struct {
	fence, size int64
}

// all is every rendition that plays.
func (f *film) all() []*rendition {
	list := make([]*rendition, 0, len(f.pictures)+1)
	for i := range f.pictures {
		list = append(list, &f.pictures[i])
	}
	if f.sound != nil {
		list = append(list, f.sound)
	}
	return list
}

func (f *film) rendition(name string) (*rendition, bool) {
	for _, r := range f.all() {
		if r.name == name {
			return r, true
		}
	}
	return nil, false
}

// find says which object is segment number of a rendition, number 0 being the init.
func (r *rendition) find(number int64) (object, bool) {
	if number == 0 {
		return r.init, true
	}
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].first > number }) - 1
	if i < 0 || number-r.pieces[i].first >= int64(len(r.pieces[i].sizes)) {
		return object{}, false
	}
	p := r.pieces[i]
	return object{p.fence, p.sizes[number-p.first]}, true
}

// timescale is in ticks a second.
func (r *rendition) timescale() int64 {
	if r.rung.Name == "" {
		return media.AudioTimescale
	}
	return int64(r.rung.Timescale())
}

// durations lists how long each segment of r lasts, in ticks of its timescale.
func (f *film) durations(r *rendition) []int64 {
	list := make([]int64, r.segmentTotal)
	for i := range list {
		if r.rung.Name == "" {
			_, list[i] = f.plan.AudioSegment(i + 1)
		} else {
			_, list[i] = r.rung.Segment(i + 1)
		}
	}
	return list
}

// bandwidths are the peak and the mean of a rendition of pictures with the sound, in bit/s.
func (f *film) bandwidths(r *rendition) (peak, mean int64) {
	peak, mean = r.peak, r.mean
	if f.sound != nil {
		peak, mean = peak+f.sound.peak, mean+f.sound.mean
	}
	return peak, mean
}

// codecs are those of a rendition of pictures with the sound, as RFC 6381 lists them.
func (f *film) codecs(r *rendition) string {
	if f.sound == nil {
		return r.codec
	}
	return r.codec + "," + f.sound.codec
}

// newFilm puts together what the tables say. A rendition that is not whole, or whose pieces leave a gap, is an error:
// the tables promise otherwise.
func newFilm(g generationRow, renditions []renditionRow, pieces []pieceRow) (*film, error) {
	f := &film{video: g.VideoID, generation: g.Generation, plan: g.Plan.V, images: g.ImagesFence, final: g.FinishedAt != nil, keys: map[int64]*seal.Key{}}
	for _, row := range renditions {
		r := rendition{
			name: row.Name, codec: row.Codec, peak: row.PeakBandwidth, mean: row.PeakBandwidth,
			init: object{row.InitFence, row.InitSize},
		}
		if row.MediaMS > 0 {
			r.mean = int64(math.Ceil(float64(row.Bytes) * 8000 / float64(row.MediaMS)))
		}
		r.peak = max(r.peak, r.mean) // a film of under 3 s has no peak
		for _, p := range pieces {
			if p.Rendition != row.Name {
				continue
			}
			if p.FirstSegment != r.segmentTotal+1 {
				return nil, fmt.Errorf("video %s, generation %d, %s: segment %d is missing", f.video, f.generation, r.name, r.segmentTotal+1)
			}
			r.pieces = append(r.pieces, piece{p.FirstSegment, p.Fence, p.Sizes.V})
			r.segmentTotal += int64(len(p.Sizes.V))
		}
		if row.Name == media.AudioRendition {
			f.sound = &r
			continue
		}
		rung, ok := f.plan.Rung(row.Name)
		if !ok {
			return nil, fmt.Errorf("video %s, generation %d: %s is not in its plan", f.video, f.generation, row.Name)
		}
		r.rung = rung
		f.pictures = append(f.pictures, r)
	}
	slices.SortFunc(f.pictures, func(a, b rendition) int { return a.rung.Height*a.rung.Width - b.rung.Height*b.rung.Width })
	return f, nil
}
