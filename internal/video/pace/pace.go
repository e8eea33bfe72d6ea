// Package pace estimates how long the rest of a video's processing will take, from how long its own parts have taken so far
// and those of earlier videos.
//
// Time of workers and time of the clock are measured apart: each part has a cost in worker seconds, and the pace is how many
// worker seconds are spent in one second of the clock, more than one where workers share the video, less where it has to wait
// for them.
package pace

import (
	"math"
	"time"
)

const (
	// memory is the time after which a measurement of the pace counts for 1/e: other videos and workers come and go.
	memory = 10 * time.Minute
	// longestGap is how much of a time without work counts: waiting for other videos does, a night without a server does not.
	longestGap = 5 * time.Minute
	// priorPace is the time of the clock for which the pace of earlier videos counts.
	priorPace = 30 * time.Second
	// priorVideo is the share of a video for which the speed of earlier videos counts.
	priorVideo = 0.15
	// priorPart is the share of a part for which the speed of the other parts counts.
	priorPart = 0.1
	// Without earlier videos nothing is said before this share of the work is done, in at least this time of workers: what is
	// measured until then is mostly the start of the tools.
	leastShare = 0.02
	leastSpent = 2.0 // seconds
	// The speed of a run counts from this share of it on, or after this time: before, its tool has hardly started.
	leastOfRun = 0.25
	startOfRun = 10.0 // seconds
)

// Part is work that is measured by itself: a rendition, for example.
type Part struct {
	Size     float64 `json:"size"`     // in a unit in which all parts of all videos can be compared
	Expected float64 `json:"expected"` // worker seconds for all of it, as earlier videos suggest; 0 if there are none
	Done     float64 `json:"done"`     // share, from 0 to 1
	Spent    float64 `json:"spent"`    // worker seconds for what is done
}

// Pace is what is known about the processing of one video. It is stored as JSON.
type Pace struct {
	Parts map[string]Part `json:"parts,omitempty"`
	Work  float64         `json:"work"` // worker seconds of late
	Wall  float64         `json:"wall"` // seconds of the clock of late
	At    time.Time       `json:"at"`   // of the latest measurement; zero before the first
}

// Run is one worker's run on a share of some parts.
type Run struct {
	Parts []string
	Began time.Time
	Of    float64 // share of each part that it is to do
	Done  float64 // share of each part that it has done
}

// New begins the pace of a video whose parts have these sizes, with what was measured of earlier videos.
func New(sizes map[string]float64, earlier []Pace) Pace {
	p := Pace{Parts: map[string]Part{}}
	speed, mean := speeds(earlier)
	for name, size := range sizes {
		perUnit, known := speed[name]
		if !known {
			perUnit = mean
		}
		p.Parts[name] = Part{Size: size, Expected: perUnit * size}
	}
	for _, e := range earlier {
		p.Work += e.Work
		p.Wall += e.Wall
	}
	if p.Wall > 0 {
		p.Work, p.Wall = p.Work/p.Wall*priorPace.Seconds(), priorPace.Seconds()
	}
	return p
}

// speeds returns the worker seconds for a unit of each part, and of all parts together; 0 if nothing was measured.
func speeds(earlier []Pace) (of map[string]float64, mean float64) {
	spent, done := map[string]float64{}, map[string]float64{}
	var allSpent, allDone float64
	for _, e := range earlier {
		for name, part := range e.Parts {
			spent[name] += part.Spent
			done[name] += part.Done * part.Size
			allSpent += part.Spent
			allDone += part.Done * part.Size
		}
	}
	of = map[string]float64{}
	for name := range spent {
		if spent[name] > 0 && done[name] > 0 {
			of[name] = spent[name] / done[name]
		}
	}
	if allDone > 0 {
		mean = allSpent / allDone
	}
	return of, mean
}

// Add records a run that has ended well.
func (p *Pace) Add(r Run, now time.Time) {
	p.add(r, r.age(now))
	p.Work, p.Wall = p.lately([]Run{r}, now)
	p.At = now
}

// Drop removes a part that has been given up.
func (p *Pace) Drop(part string) { delete(p.Parts, part) }

// add shares the time of a run among its parts, by their sizes.
func (p *Pace) add(r Run, spent float64) {
	all := 0.0
	for _, name := range r.Parts {
		all += p.Parts[name].Size
	}
	for _, name := range r.Parts {
		part, ok := p.Parts[name]
		if !ok {
			continue
		}
		part.Done = min(part.Done+r.Done, 1)
		part.Spent += spent * part.Size / all
		p.Parts[name] = part
	}
}

