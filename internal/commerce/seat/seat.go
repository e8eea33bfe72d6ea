// Package seat keeps the seats of companies: places in courses, out of pools that are never overdrawn, that managers give to people. A person who takes one gets a
// grant for the course, which ends with the seat; what they have learned stays.
package seat

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// offerLifetime is how long a seat waits for the person to whom it is offered, as long as the invitation to the company.
const offerLifetime = 14 * 24 * time.Hour

// swapPercent is from which progress on a seat is used up.
const swapPercent = 25

// What a company that has bought seats can swap: within so many days, one in so many.
const (
	boughtSwapDays = 14
	boughtSwaps    = 10
)

// States of seats.
const (
	offered  = "offered"
	active   = "active"
	released = "released" // given back to the pool
	ended    = "ended"    // used up
)

// NewSeatPool is what administrators grant to a company.
type NewSeatPool struct {
	CourseIDs []string   `json:"course_ids,omitempty" maxItems:"100" msg:"At most 100 courses are possible" doc:"Empty: all courses."`
	Total     int64      `json:"total" minimum:"1" maximum:"100000" msg:"The number of seats must be from 1 to 100,000"`
	EndsAt    *time.Time `json:"ends_at,omitempty" doc:"When its seats end. Absent: never."`
	SwapDays  int64      `json:"swap_days,omitempty" minimum:"0" maximum:"365" msg:"The days must be from 0 to 365" doc:"How long after it was taken a seat can be given to another person, while less than a quarter of the course is done."`
	Swaps     int64      `json:"swaps,omitempty" minimum:"0" maximum:"100000" msg:"The number of swaps must be from 0 to 100,000" doc:"How many seats can be given to another person."`
	Note      string     `json:"note,omitempty" maxLength:"200" msg:"The note must be at most 200 characters" doc:"For managers of the company, such as the number of an order."`
}

// SeatPool is seats of a company for courses.
type SeatPool struct {
	bun.BaseModel `bun:"table:seat_pools,alias:p" json:"-"`

	ID         string            `bun:",pk" json:"id"`
	CompanyID  string            `json:"-"`
	CourseIDs  []string          `bun:"-" json:"course_ids" doc:"Empty: all."`
	Courses    []SeatCourse      `bun:"-" json:"courses" doc:"Those of course_ids that exist, with their titles."`
	CoursesRow db.JSON[[]string] `bun:"courses" json:"-"`
	Total      int64             `json:"total"`
	Taken      int64             `json:"taken" doc:"Seats that are offered, taken or used up."`
	StartsAt   time.Time         `json:"starts_at"`
	EndsAt     *time.Time        `json:"ends_at"`
	SwapDays   int64             `json:"swap_days"`
	SwapsLeft  int64             `json:"swaps_left"`
	Note       string            `json:"note"`
	CreatedAt  time.Time         `json:"created_at"`
	EndedAt    *time.Time        `json:"-"`
	LineID     *string           `json:"-"` // of the order by which it was bought
}

// SeatCourse is a course in which there are seats.
type SeatCourse struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// isOpen reports whether seats of a pool can be given at an instant.
func (p SeatPool) isOpen(now time.Time) bool {
	return p.EndedAt == nil && !now.Before(p.StartsAt) && (p.EndsAt == nil || now.Before(*p.EndsAt))
}

func (p SeatPool) allows(courseID string) bool {
	return len(p.CoursesRow.V) == 0 || slices.Contains(p.CoursesRow.V, courseID)
}

// Seat is a place in a course that a company has given to a person.
type Seat struct {
	bun.BaseModel `bun:"table:seats,alias:s" json:"-"`

	ID          string     `bun:",pk" json:"id"`
	CompanyID   string     `json:"-"`
	PoolID      string     `json:"pool_id"`
	Email       string     `json:"email"`
	EmailKey    string     `json:"-"`
	UserID      *string    `json:"user_id" doc:"null until it is taken."`
	CourseID    *string    `json:"course_id" doc:"null once the course has been deleted."`
	State       string     `json:"state" enum:"offered,active,released,ended" doc:"offered: waits for the person to accept the invitation to the company. released: given back. ended: used up."`
	OfferedAt   time.Time  `json:"offered_at"`
	ExpiresAt   time.Time  `json:"expires_at" doc:"Of an offer."`
	TakenAt     *time.Time `json:"taken_at"`
	EndedAt     *time.Time `json:"ended_at"`
	FullName    string     `bun:",scanonly" json:"full_name" doc:"Empty until it is taken."`
	CourseTitle string     `bun:",scanonly" json:"course_title"`
	Percent     *int64     `bun:",scanonly" json:"percent" doc:"Of the course, null before they have begun."`
	CompletedAt *time.Time `bun:",scanonly" json:"completed_at"`
	LastAt      *time.Time `bun:",scanonly" json:"last_active_at" doc:"In the course."`
}

// NewSeats offers seats of a pool in a course.
type NewSeats struct {
	Emails   []string `json:"emails" minItems:"1" maxItems:"500" maxLength:"254" msg:"Please enter an email address;maxItems=At most 500 seats can be given at once;maxLength=An email address has at most 254 characters"`
	CourseID string   `json:"course_id" minLength:"1" maxLength:"36" msg:"Please choose a course"`
}

// GivenSeats is what became of seats that were to be given.
type GivenSeats struct {
	Seated  int64 `json:"seated" doc:"Who belong to the company and have the course now."`
	Offered int64 `json:"offered" doc:"Who get it when they accept the invitation to the company."`
	Already int64 `json:"already_seated" doc:"Who have a seat in the course already. It counts once."`
}

// SeatFilter narrows the seats of a company.
type SeatFilter struct {
	State    string `query:"state" enum:"offered,active,released,ended" msg:"state must be offered, active, released or ended"`
	CourseID string `query:"course_id" maxLength:"36" msg:"course_id is too long"`
	PoolID   string `query:"-"`
}

var (
	errNoPool   = fault.New(fault.NotFound, "pool_not_found", "These seats don't exist.")
	errNoSeat   = fault.New(fault.NotFound, "seat_not_found", "This seat doesn't exist.")
	errNoneLeft = fault.New(fault.Conflict, "no_seats_left", "There are not enough seats left. Nothing was changed.")
	errClosed   = fault.New(fault.Conflict, "pool_not_open", "These seats can't be given at the moment: they haven't begun, or have ended.")
	errSwap     = fault.New(fault.Conflict, "swap_window_over", "This seat can't be given to another person any more.")
)
