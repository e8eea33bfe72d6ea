package report

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// courseLearner is how far someone who is enrolled in a course has come.
type courseLearner struct {
	UserID      string
	FullName    string
	EnrolledAt  time.Time
	StartedAt   *time.Time
	CompletedAt *time.Time
	Percent     int64
}

const (
	usualDays   = 30 // from enrolment to completion, until enoughDone have completed the course
	enoughDone  = 20
	ripeningNum = 3 // a learner counts for the completion rate after 1.5 times the median
	ripeningDen = 2
)

// courseFigures are the figures of a course that are kept, by metric.
type courseFigures map[string]int64

// figuresOf counts learners of a course.
func figuresOf(learners []courseLearner, now time.Time) courseFigures {
	f := courseFigures{}
	var begin []time.Duration
	ripe := ripeAfter(learners)
	for _, l := range learners {
		f["enrolled"]++
		if l.StartedAt != nil {
			f["begun"]++
			begin = append(begin, max(0, l.StartedAt.Sub(l.EnrolledAt)))
		}
		for _, step := range funnelSteps {
			if l.reached(step.percent) {
				f[step.metric]++
			}
		}
		if l.isRipe(ripe, now) {
			f["ripe"]++
			if l.CompletedAt != nil {
				f["ripe_done"]++
			}
		}
	}
	if len(begin) > 0 {
		f["hours_to_begin"] = int64(median(begin).Hours())
	}
	return f
}

// funnelSteps are how far learners have come; 100 percent is a completed course.
var funnelSteps = []struct {
	metric  string
	percent int64
}{{"reached_25", 25}, {"reached_50", 50}, {"reached_75", 75}, {"done", 100}}

func (l courseLearner) reached(percent int64) bool {
	return l.CompletedAt != nil || percent < 100 && l.Percent >= percent
}

func (l courseLearner) isRipe(after time.Duration, now time.Time) bool {
	return l.EnrolledAt.Add(after).Before(now)
}

// ripeAfter returns how long after their enrolment learners count for the completion rate: younger ones cannot have completed the course yet,
// and a course that grows would look as if it failed.
func ripeAfter(learners []courseLearner) time.Duration {
	var took []time.Duration
	for _, l := range learners {
		if l.CompletedAt != nil {
			took = append(took, max(0, l.CompletedAt.Sub(l.EnrolledAt)))
		}
	}
	usual := usualDays * 24 * time.Hour
	if len(took) >= enoughDone {
		usual = median(took)
	}
	return usual * ripeningNum / ripeningDen
}

// median of at least one duration; of an even number the lower of the two in the middle, which is one that occurred.
func median(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	return ds[(len(ds)-1)/2]
}

// sumCourses counts the learners of some courses again.
func (s *Service) sumCourses(ctx context.Context, tx bun.IDB, ids []string) error {
	now := s.deps.Clock.Now()
	for _, id := range ids {
		learners, err := learnersOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := putCourse(ctx, tx, id, figuresOf(learners, now), now); err != nil {
			return err
		}
	}
	return nil
}

// CourseFunnel is how far the learners of a course have come.
type CourseFunnel struct {
	CourseID   string `json:"courseId"`
	Title      string `json:"title"`
	Enrolled   int64  `json:"enrolled" doc:"Who is enrolled now."`
	Begun      int64  `json:"begun"`
	Reached25  int64  `json:"reached25" doc:"Who has completed at least a quarter of the required lessons."`
	Reached50  int64  `json:"reached50"`
	Reached75  int64  `json:"reached75"`
	Done       int64  `json:"done"`
	Completion *int64 `json:"completionRate" doc:"Percent; null with fewer than 10 learners who have been enrolled for long enough."`
	Begin      *int64 `json:"hoursToBegin" doc:"Median from enrolment to the first lesson; null where nobody has begun."`
}

// funnels are those of kept figures, which are sorted by course.
func funnels(kept []courseNow) (all []CourseFunnel) {
	by := map[string]courseFigures{}
	for _, k := range kept {
		if by[k.CourseID] == nil {
			by[k.CourseID] = courseFigures{}
			all = append(all, CourseFunnel{CourseID: k.CourseID, Title: k.Title})
		}
		by[k.CourseID][k.Metric] = k.Value
	}
	for i, c := range all {
		f := by[c.CourseID]
		c.Enrolled, c.Begun, c.Reached25, c.Reached50, c.Reached75, c.Done = f["enrolled"], f["begun"], f["reached_25"], f["reached_50"], f["reached_75"], f["done"]
		c.Completion = figure("completion_rate", "", 0, 0).rate(f["ripe_done"], f["ripe"], 0, 0).Value
		if hours, known := f["hours_to_begin"]; known {
			c.Begin = &hours
		}
		all[i] = c
	}
	return all
}
