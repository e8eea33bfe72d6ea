package media

import (
	"fmt"
	"math"
)

// Rate is a number of frames a second as a fraction: 30000/1001 has no exact decimal.
type Rate struct {
	Num int `json:"num"`
	Den int `json:"den"`
}

// SegmentSeconds is the length of a segment before rounding to whole frames (specification section 9, Playback).
const SegmentSeconds = 6

// ntsc is the denominator of the NTSC rates, whose segments last 6.006 s: 6.000 s is not a whole number of frames.
const ntsc = 1001

// rates are the constant rates of output.
var rates = []Rate{
	{10, 1}, {12, 1}, {15, 1}, {24000, ntsc}, {24, 1}, {25, 1}, {30000, ntsc}, {30, 1}, {50, 1}, {60000, ntsc}, {60, 1},
}

// PerSecond returns the rate as a decimal, for people and estimates, never for segment boundaries.
func (r Rate) PerSecond() float64 { return float64(r.Num) / float64(r.Den) }

func (r Rate) String() string { return fmt.Sprintf("%d/%d", r.Num, r.Den) }

// nearestRate returns the rate closest in ratio to fps frames a second.
func nearestRate(fps float64) Rate {
	best, distance := rates[0], math.Inf(1)
	for _, r := range rates {
		if d := math.Abs(math.Log(fps / r.PerSecond())); d < distance {
			best, distance = r, d
		}
	}
	return best
}

// segmentFrames is F, the number of whole frames nearest to SegmentSeconds.
func (r Rate) segmentFrames() int {
	return (SegmentSeconds*r.Num*2 + r.Den) / (2 * r.Den)
}

// timescale is the timescale of a track of this rate in ticks a second. 90000 cannot represent 23.976 exactly.
func (r Rate) timescale() int {
	if r.Den == 1 {
		return r.Num * 1000
	}
	return r.Num
}

// tick is the duration of one frame in units of timescale.
func (r Rate) tick() int {
	if r.Den == 1 {
		return 1000
	}
	return r.Den
}
