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

// SegmentSeconds is the length of a segment before it is rounded to whole frames (spec section 9, Playback).
const SegmentSeconds = 6

// ntsc is the denominator of the television rates, whose segments last 6.006 s: 6.000 s is no whole number of frames there.
const ntsc = 1001

// rates are those a video is made regular to.
var rates = []Rate{
	{10, 1}, {12, 1}, {15, 1}, {24000, ntsc}, {24, 1}, {25, 1}, {30000, ntsc}, {30, 1}, {50, 1}, {60000, ntsc}, {60, 1},
}

// PerSecond is the rate as a decimal, for people and estimates; never for marks.
func (r Rate) PerSecond() float64 { return float64(r.Num) / float64(r.Den) }

func (r Rate) String() string { return fmt.Sprintf("%d/%d", r.Num, r.Den) }

// nearestRate is the rate closest in ratio to fps frames a second.
func nearestRate(fps float64) Rate {
	best, distance := rates[0], math.Inf(1)
	for _, r := range rates {
		if d := math.Abs(math.Log(fps / r.PerSecond())); d < distance {
			best, distance = r, d
		}
	}
	return best
}

// segmentFrames is F: the whole frames nearest to SegmentSeconds.
func (r Rate) segmentFrames() int {
	return (SegmentSeconds*r.Num*2 + r.Den) / (2 * r.Den)
}

// timescale is the unit of a track of this rate in ticks a second. 90000 would not hold 23.976 exactly.
func (r Rate) timescale() int {
	if r.Den == 1 {
		return r.Num * 1000
	}
	return r.Num
}

// tick is the length of one frame in units of timescale.
func (r Rate) tick() int {
	if r.Den == 1 {
		return 1000
	}
	return r.Den
}
