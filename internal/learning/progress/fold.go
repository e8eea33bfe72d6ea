package progress

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lectern/internal/platform/spans"
)

// fact is an event as it is stored, or a watched range of the lesson's video.
type fact struct {
	ID         string
	Kind       string
	Value      int64
	FromMS     int64 // of a watched range, as ToMS
	ToMS       int64
	Device     string // of time
	ClientTime time.Time

	elsewhere bool // in another lesson
}

// rule is the completion rule of a lesson in the published version.
type rule struct {
	Rule         string
	WatchedShare int64 // percent
	MinimumScore int64 // percent
	DurationMS   int64 // of the video; 0 for none
}

const (
	timeSpent    = "time" // the kind of events that report seconds
	maxTimeEvent = 3600   // seconds that one event can bring
	wholePercent = 100
)

// state accumulates the facts of a lesson.
type state struct {
	started, completed, last *time.Time
	viewed, done, submitted  bool
	failed                   bool
	mark                     string // paused or skipped, whichever came last
	score                    *int64
	hint, time               int64
	watched                  spans.Set // of the video
}

// fold computes the progress in a lesson from its facts, in whatever order they come. It is the only place that defines
// "completed". Only learners themselves can take a completion back, in lessons that are completed by hand.
func fold(facts []fact, r rule, open opening) (p LessonProgress) {
	facts = slices.DeleteFunc(inOrder(facts), func(f fact) bool { return !open.counts(f) })
	var s state
	for _, f := range facts {
		s.add(f, r)
		switch {
		case s.completed == nil && (s.satisfies(r) || f.Kind == completed): // completed: by the rule of an earlier version
			at := f.ClientTime
			s.completed = &at
		case f.Kind == "undone" && r.Rule == "manual":
			s.completed = nil
		}
	}
	p = LessonProgress{Status: s.status(), Percent: s.percent(r), Score: s.score, TimeSpent: s.time, StartedAt: s.started, CompletedAt: s.completed}
	if s.last != nil {
		p.LastAt = *s.last
	}
	return p
}

// inOrder sorts facts by the clocks of the devices, without duplicates.
func inOrder(facts []fact) []fact {
	facts = slices.Clone(facts)
	slices.SortFunc(facts, func(a, b fact) int {
		return cmp.Or(a.ClientTime.Compare(b.ClientTime), cmp.Compare(a.ID, b.ID))
	})
	return slices.CompactFunc(facts, func(a, b fact) bool { return a.ID == b.ID })
}

// withinWallTime returns the facts of a lesson in order, with no device having spent more time than has passed: of seconds that it
// reports again, for this lesson or elsewhere, those count that are new.
func withinWallTime(facts, elsewhere []fact) []fact {
	for _, f := range elsewhere {
		f.elsewhere = true
		facts = append(facts, f)
	}
	facts = inOrder(facts)
	spent := map[string]*spans.Set{}
	for i, f := range facts {
		if f.Kind != timeSpent {
			continue
		}
		if spent[f.Device] == nil {
			spent[f.Device] = &spans.Set{}
		}
		set, end := spent[f.Device], f.ClientTime.UnixMilli()
		before := set.Length()
		set.Add(end-f.Value*1000, end)
		facts[i].Value = set.Length()/1000 - before/1000
	}
	return slices.DeleteFunc(facts, func(f fact) bool { return f.elsewhere })
}

func (s *state) add(f fact, r rule) {
	at := f.ClientTime
	if s.started == nil {
		s.started = &at
	}
	s.last = &at
	switch f.Kind {
	case "viewed":
		s.viewed = true
	case "done", "undone":
		s.done = f.Kind == "done"
	case "submitted":
		s.submitted, s.failed = true, false
	case "failed":
		s.failed = true
	case "scored":
		if s.score == nil || *s.score < f.Value {
			score := f.Value
			s.score = &score
		}
		s.failed = s.failed || r.Rule == "score" && f.Value < r.MinimumScore
	case timeSpent:
		s.time += f.Value
	case "hint":
		s.hint = max(s.hint, f.Value)
	case "watched":
		s.watched.Add(f.FromMS, f.ToMS)
	}
	switch f.Kind {
	case "paused", "skipped":
		s.mark = f.Kind
	case timeSpent, "hint": // time alone is no activity
	default:
		s.mark = ""
	}
}

// satisfies reports whether the lesson counts as completed.
func (s *state) satisfies(r rule) bool {
	switch r.Rule {
	case "view":
		return s.viewed || s.done
	case "manual":
		return s.done
	case "watched":
		return r.DurationMS > 0 && s.watched.Covered(r.DurationMS)*wholePercent >= r.WatchedShare*r.DurationMS
	case "submission":
		return s.submitted
	case "score":
		return s.score != nil && *s.score >= r.MinimumScore
	}
	return false
}

func (s *state) status() string {
	switch {
	case s.completed != nil:
		return completed
	case s.mark != "":
		return s.mark
	case s.failed:
		return failed
	case s.started != nil:
		return inProgress
	}
	return notStarted
}

// percent is 100 for a completed lesson and less otherwise. The figure that the client sends counts only where nothing
// better is known.
func (s *state) percent(r rule) int64 {
	if s.completed != nil {
		return 100
	}
	known := s.hint
	if r.Rule == "watched" {
		known = s.watched.Covered(r.DurationMS) * wholePercent * wholePercent / max(1, r.WatchedShare*r.DurationMS)
	}
	return min(99, max(0, known))
}

// bounded converts a figure from a client to an integer between 0 and most; NaN becomes 0.
func bounded(value float64, most int64) int64 {
	if math.IsNaN(value) || value < 0 {
		return 0
	}
	return int64(math.Round(min(value, float64(most))))
}
