package batchanalytics

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/teaching/batch"
)

// StatusDistribution says how many batches have which status, now and over time. A batch belongs to each period in which one of its days lies; its status is
// the one that it has today.
type StatusDistribution struct {
	Timeframe    string             `json:"timeframe" enum:"week,month,quarter,year"`
	Period       DayRange           `json:"period" doc:"The current one, in the time zone of the school; weeks begin on Monday."`
	Distribution []StatusShare      `json:"distribution"`
	Historical   []StatusPeriod     `json:"historical" doc:"The last 12 periods with the current one, the earliest first."`
	ByCourse     []StatusesOfCourse `json:"by_course" doc:"Of the current period, by title."`
}

// StatusShare counts the batches with a status in the current period.
type StatusShare struct {
	Status     string  `json:"status" enum:"Upcoming,Active,Completed,Cancelled"`
	Count      int64   `json:"count"`
	Percentage float64 `json:"percentage" doc:"Of all batches of the period, 1 decimal."`
	Trend      int64   `json:"trend" doc:"How many more than in the period before."`
}

// StatusPeriod counts the batches of a period.
type StatusPeriod struct {
	DayRange
	BatchCounts
}

// StatusesOfCourse counts the batches of a course.
type StatusesOfCourse struct {
	CourseID string `json:"course_id"`
	Title    string `json:"title"`
	BatchCounts
}

// DayRange are days, the last one included.
type DayRange struct {
	From  string `json:"from" doc:"First day, YYYY-MM-DD."`
	Until string `json:"until" doc:"Last day."`
}

const shownPeriods = 12

// periodsOf returns the current period of a timeframe and those before it, the earliest first.
func periodsOf(timeframe string, today time.Time) []DayRange {
	first, months := today.AddDate(0, 0, -(int(today.Weekday())+6)%7), 0
	switch timeframe {
	case "month":
		first, months = today.AddDate(0, 0, 1-today.Day()), 1
	case "quarter":
		first, months = time.Date(today.Year(), (today.Month()-1)/3*3+1, 1, 0, 0, 0, 0, time.UTC), 3
	case "year":
		first, months = time.Date(today.Year(), time.January, 1, 0, 0, 0, 0, time.UTC), 12
	}
	begin := func(n int) time.Time {
		if months == 0 {
			return first.AddDate(0, 0, 7*n)
		}
		return first.AddDate(0, n*months, 0)
	}
	periods := make([]DayRange, shownPeriods)
	for i := range periods {
		n := i - shownPeriods + 1
		periods[i] = DayRange{begin(n).Format(time.DateOnly), begin(n+1).AddDate(0, 0, -1).Format(time.DateOnly)}
	}
	return periods
}

// distributionOf adds up the batches of periods, of which the last is the current one.
func distributionOf(timeframe string, periods []DayRange, cells []statusCell) StatusDistribution {
	last := len(periods) - 1
	tallies, courses := make([]tally, len(periods)), map[string]*StatusesOfCourse{}
	for _, c := range cells {
		counted := cell{Status: c.Status, Batches: c.Batches}
		tallies[c.Period].add(counted)
		if int(c.Period) != last {
			continue
		}
		if courses[c.CourseID] == nil {
			courses[c.CourseID] = &StatusesOfCourse{CourseID: c.CourseID, Title: c.CourseTitle}
		}
		t := tally{BatchCounts: courses[c.CourseID].BatchCounts}
		t.add(counted)
		courses[c.CourseID].BatchCounts = t.BatchCounts
	}
	d := StatusDistribution{Timeframe: timeframe, Period: periods[last], ByCourse: []StatusesOfCourse{}}
	now, before := tallies[last].BatchCounts, tallies[last-1].BatchCounts
	for _, status := range []string{batch.Upcoming, batch.Active, batch.Completed, batch.Cancelled} {
		n := now.of(status)
		d.Distribution = append(d.Distribution, StatusShare{status, n, percent(n, now.TotalBatches), n - before.of(status)})
	}
	for i, p := range periods {
		d.Historical = append(d.Historical, StatusPeriod{p, tallies[i].BatchCounts})
	}
	for _, c := range courses {
		d.ByCourse = append(d.ByCourse, *c)
	}
	slices.SortFunc(d.ByCourse, func(a, b StatusesOfCourse) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.CourseID, b.CourseID))
	})
	return d
}

// of returns the count of a status.
func (c BatchCounts) of(status string) int64 {
	return map[string]int64{batch.Upcoming: c.UpcomingBatches, batch.Active: c.ActiveBatches, batch.Completed: c.CompletedBatches, batch.Cancelled: c.CancelledBatches}[status]
}
