package demofeedback

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// FeedbackStats are figures of the feedback on the demo classes of a period.
type FeedbackStats struct {
	FeedbackFigures
	Instructors []InstructorFeedback `json:"instructors" doc:"By name."`
	Buckets     []FeedbackBucket     `json:"buckets" doc:"By time, without those in which there was no demo class."`
}

// FeedbackFigures are figures of some demo classes.
type FeedbackFigures struct {
	TotalFeedback         int64            `json:"totalFeedback"`
	Completed             int64            `json:"completed" doc:"Demo classes that took place."`
	AverageOverallRating  *float64         `json:"averageOverallRating" doc:"2 decimals; null for none, as everything here."`
	RecommendationRate    *float64         `json:"recommendationRate" doc:"Percentage who would recommend it."`
	RecommendationLow     *float64         `json:"recommendationRateLow" doc:"Of its 95 % interval, by Wilson."`
	RecommendationHigh    *float64         `json:"recommendationRateHigh"`
	NPSLike               *float64         `json:"npsLike" doc:"Percentage of 5 stars less that of 1 to 3."`
	ResponseRate          *float64         `json:"responseRate" doc:"Percentage of completed demo classes with feedback."`
	RatingDistribution    map[string]int64 `json:"ratingDistribution" doc:"How many gave 1 to 5."`
	ContentQuality        QualityFigures   `json:"contentQuality"`
	InstructorPerformance QualityFigures   `json:"instructorPerformance"`
}

// QualityFigures are figures of an answer from excellent to poor.
type QualityFigures struct {
	Distribution map[string]int64 `json:"distribution"`
	Average      *float64         `json:"average" doc:"excellent 4, good 3, average 2, poor 1."`
}

// InstructorFeedback are figures of an instructor.
type InstructorFeedback struct {
	InstructorID            string   `json:"instructorId"`
	FullName                string   `json:"fullName"`
	TotalFeedback           int64    `json:"totalFeedback"`
	Completed               int64    `json:"completed"`
	AverageOverallRating    *float64 `json:"averageOverallRating"`
	SmoothedRating          *float64 `json:"smoothedRating" doc:"As if 5 more had given the mean of all instructors: few ratings count for little."`
	TooFew                  bool     `json:"tooFew" doc:"Fewer than 5 have given feedback: of others than the caller, there are no figures of it then."`
	ResponseRate            *float64 `json:"responseRate"`
	ConversionRate          *float64 `json:"conversionRate" doc:"Percentage of completed demo classes that led to an enrolment."`
	MissedByLearnersRate    *float64 `json:"missedByLearnersRate" doc:"Percentage of demo classes that were completed or missed."`
	MissedByInstructorsRate *float64 `json:"missedByInstructorsRate"`
}

// FeedbackBucket are figures of a day, a week or a month.
type FeedbackBucket struct {
	Start                string   `json:"start" doc:"First day, YYYY-MM-DD in the time zone of the school."`
	TotalFeedback        int64    `json:"totalFeedback"`
	AverageOverallRating *float64 `json:"averageOverallRating"`
}

// StatsFilter is the range of figures.
type StatsFilter struct {
	Period       string `query:"period" enum:"day,week,month" default:"week" msg:"period must be day, week or month" doc:"How the figures over time are grouped; weeks begin on Monday."`
	StartDate    string `query:"startDate" maxLength:"40" msg:"startDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"Of the demo classes. Absent: 90 days before the end."`
	EndDate      string `query:"endDate" maxLength:"40" msg:"endDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"A day is included. Absent: now."`
	InstructorID string `query:"instructorId" maxLength:"36" msg:"This instructor doesn't exist" doc:"Of administrators; instructors get their own figures."`
}

const (
	defaultRange  = 90 * 24 * time.Hour
	longestRange  = 366 * 24 * time.Hour
	priorRatings  = 5    // of the mean of all, that a smoothed rating begins with
	normal95      = 1.96 // quantile of the 95 % interval
	promoterStars = 5
	fewestShown   = 5 // ratings of an instructor, for others to see their figures: one bad day is no verdict
	criticStars   = 3
)

