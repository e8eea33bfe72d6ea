package playback

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// manifest describes the playable part of a generation: the complete renditions, and where their segments are stored. HLS
// and DASH manifests are generated from it. It is immutable and read by concurrent requests.
type manifest struct {
	videoID         string
	generation      int64
	plan            media.Plan
	videoRenditions []rendition // smallest first, so that a player starts with what loads fastest
	audio           []rendition // the default track first; empty for a video without audio
	keys            map[int64]*seal.Key
	imagesFence     int64 // fence of the poster, thumbnails and storyboard; 0 while there are none
	final           bool  // the generation is finished
}

// rendition is one rung of the ladder, or an audio track.
type rendition struct {
	name, codec  string
	rung         media.Rung       // zero for audio
	track        media.AudioTrack // zero for video
	peak, mean   int64            // bit/s
	init         storedObject
	pieces       []piece // in segment order
	segmentTotal int64
}

// piece is a run of segments that one attempt made.
type piece struct {
	first int64 // segment, from 1
	fence int64
	sizes []int64 // bytes of each sealed segment
	// keyframes are the bytes at the beginning of each segment, decrypted, that show its first picture; empty for audio, and for video
	// encoded before they were recorded.
	keyframes []int64
}

// storedObject is one sealed object in the store.
type storedObject struct {
	fence, size int64
}

// renditions lists every complete rendition.
func (m *manifest) renditions() []*rendition {
	list := make([]*rendition, 0, len(m.videoRenditions)+1)
	for i := range m.videoRenditions {
		list = append(list, &m.videoRenditions[i])
	}
	for i := range m.audio {
		list = append(list, &m.audio[i])
	}
	return list
}

func (m *manifest) rendition(name string) (*rendition, bool) {
	for _, r := range m.renditions() {
		if r.name == name {
			return r, true
		}
	}
	return nil, false
}

// segment returns the object of a segment. Number 0 is the init segment.
func (r *rendition) segment(number int64) (storedObject, bool) {
	if number == 0 {
		return r.init, true
	}
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].first > number }) - 1
	if i < 0 || number-r.pieces[i].first >= int64(len(r.pieces[i].sizes)) {
		return storedObject{}, false
	}
	p := r.pieces[i]
	return storedObject{p.fence, p.sizes[number-p.first]}, true
}

// keyframes are those of all segments in order; none unless all are known.
func (r *rendition) keyframes() (all []int64) {
	for _, p := range r.pieces {
		if len(p.keyframes) != len(p.sizes) {
			return nil
		}
		all = append(all, p.keyframes...)
	}
	return all
}

// timescale is in ticks a second.
func (r *rendition) timescale() int64 {
	if r.rung.Name == "" {
		return media.AudioTimescale
	}
	return int64(r.rung.Timescale())
}

// durations returns the durations of the segments of r, in ticks of its timescale.
func (m *manifest) durations(r *rendition) []int64 {
	list := make([]int64, r.segmentTotal)
	for i := range list {
		if r.rung.Name == "" {
			_, list[i] = m.plan.AudioSegment(i + 1)
		} else {
			_, list[i] = r.rung.Segment(i + 1)
		}
	}
	return list
}

// bandwidths returns peak and mean of a video rendition together with the audio, in bit/s.
func (m *manifest) bandwidths(r *rendition) (peak, mean int64) {
	peak, mean = r.peak, r.mean
	loudest := rendition{} // a player may choose any of them
	for _, a := range m.audio {
		loudest.peak, loudest.mean = max(loudest.peak, a.peak), max(loudest.mean, a.mean)
	}
	return peak + loudest.peak, mean + loudest.mean
}

// codecs returns the codecs of a video rendition and the audio, as in RFC 6381.
func (m *manifest) codecs(r *rendition) string {
	if len(m.audio) == 0 {
		return r.codec
	}
	return r.codec + "," + m.audio[0].codec
}

// newManifest builds a manifest from the rows. An incomplete rendition, or a gap between pieces, is an error: the tables
// guarantee otherwise.
func newManifest(g generationRow, renditions []renditionRow, pieces []pieceRow) (*manifest, error) {
	m := &manifest{videoID: g.VideoID, generation: g.Generation, plan: g.Plan.V, imagesFence: g.ImagesFence, final: g.FinishedAt != nil, keys: map[int64]*seal.Key{}}
	for _, row := range renditions {
		r := rendition{
			name: row.Name, codec: row.Codec, peak: row.PeakBandwidth, mean: row.PeakBandwidth,
			init: storedObject{row.InitFence, row.InitSize},
		}
		if row.MediaMS > 0 {
			r.mean = int64(math.Ceil(float64(row.Bytes) * 8000 / float64(row.MediaMS)))
		}
		r.peak = max(r.peak, r.mean) // a video of under 3 s has no peak
		for _, p := range pieces {
			if p.Rendition != row.Name {
				continue
			}
			if p.FirstSegment != r.segmentTotal+1 {
				return nil, fmt.Errorf("video %s, generation %d, %s: segment %d is missing", m.videoID, m.generation, r.name, r.segmentTotal+1)
			}
			r.pieces = append(r.pieces, piece{p.FirstSegment, p.Fence, p.Sizes.V, p.Keyframes.V})
			r.segmentTotal += int64(len(p.Sizes.V))
		}
		if track, ok := m.plan.AudioTrack(row.Name); ok {
			r.track = track
			m.audio = append(m.audio, r)
			continue
		}
		rung, ok := m.plan.Rung(row.Name)
		if !ok {
			return nil, fmt.Errorf("video %s, generation %d: %s is not in its plan", m.videoID, m.generation, row.Name)
		}
		r.rung = rung
		m.videoRenditions = append(m.videoRenditions, r)
	}
	slices.SortFunc(m.audio, func(a, b rendition) int { return cmp.Compare(a.track.Name, b.track.Name) }) // at most eight
	slices.SortFunc(m.videoRenditions, func(a, b rendition) int { return a.rung.Height*a.rung.Width - b.rung.Height*b.rung.Width })
	return m, nil
}
