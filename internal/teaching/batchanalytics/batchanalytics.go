// Package batchanalytics counts batches, their seats and the work of their instructors. It writes nothing.
//
// Archived batches count like others: they are only out of lists. Seats are those of batches that are not cancelled; utilization is the
// share of them that is taken, over all batches together and not as a mean of shares.
package batchanalytics

import (
	"cmp"
	"math"
	"slices"

	"lectern/internal/teaching/batch"
)

// BatchCounts say how many batches there are of each status.
type BatchCounts struct {
	TotalBatches     int64 `json:"total_batches"`
	ActiveBatches    int64 `json:"active_batches"`
	UpcomingBatches  int64 `json:"upcoming_batches"`
	CompletedBatches int64 `json:"completed_batches"`
	CancelledBatches int64 `json:"cancelled_batches"`
}

// SeatCounts say how many seats there are, and how many are taken.
type SeatCounts struct {
	TotalCapacity int64 `json:"total_capacity" doc:"Seats of batches that are not cancelled."`
	TotalEnrolled int64 `json:"total_enrolled" doc:"How many of them are taken."`
}

// BatchTotals are figures of all batches of a question.
type BatchTotals struct {
	BatchCounts
	SeatCounts
	OverallUtilization float64 `json:"overall_utilization" doc:"Taken seats in percent, 1 decimal; 0 where there are no seats."`
}

// BatchShare are figures of a part of the batches.
type BatchShare struct {
	BatchCounts
	SeatCounts
	Utilization float64 `json:"utilization" doc:"Taken seats in percent, 1 decimal; 0 where there are no seats."`
}

// CourseBatches are figures of the batches of a course.
type CourseBatches struct {
	CourseID string `json:"course_id"`
	Title    string `json:"title"`
	BatchShare
}

// InstructorBatches are figures of the batches of an instructor.
type InstructorBatches struct {
	InstructorID string `json:"instructor_id"`
	FullName     string `json:"full_name"`
	BatchShare
}

// BatchAnalytics are the figures of batches, by course and by instructor.
type BatchAnalytics struct {
	BatchTotals
	ByCourse     []CourseBatches     `json:"by_course" doc:"By title."`
	ByInstructor []InstructorBatches `json:"by_instructor" doc:"By name, without batches that have no instructor yet."`
}

// BatchDashboard are the figures of batches that begin within a range.
type BatchDashboard struct {
	Overview              BatchOverview           `json:"overview"`
	Trends                []MonthOfBatches        `json:"trends" doc:"By the month in which batches begin, without months in which none does."`
	TopCourses            []CourseBatches         `json:"top_courses" doc:"The 10 courses in whose batches most seats are taken."`
	InstructorPerformance []InstructorPerformance `json:"instructor_performance" doc:"By name."`
}

// BatchOverview are the figures at the top of the dashboard.
type BatchOverview struct {
	BatchTotals
	AverageBatchSize *float64 `json:"average_batch_size" doc:"Taken seats for each batch that is not cancelled, 1 decimal; null for none."`
}

// MonthOfBatches are figures of the batches that begin in a month.
type MonthOfBatches struct {
	Month string `json:"month" doc:"YYYY-MM."`
	BatchShare
}

// InstructorPerformance says how the batches of an instructor fill and end.
type InstructorPerformance struct {
	InstructorBatches
	CompletionRate *float64 `json:"completion_rate" doc:"Completed batches in percent of those that were completed or cancelled, 1 decimal; null for none."`
}

// DashboardFilter narrows the dashboard.
type DashboardFilter struct {
	CourseID     string `query:"course_id" maxLength:"36" msg:"This course doesn't exist"`
	InstructorID string `query:"instructor_id" maxLength:"36" msg:"This instructor doesn't exist"`
	StartDate    string `query:"start_date" pattern:"^\\d{4}-\\d{2}-\\d{2}$" msg:"start_date must be a date such as 2026-11-20" doc:"The batches begin on this day or later."`
	EndDate      string `query:"end_date" pattern:"^\\d{4}-\\d{2}-\\d{2}$" msg:"end_date must be a date such as 2026-11-20" doc:"The batches begin on this day or earlier."`
}

// topCourses is how many courses the dashboard names.
const topCourses = 10

// cell are batches that have course, instructor, status and month in common, counted by the database.
type cell struct {
	CourseID, CourseTitle        string
	InstructorID, InstructorName string // empty for none yet
	Status, BatchType, Month     string
	Batches, Capacity, Enrolled  int64
	Below25, Below50, Below75    int64 // how many of them are filled to less than 25, 50 and 75 %
}

// tally adds up cells.
type tally struct {
	BatchCounts
	SeatCounts
}

func (t *tally) add(c cell) {
	t.TotalBatches += c.Batches
	switch c.Status {
	case batch.Active:
		t.ActiveBatches += c.Batches
	case batch.Upcoming:
		t.UpcomingBatches += c.Batches
	case batch.Completed:
		t.CompletedBatches += c.Batches
	case batch.Cancelled:
		t.CancelledBatches += c.Batches
		return
	}
	t.TotalCapacity += c.Capacity
	t.TotalEnrolled += c.Enrolled
}

func (t tally) totals() BatchTotals {
	return BatchTotals{t.BatchCounts, t.SeatCounts, t.utilization()}
}

func (t tally) share() BatchShare { return BatchShare{t.BatchCounts, t.SeatCounts, t.utilization()} }

func (t tally) utilization() float64 { return percent(t.TotalEnrolled, t.TotalCapacity) }

// completionRate is that of InstructorPerformance.
func (t tally) completionRate() *float64 {
	ended := t.CompletedBatches + t.CancelledBatches
	if ended == 0 {
		return nil
	}
	return new(percent(t.CompletedBatches, ended))
}

// averageSize is that of BatchOverview.
func (t tally) averageSize() *float64 {
	held := t.TotalBatches - t.CancelledBatches
	if held == 0 {
		return nil
	}
	return new(rounded(float64(t.TotalEnrolled) / float64(held)))
}

// percent returns a part in percent with 1 decimal; 0 of nothing.
func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return rounded(100 * float64(part) / float64(whole))
}

func rounded(n float64) float64 { return math.Round(10*n) / 10 }

// part is a tally of what has an id and a name.
type part struct {
	id, name string
	tally
}

// parts adds up cells by an id, in the order of the names; those without one are left out.
func parts(cells []cell, of func(cell) (id, name string)) []part {
	byID := map[string]*part{}
	for _, c := range cells {
		id, name := of(c)
		if id == "" {
			continue
		}
		if byID[id] == nil {
			byID[id] = &part{id: id, name: name}
		}
		byID[id].add(c)
	}
	all := make([]part, 0, len(byID))
	for _, p := range byID {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b part) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id)) })
	return all
}

func courseOf(c cell) (id, name string)     { return c.CourseID, c.CourseTitle }
func instructorOf(c cell) (id, name string) { return c.InstructorID, c.InstructorName }
func monthOf(c cell) (id, name string)      { return c.Month, c.Month }

func byCourse(cells []cell) []CourseBatches {
	courses := []CourseBatches{}
	for _, p := range parts(cells, courseOf) {
		courses = append(courses, CourseBatches{p.id, p.name, p.share()})
	}
	return courses
}

func byMonth(cells []cell) []MonthOfBatches {
	months := []MonthOfBatches{}
	for _, p := range parts(cells, monthOf) {
		months = append(months, MonthOfBatches{p.id, p.share()})
	}
	return months
}

// sum adds up all cells.
func sum(cells []cell) (t tally) {
	for _, c := range cells {
		t.add(c)
	}
	return t
}
