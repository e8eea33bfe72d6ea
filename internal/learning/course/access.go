package course

import (
	"time"

	"lectern/internal/platform/fault"
)

const (
	openToAll  = "open"       // anyone, without an account
	Registered = "registered" // anyone who enrols
	byDate     = "by_date"    // anyone who enrols, between two instants
)

// FreeAccess says who may learn in a free course, and when. Courses of other types behave as Registered.
type FreeAccess struct {
	AccessType  string     `json:"access_type" enum:"open,registered,by_date" msg:"access_type must be open, registered or by_date" doc:"open: anybody, without signing in. registered: users who enrol. by_date: users who enrol, between two instants."`
	AccessFrom  *time.Time `json:"access_from,omitempty" msg:"access_from must be a time such as 2026-11-20T10:00:00Z" doc:"Of by_date. Absent: since ever."`
	AccessUntil *time.Time `json:"access_until,omitempty" msg:"access_until must be a time such as 2026-11-20T10:00:00Z" doc:"Of by_date. Absent: for ever."`
}

// Normalise returns a in stored form.
func (a FreeAccess) Normalise() FreeAccess {
	if a.AccessType != byDate {
		return FreeAccess{AccessType: a.AccessType}
	}
	for _, at := range []**time.Time{&a.AccessFrom, &a.AccessUntil} {
		if *at != nil {
			*at = new((*at).UTC().Truncate(time.Microsecond))
		}
	}
	return a
}

// Check returns fault.Invalid for an empty or inverted period.
func (a FreeAccess) Check() error {
	var broken fault.Fields
	broken.Require(a.AccessType != byDate || a.AccessFrom != nil || a.AccessUntil != nil, "access_from", "required", "Please set when the course opens or closes")
	broken.Require(a.AccessFrom == nil || a.AccessUntil == nil || a.AccessFrom.Before(*a.AccessUntil), "access_until", "out_of_range", "The end must be after the start")
	return broken.Err()
}

// CheckOpen returns why the course cannot be joined at an instant, nil if it can.
func (r Record) CheckOpen(now time.Time) error {
	a := r.Access()
	switch {
	case r.CourseType != Free || a.AccessType != byDate:
	case a.AccessFrom != nil && now.Before(*a.AccessFrom):
		return fault.New(fault.Conflict, "course_not_open_yet", "This course opens on "+a.AccessFrom.Format("2 January 2006, 15:04")+" UTC.")
	case a.AccessUntil != nil && !now.Before(*a.AccessUntil):
		return fault.New(fault.Conflict, "course_over", "This course was open until "+a.AccessUntil.Format("2 January 2006, 15:04")+" UTC.")
	}
	return nil
}
