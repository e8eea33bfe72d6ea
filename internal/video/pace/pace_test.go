package pace_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/video/pace"
)

var begin = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return begin.Add(time.Duration(seconds * float64(time.Second))) }

// recording is the progress of processing one video, as the rows of its jobs showed it five times a second. All times are seconds
// since the upload was complete, all shares those of a whole part.
type recording struct {
	Workers int                `json:"workers"`
	Sizes   map[string]float64 `json:"sizes"`
	End     float64            `json:"end"`
	Runs    []recordedRun      `json:"runs"`
}

type recordedRun struct {
	Parts   []string     `json:"parts"`
	Began   float64      `json:"began"`
	Of      float64      `json:"of"`
	Reports [][2]float64 `json:"reports"` // time and share, in order
	Ended   float64      `json:"ended"`
}

func (r recordedRun) at(now float64) pace.Run {
	run := pace.Run{Parts: r.Parts, Began: at(r.Began), Of: r.Of}
	for _, report := range r.Reports {
		if report[0] <= now {
			run.Done = report[1]
		}
	}
	return run
}

// estimate is what is said at a moment of a recording.
type estimate struct {
	at, left float64 // seconds
	known    bool
}

// replay estimates the remaining time of a recording once a second, and returns what was measured of all of it.
func (r recording) replay(earlier ...pace.Pace) (said []estimate, p pace.Pace) {
	p = pace.New(r.Sizes, earlier)
	runs := slices.SortedFunc(slices.Values(r.Runs), func(a, b recordedRun) int { return int(1e3 * (a.Ended - b.Ended)) })
	for second := runs[0].Began; second < r.End; second++ {
		for len(runs) > 0 && runs[0].Ended <= second {
			run := runs[0].at(second)
			run.Done = run.Of
			p.Add(run, at(runs[0].Ended))
			runs = runs[1:]
		}
		var running []pace.Run
		for _, run := range runs {
			if run.Began <= second {
				running = append(running, run.at(second))
			}
		}
		left, known := p.Left(running, at(second))
		said = append(said, estimate{second, left.Seconds(), known})
	}
	for _, run := range runs {
		whole := run.at(run.Ended)
		whole.Done = whole.Of
		p.Add(whole, at(run.Ended))
	}
	return said, p
}

// meanError is the mean of the relative errors after the first tenth of the time.
func (r recording) meanError(t testing.TB, said []estimate) float64 {
	t.Helper()
	sum, n := 0.0, 0
	for _, e := range said {
		if e.at < r.End/10 || e.at > r.End-5 { // in the last seconds, whole seconds are too coarse to compare
			continue
		}
		if !e.known {
			t.Errorf("at %.0f of %.0f s nothing is known", e.at, r.End)
			continue
		}
		n++
		sum += math.Abs(e.left-(r.End-e.at)) / (r.End - e.at)
	}
	return sum / float64(max(n, 1))
}

func recordings(t *testing.T) map[string]recording {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 2 {
		t.Fatalf("recordings %v, %v", files, err)
	}
	all := map[string]recording{}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var r recording
		if err := json.Unmarshal(body, &r); err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = r
	}
	return all
}

// What was said while real videos were processed, compared with when they were done: as the first video of a server, and after
// another one of the same server.
func TestRecordedProgress(t *testing.T) {
	t.Parallel()
	all := recordings(t)
	for name, r := range all {
		said, _ := r.replay()
		if e := r.meanError(t, said); e > 1./3 {
			t.Errorf("%s as the first video: wrong by %.0f %%", name, 100*e)
		}
		for other, earlier := range all {
			if other == name || earlier.Workers != r.Workers {
				continue
			}
			_, measured := earlier.replay()
			said, _ := r.replay(measured)
			if e := r.meanError(t, said); e > 1./3 {
				t.Errorf("%s after %s: wrong by %.0f %%", name, other, 100*e)
			}
			if !said[1].known {
				t.Errorf("%s after %s: nothing is known after a second", name, other)
			}
		}
	}
}

