// Package companyreport has the reports of companies: how far their people have come in the courses of their seats, how these seats are used, which certificates
// they have earned, and what the company has spent. It writes nothing, and shows no more than members are informed of before they join: courses that the company pays for, as long
// as it pays and they belong to it.
package companyreport

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// recently is how long ago people who are counted as active have learned at most.
const recently = 30 * 24 * time.Hour

// CompanyProgress is how far a person has come in a course for which they have, or had, a seat.
type CompanyProgress struct {
	SeatID      string     `json:"seat_id"`
	UserID      string     `json:"user_id"`
	FullName    string     `json:"full_name"`
	Email       string     `json:"email"`
	Department  string     `json:"department"`
	CourseID    string     `json:"course_id"`
	CourseTitle string     `json:"course_title"`
	OfferedAt   time.Time  `json:"-"`
	TakenAt     *time.Time `json:"taken_at" doc:"When the seat was taken."`
	EndedAt     *time.Time `json:"ended_at" doc:"When the seat ended; null while it lasts. What was learned later is not shown."`
	Percent     *int64     `json:"percent" doc:"Of the required lessons. null before they have begun, and once they learn on without the seat."`
	LastAt      *time.Time `json:"last_active_at" doc:"In the course."`
	CompletedAt *time.Time `json:"completed_at"`
}

func (p CompanyProgress) position() (time.Time, string) { return p.OfferedAt, p.SeatID }

// withoutPrivate hides what a person has learned after their seat ended.
func (p CompanyProgress) withoutPrivate() CompanyProgress {
	if p.EndedAt == nil {
		return p
	}
	if p.CompletedAt != nil && p.CompletedAt.After(*p.EndedAt) {
		p.CompletedAt = nil
	}
	if p.LastAt != nil && p.LastAt.After(*p.EndedAt) {
		p.Percent, p.LastAt = nil, nil
	}
	return p
}

// ReportedCourse is a course in which a company has seats.
type ReportedCourse struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// CompanyUsage is how the seats of a pool are used.
type CompanyUsage struct {
	PoolID       string            `json:"pool_id"`
	CourseIDs    []string          `bun:"-" json:"course_ids" doc:"Empty: all."`
	Courses      []ReportedCourse  `bun:"-" json:"courses" doc:"Those of course_ids that exist, with their titles."`
	CoursesRow   db.JSON[[]string] `bun:"courses" json:"-"`
	Note         string            `json:"note"`
	StartsAt     time.Time         `json:"starts_at"`
	EndsAt       *time.Time        `json:"ends_at" doc:"null: never."`
	EndedAt      *time.Time        `json:"-"`
	CreatedAt    time.Time         `json:"-"`
	Total        int64             `json:"total"`
	Free         int64             `json:"free" doc:"That can be given; 0 once the pool has ended."`
	Offered      int64             `json:"offered" doc:"Which wait for a person to accept the invitation to the company."`
	Taken        int64             `json:"taken" doc:"Which people have now: the sum of the three that follow."`
	NotStarted   int64             `json:"not_started"`
	InProgress   int64             `json:"in_progress"`
	Completed    int64             `json:"completed"`
	Ended        int64             `json:"ended" doc:"Which are used up."`
	ActivePeople int64             `json:"active_people" doc:"Who have learned in the course of their seat within the last 30 days."`
}

func (u CompanyUsage) position() (time.Time, string) { return u.CreatedAt, u.PoolID }

// seatSums are sums of the seats of a pool.
type seatSums struct {
	PoolID                                                     string
	Offered, Taken, InProgress, Completed, Ended, ActivePeople int64
}

// with returns u with the sums of its seats.
func (u CompanyUsage) with(s seatSums, now time.Time) CompanyUsage {
	u.Offered, u.Taken, u.InProgress, u.Completed, u.Ended, u.ActivePeople = s.Offered, s.Taken, s.InProgress, s.Completed, s.Ended, s.ActivePeople
	u.NotStarted = s.Taken - s.InProgress - s.Completed
	u.Free = u.Total - s.Offered - s.Taken - s.Ended
	if u.EndedAt != nil || u.EndsAt != nil && !now.Before(*u.EndsAt) {
		u.Free = 0
	}
	return u
}

// CompanyCertificate is a certificate that a person has earned with a seat of the company.
type CompanyCertificate struct {
	ID          string     `json:"id"`
	Code        string     `json:"code" doc:"As it is printed."`
	Address     string     `bun:"-" json:"address" doc:"The page on which everybody can check it."`
	UserID      string     `json:"user_id"`
	FullName    string     `json:"full_name"`
	Email       string     `json:"email"`
	Department  string     `json:"department"`
	CourseID    string     `json:"course_id"`
	CourseTitle string     `json:"course_title"`
	Status      string     `json:"status" enum:"issued,expired,revoked"`
	IssuedAt    time.Time  `json:"issued_at"`
	ExpiresAt   *time.Time `json:"expires_at" doc:"null: never."`
}

func (c CompanyCertificate) position() (time.Time, string) { return c.IssuedAt, c.ID }

// CompanySpend is what a company has ordered in one currency. Amounts are in its minor unit, with taxes.
type CompanySpend struct {
	Currency    string `json:"currency" doc:"ISO 4217. Amounts of different currencies are never added up."`
	MinorDigits int    `bun:"-" json:"minor_digits"`
	Orders      int64  `json:"orders" doc:"Without those that were cancelled or have expired."`
	Ordered     int64  `json:"ordered"`
	Open        int64  `json:"open" doc:"What is still to be paid of it."`
	Paid        int64  `json:"paid"`
	Refunded    int64  `json:"refunded"`
	Spent       int64  `json:"spent" doc:"Paid, less what was refunded."`
}

// billedOrder is an order with what a sheet of spending says of it.
type billedOrder struct {
	bun.BaseModel `bun:"table:orders,alias:o"`

	ID, Number, PONumber, Status, Currency    string
	CreatedAt                                 time.Time
	DueAt, PaidAt                             *time.Time
	Net, Tax, Rounding, Total, Paid, Refunded int64
	Lines, Documents                          []string `bun:"-"`
}

func (o billedOrder) position() (time.Time, string) { return o.CreatedAt, o.ID }
