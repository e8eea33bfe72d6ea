package companyreport

import (
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/money"
)

var (
	progressColumns = []string{"full_name", "email", "department", "course", "seat_taken_at", "seat_ended_at", "percent", "last_active_at", "completed_at"}
	usageColumns    = []string{"courses", "note", "starts_at", "ends_at", "total", "free", "offered", "taken", "not_started", "in_progress", "completed", "ended", "active_people"}
	certColumns     = []string{"full_name", "email", "department", "course", "code", "status", "issued_at", "expires_at", "address"}
	spendColumns    = []string{"order", "ordered_at", "po_number", "status", "due_at", "paid_at", "seats", "currency", "net", "tax", "rounding", "total", "paid", "refunded", "documents"}
)

// instant writes a time by RFC 3339 in UTC, "" for none.
func instant(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

func (p CompanyProgress) cells() []string {
	percent := ""
	if p.Percent != nil {
		percent = strconv.FormatInt(*p.Percent, 10)
	}
	return []string{p.FullName, p.Email, p.Department, p.CourseTitle, instant(p.TakenAt), instant(p.EndedAt), percent, instant(p.LastAt), instant(p.CompletedAt)}
}

func (u CompanyUsage) cells() []string {
	if len(u.CourseIDs) == 0 {
		u.Courses = []ReportedCourse{{Title: "all"}}
	}
	titles := make([]string, len(u.Courses))
	for i, c := range u.Courses {
		titles[i] = c.Title
	}
	cells := []string{strings.Join(titles, "; "), u.Note, instant(&u.StartsAt), instant(u.EndsAt)}
	for _, n := range []int64{u.Total, u.Free, u.Offered, u.Taken, u.NotStarted, u.InProgress, u.Completed, u.Ended, u.ActivePeople} {
		cells = append(cells, strconv.FormatInt(n, 10))
	}
	return cells
}

func (c CompanyCertificate) cells() []string {
	return []string{c.FullName, c.Email, c.Department, c.CourseTitle, c.Code, c.Status, instant(&c.IssuedAt), instant(c.ExpiresAt), c.Address}
}

func (o billedOrder) cells() []string {
	cells := []string{o.Number, instant(&o.CreatedAt), o.PONumber, o.Status, instant(o.DueAt), instant(o.PaidAt), strings.Join(o.Lines, "; "), o.Currency}
	for _, amount := range []int64{o.Net, o.Tax, o.Rounding, o.Total, o.Paid, o.Refunded} {
		cells = append(cells, money.Decimal(amount, o.Currency))
	}
	return append(cells, strings.Join(o.Documents, "; "))
}