// span returns the range of a filter.
func (f StatsFilter) span(now time.Time) (from, until time.Time, err error) {
	var broken fault.Fields
	from, until = broken.Period("startDate", f.StartDate, "endDate", f.EndDate)
	if f.EndDate == "" {
		until = now
	}
	if f.StartDate == "" {
		from = until.Add(-defaultRange)
	}
	broken.Require(len(broken) > 0 || from.Before(until), "endDate", "out_of_range", "The end must be after the beginning")
	broken.Require(len(broken) > 0 || until.Sub(from) <= longestRange, "endDate", "out_of_range", "The range must be at most 366 days long")
	return from, until, broken.Err()
}

// Stats returns figures: administrators of all demo classes or those of an instructor, instructors of theirs. fault.Invalid.
func (s *Service) Stats(ctx context.Context, who access.Caller, f StatsFilter) (stats FeedbackStats, err error) {
	from, until, err := f.span(s.deps.Clock.Now())
	if err != nil {
		return stats, err
	}
	if !who.HasRole(access.Admin) {
		f.InstructorID = who.ID
	}
	q := s.deps.DB.Reader()
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return stats, err
	}
	demos, err := pastDemos(ctx, q, from, until)
	return statsOf(demos, f, current.School.Zone(), who.ID), err
}

func statsOf(demos []pastDemo, f StatsFilter, zone *time.Location, readerID string) FeedbackStats {
	var all tally
	own, byInstructor, byStart := newTally(), map[string]*tally{}, map[string]*tally{}
	for _, d := range demos {
		all.add(d)
		if f.InstructorID != "" && d.InstructorID != f.InstructorID {
			continue
		}
		own.add(d)
		tallyOf(byInstructor, d.InstructorID).add(d)
		tallyOf(byStart, bucketOf(d.StartsAt.In(zone), f.Period)).add(d)
	}
	stats := FeedbackStats{FeedbackFigures: own.figures(), Instructors: []InstructorFeedback{}, Buckets: []FeedbackBucket{}}
	for id, t := range byInstructor {
		stats.Instructors = append(stats.Instructors, t.instructor(id, all).shownTo(readerID))
	}
	slices.SortFunc(stats.Instructors, func(a, b InstructorFeedback) int {
		return cmp.Or(cmp.Compare(a.FullName, b.FullName), cmp.Compare(a.InstructorID, b.InstructorID))
	})
	for _, start := range slices.Sorted(maps.Keys(byStart)) {
		stats.Buckets = append(stats.Buckets, FeedbackBucket{start, byStart[start].n, byStart[start].mean()})
	}
	return stats
}

// bucketOf returns the first day of the day, week or month of a time.
func bucketOf(at time.Time, period string) string {
	switch period {
	case "week":
		at = at.AddDate(0, 0, -(int(at.Weekday())+6)%7)
	case "month":
		at = at.AddDate(0, 0, 1-at.Day())
	}
	return at.Format(time.DateOnly)
}

// tally adds up demo classes.
type tally struct {
	name                         string
	n, stars, yes                int64
	completed, converted         int64
	missedLearner, missedTeacher int64
	ratings                      [promoterStars + 1]int64
	content, performance         map[string]int64
}

func newTally() *tally { return &tally{content: map[string]int64{}, performance: map[string]int64{}} }

func tallyOf(by map[string]*tally, key string) *tally {
	if by[key] == nil {
		by[key] = newTally()
	}
	return by[key]
}

func (t *tally) add(d pastDemo) {
	t.name = d.InstructorName
	switch {
	case d.Status == "completed":
		if t.completed++; d.IsConverted {
			t.converted++
		}
	case d.NoShowSide == "instructor":
		t.missedTeacher++
	default:
		t.missedLearner++
	}
	if d.OverallRating == 0 {
		return
	}
	t.n, t.stars = t.n+1, t.stars+d.OverallRating
	t.ratings[d.OverallRating]++
	if d.WouldRecommend {
		t.yes++
	}
	if t.content != nil {
		t.content[d.ContentQuality]++
		t.performance[d.InstructorPerformance]++
	}
}
