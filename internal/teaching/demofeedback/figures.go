package demofeedback

import "math"

// figures returns the figures of what was added up.
func (t *tally) figures() FeedbackFigures {
	f := FeedbackFigures{TotalFeedback: t.n, Completed: t.completed, AverageOverallRating: t.mean(), RatingDistribution: map[string]int64{},
		ResponseRate: percent(t.n, t.completed), ContentQuality: qualityOf(t.content), InstructorPerformance: qualityOf(t.performance)}
	for stars := 1; stars <= promoterStars; stars++ {
		f.RatingDistribution[string(rune('0'+stars))] = t.ratings[stars]
	}
	if t.n == 0 {
		return f
	}
	var critics int64
	for stars := 1; stars <= criticStars; stars++ {
		critics += t.ratings[stars]
	}
	low, high := wilson(t.yes, t.n)
	f.RecommendationRate, f.RecommendationLow, f.RecommendationHigh = percent(t.yes, t.n), &low, &high
	f.NPSLike = rounded(100*float64(t.ratings[promoterStars]-critics)/float64(t.n), 1)
	return f
}

// instructor returns the figures of an instructor among all.
func (t *tally) instructor(id string, all tally) InstructorFeedback {
	held := t.completed + t.missedLearner + t.missedTeacher
	i := InstructorFeedback{InstructorID: id, FullName: t.name, TotalFeedback: t.n, Completed: t.completed, AverageOverallRating: t.mean(), ResponseRate: percent(t.n, t.completed), TooFew: t.n < fewestShown,
		ConversionRate: percent(t.converted, t.completed), MissedByLearnersRate: percent(t.missedLearner, held), MissedByInstructorsRate: percent(t.missedTeacher, held)}
	if all.n > 0 {
		mean := float64(all.stars) / float64(all.n)
		i.SmoothedRating = rounded((priorRatings*mean+float64(t.stars))/float64(priorRatings+t.n), 2)
	}
	return i
}

// shownTo leaves out what only the instructor sees of few ratings.
func (i InstructorFeedback) shownTo(readerID string) InstructorFeedback {
	if i.TooFew && i.InstructorID != readerID {
		i.AverageOverallRating, i.SmoothedRating = nil, nil
	}
	return i
}

// mean returns the mean rating; nil of none.
func (t *tally) mean() *float64 {
	if t.n == 0 {
		return nil
	}
	return rounded(float64(t.stars)/float64(t.n), 2)
}

var qualityPoints = map[string]int64{"excellent": 4, "good": 3, "average": 2, "poor": 1}

func qualityOf(counts map[string]int64) QualityFigures {
	q := QualityFigures{Distribution: map[string]int64{}}
	var n, points int64
	for name, worth := range qualityPoints {
		q.Distribution[name] = counts[name]
		n, points = n+counts[name], points+worth*counts[name]
	}
	if n > 0 {
		q.Average = rounded(float64(points)/float64(n), 2)
	}
	return q
}

// wilson returns the 95 % interval of a proportion, as percentages: Wilson's score, which is sound for small numbers too.
func wilson(yes, n int64) (low, high float64) {
	p, total := float64(yes)/float64(n), float64(n)
	z2 := normal95 * normal95
	centre := p + z2/(2*total)
	spread := normal95 * math.Sqrt(p*(1-p)/total+z2/(4*total*total))
	return *rounded(100*(centre-spread)/(1+z2/total), 1), *rounded(100*(centre+spread)/(1+z2/total), 1)
}

// percent returns a percentage with one decimal; nil of nothing.
func percent(n, of int64) *float64 {
	if of == 0 {
		return nil
	}
	return rounded(100*float64(n)/float64(of), 1)
}

func rounded(v float64, decimals int) *float64 {
	unit := math.Pow10(decimals)
	r := math.Round(v*unit) / unit
	return &r
}