// made is a made-up recording: pieces of parts that cost what they cost, some more than others, on some workers.
func made(t *rapid.T) recording {
	var r recording
	r.Sizes = map[string]float64{}
	workers := make([]float64, rapid.IntRange(1, 4).Draw(t, "workers"))
	pieces := rapid.IntRange(2, 12).Draw(t, "pieces")
	unit := rapid.Float64Range(0.01, 1).Draw(t, "seconds of a unit")
	for i := range rapid.IntRange(1, 4).Draw(t, "parts") {
		name := fmt.Sprint("part ", i)
		r.Sizes[name] = rapid.Float64Range(100, 1000).Draw(t, "size")
		for range pieces {
			slices.Sort(workers)
			cost := r.Sizes[name] / float64(pieces) * unit * rapid.Float64Range(0.7, 1.4).Draw(t, "cost of a unit")
			run := recordedRun{Parts: []string{name}, Began: workers[0], Of: 1 / float64(pieces), Ended: workers[0] + cost}
			for second := 1.0; second < cost; second++ {
				run.Reports = append(run.Reports, [2]float64{run.Began + second, run.Of * second / cost})
			}
			r.Runs = append(r.Runs, run)
			workers[0] = run.Ended
			r.End = max(r.End, run.Ended)
		}
	}
	return r
}

func TestEstimateIsSteady(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := made(t)
		said, measured := r.replay()
		again, _ := r.replay(measured)
		for what, said := range map[string][]estimate{"first": said, "second": again} {
			for i, e := range said {
				if e.known && e.left < 1 {
					t.Fatalf("%s: %.0f s are left while there is work", what, e.left)
				}
				if i == 0 || !said[i-1].known {
					continue
				}
				if !e.known {
					t.Fatalf("%s: at %.0f s nothing is known any more", what, e.at)
				}
				// after the first tenth, when a second is short beside what has been measured; pieces differ in cost by up to two
				if e.at > max(10, r.End/10) && e.left > 2*said[i-1].left+2 {
					t.Fatalf("%s: at %.0f of %.0f s %.0f s are left after %.0f", what, e.at, r.End, e.left, said[i-1].left)
				}
			}
		}
	})
}

func TestNothingIsSaidBeforeAnythingIsMeasured(t *testing.T) {
	t.Parallel()
	p := pace.New(map[string]float64{"480p": 100, "240p": 30}, nil)
	run := pace.Run{Parts: []string{"480p"}, Began: begin, Of: 1}
	if left, known := p.Left(nil, at(100)); known {
		t.Errorf("before any work %v", left)
	}
	if left, known := p.Left([]pace.Run{run}, at(1)); known {
		t.Errorf("without a report %v", left)
	}
	run.Done = 0.5
	if left, known := p.Left([]pace.Run{run}, at(50)); !known || left != 80*time.Second {
		t.Errorf("in the middle of the only run %v, %t, want 80 s", left, known)
	}
}

// A night without a server, or a queue of other videos, is not the speed of this video.
func TestGapIsForgotten(t *testing.T) {
	t.Parallel()
	p := pace.New(map[string]float64{"480p": 100}, nil)
	now := 0.0
	work := func(times int) {
		for range times {
			p.Add(pace.Run{Parts: []string{"480p"}, Began: at(now), Of: 0.01, Done: 0.01}, at(now+60))
			now += 60
		}
	}
	work(20)
	now += 10 * 3600
	work(20)
	left, known := p.Left(nil, at(now))
	if want := 60 * time.Minute; !known || left < want || left > want*3/2 {
		t.Errorf("%v are left, %t, want about %v", left, known, want)
	}
}

// A part that has failed for good is neither waited for nor measured.
func TestDroppedPart(t *testing.T) {
	t.Parallel()
	p := pace.New(map[string]float64{"480p": 100, "240p": 100}, nil)
	p.Add(pace.Run{Parts: []string{"480p", "240p"}, Began: begin, Of: 0.5, Done: 0.5}, at(100))
	p.Drop("240p")
	p.Add(pace.Run{Parts: []string{"240p"}, Began: at(100), Of: 0.5, Done: 0.5}, at(101))
	if left, known := p.Left(nil, at(101)); !known || left > 55*time.Second || left < 45*time.Second {
		t.Errorf("%v are left, want about 50 s", left)
	}
}
