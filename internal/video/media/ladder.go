package media

import "math"

// ladder is the specification's (section 9, Playback), best first. The side is the height of a landscape video, the width
// of a portrait one.
var ladder = []struct {
	name    string
	side    int
	bitrate int // bits a second
}{
	{"2160p", 2160, 15_000_000}, {"1080p", 1080, 8_000_000}, {"720p", 720, 5_000_000},
	{"480p", 480, 2_500_000}, {"360p", 360, 1_000_000}, {"240p", 240, 500_000},
}

// reducedRateRung has 24 frames a second where the video has more.
const reducedRateRung = "240p"

// rungs returns the rungs of the ladder up to the video's own short side; a video below the lowest gets one rung of its own
// size.
func rungs(v VideoFacts, rate Rate, frames int) []Rung {
	width, height := v.display()
	short := math.Min(width, height)
	var out []Rung
	for _, step := range ladder {
		scale := float64(step.side) / short
		if scale > 1 {
			if step.name != reducedRateRung || len(out) > 0 {
				continue
			}
			scale = 1
		}
		r := Rung{Name: step.name, Width: even(width, scale), Height: even(height, scale), Bitrate: step.bitrate, Rate: rate}
		if step.name == reducedRateRung {
			r.Rate = reducedRate(rate)
		}
		r.SegmentFrames = r.Rate.segmentFrames()
		// Rounded up, so that the last segment of this rung is never empty. frames × r.Rate/rate, in integers.
		r.Frames = ceilDiv(frames*r.Rate.Num*rate.Den, rate.Num*r.Rate.Den)
		out = append(out, r)
	}
	return out
}

// reducedRate returns 24 frames a second for a faster video, in the same family, so that segments start at the same times.
func reducedRate(rate Rate) Rate {
	slow := Rate{24, 1}
	if rate.Den == ntsc {
		slow = Rate{24000, ntsc}
	}
	if rate.PerSecond() <= slow.PerSecond() {
		return rate
	}
	return slow
}

// even returns the multiple of two nearest to the scaled side (the lower of two), because 4:2:0 has one colour sample for
// two pixels; never more than the side has.
func even(side, scale float64) int {
	most := int(side+1e-6) &^ 1
	return max(2, min(most, 2*int(math.Ceil(side*scale/2-0.5-1e-6))))
}
