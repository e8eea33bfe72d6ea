package batchanalytics

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/teaching/batch"
)

// CapacityReport says how full batches are that are upcoming or active, and which could become one.
type CapacityReport struct {
	Overall                 OpenSeats        `json:"overall"`
	ByCourse                []CourseSeats    `json:"by_course" doc:"By title."`
	ByStatus                []StatusSeats    `json:"by_status" doc:"Of all statuses."`
	UtilizationDistribution []FillRange      `json:"utilization_distribution" doc:"How many batches are filled how far, from the emptiest range on."`
	Trends                  []MonthOfBatches `json:"trends" doc:"Batches of all statuses by the month in which they begin, of the last 12 months, without months in which none does."`
	Underfull               []BatchFill      `json:"underfull" doc:"Groups of which less than half the seats are taken, at most 100, the emptiest first."`
	Wanted                  []BatchFill      `json:"wanted" doc:"Groups for which learners wait, at most 100, those for which most wait first."`
	MergeHints              []MergeHint      `json:"merge_hints" doc:"Two groups of a course that fit into one: both less than half full, of one status, and beginning within 14 days."`
}

// OpenSeats are the seats of batches that are upcoming or active.
type OpenSeats struct {
	Batches        int64   `json:"batches"`
	TotalCapacity  int64   `json:"total_capacity"`
	TotalEnrolled  int64   `json:"total_enrolled"`
	AvailableSpots int64   `json:"available_spots" doc:"Seats that no member has; some may be offered to those who wait."`
	Utilization    float64 `json:"utilization" doc:"Taken seats in percent, 1 decimal."`
}

// CourseSeats are the seats of the batches of a course.
type CourseSeats struct {
	CourseID string `json:"course_id"`
	Title    string `json:"title"`
	OpenSeats
}

// StatusSeats are the seats of the batches with a status.
type StatusSeats struct {
	Status string `json:"status" enum:"Upcoming,Active,Completed,Cancelled"`
	OpenSeats
}

// FillRange counts batches that are filled to a percentage within a range.
type FillRange struct {
	Range   string `json:"range" enum:"0-25,25-50,50-75,75-100" doc:"In percent. A batch on the border of two counts in the higher one."`
	Batches int64  `json:"batches"`
}

// BatchFill says how full a batch is.
type BatchFill struct {
	ID             string `json:"id"`
	BatchName      string `json:"batch_name"`
	BatchType      string `json:"-"`
	CourseID       string `json:"course_id"`
	CourseTitle    string `json:"course_title"`
	InstructorName string `json:"instructor_name" doc:"Empty for none yet."`
	Status         string `json:"status" enum:"Upcoming,Active"`
	StartDate      string `json:"start_date"`
	Capacity       int64  `json:"capacity"`
	Enrolled       int64  `json:"enrolled"`
	Reserved       int64  `json:"-"`
	Waiting        int64  `json:"waiting" doc:"How many wait for a seat or are offered one."`
}

// MergeHint are two groups that fit into one.
type MergeHint struct {
	From     BatchFill `json:"from" doc:"The one with fewer members."`
	Into     BatchFill `json:"into"`
	Enrolled int64     `json:"enrolled" doc:"How many members the one would have."`
}

// Limits of what is shown, and of what may become one.
const (
	mostShown    = 100
	mostCompared = 1000
	mergeDays    = 14
	trendMonths  = 12
)

// openSeats counts the seats of a tally, whose batches are open.
func (t tally) openSeats() OpenSeats {
	return OpenSeats{t.TotalBatches, t.TotalCapacity, t.TotalEnrolled, t.TotalCapacity - t.TotalEnrolled, t.utilization()}
}

// isOpenCell reports whether the batches of a cell are upcoming or active.
func isOpenCell(c cell) bool { return c.Status == batch.Upcoming || c.Status == batch.Active }

// capacityOf adds up the cells of batches. today is the day of the school.
func capacityOf(cells []cell, today string) CapacityReport {
	open := slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return !isOpenCell(c) })
	since := firstMonth(today)
	recent := slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return c.Month < since || c.Month > today[:7] })
	r := CapacityReport{Overall: sum(open).openSeats(), ByCourse: []CourseSeats{}, UtilizationDistribution: distribution(open), Trends: byMonth(recent)}
	for _, p := range parts(open, courseOf) {
		r.ByCourse = append(r.ByCourse, CourseSeats{p.id, p.name, p.openSeats()})
	}
	for _, status := range []string{batch.Upcoming, batch.Active, batch.Completed, batch.Cancelled} {
		var t tally
		for _, c := range cells {
			if c.Status == status {
				t.TotalBatches, t.TotalCapacity, t.TotalEnrolled = t.TotalBatches+c.Batches, t.TotalCapacity+c.Capacity, t.TotalEnrolled+c.Enrolled
			}
		}
		r.ByStatus = append(r.ByStatus, StatusSeats{status, t.openSeats()})
	}
	return r
}

// firstMonth returns the first of the last 12 months.
func firstMonth(today string) string {
	at, err := time.Parse("2006-01", today[:7])
	if err != nil {
		return today[:7]
	}
	return at.AddDate(0, 1-trendMonths, 0).Format("2006-01")
}

func distribution(cells []cell) []FillRange {
	var all, below25, below50, below75 int64
	for _, c := range cells {
		all, below25, below50, below75 = all+c.Batches, below25+c.Below25, below50+c.Below50, below75+c.Below75
	}
	return []FillRange{{"0-25", below25}, {"25-50", below50 - below25}, {"50-75", below75 - below50}, {"75-100", all - below75}}
}

// mergeHints pairs groups that are less than half full: of each course and status by their first day, each with the next one.
func mergeHints(groups []BatchFill) []MergeHint {
	hints := []MergeHint{}
	groups = slices.Clone(groups)
	slices.SortFunc(groups, func(a, b BatchFill) int {
		return cmp.Or(cmp.Compare(a.CourseTitle, b.CourseTitle), cmp.Compare(a.CourseID, b.CourseID), cmp.Compare(a.Status, b.Status), cmp.Compare(a.StartDate, b.StartDate), cmp.Compare(a.ID, b.ID))
	})
	for i := 0; i+1 < len(groups) && len(hints) < mostShown; i++ {
		from, into := groups[i], groups[i+1]
		if from.Enrolled > into.Enrolled {
			from, into = into, from
		}
		together := from.CourseID == into.CourseID && from.Status == into.Status && daysBetween(groups[i].StartDate, groups[i+1].StartDate) <= mergeDays
		if members := from.Enrolled + into.Enrolled; together && from.Enrolled > 0 && members+into.Reserved <= into.Capacity {
			hints = append(hints, MergeHint{from, into, members})
			i++ // neither is in another pair
		}
	}
	return hints
}

func daysBetween(first, last string) int {
	from, err := time.Parse(time.DateOnly, first)
	if err != nil {
		return 0
	}
	until, err := time.Parse(time.DateOnly, last)
	if err != nil {
		return 0
	}
	return int(until.Sub(from).Hours() / 24)
}
