// Package demostats has the figures of demo classes.
package demostats

// DemoStats are figures of bookings by when they take place.
type DemoStats struct {
	Total          int64            `json:"total"`
	Upcoming       int64            `json:"upcoming" doc:"Confirmed ones ahead."`
	OutcomeMissing int64            `json:"outcomeMissing" doc:"Confirmed ones that are over."`
	ByStatus       map[string]int64 `json:"byStatus"`
	ByType         map[string]int64 `json:"byType"`
	BySource       map[string]int64 `json:"bySource"`
	ByCampaign     map[string]int64 `json:"byCampaign,omitempty" doc:"For administrators: by utm_source and utm_campaign, such as newsletter / spring; those without are left out."`
	Converted      int64            `json:"converted" doc:"Completed ones that led to an enrolment."`
	ConversionRate *float64         `json:"conversionRate" doc:"Percentage of completed ones that led to an enrolment; null for none."`
	NoShowRate     *float64         `json:"noShowRate" doc:"Percentage of those that were completed or missed by the learner; null for none."`
	CompletionRate *float64         `json:"completionRate" doc:"Percentage of those that are over; null for none."`
}

// Group counts bookings that are alike.
type Group struct {
	Status, DemoType, Source, NoShowSide, Campaign string
	IsOver, IsConverted                            bool
	N                                              int64
}

// Statuses of bookings.
const (
	confirmed = "confirmed"
	completed = "completed"
	noShow    = "no_show"
)

// Of computes the figures of groups.
func Of(groups []Group) DemoStats {
	stats := DemoStats{ByStatus: map[string]int64{}, ByType: map[string]int64{}, BySource: map[string]int64{}, ByCampaign: map[string]int64{}}
	var over, missed int64
	for _, g := range groups {
		stats.Total += g.N
		stats.ByStatus[g.Status] += g.N
		stats.ByType[g.DemoType] += g.N
		stats.BySource[g.Source] += g.N
		if g.Campaign != "" {
			stats.ByCampaign[g.Campaign] += g.N
		}
		if g.IsConverted {
			stats.Converted += g.N
		}
		switch {
		case g.Status == confirmed && g.IsOver:
			stats.OutcomeMissing += g.N
		case g.Status == confirmed:
			stats.Upcoming += g.N
		case g.Status == noShow && g.NoShowSide == "learner":
			missed += g.N
		}
		if g.Status == completed || g.Status == noShow || g.Status == confirmed && g.IsOver {
			over += g.N
		}
	}
	done := stats.ByStatus[completed]
	stats.ConversionRate = percent(stats.Converted, done)
	stats.NoShowRate, stats.CompletionRate = percent(missed, done+missed), percent(done, over)
	return stats
}

// percent returns a percentage with one decimal; nil of nothing.
func percent(n, of int64) *float64 {
	if of == 0 {
		return nil
	}
	p := float64((n*2000+of)/(2*of)) / 10
	return &p
}