// age is the time since a run began, in seconds.
func (r Run) age(now time.Time) float64 { return max(0, now.Sub(r.Began).Seconds()) }

// hasSpeed reports whether the run has lasted long enough for its speed to count.
func (r Run) hasSpeed(now time.Time) bool {
	return r.Done >= leastOfRun*r.Of || r.Done > 0 && r.age(now) >= startOfRun
}

// left returns the worker seconds until the end of the run: at its own speed, the more of it is done.
func (r Run) left(costs map[string]float64, now time.Time) float64 {
	if r.Done == 0 {
		return r.seconds(costs, r.Of)
	}
	left := 1 - r.Done/r.Of
	return left * (left*r.seconds(costs, r.Of) + r.age(now))
}

// seconds returns what a share of the parts of r costs.
func (r Run) seconds(costs map[string]float64, share float64) (sum float64) {
	for _, name := range r.Parts {
		sum += costs[name] * share
	}
	return sum
}

// lately returns the worker seconds and the seconds of the clock of late, with those of runs.
func (p *Pace) lately(runs []Run, now time.Time) (work, wall float64) {
	last, longest := p.At, 0.0
	for _, r := range runs {
		work += r.age(now)
		longest = max(longest, r.age(now))
		if p.At.IsZero() && (last.IsZero() || r.Began.Before(last)) {
			last = r.Began
		}
	}
	if last.IsZero() {
		return p.Work, p.Wall
	}
	gap := min(max(0, now.Sub(last).Seconds()), longest+longestGap.Seconds())
	fade := math.Exp(-gap / memory.Seconds())
	return p.Work*fade + work, p.Wall*fade + gap
}

// Left estimates the time until all parts are done, at least a second; false while there is nothing to estimate it from.
func (p Pace) Left(running []Run, now time.Time) (left time.Duration, known bool) {
	work, wall := p.lately(running, now)
	if work <= 0 || wall <= 0 {
		return 0, false
	}
	costs, known := p.with(running, now).costs()
	if !known {
		return 0, false
	}
	total := 0.0
	for name, part := range p.Parts {
		total += costs[name] * (1 - part.Done)
	}
	for _, r := range running {
		total += r.left(costs, now) - r.seconds(costs, r.Of)
	}
	seconds := max(total*wall/work, p.lastRun(running, costs, now), 1)
	return time.Duration(math.Ceil(seconds)) * time.Second, true
}

// lastRun returns when the last run ends if all begin as soon as they can: more workers than runs do not make it shorter.
func (p Pace) lastRun(running []Run, costs map[string]float64, now time.Time) (seconds float64) {
	unstarted := map[string]float64{} // share
	for name, part := range p.Parts {
		unstarted[name] = 1 - part.Done
	}
	free := math.Inf(1) // when the first worker is
	for _, r := range running {
		own := r.left(costs, now)
		free, seconds = min(free, own), max(seconds, own)
		for _, name := range r.Parts {
			unstarted[name] -= r.Of
		}
	}
	for _, r := range running {
		if rest := unstarted[r.Parts[0]]; rest > r.Of/100 { // not what rounding has left
			seconds = max(seconds, free+r.seconds(costs, min(rest, r.Of)))
		}
	}
	return seconds
}

// with returns p as if those of the runs whose speed counts had ended where they are.
func (p Pace) with(running []Run, now time.Time) Pace {
	parts := make(map[string]Part, len(p.Parts))
	for name, part := range p.Parts {
		parts[name] = part
	}
	p.Parts = parts
	for _, r := range running {
		if r.hasSpeed(now) {
			p.add(r, r.age(now))
		}
	}
	return p
}

// costs estimates the worker seconds for each whole part: what was measured of it, where that is little what the other parts
// suggest, and where that is little what earlier videos do.
func (p Pace) costs() (costs map[string]float64, known bool) {
	seeded := true
	for _, part := range p.Parts {
		seeded = seeded && part.Expected > 0
	}
	guess := func(part Part) float64 {
		if seeded {
			return part.Expected
		}
		return part.Size
	}
	var all, reached, spent float64
	for _, part := range p.Parts {
		all += guess(part)
		reached += guess(part) * part.Done
		spent += part.Spent
	}
	if seeded {
		reached += all * priorVideo
		spent += all * priorVideo
	} else if spent < leastSpent || reached < all*leastShare {
		return nil, false
	}
	costs = map[string]float64{}
	for name, part := range p.Parts {
		costs[name] = (guess(part)*spent/reached*priorPart + part.Spent) / (priorPart + part.Done)
	}
	return costs, len(costs) > 0
}
